package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/descriptors/capability"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

// adding is what hosts add was asked for.
type adding struct {
	arg, id, homeName, sum string
}

func (a *app) hostsAddCommand() *cobra.Command {
	var want adding
	cmd := &cobra.Command{
		Use:   "add FILE|DIR",
		Short: "Add a host that somebody else has described",
		Long: `Add a host by its descriptor: a TOML file as the built-in hosts have it, or a
capability.json of ADR-1016 and ADR-1239; a folder has one of them. What it would
write and register is shown, and added once you agree to exactly these bytes. The
host is one in every command then, and never writes outside its own home. When the
file changes, add it again: nothing is written for it until you agree.`,
		Example: `  gsd-install hosts add acme.toml
  gsd-install hosts add acme.toml --yes --sha256 SUM
  gsd-install hosts add ./capabilities/NAME --id acme --home-name .acme`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{message: cmd.CommandPath() + " takes one file or folder", hint: cmd.CommandPath() + " --help shows how it is named"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			want.arg = args[0]
			return a.addHost(cmd, want)
		},
	}
	f := cmd.Flags()
	f.StringVar(&want.id, "id", "", "the host is called `ID`, whatever the file says")
	f.StringVar(&want.homeName, "home-name", "", "its files are in ~/`NAME` and NAME of a project, whatever the file says")
	f.StringVar(&want.sum, "sha256", "", "refuse other bytes than those with this `SUM`")
	f.BoolVarP(&a.opt.yes, "yes", "y", false, "agree to these bytes without being asked")
	f.BoolVar(&a.opt.dryRun, "dry-run", false, "show it and add nothing")
	a.opt.commonFlags(f)
	return cmd
}

// addHost shows what a descriptor says, and adds it with consent.
func (a *app) addHost(cmd *cobra.Command, want adding) error {
	if err := want.check(); err != nil {
		return err
	}
	if a.unread != nil {
		return a.lostHosts()
	}
	if a.record.Dir == "" {
		return &hinted{errors.New("there is no folder for your settings"), "name the home directory with --home"}
	}
	e, err := want.entry()
	if err != nil {
		return err
	}
	set := a.set
	if want.sum != "" && !strings.EqualFold(want.sum, string(e.Sum)) {
		return fmt.Errorf("%s: its sum is %s, not %s", oneLine(want.arg), e.Sum, strings.ToLower(want.sum))
	}
	if h, err := e.Source().Host(); err == nil {
		set = set.Without(h.ID)
	}
	read := e.Source()
	read.Name = want.shown(e)
	h, notes, err := read.Check(set)
	if err != nil {
		return &hinted{err, "nothing was added"}
	}
	if _, known := a.record.Find(h.ID); !known && isFlag(cmd.Root(), h.ID) {
		return fmt.Errorf("%s: id: --%s is a flag already; name it otherwise with --id", oneLine(want.arg), h.ID)
	}
	e.ID, e.File = h.ID, h.ID+filepath.Ext(e.File)
	h, _ = set.With(h).Get(h.ID)
	s := a.survey(e, h, notes)
	if err := a.addable(e, h, &s); err != nil {
		return err
	}
	return a.consentToHost(cmd.Context(), e, s)
}

var sumForm = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

// check finds values that cannot be.
func (w adding) check() error {
	if w.sum != "" && !sumForm.MatchString(w.sum) {
		return &usageError{message: fmt.Sprintf("--sha256: %q is no sum", w.sum), hint: "it has 64 digits, as sha256sum prints them"}
	}
	return nil
}

// mostBytes is how large a descriptor may be.
const mostBytes = 256 << 10

// entry reads the file that is to be added.
func (w adding) entry() (added.Entry, error) {
	name, err := w.file()
	if err != nil {
		return added.Entry{}, err
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return added.Entry{}, err
	case !info.Mode().IsRegular():
		return added.Entry{}, plan.FileErrorf(name, "it is no file")
	case info.Size() > mostBytes:
		return added.Entry{}, plan.FileErrorf(name, "it has %d bytes; a descriptor has at most %d", info.Size(), mostBytes)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return added.Entry{}, err
	}
	from, err := filepath.Abs(name)
	if err != nil {
		return added.Entry{}, lostDirectory(err)
	}
	return added.Entry{From: from, File: filepath.Base(name), Sum: plan.SumOf(data), Text: string(data), SetID: w.id, HomeName: w.homeName}, nil
}

// shown is the file as people have named it.
func (w adding) shown(e added.Entry) string {
	if filepath.Base(w.arg) == e.File {
		return oneLine(w.arg)
	}
	return oneLine(filepath.Join(w.arg, e.File))
}

