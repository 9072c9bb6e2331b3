package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// findAdded adds the hosts to the run that the user has added to the program's own. It comes
// before the command line is read, which has a flag for each.
func (a *app) findAdded(args []string) {
	a.know(descriptors.Builtin())
	dir := a.recordDir(args)
	if dir == "" {
		return
	}
	if a.record, a.unread = added.Read(dir, a.spelledHere(dir)); a.unread != nil {
		return
	}
	if len(a.record.Hosts) == 0 {
		return
	}
	own := a.command()
	a.opt = options{} // which that has set
	var set *descriptors.Set
	set, a.lost = a.record.Set(a.set, func(id string) bool { return isFlag(own, id) })
	a.know(set)
	for _, e := range a.record.Hosts {
		if err := a.lost[e.ID]; err != nil && !errors.Is(err, added.ErrTaken) {
			a.opt.heads = append(a.opt.heads, descriptors.Head{ID: e.ID, Title: e.ID + ", which was added and cannot be used"})
		}
	}
}

// isFlag reports whether a command has a flag of that name.
func isFlag(root *cobra.Command, name string) bool {
	is := false
	root.Flags().VisitAll(func(f *pflag.Flag) { is = is || f.Name == name })
	return is || name == "help" || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return isFlag(c, name) })
}

// spelledHere is a directory as people spell it, before the command line is read.
func (a *app) spelledHere(dir string) string {
	home, _ := os.UserHomeDir() // without it the path is only longer
	return tilde(dir, home)
}

// recordDir is the program's folder in the user's settings. A stand-in for the home has one of
// its own if anything was added there; empty if there is no home.
func (a *app) recordDir(args []string) string {
	const name = "gsd-install"
	if home, ok := lastValue(args, "--home"); ok {
		dir := filepath.Join(home, ".config", name)
		if exists(filepath.Join(dir, added.RecordFile)) || wordsOf(args, "hosts", "add") {
			return dir
		}
	}
	for _, dir := range a.settings() {
		if filepath.IsAbs(dir) { // as the XDG specification has it
			return filepath.Join(dir, name)
		}
	}
	return ""
}

// settings are the folders that settings of the user's may be in, the best first, as
// os.UserConfigDir has them.
func (a *app) settings() []string {
	switch home := a.getenv("HOME"); runtime.GOOS {
	case "windows":
		return []string{a.getenv("AppData")}
	case "darwin":
		return []string{filepath.Join(home, "Library", "Application Support")}
	default:
		return []string{a.getenv("XDG_CONFIG_HOME"), filepath.Join(home, ".config")}
	}
}

// lastValue is the last value of a flag on a command line that is not yet read, and whether
// there is one.
func lastValue(args []string, flag string) (value string, ok bool) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if v, is := strings.CutPrefix(arg, flag+"="); is {
			value, ok = v, true
		}
		if arg == flag && i+1 < len(args) {
			value, ok = args[i+1], true
		}
	}
	return value, ok
}

// wordsOf reports whether a command line has these words one after the other.
func wordsOf(args []string, words ...string) bool {
	var plain []string
	for i, arg := range args {
		if !strings.HasPrefix(arg, "-") && (i == 0 || args[i-1] != "--home") {
			plain = append(plain, arg)
		}
	}
	for i := range plain {
		if i+len(words) <= len(plain) && slices.Equal(plain[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

// usable says why nothing may be written for a host; nil for one of the program's.
func (a *app) usable(h descriptors.Host) error {
	e, ok := a.record.Find(h.ID)
	if !ok || !h.Added() {
		return nil
	}
	if err := a.record.Usable(e, a.set); err != nil {
		return &hinted{err, a.again(e)}
	}
	return nil
}

// again says how to agree to the descriptor of a host as it is now.
func (a *app) again(e added.Entry) string {
	from := a.record.Path(e)
	if !exists(from) {
		from = e.From
	}
	home, _ := a.home() // without it the path is only longer
	command := "gsd-install hosts add " + a.pathWord(tilde(from, home))
	if e.SetID != "" {
		command += " --id " + e.SetID
	}
	if e.HomeName != "" {
		command += " --home-name " + shellWord(e.HomeName)
	}
	command += dirFlag("--home", a.opt.home)
	return "look at it and agree to it with " + command + "; until then gsd-install uninstall --" + e.ID + a.opt.at(a.opt.scope()) + " works, by what was agreed to"
}

// lostHosts are why hosts cannot be used that a command line asks for: one that is named, or
// all, when the record itself cannot be read.
func (a *app) lostHosts() error {
	if a.unread != nil && !a.namesOwn() {
		return &hinted{a.unread, "put it right, or move it away and add the hosts again: their descriptors are in " + filepath.Join(a.record.Dir, added.Folder)}
	}
	var errs []error
	for _, e := range a.record.Hosts {
		err := a.lost[e.ID]
		// A flag of a taken name means what the program has by it.
		named := a.opt.hosts[e.ID] != nil && *a.opt.hosts[e.ID] && !errors.Is(err, added.ErrTaken)
		if err == nil || !named && !a.opt.all && len(a.opt.named()) > 0 {
			continue
		}
		errs = append(errs, &hinted{fmt.Errorf("%s: it was added and cannot be used: %w", e.ID, err), "add it again, under another id if that is taken, or remove it: gsd-install hosts remove " + e.ID + dirFlag("--home", a.opt.home)})
	}
	return errors.Join(errs...)
}

// namesOwn reports whether a command line names hosts, and of the program's only.
func (a *app) namesOwn() bool { return len(a.opt.named()) > 0 && !a.opt.all && !a.opt.detected }

// strayOf is a descriptor of that id in the folder of the record that nobody has agreed to;
// empty if there is none.
func (a *app) strayOf(id string) string {
	for _, at := range a.record.Stray() {
		if base := filepath.Base(at); strings.TrimSuffix(base, filepath.Ext(base)) == id {
			return at
		}
	}
	return ""
}

// noteAdded says what of the record cannot be used.
func (a *app) noteAdded() {
	if a.unread != nil {
		a.note(a.unread.Error() + "; hosts that were added are left out")
		return // of the files beside it nobody can tell who has agreed to them
	}
	for _, e := range a.record.Hosts {
		if err := a.lost[e.ID]; err != nil {
			a.note(fmt.Sprintf("%s was added and cannot be used: %v", e.ID, err))
		}
	}
	for _, at := range a.record.Stray() {
		a.note(at + ": nobody has agreed to it; gsd-install hosts add " + a.pathWord(at) + dirFlag("--home", a.opt.home) + " shows what it says")
	}
}
