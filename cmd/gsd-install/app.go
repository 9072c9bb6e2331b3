package main

import (
	"os"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/engine"
	"golang.org/x/term"
)

// app is one run of the program: its streams, its environment and what the
// command line asks for.
type app struct {
	in       *os.File
	out, err *output
	getenv   func(string) string
	// busy tells a person what takes its time; nil where none looks on.
	busy *progress
	// args are the words of the command line.
	args []string
	opt  options
	// set are the hosts that there are, here alone made of the program's and the user's own.
	set *descriptors.Set
	// record is what the user has agreed to have added, unread why it cannot be read, lost why
	// hosts in it cannot be used at all, by id.
	record added.Record
	unread error
	lost   map[string]error
	// pinned is what the config file of the project pins; nil where none has a say.
	pinned []engine.Pinned
	// picked reports that a person chose the hosts, and still has to agree.
	picked bool
	picks  picks
	// saidLines reports that a person was told how to answer line by line.
	saidLines bool
	// loads is nil until a pack is needed; whole reports that all files of packs are wanted
	// at once.
	loads *loader
	whole bool
	// ledgers are those read, by directory.
	ledgers engine.Ledgers
	// told are the notes on hosts that are left out.
	told []string
}

func newApp() *app {
	a := &app{in: os.Stdin, out: &output{file: os.Stdout}, err: &output{file: os.Stderr}, getenv: os.Getenv}
	a.out.coloured, a.err.coloured = a.paints(a.out), a.paints(a.err)
	if isTerminal(a.err) {
		a.busy = &progress{file: a.err.file, columns: a.err.columns, stays: a.accessible()}
		a.out.busy, a.err.busy = a.busy, a.busy
	}
	return a
}

// know tells the run which hosts there are.
func (a *app) know(set *descriptors.Set) { a.set, a.opt.heads = set, set.Heads() }

// mayAsk reports whether a person is there to answer questions.
func (a *app) mayAsk() bool {
	return !a.opt.yes && !a.opt.json && isTerminal(a.in) && isTerminal(a.err)
}

func isTerminal(f interface{ Fd() uintptr }) bool { return term.IsTerminal(int(f.Fd())) }
