package descriptors

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// place is a path that a descriptor puts bytes at, with the placeholders that a pack
// fills.
type place struct {
	key   key
	scope plan.Scope
	// path is below the home or the project.
	path string
	// what says what is put there, form all that decides its bytes: of one what, places
	// with equal forms get equal bytes.
	what, form string
	// names is the folder of the payload that the bytes may name; empty if none.
	names string
	// format is that of a file of the user's which gets a piece; empty for a file of ours.
	format plan.Format
}

// payloadFiles stands for the files of a pack's payload, whose names no descriptor has.
const payloadFiles = "{payload}"

// places are all that h puts bytes at.
func (h Host) places(shared []Shared) []place {
	var all []place
	for i, row := range h.ArtifactLayout {
		for _, scope := range row.Scopes.Each() {
			all = append(all, h.rowPlaces(key{"artifactLayout"}.dot(i), row, scope, shared)...)
		}
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		all = append(all, h.hookPlaces(scope, shared)...)
		all = append(all, h.serverPlaces(scope, shared)...)
		if file := h.Permissions.File[scope]; file != "" {
			all = append(all, h.files(place{key: key{"permissions", "file", string(scope)}, scope: scope, what: "permissions", form: h.ID, format: plan.JSON}, h.Permissions.Mount[scope], file, shared)...)
		}
	}
	return all
}

// rowPlaces are the files of one item, or one name that stands for the payload.
func (h Host) rowPlaces(k key, row Row, scope plan.Scope, shared []Shared) []place {
	d, form := h.Dialects[row.Dialect], h.ID+" "+row.Dialect
	if s, ok := sharedOf(shared, row.Mount); ok && row.Dialect == "" {
		d, form = s.Dialects[row.Kind], s.ID
	}
	what := row.Kind
	if what == "skills" {
		// Commands that are skills and the pack's own skills share a folder; their
		// names cannot meet, as one trigger calls one thing.
		what = "commands"
	}
	p := place{key: k, scope: scope, what: what, form: form}
	switch {
	case row.Kind == "payload":
		return h.files(p, row.Mount, path.Join(row.DestSubpath, payloadFiles), shared)
	case d.Renderer == "marked-block":
		p.format = plan.Block
	}
	all := h.files(p, row.Mount, path.Join(row.DestSubpath, row.File), shared)
	if d.PromptFile != "" {
		p.what = "prompts of " + row.Kind
		all = append(all, h.files(p, row.Mount, path.Join(row.DestSubpath, d.PromptFile), shared)...)
	}
	if d.IndexFile != "" {
		p.what = "index of " + row.Kind
		all = append(all, h.files(p, row.Mount, path.Join(row.DestSubpath, d.IndexFile), shared)...)
	}
	return all
}

func (h Host) hookPlaces(scope plan.Scope, shared []Shared) []place {
	hooks, mount, file := h.Hooks, h.Hooks.Mount[scope], h.Hooks.File[scope]
	if file == "" {
		return nil
	}
	p := place{key: key{"hooks", "file", string(scope)}, scope: scope, what: "hooks", form: h.ID}
	if s, ok := sharedOf(shared, mount); ok && s.Hooks.Surface != "" {
		hooks, p.form = s.Hooks, s.ID
	}
	if hooks.Form == "" || hooks.Form == "edit" {
		p.format = plan.JSON
		if hooks.Format != "" {
			p.format = hooks.Format
		}
	}
	return h.files(p, mount, file, shared)
}

func (h Host) serverPlaces(scope plan.Scope, shared []Shared) []place {
	m := h.MCP
	if m.File[scope] == "" {
		return nil
	}
	p := place{
		key: key{"mcp", "file", string(scope)}, scope: scope, format: m.Format,
		what: "mcp." + strings.Join(m.Key, "."), form: fmt.Sprint(m.Keys, m.Argv, m.HTTPURL, m.Stdio, m.HTTP,
			m.Names, m.Variables.Form, m.Variables.Default, m.Variables.Keys, m.Variables.Own, m.Variables.Source == ""),
	}
	if m.Rooted.Has(scope) {
		p.names = h.payloadIn(scope, shared)
	}
	return h.files(p, m.Mount[scope], m.File[scope], shared)
}

// payloadIn is the folder of the payload, below the home or the project: the host's own where
// no row places payload, empty if it has none in the scope.
func (h Host) payloadIn(scope plan.Scope, shared []Shared) string {
	mount, sub := "config", ""
	for _, row := range h.ArtifactLayout {
		if row.Kind == "payload" && row.Scopes.Has(scope) {
			mount, sub = row.Mount, row.DestSubpath
		}
	}
	dirs := h.bases(mount, scope, shared)
	if len(dirs) == 0 {
		return ""
	}
	return path.Join(dirs[0], sub)
}

