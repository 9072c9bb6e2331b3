// Package capability reads a runtime's capability.json of ADR-1016 and ADR-1239 as the
// descriptor of a host. What its words mean is data, in tables.toml; what has no meaning here
// gives a note, and what is in no table is an error.
package capability

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
)

// File is the name of such a file.
const File = "capability.json"

// Options stand in for what the file says.
type Options struct {
	// ID is the host's id, HomeName the folder of its files below the home and below a
	// project; empty if the file's own hold.
	ID, HomeName string
}

// Note says of a field that it is treated otherwise than ADR-1016 has it.
type Note struct {
	// Field is the key, "runtime.permissionWriter".
	Field string
	// Message says what is done; lower case, no full stop.
	Message string
}

// decoder makes a host of a document.
type decoder struct {
	reader
	opt   Options
	host  descriptors.Host
	notes []Note
	// keys are the file's own for those of a descriptor.
	keys map[string]string
	// forms are what the rows are written in, agents first.
	forms []form
}

// Decode reads a capability.json; name stands in errors. The host is as the file has it and
// still has to be checked, by the keys that spell spells as the file does. The error is a
// *descriptors.Error with all that the file itself has wrong.
func Decode(name string, data []byte, opt Options) (h descriptors.Host, notes []Note, spell func(key string) string, err error) {
	fields, broken := parse(data)
	if broken != nil {
		return h, nil, nil, &descriptors.Error{File: name, Problems: []descriptors.Problem{*broken}}
	}
	d := &decoder{opt: opt, keys: map[string]string{"configHome": "runtime.configHome", "configHome.local": "runtime.localConfigDir", "text.commandStyle": "runtime.commandStyle"}}
	d.top(object{&d.reader, "", fields})
	if len(d.problems) > 0 {
		return h, nil, nil, &descriptors.Error{File: name, Problems: d.problems}
	}
	return d.host, d.notes, d.spell, nil
}

func (d *decoder) note(field, format string, args ...any) {
	d.notes = append(d.notes, Note{field, fmt.Sprintf(format, args...)})
}

// spell is the file's own key for one of a descriptor.
func (d *decoder) spell(key string) string {
	for end := len(key); end > 0; end = strings.LastIndexAny(key[:end], ".[") {
		if own, ok := d.keys[key[:end]]; ok {
			return own + key[end:]
		}
	}
	if slices.Contains([]string{"id", "title"}, key) {
		return key
	}
	return "runtime." + key
}

// top reads the document.
func (d *decoder) top(o object) {
	if role := o.text("role"); role != "runtime" {
		d.add("role", "%q is no host; only a capability with the role \"runtime\" is one", role)
		return
	}
	for _, name := range []string{"activationKey", "agents", "contributions", "gates", "hooks", "skills", "steps", "taskContentResolver"} {
		if _, ok := o.fields[name]; ok {
			d.add(name, "it belongs to a feature; a host's capability cannot have it")
			o.take(name)
		}
	}
	d.host.ID, d.host.Title = o.text("id"), o.text("title")
	if d.opt.ID != "" {
		d.host.ID = d.opt.ID
		d.note("id", "it is %s, by --id", d.opt.ID)
	}
	d.unused(o)
	d.runtime(o.object("runtime"))
	o.done()
}

// unused takes the fields that mean nothing here, with a note for each that says something.
func (d *decoder) unused(o object) {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		why, ok := tables().Unused[dot(o.key, name)]
		if !ok {
			why, ok = tables().Unused[dot(o.key, "*")]
		}
		if ok && !blank(o.take(name)) {
			d.note(dot(o.key, name), "%s", why)
		}
	}
}

// blank reports whether a value says nothing.
func blank(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// runtime reads what ADR-1016 has of a host.
func (d *decoder) runtime(o object) {
	h := &d.host
	h.Lifecycle = "current"
	h.SupportTier = o.number("supportTier")
	h.InstallSurface, h.SandboxTier = o.text("installSurface"), o.text("sandboxTier")
	h.HarnessIsolationFlag = o.text("harnessIsolationFlag")
	d.home(o)
	d.rows(o.object("artifactLayout"))
	d.text(o)
	d.hooks(o)
	d.integration(o)
	d.exec(o)
	d.unused(o.object("hostBehaviors"))
	d.unused(o)
	o.done()
}

// home reads where the host's files are.
func (d *decoder) home(o object) {
	home, c := &d.host.ConfigHome, o.object("configHome")
	home.Kind, home.Local = c.text("kind"), o.text("localConfigDir")
	name, parent := c.text("name"), c.text("parent")
	switch home.Kind {
	case "dot-home-nested":
		name = parent + "/" + name
		if parent == "" {
			d.add("runtime.configHome.parent", "missing")
		}
	case "xdg":
		name = ".config/" + name
	case "none":
		name = ""
	}
	home.Name = name
	variables := c.texts("env")
	d.unused(c)
	c.done()
	if d.opt.HomeName != "" {
		home.Move(d.opt.HomeName)
		d.keys["configHome.name"], d.keys["configHome.local"] = "--home-name", "--home-name"
		d.note("runtime.configHome", "it is %s, by --home-name, and %s in a project", home.Name, home.Local)
		for i, name := range variables {
			d.note(fmt.Sprintf("runtime.configHome.env[%d]", i), "%s does not move it", name)
		}
		return
	}
	for i, name := range variables {
		means := "directory"
		if name == "XDG_CONFIG_HOME" && home.Kind == "xdg" {
			means = "xdg-root"
		}
		home.Env = append(home.Env, descriptors.Env{Name: name, Means: means})
		d.note(fmt.Sprintf("runtime.configHome.env[%d]", i), "%s is taken for %s", name, map[string]string{"directory": "the home itself", "xdg-root": "the folder that holds the home"}[means])
		d.keys[fmt.Sprintf("configHome.env[%d].name", i)] = fmt.Sprintf("runtime.configHome.env[%d]", i)
	}
}

func words[T any](m map[string]T) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}
