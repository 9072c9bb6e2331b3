package project

import (
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// moment says when a hook runs, and whether what it ends with can stop what it is for.
type moment struct {
	// text has %s for the tools of an event that is about tools.
	text  string
	gates bool
}

// moments are the events that a model can tell by itself; of the others it does not hear.
var moments = map[string]moment{
	"SessionStart":     {text: "when a session begins"},
	"UserPromptSubmit": {text: "when the user has written, before you answer", gates: true},
	"PreToolUse":       {text: "before you use %s", gates: true},
	"PostToolUse":      {text: "after you have used %s"},
	"SubagentStop":     {text: "when an agent that you started has ended", gates: true},
	"Stop":             {text: "before you end your turn", gates: true},
}

// checksRule puts hooks into words, where no host runs them: when to run which program, and
// what of it is to be heeded.
func checksRule(in Input, x hostapi.Axes) (*pack.Item, []plan.Source) {
	if x.HookBus != hostapi.BusNone {
		return nil, nil
	}
	ps, err := newPlaces(in)
	if err != nil {
		return nil, nil // Render says so
	}
	var b strings.Builder
	var from []plan.Source
	fmt.Fprintf(&b, "# Checks of %s\n\nNothing here runs these by itself, so run each when it is said to. Give it one JSON object on its standard input, with\n"+
		"`hook_event_name`, and before and after a tool with `tool_name` and `tool_input`. If one that says \"heed\" ends with 2, what it is for\n"+
		"must not be done: do what it printed on standard error instead. Take what the others print into account.\n\n", in.Pack.Prefix)
	for _, h := range in.Pack.Hooks {
		m, ok := moments[h.Event]
		if !ok {
			continue
		}
		heed := ""
		if m.gates {
			heed = " and heed"
		}
		fmt.Fprintf(&b, "- `%s`, %s: run%s `%s`\n", h.Event, m.says(h), heed, checkCommand(in, ps, h))
		from = addSources(from, hookSources(h))
	}
	if len(from) == 0 {
		return nil, nil
	}
	from = append(from, axisField(in.Host, "hookBus"))
	return ruleOf(in, "checks", "Says which checks of "+in.Pack.Prefix+" to run when", b.String()), from
}

// unsaid notes the hooks that no rule can tell of, where rules stand for hooks.
func unsaid(in Input, bus hostapi.HookBus) []plan.Note {
	var notes []plan.Note
	for _, h := range in.Pack.Hooks {
		if _, ok := moments[h.Event]; !ok && bus == hostapi.BusNone {
			const text = "%s runs no hooks, and a model cannot tell when this one is due; it is left out"
			notes = append(notes, hookNote("hook-lost", h, fmt.Sprintf(text, in.Host.Title), fmt.Sprintf(text, "the host")))
		}
	}
	return notes
}

// says is when a hook runs, in words; tools are spelled for the host with the rest of the text.
func (m moment) says(h pack.Hook) string {
	if !strings.Contains(m.text, "%s") {
		return m.text
	}
	tools := "any tool"
	switch {
	case len(h.Tools) > 0:
		var names []string
		for _, name := range h.Tools {
			names = append(names, "`"+name+"`")
		}
		tools = strings.Join(names, ", ")
	case h.Matcher != "":
		tools = "a tool that `" + h.Matcher + "` matches"
	}
	return fmt.Sprintf(m.text, tools)
}

// checkCommand is what a hook runs, as a text names it: without this machine's folders, so that
// a project can be committed.
func checkCommand(in Input, ps *places, h pack.Hook) string {
	if h.Script == "" {
		root := joinPath(ps.payload.shown(), in.Pack.Home)
		if rest, home := strings.CutPrefix(root, "~/"); home {
			root = "$HOME/" + rest // which a shell puts in within quotes too
		}
		return replaceRoots(h.Command, func(string, int) string { return root })
	}
	var words []string
	if h.Run != "" {
		words = append(words, h.Run)
	}
	words = append(words, shownWord(joinPath(ps.payload.shown(), h.Script)))
	for _, arg := range h.Args {
		words = append(words, quoteArg("linux", arg))
	}
	return strings.Join(words, " ")
}

// shownWord is a path as one word of a shell.
func shownWord(path string) string {
	rest, home := strings.CutPrefix(path, "~/")
	if home {
		return "~/" + quoteArg("linux", rest)
	}
	return quoteArg("linux", path)
}
