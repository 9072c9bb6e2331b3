package main

import (
	"context"
	"io"
	"strings"
)

// answers reads a person's answers line by line, since huh makes a new buffered reader for
// each question and would lose what it read ahead. It ends when the context does, or with an
// answer that goes back, and remembers how it has ended.
type answers struct {
	ctx  context.Context
	from io.Reader
	// rest is what of a line was not asked for yet.
	rest        string
	ended, back bool
}

// goesBack are the answers that return to the question before: a word, and escape.
var goesBack = []string{"b", "back", "\x1b", "^["}

func (r *answers) Read(p []byte) (int, error) {
	if r.rest == "" && len(p) > 0 {
		r.line()
	}
	if r.rest == "" && len(p) > 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// line reads the next line, none once there is an end.
func (r *answers) line() {
	var line []byte
	for !r.ended && !r.back && !strings.HasSuffix(string(line), "\n") {
		b, err := r.next()
		if err != nil {
			r.ended = true // a terminal would go on after its end
			break
		}
		line = append(line, b...)
	}
	for _, word := range goesBack {
		if strings.EqualFold(strings.TrimSpace(string(line)), word) {
			r.back, line = true, nil
		}
	}
	r.rest = string(line)
}

// next reads a byte, unless the context ends before.
func (r *answers) next() ([]byte, error) {
	type read struct {
		b   []byte
		err error
	}
	c := make(chan read, 1)
	go func() {
		b := make([]byte, 1)
		n, err := r.from.Read(b)
		c <- read{b[:n], err}
	}()
	select {
	case <-r.ctx.Done():
		return nil, r.ctx.Err()
	case got := <-c:
		if len(got.b) > 0 {
			return got.b, nil
		}
		return nil, got.err
	}
}
