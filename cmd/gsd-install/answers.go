package main

import (
	"context"
	"io"
)

// answers reads a person's answers one byte at a time, since huh makes a new
// buffered reader for each question and would lose what it read ahead. It ends
// when the context does, and remembers that it has ended.
type answers struct {
	ctx   context.Context
	from  io.Reader
	ended bool
}

func (r *answers) Read(p []byte) (int, error) {
	switch {
	case len(p) == 0:
		return 0, nil
	case r.ended: // a terminal would go on after its end
		return 0, io.EOF
	}
	type read struct {
		b   [1]byte
		n   int
		err error
	}
	c := make(chan read, 1)
	go func() {
		var got read
		got.n, got.err = r.from.Read(got.b[:])
		c <- got
	}()
	select {
	case <-r.ctx.Done():
		r.ended = true
		return 0, io.EOF
	case got := <-c:
		r.ended = r.ended || got.err != nil
		return copy(p, got.b[:got.n]), got.err
	}
}
