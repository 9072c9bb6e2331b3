package pack

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

//go:embed recipes/*.toml
var recipes embed.FS

// The files that say what a pack is.
const (
	packFile    = "pack.toml"
	pluginFile  = ".claude-plugin/plugin.json"
	packageFile = "package.json"
	hooksFile   = "hooks/hooks.json"
	serversFile = ".mcp.json"
)

// kindFolder reports whether a top folder has items by its name.
func kindFolder(name string) bool {
	switch name {
	case "commands", "agents", "skills", "rules", "hooks":
		return true
	}
	return false
}

// recognize finds out what kind of pack t is: one with a pack.toml, one that a
// recipe knows by its package name, a Claude Code plugin, or plain folders. It
// returns nil if the manifest cannot be read.
func recognize(t *tree, fallback string, r *report) *manifest {
	pkg, ok := readPackage(t, r)
	if !ok {
		return nil
	}
	if f, ok := t.find(packFile, r); ok {
		data, err := t.read(f)
		if err != nil {
			r.problem(packFile, 0, "%v", reason(err))
			return nil
		}
		m := parseManifest(packFile, data, r)
		if m != nil && m.Package != "" {
			r.problem(packFile, m.lines.of([]string{"package"}), "unknown key %q", "package")
		}
		if m != nil && m.Predecessor != nil {
			r.problem(packFile, m.lines.of([]string{"predecessor"}), "unknown key %q", "predecessor")
		}
		return m.identify(pkg, fallback)
	}
	if m := recipeFor(pkg.Name, r); m != nil {
		return m.identify(pkg, fallback)
	}
	if f, ok := t.find(pluginFile, r); ok {
		return readPlugin(t, f, r).identify(pkg, fallback)
	}
	m := &manifest{Prefix: fallback}
	return m.identify(pkg, fallback)
}

// npmPackage is what we read of a package.json.
type npmPackage struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// version is where the version is given.
	version plan.Source
}

// readPackage reads the package.json at the top, if there is one.
func readPackage(t *tree, r *report) (npmPackage, bool) {
	var pkg npmPackage
	f, ok := t.find(packageFile, r)
	if !ok {
		return pkg, true
	}
	data, err := t.read(f)
	if err != nil {
		r.problem(packageFile, 0, "%v", reason(err))
		return pkg, false
	}
	pkg.version = jsonKey(packageFile, string(data), "version")
	return pkg, decodeJSON(packageFile, data, &pkg, r)
}

// recipeFor returns the recipe for a package name, or nil.
func recipeFor(name string, r *report) *manifest {
	list, err := fs.ReadDir(recipes, "recipes")
	if err != nil || name == "" {
		return nil
	}
	for _, e := range list {
		file := path.Join("recipes", e.Name())
		data, err := recipes.ReadFile(file)
		if err != nil {
			continue
		}
		var found report
		if m := parseManifest(file, data, &found); m == nil || m.Package == name {
			r.problems = append(r.problems, found.problems...)
			return m
		}
	}
	return nil
}

// identify fills in what the manifest leaves open of name, version and prefix.
func (m *manifest) identify(pkg npmPackage, fallback string) *manifest {
	if m == nil {
		return nil
	}
	if m.Name == "" {
		m.Name = pkg.Name
	}
	if m.Name == "" {
		m.Name = fallback
	}
	if m.Version == "" {
		m.Version, m.version = pkg.Version, pkg.version
	}
	if m.Prefix == "" {
		m.Prefix = unscoped(m.Name)
	}
	return m
}

// unscoped returns a package name without its scope.
func unscoped(name string) string {
	return name[strings.LastIndexByte(name, '/')+1:]
}

// decodeJSON decodes a JSON file; what is wrong with it is a problem with a line.
func decodeJSON(file string, data []byte, v any, r *report) bool {
	text, ok := decodeText(file, data, r)
	if !ok {
		return false
	}
	err := json.Unmarshal([]byte(text), v)
	if err != nil {
		r.problem(file, jsonLine(text, err), "%s", jsonText(err))
	}
	return err == nil
}

// jsonText says what is wrong in the words of JSON, not in those of Go.
func jsonText(err error) string {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err.Error()
	}
	at, want := "", "a number"
	if kind.Field != "" {
		at = kind.Field + ": "
	}
	switch kind.Type.Kind() {
	case reflect.Map, reflect.Struct:
		want = "an object"
	case reflect.Slice:
		want = "an array"
	case reflect.String:
		want = "a string"
	case reflect.Bool:
		want = "true or false"
	}
	return fmt.Sprintf("%swant %s, not %s", at, want, kind.Value)
}

// jsonLine returns the line of a decoding error, 0 if it does not tell.
func jsonLine(text string, err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return lineAt(text, int(syntax.Offset))
	case errors.As(err, &kind):
		return lineAt(text, int(kind.Offset))
	}
	return 0
}

// lineAt returns the 1-based line of a byte offset.
func lineAt(text string, offset int) int {
	return 1 + strings.Count(text[:min(max(offset, 0), len(text))], "\n")
}
