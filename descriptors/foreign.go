package descriptors

import (
	_ "embed"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/plan"
)

//go:embed foreign/rules.toml
var foreignText string

// foreignRules are what a host that is none of the program's may not call itself, write into
// and be moved by.
type foreignRules struct {
	// Aliases are names by which people know built-in hosts, by id.
	Aliases map[string][]string `toml:"aliases"`
	// Shelves, Closed and Project are paths with what is there; Project is for projects only.
	Shelves map[string]string `toml:"shelves"`
	Closed  map[string]string `toml:"closed"`
	Project map[string]string `toml:"project"`
	// Anywhere are names with what is there, in whatever folder.
	Anywhere map[string]string `toml:"anywhere"`
	// System are folders by their whole path.
	System struct {
		Folders []string `toml:"folders"`
	} `toml:"system"`
	// Variables move more than a host.
	Variables struct {
		Names    []string `toml:"names"`
		Prefixes []string `toml:"prefixes"`
		XDGRoots []string `toml:"xdgRoots"`
	} `toml:"variables"`
}

var foreign = sync.OnceValue(func() foreignRules {
	var r foreignRules
	if _, err := toml.Decode(foreignText, &r); err != nil {
		panic(fmt.Errorf("foreign/rules.toml: %w", err))
	}
	return r
})

// longestText is how many bytes a text of a stranger's descriptor may have.
const longestText = 1000

// checkPlain refuses texts that a terminal would obey or that look like others: control
// characters, and those that change direction or are not seen.
func checkPlain(c *checker, k key, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		checkPlainText(c, k, v.String())
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			checkPlain(c, k, v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			checkPlain(c, k.dot(i), v.Index(i))
		}
	case reflect.Map:
		for _, name := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) }) {
			checkPlainText(c, k, name.String())
			checkPlain(c, k.dot(name.String()), v.MapIndex(name))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if tag, ok := v.Type().Field(i).Tag.Lookup("toml"); ok {
				checkPlain(c, k.dot(tag), v.Field(i))
			}
		}
	}
}

func checkPlainText(c *checker, k key, text string) {
	switch i := strings.IndexFunc(text, unseen); {
	case !utf8.ValidString(text):
		c.add(k, "it is not UTF-8")
	case i >= 0:
		r, _ := utf8.DecodeRuneInString(text[i:])
		c.add(k, "%U in it would not be seen, or would be obeyed by a terminal", r)
	case len(text) > longestText:
		c.add(k, "a text of %d bytes; at most %d are taken", len(text), longestText)
	}
}

// unseen reports whether a character is none that people see.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Variation_Selector, r)
}

// checkForeign refuses what a host that is none of the program's may not do.
func checkForeign(c *checker, h Host, s *Set) {
	checkForeignName(c, h, s)
	checkForeignHomes(c, h, s)
	checkForeignMounts(c, h)
	checkForeignPaths(c, h)
	checkForeignVariables(c, h, s)
	if h.Successor != "" {
		c.add(key{"successor"}, "one host cannot send its users to another that is not its own")
	}
	if len(h.Client.Version) > 0 {
		c.add(key{"client"}, "only programs of built-in hosts are run to ask for their version")
	}
	if h.Text.Native {
		c.add(key{"text", "native"}, "packs are in the format of a built-in host alone")
	}
	for i, r := range h.AlsoReads {
		dir, ok := h.Folder("config", r.Scope)
		if r.Own && !(ok && below(r.Path, dir)) {
			c.add(key{"alsoReads"}.dot(i, "own"), "%q does not lie in its home", r.Path)
		}
	}
	checkProjectDir(c, h, s)
}

// checkForeignName refuses ids that are another host's, or part of one.
func checkForeignName(c *checker, h Host, s *Set) {
	k := key{"id"}
	if len(h.ID) > 40 {
		c.add(k, "%d characters; at most 40 are taken", len(h.ID))
	}
	if utf8.RuneCountInString(h.Title) > 60 {
		c.add(key{"title"}, "%d characters; at most 60 are taken", utf8.RuneCountInString(h.Title))
	}
	for _, host := range slices.Sorted(maps.Keys(foreign().Aliases)) {
		if slices.Contains(foreign().Aliases[host], h.ID) {
			c.add(k, "%q is another name of the host %s", h.ID, host)
		}
	}
	if slices.Contains(mountWords(Host{}, everyOne(shared)), h.ID) || h.ID == "home" {
		c.add(k, "%q is the name of a mount", h.ID)
	}
	for _, other := range s.Hosts() {
		if other.ID == h.ID {
			c.add(k, "%q is the id of %s already", h.ID, other.Title)
		}
		if other.ID != h.ID && (slices.Contains(mountIDs(other), h.ID) || movedID.MatchString(strings.TrimPrefix(h.ID, other.ID))) {
			c.add(k, "%q is the name of a folder of %s", h.ID, other.Title)
		}
		for _, id := range mountIDs(h) {
			if id == other.ID || slices.Contains(mountIDs(other), id) && other.ID != h.ID {
				c.add(k, "%q and the name of a folder of it make %q, which is one of %s", h.ID, id, other.Title)
			}
		}
	}
}

// movedID is what follows a host's id in that of a folder of an earlier descriptor.
var movedID = regexp.MustCompile(`^-moved[0-9]+$`)

// mountIDs are the ids of a host's mounts but for its config home.
func mountIDs(h Host) []string {
	var ids []string
	for _, word := range slices.Sorted(maps.Keys(h.Folders)) {
		ids = append(ids, h.ID+"-"+word)
	}
	for _, one := range everyOne(shared) {
		ids = append(ids, h.ID+"-"+one.ID)
	}
	return ids
}

