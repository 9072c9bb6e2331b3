package capability

import (
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// text takes the text rules of the host whose dialects are used.
func (d *decoder) text(o object) {
	base, ok := descriptors.Get(d.base())
	if !ok {
		base = descriptors.Builtin().Hosts()[0].Native()
	}
	d.host.Text = base.Text
	d.host.Text.Native = false
	if style := o.text("commandStyle"); style != "" {
		if d.host.Text.Command, ok = tables().CommandStyles[style]; !ok {
			d.add("runtime.commandStyle", "unknown word %q, not one of %s", style, words(tables().CommandStyles))
		}
	} else {
		d.add("runtime.commandStyle", "missing")
	}
	d.host.Tools = toolsOf(base)
	for _, f := range d.forms {
		dialects, tools := f.source()
		if f.Agents != "" && tools.Source != "" {
			d.host.Tools = tools
		}
		if s, ok := descriptors.SharedByID(f.From); ok && len(d.host.Text.Preface) == 0 && dialects["commands"].Preface {
			d.host.Text.Preface, d.host.Text.Arguments = s.Text.Preface, s.Text.Arguments
		}
	}
}

// base is the built-in host that the converters speak of; empty if none does.
func (d *decoder) base() string {
	for _, f := range d.forms {
		return f.Host
	}
	return ""
}

// hooks takes the hooks of the built-in host that has the surface.
func (d *decoder) hooks(o object) {
	surface, events := o.text("hooksSurface"), o.text("hookEvents")
	hosts, ok := tables().Hooks[surface]
	if !ok {
		d.add("runtime.hooksSurface", "unknown word %q, not one of %s", surface, words(tables().Hooks))
		return
	}
	d.host.Hooks.Surface = "none"
	if surface == "none" {
		return
	}
	like, ok := hosts[events]
	if !ok {
		d.note("runtime.hooksSurface", "no hooks are registered: %s with the events %q is not known here", surface, events)
		return
	}
	if base, ok := descriptors.Get(d.base()); ok && base.Hooks.Surface == surface && base.Hooks.HookEvents == events {
		like = base.ID
	}
	h, _ := descriptors.Get(like)
	d.host.Hooks = h.Hooks
	d.host.Hooks.File = map[plan.Scope]string{}
	for scope, file := range h.Hooks.File {
		if _, ok := d.host.Folder("config", scope); ok && h.Hooks.Mount[scope] == "" {
			d.host.Hooks.File[scope] = file
		}
	}
	d.note("runtime.hooksSurface", "hooks are registered as %s has them", h.Title)
}
