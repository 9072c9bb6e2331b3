package adapter_test

import (
	"context"
	"encoding/json"
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
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// states are the kinds of state with a descriptor's axis for each.
var states = map[string]map[string]any{
	"filesystem": nil,
	"sandboxed":  {"stateIO": "sandboxed-storage"},
	"log":        {"stateIO": "session-log-append"},
}

func imperative(t *testing.T, f *fake, home string, axes map[string]any) *adapter.Imperative {
	t.Helper()
	cfg := adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}}
	a, err := adapter.NewImperative(agreed(t, nook(t), axes), cfg, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestImperativeNamesEachMissingPrimitive(t *testing.T) {
	everything := map[string]any{"hookBus": "host"}
	for want, part := range map[string]struct {
		axes map[string]any
		take func(*adapter.Primitives, *adapter.Config)
	}{
		"Primitives.Commands.Add":        {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Commands.Add = nil }},
		"Primitives.Commands.Remove":     {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Commands.Remove = nil }},
		"Primitives.Agents.Add":          {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Agents.Add = nil }},
		"Primitives.Agents.Remove":       {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Agents.Remove = nil }},
		"Primitives.Tools.Add":           {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Tools.Add = nil }},
		"Primitives.Tools.Remove":        {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Tools.Remove = nil }},
		"Primitives.Instructions.Add":    {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Instructions.Add = nil }},
		"Primitives.Instructions.Remove": {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Instructions.Remove = nil }},
		"Primitives.Run":                 {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.Run = nil }},
		"SendRequest":                    {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.SendRequest = nil }},
		"Backend.Dir":                    {nil, func(p *adapter.Primitives, _ *adapter.Config) { p.State.Dir = "." }},
		"Backend.Storage.Read":           {states["sandboxed"], func(p *adapter.Primitives, _ *adapter.Config) { p.State.Storage.Read = nil }},
		"Backend.Storage.Write":          {states["sandboxed"], func(p *adapter.Primitives, _ *adapter.Config) { p.State.Storage.Write = nil }},
		"Backend.Storage.Remove":         {states["sandboxed"], func(p *adapter.Primitives, _ *adapter.Config) { p.State.Storage.Remove = nil }},
		"Backend.Storage.List":           {states["sandboxed"], func(p *adapter.Primitives, _ *adapter.Config) { p.State.Storage.List = nil }},
		"Backend.Log.Append":             {states["log"], func(p *adapter.Primitives, _ *adapter.Config) { p.State.Log.Append = nil }},
		"Backend.Log.Entries":            {states["log"], func(p *adapter.Primitives, _ *adapter.Config) { p.State.Log.Entries = nil }},
		"Subscribe hooks.events":         {everything, func(p *adapter.Primitives, _ *adapter.Config) { p.Subscribe = nil }},
		"embeddingMode imperative":       {map[string]any{"embeddingMode": "declarative"}, func(*adapter.Primitives, *adapter.Config) {}},
		"Config.Pack":                    {nil, func(_ *adapter.Primitives, c *adapter.Config) { c.Pack = nil }},
		"Config.Env.Home":                {nil, func(_ *adapter.Primitives, c *adapter.Config) { c.Env.Home = "/nowhere/at/all" }},
		"Config.Policy":                  {nil, func(_ *adapter.Primitives, c *adapter.Config) { c.Policy = "often" }},
	} {
		f, home := newFake(), t.TempDir()
		p, cfg := f.primitives(t.TempDir()), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}}
		part.take(&p, &cfg)
		_, err := adapter.NewImperative(agreed(t, nook(t), part.axes), cfg, p)
		if got := missing(t, err); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if f.calls != 0 || len(files(t, home)) != 0 {
			t.Errorf("without %s, %d calls are made and %v is written", want, f.calls, files(t, home))
		}
	}
	_, err := adapter.NewImperative(agreed(t, nook(t), nil), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: t.TempDir()}}, adapter.Primitives{})
	if got := len(strings.Split(missing(t, err), " ")); got != 11 {
		t.Errorf("without any, %d are named: %v", got, err)
	}
}

