package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// backup is a file that was put aside, as status --json prints it.
type backup struct {
	// Root and Path are of the file itself, as in a change. Root is empty if no folder of
	// a host has it.
	Root string `json:"root"`
	Path string `json:"path"`
	// Kind is "edited" for a copy of a file of ours, "original" for one that was not ours.
	Kind string `json:"kind"`
	// Backup is where it lies, absolute, and Pristine what we had installed and was edited;
	// empty if that is not kept.
	Backup   string `json:"backup"`
	Pristine string `json:"pristine,omitempty"`
	// Returns reports that uninstall brings it back.
	Returns bool `json:"returns"`

	found emit.Backup
	// mount is that of the file, store the one that keeps it.
	mount, store plan.Mount
}

// backupsIn lists what was put aside in the mounts.
func backupsIn(mounts []plan.Mount) ([]backup, error) {
	found, err := emit.Backups(mounts)
	all := []backup{}
	for _, f := range found {
		b := backup{Root: f.Mount, Path: f.Path, Kind: "original", Returns: f.Returns, found: f}
		if f.Edited {
			b.Kind = "edited"
		}
		for _, m := range mounts {
			if m.ID == f.Mount {
				b.mount = m
			}
			if m.ID == f.Store {
				b.store = m
			}
		}
		b.Backup = filepath.Join(b.store.Dir, filepath.FromSlash(f.Name))
		if f.Pristine != "" {
			b.Pristine = filepath.Join(b.store.Dir, filepath.FromSlash(f.Pristine))
		}
		all = append(all, b)
	}
	return all, err
}

// file is the path of the file itself as people spell it, lies that of the copy.
func (b backup) file() string { return spelled(b.mount, b.Path) }
func (b backup) lies() string { return spelled(b.store, b.found.Name) }

// what says in a few words what was put aside.
func (b backup) what() string {
	switch {
	case b.found.Edited:
		if info, err := os.Lstat(b.Backup); err == nil {
			return "as you had edited it on " + info.ModTime().Format("2006-01-02 at 15:04")
		}
		return "as you had edited it"
	case b.Returns:
		return "your own of before; uninstall brings it back"
	}
	return "your own of before"
}

// printBackups lists them, each place once.
func (a *app) printBackups(all []backup) {
	if all = firsts(all, func(b backup) string { return b.Backup }); len(all) == 0 {
		return
	}
	fmt.Fprintln(a.out, a.painter(a.out).paint(bold, "put aside:"))
	for _, b := range all {
		fmt.Fprintf(a.out, "  %s, %s\n    backup: %s\n", oneLine(b.file()), b.what(), oneLine(b.lies()))
		if b.Pristine != "" {
			fmt.Fprintf(a.out, "    as installed: %s\n", oneLine(spelled(b.store, b.found.Pristine)))
		}
	}
	fmt.Fprintln(a.err, "hint: bring one back with "+a.opt.again("repair --restore PATH"))
}

// noteBackups says in which folders copies of files stay that somebody had edited, each
// time: it must not be among the notes that are only counted. Originals of the user's that
// do not come back are told with their files.
func (a *app) noteBackups(outcomes []outcome) {
	var lines []string
	for i, o := range outcomes {
		mine := a.backupLines(o.mounts)
		for _, line := range mine {
			outcomes[i].Notes = append(outcomes[i].Notes, plan.Note{Rule: "backup", Message: line})
		}
		lines = append(lines, mine...)
	}
	for _, line := range unique(lines) {
		a.note(line)
	}
}

// backupLines says so of each mount that has such copies.
func (a *app) backupLines(mounts []plan.Mount) []string {
	all, err := backupsIn(mounts)
	if err != nil {
		return nil // status tells what is wrong with them
	}
	var lines []string
	for _, b := range all {
		if b.found.Edited {
			dir := spelled(b.store, path.Join(plan.StateDir, "backup", "edited"))
			lines = append(lines, "copies of files you had edited stay in "+oneLine(dir)+"; "+a.opt.again("repair --restore PATH")+" brings one back")
		}
	}
	return unique(lines)
}

// held lists what was put aside in the folders of the hosts, of all if none is named.
func (a *app) held(e errand) ([]backup, error) {
	targets, err := a.disturbed(e)
	if err != nil {
		return nil, err
	}
	var all []backup
	var errs []error
	for _, t := range targets {
		found, err := backupsIn(t.Mounts)
		if all = append(all, found...); err != nil {
			errs = append(errs, err)
		}
	}
	return firsts(all, func(b backup) string { return b.Backup }), errors.Join(distinct(errs)...)
}

// without drops those that are among others.
func without(all, others []backup) []backup {
	return slices.DeleteFunc(all, func(b backup) bool {
		return slices.ContainsFunc(others, func(o backup) bool { return o.Backup == b.Backup })
	})
}
