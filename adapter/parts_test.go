package adapter_test

import (
	"context"
	"errors"
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
)

func TestModel(t *testing.T) {
	f := newFake()
	m, err := adapter.NewModel(agreed(t, nook(t), nil), f.primitives("").SendRequest)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Send(t.Context(), adapter.Request{Prompt: "x"}); !errors.Is(err, adapter.ErrNotInstalled) {
		t.Error(err)
	}
	if err := m.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := m.Send(t.Context(), adapter.Request{Prompt: "x"}); got != "to x" || err != nil {
		t.Error(got, err)
	}
	if _, err := m.Send(t.Context(), adapter.Request{}); err == nil {
		t.Error("an empty prompt is sent")
	}
	f.broken = "SendRequest"
	for _, f.panics = range []bool{false, true} {
		if got, err := m.Send(t.Context(), adapter.Request{Prompt: "x"}); got != "" || err == nil {
			t.Error(got, err)
		}
	}
	passive := agreed(t, nook(t), map[string]any{"modelMode": "passive"})
	m, err = adapter.NewModel(passive, f.primitives("").SendRequest)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.calls = 0
	var degraded *adapter.DegradedError
	if _, err := m.Send(t.Context(), adapter.Request{Prompt: "x"}); !errors.As(err, &degraded) || f.calls != 0 || degraded.Level != hostapi.Degraded {
		t.Error(err, f.calls)
	}
}

// withEvents is the host with words of its own for some events, which it fires.
func withEvents(t *testing.T) adapter.Terms {
	t.Helper()
	h := nook(t)
	h.Hooks.Events = map[string]string{"SessionStart": "opened", "PreToolUse": "tool?", "Stop": "idle"}
	return agreed(t, h, map[string]any{"hookBus": "host"})
}

func TestHookBusOfTheHost(t *testing.T) {
	f := newFake()
	b, err := adapter.NewHookBus(withEvents(t), f.primitives("").Subscribe)
	if err != nil {
		t.Fatal(err)
	}
	var heard []string
	hear := func(_ context.Context, e adapter.Event) (adapter.Answer, error) {
		heard = append(heard, e.Name+" "+e.Tool)
		return adapter.Answer{Context: "c"}, nil
	}
	if _, err := b.On("SessionEnd", nil, hear); err == nil || !strings.Contains(err.Error(), "SessionEnd") {
		t.Error(err)
	}
	if _, err := b.On("Stop", nil, nil); err == nil {
		t.Error("a nil handler is taken")
	}
	off, err := b.On("PreToolUse", nil, hear)
	if err != nil {
		t.Fatal(err)
	}
	for f.breaks = 1; f.breaks <= 3; f.breaks++ {
		f.calls = 0
		if err := b.Install(t.Context()); !errors.Is(err, errBroken) || len(f.subscribed) != 0 {
			t.Errorf("call %d: %v, %v is subscribed to", f.breaks, err, f.subscribed)
		}
	}
	f.breaks = 0
	if err := errors.Join(b.Install(t.Context()), b.Install(t.Context())); err != nil || len(f.subscribed) != 3 {
		t.Fatal(err, f.subscribed)
	}
	tool := f.subscribed["tool?"]
	if a, err := tool(t.Context(), adapter.Event{Name: "tool?", Tool: "save"}); err != nil || a.Context != "c" || !slices.Equal(heard, []string{"PreToolUse save"}) {
		t.Error(a, err, heard)
	}
	if a, err := b.Fire(t.Context(), adapter.Event{Name: "PreToolUse"}); err == nil || !a.Deny {
		t.Error("an event is fired twice", a, err)
	}
	off()
	if _, err := b.On("PreToolUse", []string{"save"}, func(context.Context, adapter.Event) (adapter.Answer, error) { panic("in a handler") }); err != nil {
		t.Fatal(err)
	}
	if a, err := tool(t.Context(), adapter.Event{Tool: "open"}); err != nil || a.Deny {
		t.Error(a, err)
	}
	if a, err := tool(t.Context(), adapter.Event{Tool: "save"}); err == nil || !a.Deny || !strings.Contains(a.Reason, "in a handler") {
		t.Error("what cannot be checked is let through", a, err)
	}
	if err := b.Uninstall(t.Context()); err != nil || len(f.subscribed) != 0 {
		t.Error(err, f.subscribed)
	}
	if a, err := tool(t.Context(), adapter.Event{Tool: "open"}); !errors.Is(err, adapter.ErrNotInstalled) || !a.Deny {
		t.Error("a host that goes on firing is heard", a, err)
	}
}

