package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// agreement is what the host and this program can do together, by which the plan is made.
func (in Input) agreement() hostapi.Agreement { return in.Host.Agreement() }

// adapted is a pack as it goes to a host by the agreement with it.
type adapted struct {
	// pack has commands as skills where the host has no commands, and the rules of written.
	pack *pack.Pack
	// written are the rules that no file of the pack has, by name: what each was made of.
	written map[string][]plan.Source
	// degradations are what is otherwise than the pack has it.
	degradations []plan.Degradation
}

// adapt makes the pack of a host. What the host does not offer is put into the words of rules
// where it has a place of its own for these; a file that hosts share is not to say what only
// one of them lacks.
func adapt(in Input) adapted {
	a := adapted{pack: in.Pack, written: map[string][]plan.Source{}}
	x := in.agreement().Effective
	if x.CommandSurface == hostapi.CommandProseOnly && !skillsAlready(in) {
		a.commandsAsSkills()
	}
	d := degrading{in: in, axes: x}
	if has(in.Pack, pack.Command) {
		it, made := commandRule(in, x)
		d.commands(a.write(in, it, made))
	}
	d.dispatch()
	d.model()
	if len(in.Pack.Hooks) > 0 {
		it, made := checksRule(in, x)
		d.hooks(a.write(in, it, made))
	}
	a.degradations = d.all
	return a
}

// skillsAlready reports whether the host's row for commands makes skills of them.
func skillsAlready(in Input) bool {
	row, ok := layout.Row(in.Host, in.Scope, pack.Command)
	d, _, _ := in.Host.DialectOf(row)
	return ok && d.Renderer == "skill-md"
}

// commandsAsSkills makes skills of the pack's commands.
func (a *adapted) commandsAsSkills() {
	p := *a.pack
	p.Items = slices.Clone(p.Items)
	for i := range p.Items {
		if p.Items[i].Kind == pack.Command {
			p.Items[i].Kind = pack.Skill
		}
	}
	a.pack = &p
}

// write adds a rule that always applies, if there is one, and reports whether it has a place.
func (a *adapted) write(in Input, it *pack.Item, made []plan.Source) bool {
	if it == nil {
		return false
	}
	row, ok := layout.Row(in.Host, in.Scope, pack.Rule)
	if _, shared := in.Host.Shared(row.Mount); !ok || shared {
		return false
	}
	p := *a.pack
	p.Items = append(slices.Clone(p.Items), *it)
	a.pack, a.written[it.Name] = &p, made
	return true
}

// ruleOf is a rule of the pack that always applies.
func ruleOf(in Input, stem, description, body string) *pack.Item {
	name := in.Pack.Prefix + "-" + stem
	for slices.ContainsFunc(in.Pack.Items, func(it pack.Item) bool { return it.Kind == pack.Rule && it.Name == name }) {
		name += "-all" // the pack has one of that name
	}
	return &pack.Item{
		Kind: pack.Rule, Stem: stem, Name: name, Short: stem, Body: body, BodyLine: 1,
		Meta: pack.Meta{{Key: "description", Value: pack.Value{Text: description}}, {Key: "alwaysApply", Value: pack.Value{Text: "true"}}},
	}
}

// commandRule names the commands, where the host offers none: they are skills then, and the
// model has to be told that a person may ask for them.
func commandRule(in Input, x hostapi.Axes) (*pack.Item, []plan.Source) {
	if x.CommandSurface != hostapi.CommandProseOnly {
		return nil, nil
	}
	var b strings.Builder
	var from []plan.Source
	fmt.Fprintf(&b, "# Commands of %s\n\nWhen the user asks for one of these by its name, with a slash or without, follow the skill of that name:\n\n", in.Pack.Prefix)
	for _, it := range in.Pack.Items {
		if it.Kind != pack.Command {
			continue
		}
		fmt.Fprintf(&b, "- `%s`: %s\n", it.Name, oneLine(it.Meta.Text("description")))
		from = append(from, plan.Source{Path: it.Source, Start: 1, End: max(it.BodyLine-1, 1)})
	}
	from = append(from, axisField(in.Host, "commandSurface"))
	return ruleOf(in, "commands", "Names the commands of "+in.Pack.Prefix, b.String()), from
}

// axisField is the descriptor's field of an axis.
func axisField(h descriptors.Host, axis string) plan.Source {
	return plan.Source{Path: "descriptor:" + h.ID + "#hostIntegration." + axis}
}

// has reports whether the pack has items of a kind.
func has(p *pack.Pack, kind pack.Kind) bool {
	return slices.ContainsFunc(p.Items, func(it pack.Item) bool { return it.Kind == kind })
}

// explain says of the rules that were written what they were made of, and of commands in a
// folder of the host's own which axis says how they go there. placed and artifacts correspond
// one by one.
func (a adapted) explain(in Input, placed []layout.Placement, artifacts []plan.Artifact) {
	commands := map[string]bool{}
	for _, it := range in.Pack.Items {
		if it.Kind == pack.Command {
			commands[it.Source] = true
		}
	}
	for i, pt := range placed {
		switch made := &artifacts[i]; {
		case pt.Item == nil || pt.File != nil:
		case pt.Item.Source == "":
			made.Sources = append(slices.Clone(a.written[pt.Item.Name]), plan.Source{Path: pt.From}, plan.Source{Path: textField(pt)})
		case commands[pt.Item.Source] && pt.Shared == "":
			made.Sources = append(made.Sources, axisField(in.Host, "commandSurface"))
		}
	}
}
