package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// How long something may take before a person is told what it is, and how often that is
// brought up to date.
const (
	unsaid = 500 * time.Millisecond
	often  = 100 * time.Millisecond
)

// progress tells a person at a terminal what takes its time: in one line that is rewritten
// and is gone before anything else is printed, or in lines that stay where a terminal can
// only print, or is read aloud. Nil tells nobody.
type progress struct {
	file *os.File
	// columns is the width of the terminal, 0 if that is not known.
	columns func() int
	// stays reports that lines are not rewritten.
	stays bool

	mu sync.Mutex
	// now is what is under way, said what stands in the line; empty for nothing.
	now, said string
	// next is the time of the next line; nil if none is due.
	next *time.Timer
}

// doing says what is under way from now on, until anything is printed.
func (p *progress) doing(what string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = oneLine(what)
	wait := unsaid
	if p.said != "" {
		wait = often
	}
	if p.next == nil {
		p.next = time.AfterFunc(wait, p.say)
	}
}

// doingEach is doing for the one called name, the i-th of n that take their turns.
func (p *progress) doingEach(what, name string, i, n int) {
	if p != nil && !p.stays && n > 1 {
		what += fmt.Sprintf(" for %s, %d of %d", name, i+1, n)
	}
	p.doing(what)
}

// say shows what is under way.
func (p *progress) say() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = nil
	switch {
	case p.now == p.said:
		return
	case p.stays:
		fmt.Fprintln(p.file, p.now+" ...")
	default:
		line := p.now + " ..."
		if columns := p.columns(); columns > 0 {
			line = shorten(line, columns-1)
		}
		fmt.Fprint(p.file, "\r"+line+"\x1b[K")
	}
	p.said = p.now
}

// over takes the line away.
func (p *progress) over() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next != nil {
		p.next.Stop()
		p.next = nil
	}
	if p.said != "" && !p.stays {
		fmt.Fprint(p.file, "\r\x1b[K")
	}
	p.now, p.said = "", ""
}
