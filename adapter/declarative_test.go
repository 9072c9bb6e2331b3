package adapter_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/adapter"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

func terms(t *testing.T, id string) adapter.Terms {
	t.Helper()
	h, ok := descriptors.Get(id)
	if !ok {
		t.Fatalf("no host %s", id)
	}
	return agreed(t, h, nil)
}

func TestDeclarativeFailsClosed(t *testing.T) {
	_, err := adapter.NewDeclarative(adapter.Terms{}, adapter.Config{Scope: plan.Local})
	if got := missing(t, err); got != "Terms Config.Pack Config.Env.Home Config.Env.Project" {
		t.Error(got)
	}
	_, err = adapter.NewDeclarative(terms(t, "codex"), adapter.Config{Scope: "both", Pack: builtin(t), Env: layout.Env{Home: "."}})
	if got := missing(t, err); got != "Config.Scope Config.Env.Home" {
		t.Error(got)
	}
}

// Foreign bytes stay, with an error that names them; a plan writes nothing; an edit of ours is
// put aside with what it was an edit of.
func TestDeclarativeConflicts(t *testing.T) {
	ctx, home := context.Background(), t.TempDir()
	cfg := adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}}
	d, err := adapter.NewDeclarative(terms(t, "claude"), cfg)
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(home, ".claude/agents")
	wanted, changes, err := d.Plan(ctx)
	if err != nil || len(changes) == 0 || len(wanted.Artifacts) == 0 {
		t.Fatal(len(changes), err)
	}
	if list, _ := os.ReadDir(home); len(list) != 0 {
		t.Fatalf("a plan has made %v", list)
	}
	var agent string
	for _, a := range wanted.Artifacts {
		if a.Kind == "agent" {
			agent = filepath.Base(a.Path)
		}
	}
	write(t, filepath.Join(at, agent), "mine\n")
	var conflict *adapter.ConflictError
	if err := d.Install(ctx); !errors.As(err, &conflict) || !strings.Contains(err.Error(), agent) {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(at, agent)); string(data) != "mine\n" {
		t.Errorf("it is %q", data)
	}
	if err := d.Uninstall(ctx); err != nil {
		t.Error(err)
	}
	os.Remove(filepath.Join(at, agent))
	if err := d.Install(ctx); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(at, agent), "edited\n")
	cfg.Policy = emit.Replace
	if d, err = adapter.NewDeclarative(terms(t, "claude"), cfg); err != nil {
		t.Fatal(err)
	}
	if err := d.Install(ctx); err != nil {
		t.Fatal(err)
	}
	if all, _ := filepath.Glob(filepath.Join(home, ".claude/.gsd-install/backup/pristine/agents/*")); len(all) != 1 {
		t.Errorf("pristine copies: %v", all)
	}
	if err := d.Uninstall(ctx); err != nil {
		t.Error(err)
	}
}

// What a run that was killed has left is finished first; a plan, which writes nothing, says that it
// is there.
func TestDeclarativeRecovers(t *testing.T) {
	home := t.TempDir()
	d, err := adapter.NewDeclarative(agreed(t, nook(t), nil), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, ".nook/.gsd-install/pointer.json"), `{"schema":1,"run":"0123456789abcdef","journal":"/nowhere/at/all","made":0}`)
	write(t, filepath.Join(home, ".nook/.gsd-install/stage/0"), "half")
	if _, _, err := d.Plan(t.Context()); !errors.Is(err, emit.ErrInterrupted) {
		t.Fatal(err)
	}
	if err := d.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.Uninstall(t.Context()); err != nil || len(files(t, home)) != 0 {
		t.Error(err, files(t, home))
	}
}

// A ledger that cannot be read stops a run before it writes.
func TestDeclarativeWithABrokenLedger(t *testing.T) {
	home := t.TempDir()
	d, err := adapter.NewDeclarative(agreed(t, nook(t), nil), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, ".nook/.gsd-install/ledger.json"), "{")
	for _, step := range []func(context.Context) error{d.Install, d.Uninstall} {
		if err := step(t.Context()); !errors.Is(err, emit.ErrLedger) || len(files(t, home)) != 1 {
			t.Error(err, files(t, home))
		}
	}
}

// What an edit is of is rendered again from the pack that is recorded, where another one comes.
func TestDeclarativePristine(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(dir, "pack.toml"), "name = \"trips\"\nprefix = \"gsd\"\n")
	write(t, filepath.Join(dir, "commands/help.md"), "---\ndescription: Helps.\n---\nthe first text\n")
	for _, source := range []string{dir, pack.BuiltinSource} {
		p, err := pack.Load(t.Context(), source, pack.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := adapter.NewDeclarative(agreed(t, nook(t), nil), adapter.Config{Pack: p, Env: layout.Env{Home: home}, Policy: emit.Replace})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Install(t.Context()); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(home, ".nook/commands/gsd-help.md"), "edited")
	}
	for name, text := range files(t, filepath.Join(home, ".nook/.gsd-install/backup")) {
		if strings.HasPrefix(name, "pristine/") && strings.Contains(text, "the first text") {
			return
		}
	}
	t.Error("the text that was edited is not kept")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
