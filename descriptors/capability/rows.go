package capability

import (
	"fmt"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// entry is one row of artifactLayout.
type entry struct {
	key, kind, dest string
	form            form
}

// rows reads where items go, and gives the payload a place beside them.
func (d *decoder) rows(o object) {
	d.host.Dialects = map[string]descriptors.Dialect{}
	some := false
	var scopes []plan.Scope
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		all := d.entries(o, scope)
		some = some || len(all) > 0
		has := map[string]bool{}
		for _, e := range all {
			has[tables().Kinds[e.kind]] = true
		}
		for _, e := range all {
			d.row(e, tables().Kinds[e.kind], scope)
			if e.kind == "skills" && !has["commands"] {
				d.row(e, "commands", scope)
			}
		}
		if len(all) > 0 {
			scopes = append(scopes, scope)
		}
	}
	o.done()
	if !some {
		d.note(o.key, "it has no rows: only supporting files go into the home")
		scopes = nil // both
	}
	if len(scopes) == 2 {
		scopes = nil
	}
	d.host.ArtifactLayout = append(d.host.ArtifactLayout, descriptors.Row{Kind: "payload", Scopes: scopes, Mount: "config", Status: "community"})
}

// entries are the rows of a scope.
func (d *decoder) entries(o object, scope plan.Scope) []entry {
	var all []entry
	for i, v := range o.list(string(scope)) {
		key := fmt.Sprintf("%s.%s[%d]", o.key, scope, i)
		fields, ok := v.(map[string]any)
		if !ok {
			d.add(key, "it is no object")
			continue
		}
		if e, ok := d.entry(object{&d.reader, key, fields}, scope); ok {
			all = append(all, e)
		}
	}
	return all
}

func (d *decoder) entry(o object, scope plan.Scope) (entry, bool) {
	e := entry{key: o.key, kind: o.text("kind"), dest: o.text("destSubpath")}
	_, named := o.fields["converter"]
	converter := o.text("converter")
	nesting, prefix := o.text("nesting"), o.text("prefix")
	recursive, isBool := o.take("recursive").(bool)
	home := o.text("home")
	o.done()
	if _, ok := tables().Kinds[e.kind]; !ok {
		d.add(dot(o.key, "kind"), "unknown word %q, not one of %s", e.kind, words(tables().Kinds))
		return e, false
	}
	if e.dest == "" {
		d.add(dot(o.key, "destSubpath"), "missing")
	}
	if !named {
		d.add(dot(o.key, "converter"), "missing; null is the form of the pack itself")
	}
	switch {
	case nesting == "nested":
		d.note(dot(o.key, "nesting"), "items lie side by side, since hosts look one level deep")
	case nesting != "flat":
		d.add(dot(o.key, "nesting"), "unknown word %q, not one of flat, nested", nesting)
	}
	if prefix != "" {
		d.note(dot(o.key, "prefix"), "names begin with the prefix of the pack that is installed, not always with %q", prefix)
	}
	if isBool && recursive {
		d.note(dot(o.key, "recursive"), "items lie side by side, since hosts look one level deep")
	}
	if home != "" {
		d.note(dot(o.key, "home"), "they go into the host's own home, not %q", home)
		if scope == plan.Local {
			d.add(dot(o.key, "home"), "a project's rows stay in the project")
		}
	}
	return e, d.converted(&e, converter)
}

// converted finds the form of a row.
func (d *decoder) converted(e *entry, converter string) bool {
	f, ok := tables().Plain[e.kind], true
	if converter != "" {
		f, ok = tables().Converters[converter]
	}
	if !ok {
		d.add(dot(e.key, "converter"), "unknown converter %q; no dialect is known for it", converter)
		return false
	}
	if _, ok := f.dialect(tables().Kinds[e.kind]); !ok {
		d.add(dot(e.key, "converter"), "%s makes no %s", converter, e.kind)
		return false
	}
	e.form = f
	if f.Agents != "" {
		d.forms = append([]form{f}, d.forms...)
	} else {
		d.forms = append(d.forms, f)
	}
	return true
}

// row adds the place of a kind, and its dialect.
func (d *decoder) row(e entry, kind string, scope plan.Scope) {
	name := tables().Kinds[e.kind] + "-" + string(scope)
	d.host.Dialects[name], _ = e.form.dialect(kind)
	if both, ok := e.form.dialect("commands"); ok && e.kind == "skills" {
		d.host.Dialects[name] = both // one form for all that lies in one folder
	}
	d.keys[fmt.Sprintf("artifactLayout[%d]", len(d.host.ArtifactLayout))] = e.key
	d.host.ArtifactLayout = append(d.host.ArtifactLayout, descriptors.Row{
		Kind: kind, Scopes: descriptors.Scopes{scope}, Mount: "config", DestSubpath: e.dest,
		File: e.form.File, Nesting: "flat", Dialect: name, Status: "community",
	})
}