// file is the descriptor that the argument names: itself, or the one in it.
func (w adding) file() (string, error) {
	info, err := os.Stat(w.arg)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		if ext := filepath.Ext(w.arg); ext != ".toml" && ext != ".json" {
			return "", plan.FileErrorf(w.arg, "it is neither a descriptor, NAME.toml, nor a %s", capability.File)
		}
		return w.arg, nil
	}
	found, err := filepath.Glob(filepath.Join(escapeGlob(w.arg), "*.toml"))
	if err != nil {
		return "", err
	}
	if one := filepath.Join(w.arg, capability.File); exists(one) {
		found = append(found, one)
	}
	if len(found) == 0 {
		return "", plan.FileErrorf(w.arg, "it has no descriptor, NAME.toml, and no %s", capability.File)
	}
	if len(found) > 1 {
		return "", plan.FileErrorf(w.arg, "it has %s; name the file", counted(len(found), "descriptor"))
	}
	return found[0], nil
}

// escapeGlob is a path as a pattern of itself.
func escapeGlob(p string) string {
	return regexp.MustCompile(`[\\*?\[]`).ReplaceAllString(p, `\$0`)
}

// addable checks what of this machine a new or a changed host meets.
func (a *app) addable(e added.Entry, h descriptors.Host, s *survey) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	if _, _, err := layout.Mounts(h, plan.Global, env); err != nil {
		return err
	}
	old, known := a.record.Find(e.ID)
	if !known {
		return nil
	}
	s.Replaces = string(old.Sum)
	s.same = old.Sum == e.Sum && old.SetID == e.SetID && old.HomeName == e.HomeName
	was, ok := a.set.Get(e.ID)
	if !ok || s.same {
		return nil
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		left := layout.Abandoned(was, h, scope)
		if len(left) > 0 && len(a.installedIn(was, scope)) > 0 {
			return &hinted{
				fmt.Errorf("%s: its files are in %s now, and would be stranded there", e.ID, strings.Join(left, ", ")),
				"take them back first: gsd-install uninstall --" + e.ID + a.inScope(scope),
			}
		}
	}
	return nil
}

// inScope is the flag of a scope, with a blank before it; none for the home.
func (a *app) inScope(s plan.Scope) string {
	if s == plan.Local {
		return " --local"
	}
	return ""
}

// installedIn are the packs that a host has in a scope.
func (a *app) installedIn(h descriptors.Host, s plan.Scope) []plan.PackRef {
	t, err := a.inScopeOf(h, s)
	if err != nil {
		return nil
	}
	return t.packs
}

// consentToHost shows the survey and adds the host, once there is consent.
func (a *app) consentToHost(ctx context.Context, e added.Entry, s survey) error {
	if s.same && a.usableNow(e) {
		s.Result = "unchanged"
		return a.printSurvey(s)
	}
	if a.opt.dryRun {
		s.Result = "dry-run"
		return a.printSurvey(s)
	}
	if !a.opt.yes {
		if !a.mayAsk() {
			return &usageError{
				message: "hosts add needs your consent, and nobody can be asked here",
				hint:    "see what it says with --dry-run, and agree with --yes --sha256 " + string(e.Sum),
			}
		}
		a.writeSurvey(a.err, s)
		fmt.Fprintln(a.err)
		if err := a.confirm(ctx, "Add "+s.Title+"?", false); err != nil {
			if errors.Is(err, errBack) {
				return errLeft
			}
			return err
		}
	}
	if err := a.putHost(ctx, e); err != nil {
		return err
	}
	s.Result = "added"
	return a.printSurvey(s)
}

// usableNow reports whether nothing has to be done for what was agreed to before.
func (a *app) usableNow(e added.Entry) bool { return a.record.Usable(e, a.set) == nil }

// putHost writes the entry, unless somebody else has changed the record meanwhile.
func (a *app) putHost(ctx context.Context, e added.Entry) error {
	unlock, err := a.lockRecord(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	now, err := added.Read(a.record.Dir, a.record.Shown)
	if err != nil {
		return err
	}
	if !slices.Equal(now.Hosts, a.record.Hosts) {
		set, _ := now.Set(descriptors.Builtin(), func(string) bool { return false })
		if old, ok := now.Find(e.ID); ok && !slices.Contains(a.record.Hosts, old) {
			return fmt.Errorf("%s: somebody has added it meanwhile", e.ID)
		}
		if _, _, err := e.Source().Check(set.Without(e.ID)); err != nil {
			return err
		}
	}
	if err := now.Put(e); err != nil {
		return &hinted{err, "nothing was added; move that file away, or add it instead"}
	}
	return nil
}

// lockRecord locks the folder of the record, which it makes.
func (a *app) lockRecord(ctx context.Context) (unlock func(), err error) {
	if err := added.Make(a.record.Dir); err != nil {
		return nil, err
	}
	locked, err := emit.Lock(ctx, []plan.Mount{{Lock: a.record.Dir}}, func(dir string) {
		a.note("waiting for another gsd-install to finish in " + dir)
	})
	if err != nil {
		return nil, err
	}
	return func() { locked.Unlock() }, nil
}
