package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// degrading finds what of a pack works otherwise on a host, by the agreement with it.
type degrading struct {
	in   Input
	axes hostapi.Axes
	all  []plan.Degradation
}

// less records one; effective is the value agreed on.
func (d *degrading) less(rule string, point hostapi.Point, axis string, effective any, format string, args ...any) {
	level, _ := hostapi.DegradationFor(point, d.axes)
	if level == hostapi.Full {
		level = hostapi.Degraded // by more than the point rests on
	}
	says := d.in.Host.HostIntegration.Says(axis)
	declared := hostapi.Undocumented
	if says.Value != nil {
		declared = fmt.Sprint(says.Value)
	}
	d.all = append(d.all, plan.Degradation{
		Rule: rule, Point: string(point), Level: string(level), Axis: axis, Declared: declared, Effective: fmt.Sprint(effective),
		Effect: fmt.Sprintf(format, args...), Source: says.Source,
	})
}

// commands says what becomes of the pack's commands; named reports whether a text of the host
// names them.
func (d *degrading) commands(named bool) {
	n := itemCount(count(d.in.Pack, pack.Command), pack.Command)
	less := func(rule, format string, args ...any) {
		d.less(rule, hostapi.PointCommand, "commandSurface", d.axes.CommandSurface, format, args...)
	}
	switch d.axes.CommandSurface {
	case hostapi.CommandSlashTOML:
		less("commands-toml", "%s: a prompt in TOML, called by the pack's name and its own", n)
	case hostapi.CommandPalette:
		if skillsAlready(d.in) {
			less("commands-palette", "%s: a skill, which the model calls or the user from palette or chat", n)
			return
		}
		less("commands-palette", "%s: picked from the palette, which passes no words; each asks for those that it takes", n)
	case hostapi.CommandProseOnly:
		if named {
			less("commands-as-prose", "%s: a skill, which a text in the host's rules names", n)
		} else {
			less("commands-as-prose", "%s: a skill, which nothing names; the host has no place of its own for rules in %s scope", n, d.in.Scope)
		}
	case hostapi.CommandSlashFile, hostapi.CommandSlashProgrammatic:
	}
}

// dispatch says how a pack that has agents, or has some started, does without.
func (d *degrading) dispatch() {
	source := d.in.Host.Native().Tools
	if !slices.ContainsFunc(d.in.Pack.Items, func(it pack.Item) bool { return it.Kind == pack.Agent || dispatches(it.Body, source) }) {
		return
	}
	less := func(rule, axis string, effective any, effect string) {
		d.less(rule, hostapi.PointDispatch, "dispatch."+axis, effective, "%s", effect)
	}
	x := d.axes.Dispatch
	switch {
	case !x.NamedDispatch:
		less("dispatch-none", "namedDispatch", false, "one agent does the work of all that are to be started, in order")
		return
	case dispatchAbsent(d.axes):
		less("dispatch-none", "maxDepth", x.MaxDepth, "one agent does the work of all that are to be started, in order")
		return
	case hostapi.ShouldFlatten(x):
		axis, value := flattens(x)
		less("dispatch-flat", axis, value, "agents start no others; what one would start, the first agent does or starts")
	}
	if x.SubagentToolkit != hostapi.ToolkitFull {
		less("dispatch-reads", "subagentToolkit", x.SubagentToolkit, "agents are counted on to read alone; what changes files stays with the first agent")
	}
	if x.Isolation == hostapi.IsolationNone {
		less("dispatch-in-order", "isolation", x.Isolation, "agents share one checkout, so that those that change files run one after another")
	}
}

// flattens is the field for which hostapi.ShouldFlatten says yes, and its value.
func flattens(x hostapi.Dispatch) (field string, value any) {
	switch {
	case !x.Nested:
		return "nested", x.Nested
	case x.MaxDepth >= 0 && x.MaxDepth <= 1:
		return "maxDepth", x.MaxDepth
	case x.SubagentToolkit != hostapi.ToolkitFull:
		return "subagentToolkit", x.SubagentToolkit
	case !x.Background:
		return "background", x.Background
	default:
		return "backgroundDispatch", x.BackgroundDispatch
	}
}

// model says what becomes of the models and efforts that agents and commands ask for.
func (d *degrading) model() {
	if d.axes.ModelMode != hostapi.ModelPassive {
		return
	}
	n := 0
	for _, it := range d.in.Pack.Items {
		asks := func(f pack.Field) bool {
			v := strings.TrimSpace(f.Value.Text)
			return asksForModel(f.Key) && v != "" && v != "inherit"
		}
		if slices.ContainsFunc(it.Meta, asks) {
			n++
		}
	}
	if n == 0 && d.in.Pin.none() {
		return
	}
	effect := "%d that ask for a model or an effort get the user's"
	if d.in.Host.Text.Native {
		effect = "%d ask for a model or an effort in their own file, and the host has the last word"
	}
	if pin := d.in.Pin; !pin.none() {
		effort := pin.Effort
		if own, err := d.in.Host.Exec().Effort.Level(effort); err == nil && own != "" && own != effort {
			effort = fmt.Sprintf("%s, which stands for %s there", own, effort)
		}
		d.less("model-pinned", hostapi.PointModel, "modelMode", d.axes.ModelMode, "agents run on %s with the effort %s, as you have pinned", pin.Model, effort)
		return
	}
	d.less("model-passive", hostapi.PointModel, "modelMode", d.axes.ModelMode, effect, n)
}

// hooks says what becomes of the pack's hooks; said reports whether a text of the host says
// when to run them.
func (d *degrading) hooks(said bool) {
	n := counts(len(d.in.Pack.Hooks), "hook")
	less := func(rule, format string, args ...any) {
		d.less(rule, hostapi.PointHooks, "hookBus", d.axes.HookBus, format, args...)
	}
	switch {
	case d.axes.HookBus == hostapi.BusEngine:
		less("hooks-of-engine", "%s: not registered with the host; an engine that is embedded in it fires them", n)
	case d.axes.HookBus == hostapi.BusNone && said:
		less("hooks-as-rules", "%s: not registered; a rule says when to run what, and what to heed", n)
	case d.axes.HookBus == hostapi.BusNone:
		less("hooks-as-rules", "%s: left out; the host runs none, and has no place of its own for rules in %s scope", n, d.in.Scope)
	}
}

func count(p *pack.Pack, kind pack.Kind) int {
	n := 0
	for _, it := range p.Items {
		if it.Kind == kind {
			n++
		}
	}
	return n
}

func counts(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