// What a host has not agreed to is never called, so it may be missing.
func TestImperativeNeedsNoMoreThanWasAgreed(t *testing.T) {
	f := newFake()
	p := f.primitives("")
	p.Commands, p.Agents = adapter.Registrar[adapter.Item]{}, adapter.Registrar[adapter.Item]{}
	p.Subscribe, p.Run, p.SendRequest, p.State.Storage = nil, nil, nil, adapter.Storage{}
	least := agreed(t, nook(t), map[string]any{
		"commandSurface": "undocumented", "dispatch": nil, "modelMode": "undocumented", "hookBus": nil, "stateIO": "undocumented",
	})
	a, err := adapter.NewImperative(least, adapter.Config{Pack: builtin(t)}, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := f.has["Instructions gsd"]
	for _, point := range hostapi.Points() {
		if o := a.Agreement().Points[point]; o.Fallback != "" && !strings.Contains(said, fmt.Sprintf("- %s (%s): %s", point, o.EffectiveLevel, o.Fallback)) {
			t.Errorf("the instructions do not tell of %s: %s", point, said)
		}
	}
	for _, want := range []string{"The command gsd-plan is the tool", "The part of the agent gsd-planner", "nothing runs `gsd/hooks/gsd-session-start.sh` here, since there are no hooks"} {
		if !strings.Contains(said, want) {
			t.Errorf("the instructions do not say %q: %s", want, said)
		}
	}
	var degraded *adapter.DegradedError
	if _, err := a.Model().Send(t.Context(), adapter.Request{Prompt: "x"}); !errors.As(err, &degraded) || degraded.Point != hostapi.PointModel {
		t.Error(err)
	}
	text, err := f.tools["gsd-planner"].Call(t.Context(), "")
	if err != nil || !strings.Contains(text, "state:nook/gsd/") {
		t.Errorf("%v: %s", err, text)
	}
	_, rest, _ := strings.Cut(text, "state:")
	name := "state:" + rest[:strings.IndexAny(rest, "`) \n")]
	if data, err := f.tools["gsd-read"].Call(t.Context(), name); err != nil || len(data) == 0 {
		t.Errorf("%s: %v", name, err)
	}
	for _, name := range []string{"nook/gsd", "state:.gsd-install/gsd.json", "state:../x", "/etc/hostname"} {
		if data, err := f.tools["gsd-read"].Call(t.Context(), name); err == nil {
			t.Errorf("%s is read: %s", name, data)
		}
	}
}

// Whichever call fails or panics, nothing is left, and the next try does it.
func TestImperativeInstallsAllOrNothing(t *testing.T) {
	for state, axes := range states {
		for _, panics := range []bool{false, true} {
			whole := newFake()
			if err := imperative(t, whole, t.TempDir(), axes).Install(t.Context()); err != nil {
				t.Fatal(state, err)
			}
			for breaks := 1; breaks <= whole.calls; breaks++ {
				f, home := newFake(), t.TempDir()
				f.breaks, f.panics = breaks, panics
				a := imperative(t, f, home, axes)
				err := a.Install(t.Context())
				if err == nil || !panics && !errors.Is(err, errBroken) || panics && !strings.Contains(err.Error(), "panicked: in ") {
					t.Fatalf("%s, call %d: %v", state, breaks, err)
				}
				if len(f.has) != 0 || len(files(t, home)) != 0 || state == "sandboxed" && len(f.storage) != 0 {
					t.Fatalf("%s, call %d leaves %v %v %v", state, breaks, f.has, files(t, home), f.storage)
				}
				if keys, err := a.State().List(t.Context()); !errors.Is(err, adapter.ErrNotInstalled) {
					t.Fatal(keys, err)
				}
				if err := a.Install(t.Context()); err != nil || !maps.Equal(f.has, whole.has) {
					t.Fatalf("%s, after call %d: %v", state, breaks, err)
				}
				if state == "filesystem" && breaks > 3 {
					breaks += 5 // all of them are one like the other
				}
			}
		}
	}
}

// A run that ends before the files are written takes the registrations back.
func TestImperativeStopsBeforeTheFiles(t *testing.T) {
	f, home := newFake(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	p := f.primitives(t.TempDir())
	add := p.Instructions.Add
	p.Instructions.Add = func(ctx context.Context, it adapter.Item) error {
		cancel() // it is the last
		return add(ctx, it)
	}
	a, err := adapter.NewImperative(agreed(t, nook(t), nil), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}}, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Install(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if len(f.has) != 0 || len(files(t, home)) != 0 {
		t.Errorf("it leaves %v %v", f.has, files(t, home))
	}

	// What refuses the files is found before anything is registered.
	if err := os.WriteFile(filepath.Join(home, ".nook"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	calls := f.calls
	if err := a.Install(t.Context()); err == nil || f.calls != calls {
		t.Errorf("%d calls, %v", f.calls-calls, err)
	}
}

// Files of somebody else's are left, or stop it all.
func TestImperativeConflicts(t *testing.T) {
	home := t.TempDir()
	f := newFake()
	a := imperative(t, f, home, nil)
	write(t, filepath.Join(home, ".nook/gsd/references/questions.md"), "mine\n")
	var conflict *adapter.ConflictError
	if err := a.Install(t.Context()); !errors.As(err, &conflict) || len(f.has) == 0 {
		t.Fatal(err)
	}
	if err := a.Uninstall(t.Context()); err != nil || len(f.has) != 0 || len(files(t, home)) != 1 {
		t.Error(err, f.has, files(t, home))
	}
	stop, err := adapter.NewImperative(agreed(t, nook(t), nil), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}, Policy: emit.Stop}, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if err := stop.Install(t.Context()); !errors.Is(err, emit.ErrStopped) || len(f.has) != 0 || len(files(t, home)) != 1 {
		t.Error(err, f.has, files(t, home))
	}
}

// What a host's function fails with is its own matter, also where it embeds another pack whose
// files are in conflict.
func TestImperativeTakesNoFailureForAConflict(t *testing.T) {
	for state, axes := range states {
		for _, fault := range []error{emit.ErrStopped, &adapter.ConflictError{Changes: make([]plan.Change, 1)}} {
			f, home := newFake(), t.TempDir()
			p := f.primitives(t.TempDir())
			p.Instructions.Add = func(context.Context, adapter.Item) error { return fault }
			a, err := adapter.NewImperative(agreed(t, nook(t), axes), adapter.Config{Pack: builtin(t), Env: layout.Env{Home: home}}, p)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Install(t.Context()); !errors.Is(err, fault) || len(f.has) != 0 || len(files(t, home)) != 0 {
				t.Errorf("%s: %v, with %d registrations left and %v written", state, err, len(f.has), files(t, home))
			}
		}
	}
}

// What another process has put beside, this one takes away, and registers nothing for that.
func TestImperativeUninstallsWhatIsNotItsOwn(t *testing.T) {
	for state, axes := range states {
		f, home := newFake(), t.TempDir()
		if err := imperative(t, newFake(), home, axes).Uninstall(t.Context()); err != nil {
			t.Errorf("%s: nothing is there: %v", state, err)
		}
		if err := imperative(t, f, home, axes).Install(t.Context()); err != nil {
			t.Fatal(err)
		}
		next := newFake()
		next.storage = f.storage
		a := imperative(t, next, home, axes)
		if err := a.Uninstall(t.Context()); err != nil || len(files(t, home)) != 0 || state == "sandboxed" && len(f.storage) != 0 {
			t.Errorf("%s: %v %v %v", state, err, files(t, home), f.storage)
		}
		if err := a.State().Install(t.Context()); err != nil {
			t.Fatal(err)
		}
		if keys, err := a.State().List(t.Context()); err != nil || len(keys) != 0 {
			t.Errorf("%s: %v is left in the state, %v", state, keys, err)
		}
	}
}

// After a run that was killed at any write, the next one ends in the new state or the old one.
func TestImperativeInStorageAfterAKill(t *testing.T) {
	axes := states["sandboxed"]
	for kill := 1; kill < 25; kill += 2 {
		f := newFake()
		a := imperative(t, f, "", axes)
		writes := 0
		p := f.primitives("")
		p.State.Storage.Write = func(ctx context.Context, key string, data []byte) error {
			if writes++; writes >= kill {
				return errBroken // and so does all that would take it back
			}
			f.storage[key] = string(data)
			return nil
		}
		p.State.Storage.Remove = func(context.Context, string) error { return errBroken }
		dies, err := adapter.NewImperative(agreed(t, nook(t), axes), adapter.Config{Pack: builtin(t)}, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := dies.Install(t.Context()); !errors.Is(err, errBroken) {
			t.Fatal(kill, err)
		}
		left := maps.Clone(f.storage)
		if err := a.Uninstall(t.Context()); err != nil || len(f.storage) != 0 {
			t.Errorf("killed at %d: %d of %d keys are left: %v", kill, len(f.storage), len(left), err)
		}
		f.storage = left
		if err := a.Install(t.Context()); err != nil {
			t.Errorf("killed at %d: %v", kill, err)
		}
	}
}

// inStorage is an adapter whose state is in no folder.
func inStorage(t *testing.T, f *fake, policy emit.Policy) *adapter.Imperative {
	t.Helper()
	cfg := adapter.Config{Pack: builtin(t), Policy: policy}
	a, err := adapter.NewImperative(agreed(t, nook(t), states["sandboxed"]), cfg, f.primitives(""))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Keys that are somebody else's, and those that were edited, are left, or stop it all.
func TestImperativeConflictsInStorage(t *testing.T) {
	const key = "nook/gsd/references/questions.md"
	f := newFake()
	conflicts := func(err error, why string) {
		t.Helper()
		var conflict *adapter.ConflictError
		if !errors.As(err, &conflict) || len(conflict.Changes) != 1 {
			t.Fatal(err)
		}
		if c := conflict.Changes[0]; c.Mount+"/"+c.Path != key || !strings.Contains(c.Why, why) {
			t.Errorf("%+v", c)
		}
	}
	f.storage[key] = "mine"
	for range 2 {
		err := inStorage(t, f, emit.Stop).Install(t.Context())
		conflicts(err, "somebody else's")
		if !errors.Is(err, emit.ErrStopped) || len(f.storage) != 1 || len(f.has) != 0 {
			t.Fatal(err, f.storage, f.has)
		}
	}
	a := inStorage(t, f, "")
	err := a.Install(t.Context())
	conflicts(err, "somebody else's")
	if errors.Is(err, emit.ErrStopped) || len(f.storage) < 3 || len(f.has) == 0 || f.storage[key] != "mine" {
		t.Fatal(err, f.storage, f.has)
	}
	if err := a.Uninstall(t.Context()); err != nil || len(f.storage) != 1 || f.storage[key] != "mine" {
		t.Fatal(err, f.storage)
	}
	delete(f.storage, key)
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	ours := f.storage[key]
	for range 2 { // it is told again, and taken back as ours once it is as it was
		f.storage[key] = "edited"
		conflicts(a.Install(t.Context()), "edited")
		f.storage[key] = ours
		if err := a.Install(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	f.storage[key] = "edited"
	conflicts(a.Install(t.Context()), "edited")
	if err := a.Uninstall(t.Context()); err != nil || len(f.storage) != 1 || f.storage[key] != "edited" {
		t.Error(err, f.storage)
	}
	f.storage[".gsd-install/gsd.json"] = "{"
	if err := a.Install(t.Context()); err == nil || !strings.Contains(err.Error(), "what is whose") {
		t.Error(err)
	}
}

// Bytes that were there before, the same as the pack's, stay when it leaves. The model reads them
// meanwhile.
func TestImperativeLeavesWhatWasInStorageBefore(t *testing.T) {
	const key = "nook/gsd/references/questions.md"
	f := newFake()
	a := inStorage(t, f, "")
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	same := f.storage[key]
	if err := a.Uninstall(t.Context()); err != nil || same == "" {
		t.Fatal(err)
	}
	f.storage[key] = same
	a = inStorage(t, f, emit.Stop)
	for range 2 {
		if err := a.Install(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := f.tools["gsd-read"].Call(t.Context(), "state:"+key); got != same || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := a.Uninstall(t.Context()); err != nil || len(f.storage) != 1 || f.storage[key] != same {
		t.Error(err, f.storage)
	}
}

// A record is made whole after a run that ended before it could be.
func TestImperativeRefreshesItsRecord(t *testing.T) {
	const key, record = "nook/gsd/references/questions.md", ".gsd-install/gsd.json"
	f := newFake()
	a := inStorage(t, f, "")
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole := f.storage[record]
	var sums map[string][]string
	if err := json.Unmarshal([]byte(whole), &sums); err != nil {
		t.Fatal(err)
	}
	sums[key] = []string{"of an older version"}
	stale, err := json.Marshal(sums)
	if err != nil {
		t.Fatal(err)
	}
	f.storage[record] = string(stale)
	if err := a.Install(t.Context()); err != nil || f.storage[record] != whole {
		t.Error(err, f.storage[record])
	}
}

// What cannot be put aside is not replaced.
func TestImperativeReplacesNothingInStorage(t *testing.T) {
	for _, state := range []string{"sandboxed", "log"} {
		cfg := adapter.Config{Pack: builtin(t), Policy: emit.Replace}
		_, err := adapter.NewImperative(agreed(t, nook(t), states[state]), cfg, newFake().primitives(""))
		if got := missing(t, err); got != "Config.Policy" {
			t.Errorf("%s: %s", state, got)
		}
	}
}

// What a primitive will not take back is tried again.
func TestImperativeTriesAgainToTakeBack(t *testing.T) {
	f, home := newFake(), t.TempDir()
	a := imperative(t, f, home, nil)
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.broken = "Agents.Remove"
	if err := a.Uninstall(t.Context()); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	if f.count("Agents") != len(f.has) || len(f.has) == 0 || len(files(t, home)) != 0 {
		t.Fatal(f.has, files(t, home))
	}
	f.broken = ""
	if err := a.Uninstall(t.Context()); err != nil || len(f.has) != 0 {
		t.Error(err, f.has)
	}
}

// The hooks of a pack are run as it has them, and what they answer counts.
func TestImperativeRunsHooks(t *testing.T) {
	f, home := newFake(), t.TempDir()
	p := builtin(t)
	guard := p.Hooks[0]
	guard.Event, guard.Tools, guard.Timeout = "PreToolUse", []string{"Write", "Bash", "mcp__db__drop"}, 3
	odd := guard
	odd.Tools = []string{"NoSuchTool"}
	p.Hooks = append(p.Hooks[:1:1], guard, odd)
	a, err := adapter.NewImperative(agreed(t, nook(t), nil), adapter.Config{Pack: p, Env: layout.Env{Home: home}}, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	if said := f.has["Instructions gsd"]; !strings.Contains(said, "of NoSuchTool nothing runs") || !strings.Contains(said, "of mcp__db__drop nothing runs") {
		t.Error(said)
	}
	fire := func(tool string) (adapter.Answer, error) {
		return a.Hooks().Fire(t.Context(), adapter.Event{Name: "PreToolUse", Tool: tool, Input: json.RawMessage(`{"a":1}`)})
	}
	if _, err := fire("open"); err != nil || len(f.ran) != 0 {
		t.Fatal("it runs for another tool", err)
	}
	for _, c := range []struct {
		result adapter.Result
		want   adapter.Answer
	}{
		{adapter.Result{}, adapter.Answer{}},
		{adapter.Result{Exit: 1, Stderr: []byte("x")}, adapter.Answer{}},
		{adapter.Result{Exit: 2, Stderr: []byte("no\n")}, adapter.Answer{Deny: true, Reason: "no"}},
		{adapter.Result{Stdout: []byte("text\n")}, adapter.Answer{Context: "text"}},
		{adapter.Result{Stdout: []byte(`{"decision":"block","reason":"r"}`)}, adapter.Answer{Deny: true, Reason: "r"}},
		{adapter.Result{Stdout: []byte(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"r"}}`)}, adapter.Answer{Deny: true, Reason: "r"}},
		{adapter.Result{Stdout: []byte(`{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"r"}}`)}, adapter.Answer{Deny: true, Reason: "r"}},
		{adapter.Result{Stdout: []byte(`{"continue":false,"stopReason":"r"}`)}, adapter.Answer{Deny: true, Reason: "r"}},
		{adapter.Result{Stdout: []byte(`{"decision":"block","reason":7}`)}, adapter.Answer{Deny: true}},
		{adapter.Result{Stdout: []byte(`{"continue":"no","hookSpecificOutput":{"permissionDecision":"deny"}}`)}, adapter.Answer{Deny: true}},
		{adapter.Result{Stdout: []byte(`[1]`)}, adapter.Answer{Context: "[1]"}},
		{adapter.Result{Stdout: []byte(`{"continue":true,"hookSpecificOutput":{"permissionDecision":"allow"}}`)}, adapter.Answer{}},
		{adapter.Result{Stdout: []byte(`{"hookSpecificOutput":{"additionalContext":"c"}}`)}, adapter.Answer{Context: "c"}},
	} {
		f.result = c.result
		if got, err := fire("save"); err != nil || got != c.want {
			t.Errorf("%+v is taken as %+v, %v", c.result, got, err)
		}
	}
	ran := f.ran[0]
	script := ran.Args[len(ran.Args)-1]
	if _, err := os.Stat(script); err != nil || !filepath.IsAbs(script) || ran.Timeout.Seconds() != 3 {
		t.Error(ran, err)
	}
	if want := `{"hook_event_name":"PreToolUse","tool_name":"save","tool_input":{"a":1}}`; string(ran.Stdin) != want {
		t.Errorf("%s", ran.Stdin)
	}
	f.broken = "Run"
	for _, f.panics = range []bool{false, true} {
		if got, err := fire("shell"); err == nil || !got.Deny {
			t.Error(got, err)
		}
	}
	f.broken = ""
	if err := a.Uninstall(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := fire("shell"); !errors.Is(err, adapter.ErrNotInstalled) || !got.Deny {
		t.Error(got, err)
	}
	if _, err := os.Stat(script); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A hook on tools of servers hears of them by the host's names, as in the host's own matchers.
func TestImperativeHearsToolsOfServers(t *testing.T) {
	h := nook(t)
	h.Tools.Matcher = map[string]string{"Task": "part-.*|c++"}
	h.Tools.MatcherMCP, h.Tools.MatcherMCPAny, h.Tools.MCPWords = "{server}/{tool}", "{server}/.*", true
	f, p := newFake(), builtin(t)
	guard := p.Hooks[0]
	guard.Event, guard.Tools = "PreToolUse", []string{"Task", "mcp__my-db__drop", "mcp__web__*", "mcp__mail"}
	p.Hooks = append(p.Hooks[:0:0], guard)
	a, err := adapter.NewImperative(agreed(t, h, nil), adapter.Config{Pack: p, Env: layout.Env{Home: t.TempDir()}}, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	if said := f.has["Instructions gsd"]; strings.Contains(said, "nothing runs") {
		t.Error(said)
	}
	for tool, want := range map[string]int{
		"my_db/drop": 1, "web/get": 1, "mail/send": 1, "part-one": 1, "c++": 1,
		"": 0, "my_db/dropped": 0, "mcp__my-db__drop": 0, "a web/get": 0, "part": 0,
	} {
		f.ran = nil
		if _, err := a.Hooks().Fire(t.Context(), adapter.Event{Name: "PreToolUse", Tool: tool}); err != nil || len(f.ran) != want {
			t.Errorf("%q: it runs %d times, not %d, %v", tool, len(f.ran), want, err)
		}
	}
	h.Tools.MatcherMCPAny = ""
	a, err = adapter.NewImperative(agreed(t, h, nil), adapter.Config{Pack: p, Env: layout.Env{Home: t.TempDir()}}, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if said := a.Registry().Instructions.Text; !strings.Contains(said, "of mcp__web__*, mcp__mail nothing runs") {
		t.Error(said)
	}
}

// Where a dialect makes several files of an agent, the host is given the agent once, and the rest
// lies beside.
func TestImperativeRegistersAnItemOnce(t *testing.T) {
	h := nook(t)
	d := h.Dialects["agent"]
	d.Renderer, d.PromptFile, d.IndexFile = "agent-yaml", "{name}.md", "{prefix}.yaml"
	h.Dialects["agent"] = d
	for i, row := range h.ArtifactLayout {
		if row.Dialect == "agent" {
			h.ArtifactLayout[i].File = "{name}.yaml"
		}
	}
	f, home, p := newFake(), t.TempDir(), builtin(t)
	p.Items[0].Files = append(p.Items[0].Files, pack.File{Dest: "beside.txt", Data: []byte("x")})
	a, err := adapter.NewImperative(agreed(t, h, nil), adapter.Config{Pack: p, Env: layout.Env{Home: home}}, f.primitives(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Install(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, it := range p.Items {
		if it.Kind != pack.Rule {
			all++
		}
	}
	if n := f.count("Commands") + f.count("Agents") + f.count("Tools"); n != all {
		t.Errorf("%d are registered of %d", n, all)
	}
	there := files(t, home)
	for _, name := range []string{"gsd-planner.md", "gsd.yaml"} {
		if there[".nook/agents/"+name] == "" {
			t.Errorf("%s does not lie beside: %v", name, slices.Sorted(maps.Keys(there)))
		}
	}
}
