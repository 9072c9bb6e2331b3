package gsdinstall_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/adapter"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// TestDeclarativeIsTheCommand installs in the process and by the command, for each host and
// scope in one home, and wants the same files with the same records. Each takes away what the
// other has installed.
func TestDeclarativeIsTheCommand(t *testing.T) {
	t.Parallel()
	fixture, err := filepath.Abs("testdata/fixture/pack")
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range descriptors.All() {
		for j, scope := range scopes {
			if thinned(i + 2*j) {
				continue
			}
			t.Run(h.ID+"-"+scope, func(t *testing.T) {
				t.Parallel()
				s := memorySandbox(t)
				for _, name := range []string{pack.BuiltinSource, fixture} {
					words := []string{"--" + h.ID, "--" + scope}
					d := declarative(t, s, h, scope, name)
					empty := contents(t, s.root)

					s.run(t, append(words, "install", "--yes", "--pack", name, "--mcp")...)
					want := contents(t, s.root)
					if len(want) <= len(empty) {
						t.Fatalf("the command has installed nothing of %s", name)
					}
					if err := d.Install(context.Background()); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, contents(t, s.root)); diff != "" {
						t.Errorf("%s over what the command (-) has installed: %s", name, diff)
					}
					if err := d.Uninstall(context.Background()); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(empty, contents(t, s.root)); diff != "" {
						t.Errorf("%s is taken away: %s", name, diff)
					}

					if err := d.Install(context.Background()); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, contents(t, s.root)); diff != "" {
						t.Errorf("%s by the command (-) and in the process (+): %s", name, diff)
					}
					s.run(t, append(words, "verify")...)
					s.run(t, append(words, "uninstall", "--yes")...)
					if diff := cmp.Diff(empty, contents(t, s.root)); diff != "" {
						t.Errorf("%s is taken away by the command: %s", name, diff)
					}
				}
			})
		}
	}
}

func declarative(t *testing.T, s sandbox, h descriptors.Host, scope, source string) *adapter.Declarative {
	t.Helper()
	p, err := pack.Load(context.Background(), source, pack.LoadOptions{Home: s.home, Dir: s.proj})
	if err != nil {
		t.Fatal(err)
	}
	env := layout.Env{Home: s.home}
	if scope == "local" {
		env.Project = s.proj
	}
	agreed, err := adapter.Agree(h, nil, hostapi.DefaultEngine())
	if err != nil {
		t.Fatal(err)
	}
	d, err := adapter.NewDeclarative(agreed, adapter.Config{
		Pack: p, Scope: plan.Scope(scope), Env: env, MCP: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// contents are the files and folders below a directory by path, with their modes.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			all[path] = info.Mode().String()
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = info.Mode().String() + "\n" + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
