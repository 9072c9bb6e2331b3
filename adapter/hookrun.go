package adapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// Process is a program that a host is to run for a hook.
type Process struct {
	// Args are the program and its arguments; a shell takes no part but where it is the program.
	Args []string
	// Env are variables to add, as "NAME=value".
	Env   []string
	Stdin []byte
	// Timeout is how long it may take; 0 leaves that to the host.
	Timeout time.Duration
}

// Result is how a process ended.
type Result struct {
	Exit           int
	Stdout, Stderr []byte
}

// Run runs a process to its end. An exit status other than 0 is no error.
type Run func(ctx context.Context, p Process) (Result, error)

// unhooked says why a hook of the pack cannot be run on the host as it is meant; empty if it can.
func (t Terms) unhooked(h pack.Hook) string {
	switch {
	case t.absent(hostapi.PointHooks):
		return "there are no hooks"
	case !slices.Contains(t.events(), h.Event):
		return "there is no such event"
	case t.axes().StateIO != hostapi.StateFilesystem:
		return "its files are in no folder"
	case t.axes().Runtime == hostapi.RuntimeSandboxedWeb:
		return "no program can be run"
	case len(h.Tools) == 0 && h.Matcher != "" && h.Matcher != "*":
		return "it cannot be limited to " + h.Matcher
	case len(h.Tools) > 0 && t.hears(h) == nil:
		return "its tools have other names"
	}
	return ""
}

// unnamed are the tools of servers in a hook's matcher of which it is not known what the host calls
// them, so it runs for none of them.
func (t Terms) unnamed(h pack.Hook) []string {
	return slices.DeleteFunc(slices.Clone(h.Tools), func(name string) bool {
		_, ok := project.HookTool(t.host, name)
		return ok || !strings.HasPrefix(name, "mcp__")
	})
}

// hears matches the tools of a hook's matcher, as the host names them; nil if it has none of them.
// As in the host's own matchers, an id may be an expression for a whole name.
func (t Terms) hears(h pack.Hook) *regexp.Regexp {
	var ids []string
	for _, name := range h.Tools {
		id, ok := project.HookTool(t.host, name)
		if !ok {
			continue
		}
		for one := range strings.SplitSeq(id, "|") {
			ids = append(ids, regexp.QuoteMeta(one))
			if _, err := regexp.Compile(one); err == nil {
				ids = append(ids, "(?:"+one+")")
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return regexp.MustCompile("^(?:" + strings.Join(ids, "|") + ")$")
}

// ruleText is a hook as a rule for the model.
func ruleText(h pack.Hook, why string) string {
	what := h.Script
	if what == "" {
		what = h.Command
	}
	tools := ""
	if len(h.Tools) > 0 {
		tools = " of " + strings.Join(h.Tools, ", ")
	}
	return fmt.Sprintf("At %s%s nothing runs `%s` here, since %s. See to it yourself that what it checks is so.", h.Event, tools, what, why)
}

// runner is the handler of a hook: it runs its program as packs have it, with the event on
// standard input; exit status 2 or an answer in JSON denies. An answer that has the user asked first
// denies too, since nobody asks here.
// https://code.claude.com/docs/en/hooks
func (t Terms) runner(h pack.Hook, home string, run Run) Handler {
	p := Process{Env: []string{"CLAUDE_PLUGIN_ROOT=" + home}, Timeout: time.Duration(h.Timeout) * time.Second}
	if h.Script == "" {
		p.Args = []string{"sh", "-c", h.Command}
	} else {
		if h.Run != "" {
			p.Args = []string{h.Run}
		}
		p.Args = append(append(p.Args, h.Script), h.Args...)
	}
	return func(ctx context.Context, e Event) (Answer, error) {
		stdin, err := json.Marshal(struct {
			Event string          `json:"hook_event_name"`
			Tool  string          `json:"tool_name,omitempty"`
			Input json.RawMessage `json:"tool_input,omitempty"`
		}{e.Name, e.Tool, e.Input})
		if err != nil {
			return Answer{}, err
		}
		p := p
		p.Stdin = stdin
		var r Result
		err = guard("Primitives.Run", func() (err error) {
			r, err = run(ctx, p)
			return err
		})
		if err != nil {
			return Answer{}, err
		}
		return answerOf(r), nil
	}
}

// answerOf reads what a hook answered: text, or a JSON object, of which a field of another type
// than it has says nothing, and the others what they say.
func answerOf(r Result) Answer {
	if r.Exit == 2 {
		return Answer{Deny: true, Reason: strings.TrimSpace(string(r.Stderr))}
	}
	if r.Exit != 0 {
		return Answer{}
	}
	var said struct {
		Continue *bool  `json:"continue"`
		Stop     string `json:"stopReason"`
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
		Hook     struct {
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
			Context  string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	var odd *json.UnmarshalTypeError
	err := json.Unmarshal(r.Stdout, &said)
	if field := errors.As(err, &odd) && odd.Field != ""; err != nil && !field {
		return Answer{Context: strings.TrimSpace(string(r.Stdout))}
	}
	switch {
	case said.Continue != nil && !*said.Continue:
		return Answer{Deny: true, Reason: said.Stop}
	case said.Decision == "block":
		return Answer{Deny: true, Reason: said.Reason}
	case said.Hook.Decision == "deny", said.Hook.Decision == "ask":
		return Answer{Deny: true, Reason: said.Hook.Reason}
	}
	return Answer{Context: said.Hook.Context}
}

// located gives a hook's script its absolute path among what was put on the disk, and finds the
// payload's home.
func located(h pack.Hook, p *pack.Pack, t engine.Target, stored []plan.Artifact) (pack.Hook, string, error) {
	home := ""
	for _, f := range p.Payload {
		for _, a := range stored {
			if f.Source == "" || len(a.Sources) == 0 || a.Sources[0].Path != f.Source || a.Kind != string(pack.Payload) {
				continue
			}
			dir := strings.TrimSuffix(strings.TrimSuffix(a.Path, f.Dest), "/")
			at := t.At(a.Mount, a.Path)
			home = filepath.Join(at.Dir, filepath.FromSlash(path.Join(dir, p.Home)))
			if h.Script == f.Dest {
				h.Script = filepath.Join(at.Dir, filepath.FromSlash(a.Path))
				return h, home, nil
			}
		}
	}
	if h.Script != "" {
		return h, "", fmt.Errorf("hook %s: its script %s is nowhere among the files of the plan", h.Event, h.Script)
	}
	return h, home, nil
}
