package adapter_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/adapter"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

var errBroken = errors.New("broken")

func builtin(t *testing.T) *pack.Pack {
	t.Helper()
	p, err := pack.Load(t.Context(), pack.BuiltinSource, pack.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// nook is the host of the example.
func nook(t *testing.T) descriptors.Host {
	t.Helper()
	text, err := os.ReadFile("../examples/embed/nook.toml")
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := adapter.ReadHost("nook.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// agreed are the terms of a host that declares what its descriptor has, but for some axes;
// "dispatch" has fields, and nil leaves an axis out.
func agreed(t *testing.T, h descriptors.Host, axes map[string]any) adapter.Terms {
	t.Helper()
	d := h.Declaration()
	for name, v := range axes {
		if v == nil {
			delete(d, name)
		} else {
			d[name] = v
		}
	}
	terms, err := adapter.Agree(h, d, hostapi.DefaultEngine())
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

// fake is a host in memory, each of whose primitives can be broken.
type fake struct {
	has map[string]string
	// storage is state, subscribed the host's events with who hears of them.
	storage    map[string]string
	subscribed map[string]adapter.Handler
	tools      map[string]adapter.Tool
	// ran are the programs of hooks, result how they end.
	ran    []adapter.Process
	result adapter.Result
	// calls counts calls of primitives; the one numbered breaks panics or fails.
	calls, breaks int
	panics        bool
	// broken is the name of a primitive that fails always.
	broken string
}

func newFake() *fake {
	return &fake{has: map[string]string{}, storage: map[string]string{}, subscribed: map[string]adapter.Handler{}, tools: map[string]adapter.Tool{}}
}

func (f *fake) call(name string) error {
	f.calls++
	if f.calls == f.breaks || f.broken == name {
		if f.panics {
			panic("in " + name)
		}
		return errBroken
	}
	return nil
}

func registrar[T any](f *fake, kind string, text func(T) (name, text string)) adapter.Registrar[T] {
	return adapter.Registrar[T]{
		Add: func(_ context.Context, it T) error {
			if err := f.call(kind + ".Add"); err != nil {
				return err
			}
			name, said := text(it)
			if _, taken := f.has[kind+" "+name]; taken {
				return fmt.Errorf("%s is there", name)
			}
			f.has[kind+" "+name] = said
			return nil
		},
		Remove: func(_ context.Context, name string) error {
			if err := f.call(kind + ".Remove"); err != nil {
				return err
			}
			if _, there := f.has[kind+" "+name]; !there {
				return fmt.Errorf("%s is not there", name)
			}
			delete(f.has, kind+" "+name)
			return nil
		},
	}
}

func (f *fake) primitives(dir string) adapter.Primitives {
	item := func(it adapter.Item) (string, string) { return it.Name, it.Text }
	return adapter.Primitives{
		Commands:     registrar(f, "Commands", item),
		Agents:       registrar(f, "Agents", item),
		Instructions: registrar(f, "Instructions", item),
		Tools: registrar(f, "Tools", func(t adapter.Tool) (string, string) {
			f.tools[t.Name] = t
			return t.Name, t.Description
		}),
		Run: func(_ context.Context, p adapter.Process) (adapter.Result, error) {
			f.ran = append(f.ran, p)
			return f.result, f.call("Run")
		},
		SendRequest: func(_ context.Context, r adapter.Request) (string, error) {
			return "to " + r.Prompt, f.call("SendRequest")
		},
		Subscribe: func(_ context.Context, event string, deliver adapter.Handler) (func(context.Context) error, error) {
			if err := f.call("Subscribe"); err != nil {
				return nil, err
			}
			f.subscribed[event] = deliver
			return func(context.Context) error { delete(f.subscribed, event); return nil }, nil
		},
		State: adapter.Backend{Dir: dir, Storage: f.store(), Log: f.log()},
	}
}

func (f *fake) store() adapter.Storage {
	return adapter.Storage{
		Read: func(_ context.Context, key string) ([]byte, error) {
			if data, ok := f.storage[key]; ok {
				return []byte(data), nil
			}
			return nil, fs.ErrNotExist
		},
		Write: func(_ context.Context, key string, data []byte) error {
			if err := f.call("Storage.Write"); err != nil {
				return err
			}
			f.storage[key] = string(data)
			return nil
		},
		Remove: func(_ context.Context, key string) error {
			if _, ok := f.storage[key]; !ok {
				return fs.ErrNotExist
			}
			delete(f.storage, key)
			return nil
		},
		List: func(context.Context) ([]string, error) { return slices.Collect(maps.Keys(f.storage)), nil },
	}
}

func (f *fake) log() adapter.Log {
	return adapter.Log{
		Append: func(_ context.Context, entry []byte) error {
			if err := f.call("Log.Append"); err != nil {
				return err
			}
			f.storage[fmt.Sprintf("%06d", len(f.storage))] = string(entry)
			return nil
		},
		Entries: func(context.Context) ([][]byte, error) {
			var all [][]byte
			for _, key := range slices.Sorted(maps.Keys(f.storage)) {
				all = append(all, []byte(f.storage[key]))
			}
			return all, nil
		},
	}
}

// count is how many things of a kind the host has.
func (f *fake) count(kind string) (n int) {
	for name := range f.has {
		if strings.HasPrefix(name, kind+" ") {
			n++
		}
	}
	return n
}

// files are those below a directory, with what is in them.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// missing are the names in a *MissingError.
func missing(t *testing.T, err error) string {
	t.Helper()
	var e *adapter.MissingError
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *MissingError", err)
	}
	var names []string
	for _, m := range e.Missing {
		if !strings.Contains(err.Error(), m.Name) || m.Because == "" {
			t.Errorf("%q does not name %s", err, m.Name)
		}
		names = append(names, m.Name)
	}
	return strings.Join(names, " ")
}

func TestAgreeFailsClosed(t *testing.T) {
	h := nook(t)
	older := hostapi.DefaultEngine()
	older.ProtocolVersion = 0
	for want, call := range map[string]func() error{
		"terms of no host": func() error {
			_, err := adapter.Agree(descriptors.Host{}, nil, hostapi.DefaultEngine())
			return err
		},
		`"colour": no such axis`: func() error {
			_, err := adapter.Agree(h, hostapi.Declaration{"colour": "red"}, hostapi.DefaultEngine())
			return err
		},
		"hookBus: unknown value \"car\"": func() error {
			_, err := adapter.Agree(h, hostapi.Declaration{"hookBus": "car"}, hostapi.DefaultEngine())
			return err
		},
		"protocolVersion 2 is not supported": func() error {
			_, err := adapter.Agree(h, hostapi.Declaration{"protocolVersion": 2.0}, hostapi.DefaultEngine())
			return err
		},
		"protocol 0 is not supported": func() error {
			_, err := adapter.Agree(h, nil, older)
			return err
		},
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	if _, err := adapter.Agree(h, hostapi.Declaration{"hookBus": "undocumented", "protocolVersion": 1.0}, hostapi.DefaultEngine()); err != nil {
		t.Error(err)
	}
}

// Every adapter has the one shape, and the zero Terms make none.
func TestShape(t *testing.T) {
	dir := t.TempDir()
	terms := agreed(t, nook(t), nil)
	cfg := adapter.Config{Pack: builtin(t), Env: layout.Env{Home: dir}}
	makes := func(terms adapter.Terms) map[adapter.Kind]func() (adapter.Adapter, error) {
		f := newFake()
		return map[adapter.Kind]func() (adapter.Adapter, error){
			adapter.KindDeclarative: func() (adapter.Adapter, error) { return adapter.NewDeclarative(terms, cfg) },
			adapter.KindImperative:  func() (adapter.Adapter, error) { return adapter.NewImperative(terms, cfg, f.primitives(dir)) },
			adapter.KindModel:       func() (adapter.Adapter, error) { return adapter.NewModel(terms, f.primitives(dir).SendRequest) },
			adapter.KindHookBus:     func() (adapter.Adapter, error) { return adapter.NewHookBus(terms, f.primitives(dir).Subscribe) },
			adapter.KindStateIO:     func() (adapter.Adapter, error) { return adapter.NewStateIO(terms, f.primitives(dir).State) },
		}
	}
	for kind, make := range makes(terms) {
		a, err := make()
		if err != nil {
			t.Fatal(kind, err)
		}
		if a.Kind() != kind || a.Runtime() != "nook" {
			t.Errorf("%s is a %s of %s", kind, a.Kind(), a.Runtime())
		}
		before := files(t, dir)
		for _, step := range []func(context.Context) error{a.Uninstall, a.Install, a.Install, a.Uninstall, a.Uninstall} {
			if err := step(t.Context()); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if after := files(t, dir); !maps.Equal(before, after) {
			t.Errorf("%s leaves %v", kind, after)
		}
	}
	for kind, make := range makes(adapter.Terms{}) {
		if _, err := make(); !strings.Contains(missing(t, err), "Terms") {
			t.Error(kind, err)
		}
	}
}
