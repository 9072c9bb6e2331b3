package adapter

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Item is a part of a pack as a host is given it.
type Item struct {
	// Name is its public name, of the form [a-z0-9-]{1,64}.
	Name string
	// Description says when to use it; empty if nothing does.
	Description string
	// Text is what would be in its file on this host, in the descriptor's dialect.
	Text string
	// Sources are the pack files and descriptor fields it was made from.
	Sources []plan.Source
}

// Tool is what the model calls by name: a skill, or what the host has no other place for.
type Tool struct {
	Item
	// Call answers the model. Argument is text, empty where the tool takes none.
	Call func(ctx context.Context, argument string) (string, error)
}

// Registry is all that an imperative adapter registers, composed of the same plan that the
// declarative one writes, by what was agreed on.
type Registry struct {
	Commands []Item
	Agents   []Item
	Tools    []Tool
	// Instructions go before the model in every session: the pack's rules, and what is done
	// where the host falls short. Its name is the pack's prefix.
	Instructions Item
	// Hooks are run at events of the bus.
	Hooks []pack.Hook
	// Lost says what of the pack the host does not take.
	Lost []plan.Note

	// stored is what lies beside: files that texts and hooks name.
	stored []plan.Artifact
	// instructed are the parts of the instructions.
	instructed []string
}

// compose makes the registry of a plan.
func compose(t Terms, p *pack.Pack, made plan.Plan) (Registry, error) {
	r := Registry{Lost: made.Notes}
	said := descriptions(p)
	for _, a := range made.Artifacts {
		if !a.Item { // it is kept as a file
			if a.Kind != "hook" { // what registers hooks in files
				r.stored = append(r.stored, a)
			}
			continue
		}
		data, err := a.Bytes()
		if err != nil {
			return Registry{}, err
		}
		r.add(t, pack.Kind(a.Kind), Item{a.Name, said[pack.Kind(a.Kind)][a.Name], string(data), a.Sources})
	}
	for _, e := range made.Edits {
		for _, op := range e.Ops {
			var text string
			if op.Kind == plan.Insert && json.Unmarshal(op.Value, &text) == nil {
				r.instruct(strings.TrimSpace(text), e.Sources)
			}
		}
	}
	for _, h := range p.Hooks {
		if why := t.unhooked(h); why != "" {
			r.instruct(ruleText(h, why), []plan.Source{{Path: h.Source, Start: h.Line, End: h.Line}})
			continue
		}
		r.Hooks = append(r.Hooks, h)
		if rest := h; len(t.unnamed(h)) > 0 {
			rest.Tools = t.unnamed(h)
			r.instruct(ruleText(rest, "what they are called is not known"), []plan.Source{{Path: h.Source, Start: h.Line, End: h.Line}})
		}
	}
	r.close(t, p)
	return r, nil
}

// descriptions are those of the pack's items.
func descriptions(p *pack.Pack) map[pack.Kind]map[string]string {
	said := map[pack.Kind]map[string]string{}
	for _, it := range p.Items {
		if said[it.Kind] == nil {
			said[it.Kind] = map[string]string{}
		}
		said[it.Kind][it.Name] = it.Meta.Text("description")
	}
	return said
}

// add puts an item where the agreement has it.
func (r *Registry) add(t Terms, kind pack.Kind, it Item) {
	switch {
	case kind == pack.Rule:
		r.instruct(it.Text, it.Sources)
	case kind == pack.Command && !t.absent(hostapi.PointCommand):
		r.Commands = append(r.Commands, it)
	case kind == pack.Agent && !t.absent(hostapi.PointDispatch):
		r.Agents = append(r.Agents, it)
	default:
		// A skill, or what stands in for a command or an agent.
		r.Tools = append(r.Tools, Tool{it, func(context.Context, string) (string, error) { return it.Text, nil }})
		if kind == pack.Command {
			r.instruct(fmt.Sprintf("The command %s is the tool of that name: %s", it.Name, it.Description), it.Sources)
		}
		if kind == pack.Agent {
			r.instruct(fmt.Sprintf("The part of the agent %s is yours: take it from the tool of that name.", it.Name), it.Sources)
		}
	}
}

func (r *Registry) instruct(text string, from []plan.Source) {
	r.instructed = append(r.instructed, text)
	for _, s := range from {
		if !slices.Contains(r.Instructions.Sources, s) {
			r.Instructions.Sources = append(r.Instructions.Sources, s)
		}
	}
}

// close makes one text of the instructions, with the fallback of each point that falls short.
func (r *Registry) close(t Terms, p *pack.Pack) {
	r.Instructions.Name = p.Prefix
	r.Instructions.Description = "rules of " + p.Name
	var short []string
	for _, point := range hostapi.Points() {
		if o := t.agreement.Points[point]; o.EffectiveLevel != hostapi.Full {
			short = append(short, fmt.Sprintf("- %s (%s): %s", point, o.EffectiveLevel, o.Fallback))
		}
	}
	if len(short) > 0 {
		r.instructed = append(r.instructed, fmt.Sprintf("What %s does otherwise:\n%s", t.host.Title, strings.Join(short, "\n")))
	}
	r.Instructions.Text = strings.Join(r.instructed, "\n\n")
	if r.Instructions.Text != "" {
		r.Instructions.Text += "\n"
	}
}

// storedMounts are the mounts of a host that has no folders, since its state is kept elsewhere:
// texts name what lies there by storedAt.
func storedMounts(t Terms) []plan.Mount {
	var all []plan.Mount
	for _, row := range t.host.ArtifactLayout {
		id := layout.MountID(t.host, row.Mount)
		m := plan.Mount{ID: id, Dir: "/" + id, Shown: storedAt + id, Store: id}
		if !slices.ContainsFunc(all, func(m plan.Mount) bool { return m.ID == id }) {
			all = append(all, m)
		}
	}
	return all
}

// storedAt begins the names of files in an engine's state, as texts spell them.
const storedAt = "state:"
