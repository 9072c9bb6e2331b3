package project

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"sync"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// rendered is what a renderer makes of one placement, apart from where it goes.
type rendered struct {
	data []byte
	// later reads data where it was only summed.
	later func() ([]byte, error)
	sum   plan.Sum
	// always is how many bytes of data the host loads at every start.
	always int
	// body are the lines of the item's body that are in data one by one, and where.
	body   span
	losses []loss
	err    error
}

// span are lines of a body: those from the first to the last but one, counted from 0, which
// stand in what was made from line at on, counted from 1. No at is none of them.
type span struct {
	first, last, at int
	// preface is how many lines there are, right before, of what the host has to know first.
	preface int
	// agreed reports that some of these are what the agreement asks for.
	agreed bool
}

// task is one placement with what a renderer needs to know of the host.
type task struct {
	layout.Placement
	host     descriptors.Host
	spelling *spelling
	// listing is the most characters of a description that the host lists; 0 is any.
	listing int
}

// renderAll renders the placements, several at a time.
func renderAll(in Input, places *places, placed []layout.Placement, limits map[string]int) ([]plan.Artifact, []loss, error) {
	results := make([]rendered, len(placed))
	work := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range work {
				t := task{Placement: placed[i], host: reader(in.Host, placed[i]), spelling: places.spellingFor(placed[i]), listing: limits[string(placed[i].Kind)+"s"]}
				results[i] = in.Cache.do(t.key(), t.render)
			}
		}()
	}
	for i := range placed {
		work <- i
	}
	close(work)
	wg.Wait()
	return collect(in, placed, limits, results)
}

// reader is the host whose tools a placement may name; in a shared folder that has
// tools these are everybody's.
func reader(h descriptors.Host, pt layout.Placement) descriptors.Host {
	if shared, ok := h.Shared(pt.Shared); ok && shared.Tools.Source != "" {
		return descriptors.Host{ID: shared.ID, Title: shared.Title, Tools: shared.Tools, Text: shared.Text}
	}
	return h
}

func collect(in Input, placed []layout.Placement, limits map[string]int, results []rendered) ([]plan.Artifact, []loss, error) {
	artifacts := make([]plan.Artifact, 0, len(placed))
	var losses []loss
	var errs []error
	for i, pt := range placed {
		r := results[i]
		if r.err != nil {
			errs = append(errs, r.err)
			continue
		}
		a := artifact(pt, r)
		a.Sources = append(a.Sources, pinSources(in, pt.Kind, pt.Dialect)...)
		a.Twins = layout.Twins(in.Host, in.Scope, in.Mounts, pt)
		if limits[string(pt.Kind)+"s"] > 0 && pt.File == nil {
			a.Sources = append(a.Sources, plan.Source{Path: "descriptor:" + in.Host.ID + "#listing"})
		}
		artifacts = append(artifacts, a)
		losses = append(losses, r.losses...)
	}
	return artifacts, losses, errors.Join(errs...)
}

func artifact(pt layout.Placement, r rendered) plan.Artifact {
	a := plan.Artifact{
		Mount: pt.Mount, Path: pt.Path, Kind: string(pt.Kind),
		Data: r.data, Later: r.later, Sum: r.sum, Mode: 0o644, Rule: pt.Rule, Sources: sources(pt, r.body), Always: r.always,
	}
	if pt.Item != nil {
		a.Name = pt.Item.Name
		a.Item = pt.File == nil && pt.Part == ""
	}
	if pt.File != nil {
		a.Mode = fileMode(pt.File)
		a.Rule = copyRule(pt.File)
	}
	return a
}

func fileMode(f *pack.File) fs.FileMode {
	if f.Exec {
		return 0o755
	}
	return 0o644
}

