package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

func (a *app) explainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain PATH[:LINE]",
		Short: "Say what an installed file, or a line of it, was made of",
		Long: `Say of an installed file which pack it is of, what of the pack it was made of, by
which rule, and whether it was edited since; in a file of yours, which lines are
from a pack. Of a line, say which line of the pack it was and what was rewritten
in it, and why. The folder says which scope it is, unless a flag does.`,
		Example: `  gsd-install explain ~/.agents/skills/gsd-help/SKILL.md
  gsd-install explain ./AGENTS.md:12`,
		ValidArgsFunction: a.completeInstalled,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{message: words(cmd) + " takes one path", hint: cmd.CommandPath() + " --help shows how it is named"}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args[0]) },
	}
	a.opt.hostFlags(cmd.Flags())
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// explain tells where a file, or a line of it, comes from.
func (a *app) explain(arg string) error {
	name, line := splitLine(arg)
	hosts, err := a.named()
	if err != nil {
		return err
	}
	if len(hosts) == 0 {
		hosts = a.set.Hosts()
	}
	at, err := realPath(name)
	if err != nil {
		return err
	}
	f, err := a.installed(at, hosts)
	if err != nil {
		return err
	}
	if info, err := os.Stat(at); f == nil && err == nil && info.IsDir() {
		return &hinted{fmt.Errorf("%s: it is a folder, and only a file is made of something", oneLine(name)), "name a file in it"}
	}
	if f == nil {
		return &hinted{fmt.Errorf("%s: no pack has put it there, or anything into it", oneLine(name)), "gsd-install status -v, or status -v --local in the project, lists the folders of packs"}
	}
	e, err := a.explanationOf(f, line)
	if err != nil {
		return err
	}
	if a.opt.json {
		return a.printJSON(e)
	}
	a.printExplanation(e)
	return nil
}

// splitLine takes a line's number off a path, unless that is the name of a file.
func splitLine(arg string) (string, int) {
	i := strings.LastIndexByte(arg, ':')
	if i <= 0 || exists(arg) {
		return arg, 0
	}
	n, err := strconv.Atoi(arg[i+1:])
	if err != nil || n < 1 {
		return arg, 0
	}
	return arg[:i], n
}

// realPath is a path that need not be there, absolute and without links on the way to it.
func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", lostDirectory(err)
	}
	dir, rest := filepath.Split(abs)
	for dir = filepath.Clean(dir); ; {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return abs, nil
		}
		dir, rest = up, filepath.Join(filepath.Base(dir), rest)
	}
}

// installedFile is a file of which ledgers have a record.
type installedFile struct {
	// path is its OS path.
	path   string
	target target
	// mount and name are where it lies.
	mount plan.Mount
	name  string
	// record is nil for a file of the user's, edit for one of ours.
	record *emit.Record
	edit   *emit.Edit
}

// installed looks for a file in the scopes that the command line leaves open: the home, then
// each folder above the file as a project. It is nil where nothing is recorded.
func (a *app) installed(at string, hosts []descriptors.Host) (*installedFile, error) {
	if a.opt.local {
		return a.installedHere(at, hosts)
	}
	if f, err := a.installedHere(at, hosts); f != nil || err != nil || a.opt.global {
		return f, err
	}
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	a.opt.local = true
	for dir := filepath.Dir(at); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if same(dir, home) || !exists(dir) {
			continue
		}
		a.opt.project = dir
		a.ledgers.Forget() // a folder is not in every project what it is in this one
		if f, err := a.installedHere(at, hosts); f != nil && err == nil {
			return f, nil // what is wrong in a folder that may be no project is not of this run
		}
	}
	return nil, nil
}

// installedHere looks for a file in the scope of the run.
func (a *app) installedHere(at string, hosts []descriptors.Host) (*installedFile, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	for _, h := range hosts {
		mounts, _, err := engine.Mounts(h, a.opt.scope(), env, &a.ledgers)
		if err != nil {
			continue // whatever is wrong there is of that host
		}
		for _, m := range mounts {
			l, err := a.ledgers.Of(m)
			if err != nil {
				return nil, err
			}
			if l == nil {
				continue
			}
			f := recordOf(l, target{Target: engine.Target{Host: h, Mounts: mounts}}, m, at)
			if f == nil {
				continue
			}
			f.target, err = a.target(f.target.Host, env)
			return f, err
		}
	}
	return nil, nil
}

// recordOf looks for a file in the ledger of a mount, of which the target's host has a claim;
// nil if there is none.
func recordOf(l *emit.Ledger, t target, m plan.Mount, at string) *installedFile {
	of := func(mount, name string, claims ...emit.Claim) (*installedFile, bool) {
		in := m
		for _, o := range t.Mounts {
			if mount != "" && o.ID == mount {
				in = o
			}
		}
		dir, err := filepath.EvalSymlinks(in.Dir)
		if err != nil {
			dir = in.Dir
		}
		for _, c := range claims {
			if c.Host == t.Host.ID && filepath.Join(dir, filepath.FromSlash(name)) == at {
				return &installedFile{path: at, target: t, mount: in, name: name}, true
			}
		}
		return nil, false
	}
	for i := range l.Records {
		if f, ok := of(l.Records[i].Mount, l.Records[i].Path, l.Records[i].Claims...); ok {
			f.record = &l.Records[i]
			return f
		}
	}
	for i := range l.Edits {
		var claims []emit.Claim
		for _, o := range l.Edits[i].Stack {
			claims = append(claims, o.Claim)
		}
		if f, ok := of(l.Edits[i].Mount, l.Edits[i].Path, claims...); ok {
			f.edit = &l.Edits[i]
			return f
		}
	}
	return nil
}

// read is what the file holds; nil if it is gone.
func (f *installedFile) read() ([]byte, error) {
	data, err := confine.ReadPath(f.path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return data, err
}
