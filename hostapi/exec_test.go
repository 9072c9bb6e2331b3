package hostapi

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func found(name string) (string, error) { return "/bin/" + name, nil }

func TestEffortArgv(t *testing.T) {
	own := Effort{Param: "-c effort={level} --x", Levels: []string{"none", "low", "high"}, Clamp: map[string]string{"minimal": "low", "max": "high", "xhigh": "ultra"}}
	with := func(change func(*Effort)) Effort {
		e := own
		change(&e)
		return e
	}
	for name, tt := range map[string]struct {
		effort  Effort
		surface EffortSurface
		level   string
		want    string
	}{
		"its own level":            {own, EffortArgv, "low", "-c effort=low --x"},
		"a clamped level":          {own, EffortArgv, "max", "-c effort=high --x"},
		"no level in its place":    {own, EffortArgv, "medium", ""},
		"clamped to an unknown":    {own, EffortArgv, "xhigh", ""},
		"no level":                 {own, EffortArgv, "", ""},
		"no surface":               {own, EffortNone, "low", ""},
		"an undocumented surface":  {own, "undocumented", "low", ""},
		"no argument":              {with(func(e *Effort) { e.Param = "" }), EffortArgv, "low", ""},
		"a key of a file":          {with(func(e *Effort) { e.Param = "agent.effort" }), EffortArgv, "low", ""},
		"an argument without it":   {with(func(e *Effort) { e.Param = "--effort" }), EffortArgv, "low", ""},
		"levels not documented":    {with(func(e *Effort) { e.Levels = nil }), EffortArgv, "low", ""},
		"clamp without any levels": {with(func(e *Effort) { e.Levels = nil }), EffortArgv, "max", ""},
	} {
		got, err := tt.effort.Argv(tt.surface, tt.level)
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, level := range []string{"none", "ultra", "--x", "Low"} { // "none" is the host's word alone
		if got, err := own.Argv(EffortArgv, level); err == nil || got != nil || !strings.Contains(err.Error(), "not one of minimal, low,") {
			t.Errorf("%s: %q, %v", level, got, err)
		}
	}
}

func TestResolve(t *testing.T) {
	dir := t.TempDir()
	effort := Effort{Param: "--effort {level}", Levels: []string{"low"}}
	full := Exec{Command: "acme", Args: []string{"run"}, CwdFlag: "--cd", PromptFlag: "-p", ModelFlag: "--model", Effort: effort}
	for name, tt := range map[string]struct {
		exec Exec
		turn Turn
		want Command
	}{
		"all":                     {full, Turn{"go on", dir, "m", "low", false}, Command{"/bin/acme", []string{"run", "--cd", dir, "--model", "m", "--effort", "low", "-p", "go on"}, dir, []string{"--effort", "low"}}},
		"an effort that it lacks": {full, Turn{"go on", dir, "", "max", false}, Command{Path: "/bin/acme", Args: []string{"run", "--cd", dir, "-p", "go on"}, Dir: dir}},
		"leave to ask nobody":     {Exec{Command: "acme", Unasked: true}, Turn{Prompt: "go on", Dir: dir, Unasked: true}, Command{Path: "/bin/acme", Args: []string{"go on"}, Dir: dir}},
		"the least":               {Exec{Command: "acme"}, Turn{"go on", dir, "", "", false}, Command{Path: "/bin/acme", Args: []string{"go on"}, Dir: dir}},
	} {
		before := slices.Clone(tt.exec.Args)
		got, err := tt.exec.Resolve(tt.turn, EffortArgv, found)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !slices.Equal(before, tt.exec.Args) {
			t.Errorf("%s: the declaration has become %v", name, tt.exec.Args)
		}
	}
}

// TestResolveFailsClosed makes no process where something that was asked for cannot be given.
func TestResolveFailsClosed(t *testing.T) {
	dir := t.TempDir()
	acme := Exec{Command: "acme", ModelFlag: "--model"}
	none := func(string) (string, error) { return "", fs.ErrNotExist }
	for name, tt := range map[string]struct {
		exec Exec
		turn Turn
		look func(string) (string, error)
		want string
	}{
		"no command":       {Exec{}, Turn{Prompt: "x", Dir: dir}, found, ErrNoExec.Error()},
		"no program":       {acme, Turn{Prompt: "x", Dir: dir}, none, "acme is not to be found: file does not exist"},
		"no prompt":        {acme, Turn{Prompt: " \n", Dir: dir}, found, "the prompt is empty"},
		"an option":        {acme, Turn{Prompt: "--yolo", Dir: dir}, found, `the prompt begins with "-", which the host would take for an option`},
		"no folder":        {acme, Turn{Prompt: "x", Dir: "a/b"}, found, `folder "a/b" is not absolute`},
		"no model's flag":  {Exec{Command: "acme"}, Turn{Prompt: "x", Dir: dir, Model: "m"}, found, `acme has no option for a model; leave "m" out`},
		"an option as one": {acme, Turn{Prompt: "x", Dir: dir, Model: "--yolo"}, found, `model "--yolo" begins with "-", which the host would take for an option`},
		"nobody asked":     {Exec{Command: "acme", Unasked: true}, Turn{Prompt: "x", Dir: dir}, found, ErrUnasked.Error()},
		"no such effort":   {acme, Turn{Prompt: "x", Dir: dir, Effort: "huge"}, found, `unknown effort "huge", not one of minimal, low, medium, high, xhigh, max`},
	} {
		got, err := tt.exec.Resolve(tt.turn, EffortArgv, tt.look)
		if err == nil || err.Error() != tt.want || got.Path != "" || got.Args != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if (name == "no command") != errors.Is(err, ErrNoExec) || (name == "no program") != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v is of another kind", name, err)
		}
	}
}