// checkForeignHomes refuses homes that are not the host's alone.
func checkForeignHomes(c *checker, h Host, s *Set) {
	k, home := key{"configHome"}, h.ConfigHome
	switch home.Kind {
	case "none":
		c.add(k.dot("kind"), `%q: it has no home to write into`, home.Kind)
	case "generic-agents-root":
		c.add(k.dot("kind"), `%q is a folder that hosts share; a host of its own has a home of its own`, home.Kind)
	}
	dirs := []struct {
		k     key
		dir   string
		scope plan.Scope
	}{{k.dot("name"), home.Name, plan.Global}, {k.dot("local"), home.Local, plan.Local}}
	for i, p := range home.Probes {
		dirs = append(dirs, struct {
			k     key
			dir   string
			scope plan.Scope
		}{k.dot("probes", i, "dir"), p.Dir, plan.Global})
	}
	for _, d := range dirs {
		if why := s.homeFault(h.ID, d.dir, d.scope); d.dir != "" && why != "" {
			c.add(d.k, "%s", why)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.Folders)) {
		f := h.Folders[name]
		if f.Global != "" && !below(f.Global, home.Name) {
			c.add(key{"folders", name, "global"}, "%q does not lie in its home, %s", f.Global, home.Name)
		}
		if f.Local != "" && !below(f.Local, home.Local) {
			c.add(key{"folders", name, "local"}, "%q does not lie in its home, %s", f.Local, home.Local)
		}
	}
	if len(h.MovedFrom.Global)+len(h.MovedFrom.Local) > 0 {
		c.add(key{"movedFrom"}, "it has no earlier home; uninstall before the home changes")
	}
	if len(h.SharedRoots) > 0 {
		c.add(key{"sharedRoots"}, "it takes no part in folders that hosts share")
	}
}

// checkForeignMounts refuses whatever would go to a folder that is not the host's.
func checkForeignMounts(c *checker, h Host) {
	own := func(k key, mount string) {
		if _, ok := h.Folders[mount]; !ok && mount != "config" && mount != "" {
			c.add(k, "%q is not its own; everything goes into its home", mount)
		}
	}
	for i, row := range h.ArtifactLayout {
		own(key{"artifactLayout"}.dot(i, "mount"), row.Mount)
	}
	for name, mounts := range map[string]map[plan.Scope]string{"hooks": h.Hooks.Mount, "mcp": h.MCP.Mount, "permissions": h.Permissions.Mount} {
		for _, scope := range slices.Sorted(maps.Keys(mounts)) {
			own(key{name, "mount", string(scope)}, mounts[scope])
		}
	}
}

// checkForeignPaths refuses files and folders in the home that would be part of something that
// is not the host's alone, a repository that the home is, say.
func checkForeignPaths(c *checker, h Host) {
	own := func(k key, p string) {
		if why := keptAnywhere(p); why != "" {
			c.add(k, "%s", why)
		}
	}
	for i, row := range h.ArtifactLayout {
		own(key{"artifactLayout"}.dot(i, "destSubpath"), row.DestSubpath)
		own(key{"artifactLayout"}.dot(i, "file"), row.File)
	}
	for name, files := range map[string]map[plan.Scope]string{"hooks": h.Hooks.File, "mcp": h.MCP.File, "permissions": h.Permissions.File} {
		for _, scope := range slices.Sorted(maps.Keys(files)) {
			own(key{name, "file", string(scope)}, files[scope])
		}
	}
	for i, one := range h.Candidates {
		for j, name := range one.Names {
			own(key{"candidates"}.dot(i, "names", j), name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.Folders)) {
		own(key{"folders", name, "global"}, h.Folders[name].Global)
		own(key{"folders", name, "local"}, h.Folders[name].Local)
	}
}

// checkForeignVariables refuses variables that move more than the host.
func checkForeignVariables(c *checker, h Host, s *Set) {
	theirs := map[string]string{}
	for _, other := range s.Hosts() {
		for _, e := range other.ConfigHome.Env {
			theirs[e.Name] = other.Title
		}
	}
	rules := foreign().Variables
	others := func(name string) bool {
		return slices.Contains(rules.Names, name) || slices.ContainsFunc(rules.Prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
	}
	for i, e := range h.ConfigHome.Env {
		k := key{"configHome", "env"}.dot(i, "name")
		switch {
		case slices.Contains(rules.XDGRoots, e.Name) && (e.Means == "xdg-root" || e.Means == "extra"):
		case others(e.Name):
			c.add(k, "%s is set for others and would move its home to where they are", e.Name)
		case theirs[e.Name] != "":
			c.add(k, "%s is the variable of %s", e.Name, theirs[e.Name])
		}
	}
}

// projectDirForm is a variable and nothing that a shell would run.
var projectDirForm = regexp.MustCompile(`^(\$[A-Z_][A-Z0-9_]*|\$\{[A-Z_][A-Z0-9_]*\}|"\$[A-Z_][A-Z0-9_]*"|"\$\{[A-Z_][A-Z0-9_]*\}")$`)

// checkProjectDir refuses shell text that every hook's command would begin with, but for a
// variable and what a built-in host has.
func checkProjectDir(c *checker, h Host, s *Set) {
	text := h.Hooks.ProjectDir
	known := slices.ContainsFunc(All(), func(one Host) bool { return one.Hooks.ProjectDir == text })
	if text != "" && !known && !projectDirForm.MatchString(text) {
		c.add(key{"hooks", "projectDir"}, "%s: a shell would run it with every hook; it can be a variable", text)
	}
}