// sources names the pack file with the lines of its body, its frontmatter, and
// the descriptor field of the dialect.
func sources(pt layout.Placement, body span) []plan.Source {
	if f := pt.File; f != nil {
		var srcs []plan.Source
		if f.Source != "" {
			srcs = append(srcs, plan.Source{Path: f.Source, At: 1})
		}
		srcs = append(srcs, f.From...)
		if f.Rewrite == pack.Prose {
			srcs = append(srcs, plan.Source{Path: textField(pt)}, plan.Source{Path: beside(pt.From, "tools")})
		}
		return srcs
	}
	it := pt.Item
	var srcs []plan.Source
	if body.at > 0 {
		srcs = append(srcs, plan.Source{Path: it.Source, Start: it.BodyLine + body.first, End: it.BodyLine + body.last - 1, At: body.at})
		if from := prefaceField(pt, body); body.preface > 0 {
			srcs = append(srcs, plan.Source{Path: from, Start: 1, End: body.preface, At: body.at - body.preface})
		}
	}
	if it.BodyLine > 1 {
		srcs = append(srcs, plan.Source{Path: it.Source, Start: 1, End: it.BodyLine - 1})
	}
	return append(srcs, plan.Source{Path: pt.From}, plan.Source{Path: textField(pt)}, plan.Source{Path: beside(pt.From, "tools")})
}

// textField names the descriptor field that prose is respelled by.
func textField(pt layout.Placement) string { return beside(pt.From, "text") }

// prefaceField names the descriptor field that the lines before a body are of.
func prefaceField(pt layout.Placement, body span) string {
	if body.agreed {
		return beside(pt.From, "hostIntegration")
	}
	return textField(pt) + ".preface"
}

// beside names another field of the descriptor that a field is of.
func beside(field, name string) string {
	descriptor, _, _ := strings.Cut(field, "#")
	return descriptor + "#" + name
}

// render runs the renderer of the placement. The set is closed: a name that is
// not in it is a fault of the descriptor.
func (t task) render() rendered {
	out := &output{task: t}
	var err error
	switch {
	case t.File != nil:
		out.copyFile()
	case t.Dialect.Renderer == "skill-md":
		err = out.skillMD()
	case t.Dialect.Renderer == "slash-md":
		err = out.slashMD()
	case t.Dialect.Renderer == "slash-toml":
		err = out.slashTOML()
	case t.Dialect.Renderer == "agent-md":
		err = out.agentMD()
	case t.Dialect.Renderer == "agent-toml":
		err = out.agentTOML()
	case t.Part == layout.Prompt:
		out.prompt()
	case t.Dialect.Renderer == "agent-yaml":
		err = out.agentYAML()
	case t.Dialect.Renderer == "marked-block":
		err = out.block()
	case t.Dialect.Renderer == "rule-mdc":
		err = out.ruleMDC()
	case t.Dialect.Renderer == "rule-md":
		err = out.ruleMD()
	default:
		err = fmt.Errorf("%s: unknown renderer %q", t.From, t.Dialect.Renderer)
	}
	if err != nil {
		return rendered{err: err}
	}
	if t.File == nil && t.Kind == pack.Rule && alwaysApplies(t.Item.Meta) {
		out.always = len(out.data)
	}
	if t.File != nil && t.File.Later() != nil {
		return rendered{later: t.File.Later(), sum: t.File.Sum()}
	}
	return rendered{data: out.data, sum: plan.SumOf(out.data), always: out.always, body: out.lines, losses: out.losses}
}

// output collects what a renderer writes and what gets lost.
type output struct {
	task
	data []byte
	// lines are those of the body in data; its at is that of the body's first line among
	// what body has returned until the renderer puts something before that.
	lines  span
	losses []loss
	// always is how many bytes of data the host loads at every start: descriptions.
	always int
}

// put writes the file: what the renderer makes, then the body.
func (o *output) put(head, body, tail string) {
	o.lines.at += strings.Count(head, "\n")
	o.data = []byte(head + body + tail)
}

// errorf is an error of the pack for this host.
func (o *output) errorf(format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	return &ItemError{Rule: "item-refused", Source: plan.Source{Path: o.Item.Source, Start: 1}, Message: message, General: message}
}

// ItemError says why an item cannot be rendered for a host.
type ItemError struct {
	// Rule is the stable name of the kind of error.
	Rule string
	// Source is the line of the pack that it is about.
	Source plan.Source
	// Message says what and why; General the same without the host's name.
	Message, General string
}

// Error names the item's file, and says why.
func (e *ItemError) Error() string { return e.Source.Path + ": " + e.Message }

// Place returns the line of the pack.
func (e *ItemError) Place() (file string, line int) { return e.Source.Path, e.Source.Start }
