package emit

import (
	"io/fs"
	"os"
)

// inject, if not nil, stands between the program and every call that changes a
// disk or makes it durable: tests let calls fail there, or end the run before or after
// one. op names the call, name the OS path.
var inject func(op, name string, do func() error) error

// call makes one such call; its error names name.
func call(op, name string, do func() error) error {
	var err error
	if inject == nil {
		err = do()
	} else {
		err = inject(op, name, do)
	}
	switch e := err.(type) {
	case nil:
		return nil
	case *fs.PathError:
		return &fs.PathError{Op: op, Path: name, Err: e.Err}
	case *os.LinkError:
		return &fs.PathError{Op: op, Path: name, Err: e.Err}
	default:
		return &fs.PathError{Op: op, Path: name, Err: e}
	}
}
