package adapter_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/adapter"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

// trips is a pack with these supporting files.
func trips(t *testing.T, texts map[string]string) *pack.Pack {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "pack.toml"), "name = \"trips\"\n\n[[payload]]\nfrom = \"trips\"\nto = \"trips\"\n")
	write(t, filepath.Join(dir, "commands/go.md"), "---\ndescription: Goes.\n---\nGo.\n")
	for name, text := range texts {
		write(t, filepath.Join(dir, "trips", name), text)
	}
	p, err := pack.Load(t.Context(), dir, pack.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An upgrade in a storage is whole, or all is as it was; after a kill, everything is still known to
// be ours.
func TestImperativeUpgradesInStorage(t *testing.T) {
	terms := agreed(t, nook(t), states["sandboxed"])
	older := trips(t, map[string]string{"a.md": "a 1\n", "b.md": "b 1\n", "c.md": "c\n"})
	newer := trips(t, map[string]string{"a.md": "a 2\n", "c.md": "c\n", "d.md": "d 2\n"})
	embed := func(p *pack.Pack, prim adapter.Primitives) *adapter.Imperative {
		a, err := adapter.NewImperative(terms, adapter.Config{Pack: p}, prim)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	f := newFake()
	if err := embed(older, f.primitives("")).Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := maps.Clone(f.storage)
	if len(before) != 4 {
		t.Fatal(before)
	}
	failed := 0
	for at := 1; ; at++ {
		f := newFake()
		f.storage, f.breaks = maps.Clone(before), at
		err := embed(newer, f.primitives("")).Install(t.Context())
		if err == nil {
			if len(f.storage) != 4 || f.storage["nook/trips/a.md"] != "a 2\n" || f.storage["nook/trips/b.md"] != "" || f.storage["nook/trips/d.md"] != "d 2\n" {
				t.Error(f.storage)
			}
			break
		}
		failed++
		if !errors.Is(err, errBroken) || !maps.Equal(f.storage, before) {
			t.Errorf("call %d: %v: %v", at, err, f.storage)
		}
	}
	if failed < 6 {
		t.Errorf("%d calls could fail", failed)
	}
	for at := 1; at <= 3; at++ {
		f, writes := newFake(), 0
		f.storage = maps.Clone(before)
		prim := f.primitives("")
		whole := prim.State.Storage.Write
		prim.State.Storage.Write = func(ctx context.Context, key string, data []byte) error {
			if writes++; writes > at {
				return errBroken
			}
			return whole(ctx, key, data)
		}
		if err := embed(newer, prim).Install(t.Context()); !errors.Is(err, errBroken) {
			t.Fatal(at, err)
		}
		if err := embed(older, f.primitives("")).Uninstall(t.Context()); err != nil || len(f.storage) != 0 {
			t.Errorf("killed after %d writes: %v: %v", at, err, f.storage)
		}
	}
}

// On disk are the files that are no items, and a second install calls nothing.
func TestImperativeWritesNoItems(t *testing.T) {
	f, home := newFake(), t.TempDir()
	a, err := adapter.NewImperative(agreed(t, nook(t), nil), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}}, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name := range files(t, home) {
		if !strings.HasPrefix(name, ".nook/gsd/") && name != ".nook/.gsd-install/ledger.json" {
			t.Errorf("%s is written", name)
		}
	}
	lost := filepath.Join(home, ".nook/gsd/references/questions.md")
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	calls := f.calls
	if err := a.Install(t.Context()); err != nil || f.calls != calls {
		t.Errorf("%d calls, %v", f.calls-calls, err)
	}
	if _, err := os.Stat(lost); err != nil {
		t.Error(err)
	}
}
