package pack

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// payload reads the supporting files.
func (rd *reader) payload() {
	trees := rd.man.Payload
	if trees == nil {
		trees = rd.restTrees()
	}
	for i, t := range trees {
		files := rd.list(t.From, &rd.report)
		if len(files) == 0 && rd.man.Payload != nil && !rd.isDir(t.From) {
			rd.mismatch(rd.man.lines.nth("payload", i), "payload: %q is not in the pack", t.From)
		}
		files = slices.DeleteFunc(files, func(f file) bool { return !rd.isPayload(t, f) })
		rd.fetch(files, func(f file) bool { return rd.later && t.copies(f) })
		for _, f := range files {
			dest := rd.payloadFile(t, f)
			if rd.man.Payload != nil {
				rd.trees[dest] = rd.man.table("payload", i)
			}
		}
	}
	for i, g := range rd.man.Generated {
		rd.generate(g, rd.man.table("generated", i))
	}
	sort.SliceStable(rd.pack.Payload, func(i, j int) bool { return rd.pack.Payload[i].Dest < rd.pack.Payload[j].Dest })
	rd.overlaps()
}

// isPayload reports whether a file below a tree is of it.
func (rd *reader) isPayload(t payloadTree, f file) bool {
	rel := relative(t.From, f.path)
	if len(t.Include) > 0 && !matchAny(t.Include, rel) || matchAny(t.Exclude, rel) {
		return false
	}
	return rd.man.Payload != nil || !rd.taken[f.path] || rd.named(f.path)
}

// payloadFile adds one file of a tree and returns its destination.
func (rd *reader) payloadFile(t payloadTree, f file) string {
	rel := relative(t.From, f.path)
	later := rd.later && t.copies(f)
	c, ok := rd.useOnly(f, later)
	if !ok {
		return ""
	}
	data := c.data
	to := t.From
	if t.To != nil {
		to = *t.To
	}
	if f.path != t.From {
		to = path.Join(to, rel)
	}
	out := File{Source: f.path, Dest: to, Data: data, Exec: f.exec || matchAny(t.Exec, rel)}
	switch {
	case later:
		rd.leave(&out, f, c)
	case t.prose(rel):
		if !isText(f.path, data, &rd.report) {
			return ""
		}
		out.Rewrite = Prose
	case matchAny(t.Template, rel):
		rd.fill(&out)
	}
	rd.pack.Payload = append(rd.pack.Payload, out)
	return out.Dest
}

// prose reports whether a file below the tree is respelled, copies whether it is copied as it is.
func (t payloadTree) prose(rel string) bool {
	return t.Rewrite == nil && path.Ext(rel) == ".md" || matchAny(t.Rewrite, rel)
}

func (t payloadTree) copies(f file) bool {
	rel := relative(t.From, f.path)
	return !t.prose(rel) && !matchAny(t.Template, rel)
}

// fill replaces the tokens in a template.
func (rd *reader) fill(f *File) {
	for _, token := range rd.pack.Tokens() {
		if !bytes.Contains(f.Data, []byte(token)) {
			continue
		}
		if f.Unfilled == nil {
			f.Unfilled = f.Data
		}
		value := rd.man.Tokens[token]
		f.From = rd.man.filledFrom(f.From, rd.man.table("tokens", 0), value)
		f.Data = bytes.ReplaceAll(f.Data, []byte(token), []byte(strings.ReplaceAll(value, "{version}", rd.pack.Version)))
		f.Rewrite = Template
	}
}

// filledFrom adds to sources where a text is given, and the version if the text has it.
func (m *manifest) filledFrom(all []plan.Source, at plan.Source, text string) []plan.Source {
	if !slices.Contains(all, at) {
		all = append(all, at)
	}
	if strings.Contains(text, "{version}") && !slices.Contains(all, m.version) {
		all = append(all, m.version)
	}
	return all
}

// generate adds a file with fixed text.
func (rd *reader) generate(g generated, at plan.Source) {
	if strings.Contains(g.Text, "{version}") && rd.pack.Version == "" {
		rd.problem(at.Path, at.Start, "%s needs a version and the pack has none", g.To)
	}
	f := File{Dest: g.To, Data: []byte(strings.ReplaceAll(g.Text, "{version}", rd.pack.Version)), Unshared: g.Unshared}
	f.From = rd.man.filledFrom(nil, at, g.Text)
	if strings.Contains(g.Text, "{host}") {
		f.Rewrite = Template
	}
	rd.pack.Payload = append(rd.pack.Payload, f)
}

// overlaps reports payload files that want one place, also on a file
// system that takes two names for one, and places that are not the pack's.
func (rd *reader) overlaps() {
	at := map[string]File{}
	for _, f := range rd.pack.Payload {
		key := plan.Fold(f.Dest)
		if other, ok := at[key]; ok {
			rd.refuse("place-taken", f.Source, 0, "it and %s both go to %s%s", other.Source, f.Dest, plan.ToldApart(other.Dest, f.Dest))
			continue
		}
		at[key] = f
	}
	for _, f := range rd.pack.Payload {
		for dir := path.Dir(f.Dest); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if other, ok := at[plan.Fold(dir)]; ok {
				rd.refuse("place-taken", f.Source, 0, "it goes to %s, where %s goes to %s%s", f.Dest, other.Source, other.Dest, plan.ToldApart(other.Dest, dir))
			}
		}
		switch {
		case !fs.ValidPath(f.Dest):
			rd.refuse("place-taken", f.Source, 0, "it cannot go to %q, which is no path below a folder", f.Dest)
		case plan.InState(f.Dest):
			rd.refuse("place-taken", f.Source, 0, "it cannot go to %q, which is kept for the installer's own records", f.Dest)
		}
	}
}

// home finds what ${CLAUDE_PLUGIN_ROOT} means and how texts name the payload.
func (rd *reader) home() {
	p := rd.pack
	if rd.man.Payload == nil {
		p.Home = p.Prefix
	}
	if rd.man.Home != nil {
		p.Home = *rd.man.Home
	}
	for from, to := range rd.man.Aliases {
		p.Aliases = append(p.Aliases, Alias{from, to})
	}
	if rd.man.Payload == nil {
		p.Aliases = append(p.Aliases, rd.restAliases()...)
	}
	sort.Slice(p.Aliases, func(i, j int) bool {
		if a, b := len(p.Aliases[i].From), len(p.Aliases[j].From); a != b {
			return a > b
		}
		return p.Aliases[i].From < p.Aliases[j].From
	})
}