// files fills in the paths that file has below each folder that the mount may be, each
// name of a candidate.
func (h Host) files(p place, mount, file string, shared []Shared) []place {
	names, dirs := []string{file}, h.bases(mount, p.scope, shared)
	for _, c := range h.Candidates {
		if c.File != file {
			continue
		}
		names = c.Names
		if c.Else != "" {
			dirs = append(dirs, h.ownBases(c.Else, p.scope)...)
		}
	}
	var all []place
	for _, dir := range dirs {
		for _, name := range names {
			p.path = path.Join(dir, name)
			all = append(all, p)
		}
	}
	return all
}

// bases are the folders that a mount of h may be, below the home or the project.
func (h Host) bases(mount string, scope plan.Scope, shared []Shared) []string {
	if mount == "home" {
		return []string{""}
	}
	s, ok := sharedOf(shared, mount)
	if !ok {
		return h.ownBases(mount, scope)
	}
	dirs := []string{s.At(scope)}
	for _, r := range h.SharedRoots {
		if r.Mount == mount && scope == plan.Global {
			dirs = append(dirs, r.Dir)
		}
	}
	return dirs
}

func (h Host) ownBases(mount string, scope plan.Scope) []string {
	if mount == "" {
		mount = "config"
	}
	dir, ok := h.Folder(mount, scope)
	if !ok {
		return nil
	}
	dirs := []string{dir}
	for _, p := range h.ConfigHome.Probes {
		if mount == "config" && scope == plan.Global && p.Dir != dir {
			dirs = append(dirs, p.Dir)
		}
	}
	return dirs
}

func sharedOf(shared []Shared, id string) (Shared, bool) {
	i := slices.IndexFunc(shared, func(s Shared) bool { return s.ID == id })
	if i < 0 {
		return Shared{}, false
	}
	return shared[i], true
}

// clash says why two places cannot be; empty if they can. Pieces of one file may stand
// side by side.
func (p place) clash(o place) string {
	switch {
	case p.scope != o.scope:
		return ""
	case above(p.path, o.path) || above(o.path, p.path):
		return "a file and a folder"
	case !meet(p.path, o.path):
		return ""
	case p.what == o.what && p.form == o.form && (p.names == o.names || p.names == "" || o.names == ""):
		return ""
	case p.format != o.format:
		return "different kinds of file"
	case p.format == "":
		return "bytes of different forms"
	case p.what == o.what:
		return "different pieces of one name"
	}
	return ""
}

// meet reports whether a pack may fill two paths so that they are equal, as a file system
// sees it that ignores case.
func meet(a, b string) bool {
	x, y := strings.Split(pattern(a), "/"), strings.Split(pattern(b), "/")
	return len(x) == len(y) && slices.EqualFunc(x, y, meetName)
}

// above reports whether a pack may fill two paths so that the file at one is a folder of the
// other.
func above(file, below string) bool {
	n := strings.Count(file, "/") + 1
	names := strings.Split(below, "/")
	return n < len(names) && meet(file, strings.Join(names[:n], "/"))
}

// pattern writes "*" for what a name or an event may fill in.
func pattern(p string) string {
	for _, placeholder := range append([]string{"{event}"}, placeholders...) {
		p = strings.ReplaceAll(p, placeholder, "*")
	}
	return strings.ToLower(p)
}

// meetName reports whether two patterns have a name in common. A "*" is one or more of
// the characters that names of items are made of.
func meetName(a, b string) bool {
	if !strings.Contains(a+b, "*") {
		return a == b
	}
	// reach[i][j] reports that the first i characters of a and j of b can be one text; a
	// "*" that was read may go on.
	reach := make([][]bool, len(a)+1)
	for i := range reach {
		reach[i] = make([]bool, len(b)+1)
	}
	reach[0][0] = true
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			x, y := a[i-1], b[j-1]
			reach[i][j] = fits(x, y) && (reach[i-1][j-1] || x == '*' && reach[i][j-1] || y == '*' && reach[i-1][j])
		}
	}
	return reach[len(a)][len(b)]
}

// fits reports whether two characters of patterns can stand for the same one.
func fits(x, y byte) bool {
	inName := func(c byte) bool { return c == '*' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' }
	return x == y || x == '*' && inName(y) || y == '*' && inName(x)
}
