package descriptors

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/plan"
)

// Parse reads one host's descriptor; name is its file's name and stands in
// errors. It is strict: an unknown key or word, a missing field, a path that
// leaves its folder, or a row that the built-in shared folders contradict is an
// error. Its error is an *Error that lists all of them, unless the file is no
// TOML or a value has the wrong type, which is reported alone.
func Parse(name string, data []byte) (Host, error) { return parseHost(name, data, everyOne(shared)) }

func parseHost(name string, data []byte, shared []Shared) (Host, error) {
	var h Host
	c, err := decode(name, data, &h)
	if err != nil {
		return Host{}, err
	}
	checkHost(c, h, shared)
	if err := c.err(); err != nil {
		return Host{}, err
	}
	return h, nil
}

// parseShared reads the descriptor of one shared folder, as strictly as Parse.
func parseShared(name string, data []byte) (Shared, error) {
	var s Shared
	c, err := decode(name, data, &s)
	if err != nil {
		return Shared{}, err
	}
	checkShared(c, s)
	if err := c.err(); err != nil {
		return Shared{}, err
	}
	return s, nil
}

// decode fills v and returns a checker that knows where each key stands and has
// noted the unknown ones.
func decode(name string, data []byte, v any) (*checker, error) {
	md, err := toml.Decode(string(data), v)
	if err != nil {
		return nil, &Error{File: name, Problems: []Problem{decodeProblem(err)}}
	}
	c := &checker{file: name, lines: sync.OnceValue(func() positions { return index(string(data)) })}
	c.unknown(md.Keys(), reflect.TypeOf(v).Elem())
	return c, nil
}

// decodeProblem puts a decoder's error into our form.
func decodeProblem(err error) Problem {
	line, key, message := plan.TOMLFault(err)
	return Problem{line, key, message}
}

// unknown notes each key that the type t has no field for. Keys are compared
// exactly, which the decoder does not do.
func (c *checker) unknown(keys []toml.Key, t reflect.Type) {
	reported := map[string]bool{}
	for _, key := range keys {
		n, allowed := match(key, t)
		if n == len(key) {
			continue
		}
		bad := key[:n+1]
		if reported[show(bad)] {
			continue
		}
		reported[show(bad)] = true
		for _, line := range c.lines().all(bad) {
			c.problems = append(c.problems, Problem{
				Line: line, Key: show(bad),
				Message: "unknown key, not one of " + list(allowed),
			})
		}
	}
}

// match walks t along key. It returns how many parts of key there are in t
// and, if not all, the keys allowed in place of the next.
func match(key toml.Key, t reflect.Type) (n int, allowed []string) {
	for n < len(key) {
		for t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			field, names := fieldOf(t, key[n])
			if field == nil {
				return n, names
			}
			t = field
		default:
			return len(key), nil // the inside of a value, which is checked elsewhere
		}
		n++
	}
	return n, nil
}

// fieldOf returns the type of the field that is called key in TOML, or nil and
// the names that there are.
func fieldOf(t reflect.Type, key string) (reflect.Type, []string) {
	var names []string
	for i := range t.NumField() {
		name, ok := t.Field(i).Tag.Lookup("toml")
		if name == key && ok {
			return t.Field(i).Type, nil
		}
		if ok {
			names = append(names, name)
		}
	}
	return nil, names
}

// Error is all that is wrong with one descriptor.
type Error struct {
	// File is the name that the descriptor was parsed under.
	File     string
	Problems []Problem
}

// Problem is one thing wrong with a descriptor.
type Problem struct {
	// Line is the 1-based line of the key, or of the table that lacks it; 0 if
	// that is not known.
	Line int
	// Key is the path of the key: "artifactLayout[2].dialect", counted from 0.
	Key string
	// Message says what and why; lower case, no full stop.
	Message string
}

// Error lists the problems, one a line.
func (e *Error) Error() string { return errors.Join(e.Unwrap()...).Error() }

// Unwrap returns an error for each problem.
func (e *Error) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i, p := range e.Problems {
		errs[i] = &placedProblem{e.File, p}
	}
	return errs
}

// placedProblem is one problem of an Error.
type placedProblem struct {
	file string
	Problem
}

// Error says where, what and why.
func (p *placedProblem) Error() string { return p.in(p.file).Error() }

// Place returns the file and the line.
func (p *placedProblem) Place() (file string, line int) { return p.file, p.Line }

// Place returns the file and the line of the first problem.
func (e *Error) Place() (file string, line int) { return e.File, e.Problems[0].Line }

func (p Problem) in(file string) error {
	if p.Line > 0 {
		file += ":" + strconv.Itoa(p.Line)
	}
	if p.Key == "" {
		return fmt.Errorf("descriptor %s: %s", file, p.Message)
	}
	return fmt.Errorf("descriptor %s: %s: %s", file, p.Key, p.Message)
}
