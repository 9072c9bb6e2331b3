package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/pack"
)

// said is a line that an item of a host's own is begun with if its body has what the line is
// about, since by the agreement that works otherwise there. A line of the descriptor about the
// same stands in its place: it says how, in the host's words.
type said struct {
	// when is dispatch or arguments, as in descriptors.PrefaceLine.
	when  string
	kinds []pack.Kind
	text  string
}

// The lines. They name no host.
const (
	saysNoAgents    = "No agent can be started here: do the work of each that is named below yourself, one after another, by the instructions in its file."
	saysAgentAlone  = "You are an agent and start no others here: do the work of each that is named below yourself, one after another."
	saysAgentsFlat  = "An agent that is started here starts no others: do the work of one that would yourself, and start those that it would."
	saysAgentsRead  = "Count on no more of an agent here than that it reads: change files yourself."
	saysOneCheckout = "Agents share one checkout here: let one at a time change files."
	saysPalette     = "This was picked from a palette, which passes no words: where %s stands, ask the user what it is to be."
)

// saidBy are the lines that an agreement asks for.
func saidBy(x hostapi.Axes, text descriptors.Text) []said {
	d, runs := x.Dispatch, []pack.Kind{pack.Command, pack.Skill}
	agents := []pack.Kind{pack.Agent}
	var all []said
	say := func(when string, kinds []pack.Kind, text string) { all = append(all, said{when, kinds, text}) }
	switch {
	case dispatchAbsent(x):
		say("dispatch", slices.Concat(runs, agents), saysNoAgents)
	case hostapi.ShouldFlatten(d):
		say("dispatch", runs, saysAgentsFlat)
		say("dispatch", agents, saysAgentAlone)
	}
	if !dispatchAbsent(x) {
		if d.SubagentToolkit != hostapi.ToolkitFull {
			say("dispatch", runs, saysAgentsRead)
		}
		if d.Isolation == hostapi.IsolationNone {
			say("dispatch", runs, saysOneCheckout)
		}
	}
	if x.CommandSurface == hostapi.CommandPalette {
		say("arguments", []pack.Kind{pack.Command}, fmt.Sprintf(saysPalette, "`"+text.Arguments+"`"))
	}
	return all
}

// dispatchAbsent reports whether no agent can be started by its name.
func dispatchAbsent(x hostapi.Axes) bool {
	level, _ := hostapi.DegradationFor(hostapi.PointDispatch, x)
	return level == hostapi.Absent
}

// preface is the block before a body that says what the host does not expand, or does
// otherwise; empty if nothing in the body needs it.
func (o *output) preface() string {
	var lines, told []string
	if o.Dialect.Preface {
		for _, line := range o.spelling.text.Preface {
			if o.speaksOf(line.When) {
				lines, told = append(lines, line.Text), append(told, line.When)
			}
		}
	}
	for _, s := range o.spelling.said {
		if slices.Contains(s.kinds, o.Kind) && !slices.Contains(told, s.when) && o.speaksOf(s.when) {
			lines = append(lines, s.text)
			o.lines.agreed = true
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return fmt.Sprintf("<host_note>\n%s\n</host_note>\n\n", strings.Join(lines, "\n"))
}
