package gsdinstall_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// onHost is what one host has of a pack in one scope, as the run that put it there
// says, so that a case is tried on every host without knowing where it has things.
type onHost struct {
	*caseRun
	descriptors.Host
	scope string
	// made are the files made of each file of the pack, by that file.
	made map[string][]madeFile
	// notes are the run's, each with its rule before it.
	notes []string
}

// madeFile is a file below the home or the project by its full path.
type madeFile struct{ path, rule string }

// everywhere installs the pack on every host in both scopes and calls f for each.
func (c *caseRun) everywhere(f func(h onHost)) {
	c.Helper()
	for _, scope := range scopes {
		for _, h := range c.onHosts(c.exits(0, "install", "--yes", "--json", "--pack", c.pack, "--all", "--"+scope)) {
			f(h)
		}
	}
}

// onHosts takes apart what an install says with --json.
func (c *caseRun) onHosts(r result) []onHost {
	c.Helper()
	var runs []struct {
		Host, Scope string
		Roots       map[string]string
		Changes     []struct {
			Root, Path, Rule string
			Sources          []struct{ Path string }
		}
		Notes []struct{ Rule, Path, Message string }
	}
	decode(c.T, []byte(r.out), &runs)
	var all []onHost
	for _, run := range runs {
		h := onHost{caseRun: c, scope: run.Scope, made: map[string][]madeFile{}}
		h.Host = descriptors.All()[slices.IndexFunc(descriptors.All(), func(d descriptors.Host) bool { return d.ID == run.Host })]
		for _, ch := range run.Changes {
			for _, s := range ch.Sources[:1] {
				h.made[s.Path] = append(h.made[s.Path], madeFile{filepath.Join(run.Roots[ch.Root], ch.Path), ch.Rule})
			}
			if ch.Rule == "hook" && !strings.HasPrefix(ch.Sources[0].Path, "hooks/") {
				h.made["hooks/hooks.json"] = append(h.made["hooks/hooks.json"], madeFile{filepath.Join(run.Roots[ch.Root], ch.Path), ch.Rule})
			}
		}
		for _, n := range run.Notes {
			h.notes = append(h.notes, n.Rule+": "+n.Path+": "+n.Message)
		}
		all = append(all, h)
	}
	return all
}

// errorf reports what is wrong on this host.
func (h onHost) errorf(format string, args ...any) {
	h.Helper()
	h.Errorf(h.ID+" "+h.scope+": "+format, args...)
}

// noted reports whether a note with a rule says every one of words.
func (h onHost) noted(rule string, words ...string) bool {
	return slices.ContainsFunc(h.notes, func(n string) bool {
		return strings.HasPrefix(n, rule+":") && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(n, w) })
	})
}

// keys are the keys that the host's dialect of a kind has in this scope.
func (h onHost) keys(kind string) []descriptors.Key {
	for _, row := range h.ArtifactLayout {
		if row.Kind != kind || !row.Scopes.Has(plan.Scope(h.scope)) {
			continue
		}
		if shared, ok := descriptors.SharedByID(row.Mount); ok && row.Dialect == "" {
			return shared.Dialects[kind].Keys
		}
		return h.Dialects[row.Dialect].Keys
	}
	return nil
}

// item reads the one file that a command or an agent of the pack became, whatever its
// form. It has no keys where the host has the text and its data in two files.
func (h onHost) item(source string) (emitted, bool) {
	h.Helper()
	var files []madeFile
	for _, f := range h.made[source] {
		if ext := filepath.Ext(f.path); f.rule != "copy" && ext != ".yaml" {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return emitted{}, false
	}
	if len(files) > 1 {
		h.errorf("%s is %v", source, files)
	}
	if text := h.read(files[0].path); files[0].rule == "agent-yaml" || !strings.HasPrefix(text, "---\n") && !strings.HasSuffix(files[0].path, ".toml") {
		return emitted{path: files[0].path, meta: map[string]any{}, body: text}, true
	}
	return h.emitted(files[0].path), true
}

var moduleCommand = regexp.MustCompile(`"command": ("(?:[^"\\]|\\.)*")`)

// commands are the commands that the host runs for hooks of the pack, as a shell gets them.
func (h onHost) commands() []string {
	h.Helper()
	var all []string
	for _, f := range h.made["hooks/hooks.json"] {
		switch ext := filepath.Ext(f.path); {
		case f.rule != "hook":
		case ext == ".json" || ext == ".jsonc":
			var v any
			decode(h.T, h.json(f.path), &v)
			all = append(all, scriptsIn(v)...)
		case ext == ".toml":
			all = append(all, scriptsIn(h.toml(f.path))...)
		case ext == ".yaml":
			var v any
			must(h, yaml.Unmarshal([]byte(h.read(f.path)), &v))
			all = append(all, scriptsIn(v)...)
		case ext == ".hooks":
			out, err := h.shell(`run() { printf '%s\0' "$3"; }; . "$FILE"`, "", "FILE="+f.path)
			must(h, err)
			all = append(all, strings.FieldsFunc(out, func(r rune) bool { return r == 0 })...)
		case ext == ".js":
			for _, m := range moduleCommand.FindAllStringSubmatch(h.read(f.path), -1) {
				var s string
				must(h, json.Unmarshal([]byte(m[1]), &s))
				all = append(all, s)
			}
		}
	}
	return all
}

// scriptsIn are the strings in a value that run a script of the tiny pack.
func scriptsIn(v any) []string {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "sh ") && strings.Contains(v, "/hooks/") {
			return []string{v}
		}
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, scriptsIn(e)...)
		}
		return all
	case []map[string]any:
		var all []string
		for _, e := range v {
			all = append(all, scriptsIn(e)...)
		}
		return all
	case map[string]any:
		var all []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			all = append(all, scriptsIn(v[k])...)
		}
		return all
	}
	return nil
}

// hasHooks reports whether the host runs hooks of a pack in the scope.
func (h onHost) hasHooks() bool {
	return h.Hooks.File[plan.Scope(h.scope)] != ""
}

// projectEnv are the variables by which hosts tell a hook where the project is.
func (c *caseRun) projectEnv() []string {
	env := []string{"HOME=" + c.home, "PATH=" + os.Getenv("PATH")}
	for _, h := range descriptors.All() {
		for _, m := range regexp.MustCompile(`[A-Z_]+_PROJECT_DIR`).FindAllString(h.Hooks.ProjectDir, -1) {
			env = append(env, m+"="+c.proj)
		}
	}
	return env
}