// What a host would not cancel is cancelled before it is subscribed to again, or each event would be
// heard twice.
func TestHookBusCancelsFirst(t *testing.T) {
	live, stuck := map[string]int{}, true
	b, err := adapter.NewHookBus(withEvents(t), func(_ context.Context, event string, _ adapter.Handler) (func(context.Context) error, error) {
		live[event]++
		return func(context.Context) error {
			if stuck {
				return errBroken
			}
			live[event]--
			return nil
		}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.Uninstall(t.Context()); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := b.Install(t.Context()); !errors.Is(err, errBroken) {
		t.Error("it is installed beside itself", err)
	}
	stuck = false
	if err := b.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := map[string]int{"opened": 1, "tool?": 1, "idle": 1}; !maps.Equal(live, want) {
		t.Errorf("%v, want %v", live, want)
	}
}

// A host that gives no way to cancel is not left subscribed to unseen.
func TestHookBusNeedsACancel(t *testing.T) {
	b, err := adapter.NewHookBus(withEvents(t), func(context.Context, string, adapter.Handler) (func(context.Context) error, error) {
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Install(t.Context()); err == nil || !strings.Contains(err.Error(), "no way to cancel") {
		t.Error(err)
	}
}

func TestHookBusNoneAndUndocumented(t *testing.T) {
	for _, word := range []any{"none", "undocumented", nil} {
		b, err := adapter.NewHookBus(agreed(t, nook(t), map[string]any{"hookBus": word}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Install(t.Context()); err != nil {
			t.Fatal(err)
		}
		var degraded *adapter.DegradedError
		if _, err := b.On("Stop", nil, func(context.Context, adapter.Event) (adapter.Answer, error) { return adapter.Answer{}, nil }); !errors.As(err, &degraded) || degraded.Fallback == "" {
			t.Error(err)
		}
		if a, err := b.Fire(t.Context(), adapter.Event{Name: "PreToolUse"}); !errors.As(err, &degraded) || !a.Deny {
			t.Error(a, err)
		}
	}
}

func TestStateIO(t *testing.T) {
	for state, axes := range states {
		f, dir := newFake(), t.TempDir()
		s, err := adapter.NewStateIO(agreed(t, nook(t), axes), f.primitives(dir).State)
		if err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		if _, err := s.Read(ctx, "a"); !errors.Is(err, adapter.ErrNotInstalled) {
			t.Error(state, err)
		}
		if err := s.Install(ctx); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"", ".", "..", "../x", "/x", "a//b", "a/"} {
			_, rerr := s.Read(ctx, key)
			for _, err := range []error{rerr, s.Write(ctx, key, nil), s.Remove(ctx, key)} {
				if !errors.Is(err, fs.ErrInvalid) {
					t.Errorf("%s %q: %v", state, key, err)
				}
			}
		}
		_, rerr := s.Read(ctx, "a/b")
		for _, err := range []error{rerr, s.Remove(ctx, "a/b")} {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", state, err)
			}
		}
		for _, text := range []string{"one", "", "two\x00\xff"} {
			if err := s.Write(ctx, "a/b", []byte(text)); err != nil {
				t.Errorf("%s: %v", state, err)
			}
			if got, err := s.Read(ctx, "a/b"); string(got) != text || err != nil {
				t.Errorf("%s: %q %v", state, got, err)
			}
		}
		if err := s.Write(ctx, "a.md", nil); err != nil {
			t.Error(err)
		}
		if keys, err := s.List(ctx); !slices.Equal(keys, []string{"a.md", "a/b"}) || err != nil {
			t.Errorf("%s: %v %v", state, keys, err)
		}
		f.broken = map[string]string{"sandboxed": "Storage.Write", "log": "Log.Append"}[state]
		for _, f.panics = range []bool{false, true} {
			if state != "filesystem" && s.Write(ctx, "a/b", []byte("three")) == nil {
				t.Error(state, "a failed write is none")
			}
			if got, err := s.Read(ctx, "a/b"); string(got) != "two\x00\xff" || err != nil {
				t.Errorf("%s: %q %v", state, got, err)
			}
		}
		f.broken = ""
		if err := s.Remove(ctx, "a/b"); err != nil {
			t.Error(err)
		}
		if err := s.Uninstall(ctx); err != nil {
			t.Error(err)
		}
		if err := s.Install(ctx); err != nil {
			t.Error(err)
		}
		if keys, err := s.List(ctx); !slices.Equal(keys, []string{"a.md"}) || err != nil {
			t.Errorf("%s: the state is not what it was: %v %v", state, keys, err)
		}
	}
}

// A folder of state cannot be left, and a write that fails leaves what was there.
func TestStateInAFolder(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	s, err := adapter.NewStateIO(agreed(t, nook(t), nil), adapter.Backend{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(out, "secret"), "secret")
	for name, to := range map[string]string{"up": out, "leaf": filepath.Join(out, "secret")} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	_, rerr := s.Read(t.Context(), "up/secret")
	_, lerr := s.Read(t.Context(), "leaf")
	for _, err := range []error{rerr, lerr, s.Write(t.Context(), "up/secret", nil), s.Remove(t.Context(), "up/secret")} {
		if err == nil {
			t.Error("the folder is left")
		}
	}
	if err := s.Write(t.Context(), "leaf", nil); err == nil {
		t.Error("a link is replaced")
	}
	write(t, filepath.Join(dir, "closed"), "")
	if err := os.Chmod(filepath.Join(dir, "closed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), "closed", []byte("private")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "closed")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it was closed to others: %v, %v", info.Mode(), err)
	}
	if err := s.Remove(t.Context(), "closed"); err != nil {
		t.Error(err)
	}
	if err := s.Write(t.Context(), "a", []byte("one")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.gsd-fresh", "in"), "the way")
	if err := s.Write(t.Context(), "a", []byte("two")); err == nil {
		t.Error("it is written")
	}
	if err := os.RemoveAll(filepath.Join(dir, "a.gsd-fresh")); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), "a.gsd-fresh", nil); !errors.Is(err, fs.ErrInvalid) {
		t.Error(err)
	}
	write(t, filepath.Join(dir, "a.gsd-fresh"), "of a run that was killed")
	if keys, err := s.List(t.Context()); !slices.Equal(keys, []string{"a"}) || err != nil {
		t.Error(keys, err)
	}
	if got, err := s.Read(t.Context(), "a"); string(got) != "one" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if err := s.Write(t.Context(), "a", []byte("two")); err != nil {
		t.Error(err)
	}
	if got := files(t, out); got["secret"] != "secret" {
		t.Error(got)
	}
}

// A log with an entry that nobody can read is no state.
func TestStateInABrokenLog(t *testing.T) {
	f := newFake()
	s, err := adapter.NewStateIO(agreed(t, nook(t), states["log"]), f.primitives("").State)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{", `{"key":"../x","data":""}`, `{"data":""}`, "\x00"} {
		f.storage["000000"] = text
		if _, err := s.Read(t.Context(), "a"); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReadHost(t *testing.T) {
	if h := nook(t); h.ID != "nook" || !h.Added() {
		t.Errorf("%s", h.ID)
	}
	text, err := os.ReadFile("../examples/embed/nook.toml")
	if err != nil {
		t.Fatal(err)
	}
	var refused *descriptors.Error
	for _, home := range []string{".ssh", ".", ".config"} {
		bad := strings.ReplaceAll(string(text), `".nook"`, `"`+home+`"`)
		if _, _, err := adapter.ReadHost("nook.toml", []byte(bad)); !errors.As(err, &refused) {
			t.Errorf("%s: %v", home, err)
		}
	}
}

// What is installed where, an engine may read and not change.
func TestStateKeepsTheRecords(t *testing.T) {
	for state, axes := range states {
		f, dir := newFake(), t.TempDir()
		f.storage[".gsd-install/gsd.json"] = "{}"
		if state == "log" {
			f.storage = map[string]string{"000000": `{"key":".gsd-install/gsd.json","data":"e30="}`}
		}
		write(t, filepath.Join(dir, ".gsd-install", "gsd.json"), "{}")
		s, err := adapter.NewStateIO(agreed(t, nook(t), axes), f.primitives(dir).State)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Install(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{".gsd-install", ".gsd-install/gsd.json", ".gsd-install/new", ".GSD-Install/gsd.json"} {
			for _, err := range []error{s.Write(t.Context(), key, nil), s.Remove(t.Context(), key)} {
				if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), key) {
					t.Errorf("%s: %s: %v", state, key, err)
				}
			}
		}
		if got, err := s.Read(t.Context(), ".gsd-install/gsd.json"); string(got) != "{}" || err != nil {
			t.Errorf("%s: %q, %v", state, got, err)
		}
		if err := s.Write(t.Context(), "notes/.gsd-install", nil); err != nil {
			t.Errorf("%s: a name further in: %v", state, err)
		}
	}
}
