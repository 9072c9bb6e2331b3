package main

import "os"

// output is standard output. It remembers its first error, so that a result which
// did not arrive is no success.
type output struct {
	*os.File
	err error
}

// Write writes p, unless an earlier write has failed.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.File.Write(p)
	o.err = err
	return n, err
}
