package descriptors

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

var update = flag.Bool("update", false, "write the golden files")

func TestLookup(t *testing.T) {
	var ids []string
	for _, h := range All() {
		ids = append(ids, h.ID)
	}
	names, err := fs.Glob(files, "*.toml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, ".toml")
	}
	if !slices.Equal(ids, slices.Sorted(slices.Values(names))) {
		t.Errorf("All() has %v, the files are %v", ids, names)
	}
	if s, ok := SharedByID("agents"); !ok || s.Global != ".agents" || s.Local != ".agents" {
		t.Errorf("SharedByID(agents) = %+v, %v", s, ok)
	}
	if _, ok := SharedByID("config"); ok {
		t.Error("config is a shared folder")
	}
	if h, ok := Get("codex"); !ok || h.Title != "Codex" {
		t.Errorf("Get(codex) = %v, %v", h.Title, ok)
	}
	if _, ok := Get("nobody"); ok {
		t.Error("there is a host nobody")
	}
	if got := len(everyOne(shared)); got != 3 {
		t.Errorf("there are %d shared folders, want 3", got)
	}
}

func TestAllCannotBeChangedByItsCaller(t *testing.T) {
	first := All()[0].ID
	All()[0].ID = "changed"
	if got := All()[0].ID; got != first {
		t.Errorf("first host is %q now", got)
	}
}

// The places of the hosts, as the design gives them.
func TestPlaces(t *testing.T) {
	tests := []struct {
		host  string
		scope plan.Scope
		want  map[string]string
	}{
		{"augment", plan.Global, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"augment", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"codex", plan.Global, map[string]string{"rules": "config:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.toml", "payload": "agents:"}},
		{"codex", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.toml", "payload": "agents:"}},
		{"claude", plan.Global, map[string]string{"commands": "config:skills/{name}/SKILL.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"claude", plan.Local, map[string]string{"commands": "config:commands/{name}.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "rules": "config:rules/{name}.md", "payload": "config:"}},
		{"cursor", plan.Global, map[string]string{"commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"cursor", plan.Local, map[string]string{"commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "rules": "config:rules/{name}.mdc", "payload": "agents:"}},
		{"gemini", plan.Global, map[string]string{"rules": "config:GEMINI.md", "commands": "config:commands/{prefix}/{short}.toml", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"gemini", plan.Local, map[string]string{"rules": "project:GEMINI.md", "commands": "config:commands/{prefix}/{short}.toml", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"antigravity", plan.Global, map[string]string{"rules": "config:rules/{name}.md", "commands": "config:skills/{name}/SKILL.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"antigravity", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"hermes", plan.Global, map[string]string{"commands": "config:skills/{name}/SKILL.md", "skills": "config:skills/{name}/SKILL.md", "payload": "config:"}},
		{"hermes", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "config:skills/{name}/SKILL.md", "skills": "config:skills/{name}/SKILL.md", "payload": "agents:"}},
		{"copilot", plan.Global, map[string]string{"rules": "copilot-home:instructions/{name}.instructions.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "copilot-home:agents/{name}.agent.md", "payload": "agents:"}},
		{"copilot", plan.Local, map[string]string{"rules": "copilot-home:instructions/{name}.instructions.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "copilot-home:agents/{name}.agent.md", "payload": "agents:"}},
		{"vscode", plan.Global, map[string]string{"rules": "copilot-home:instructions/{name}.instructions.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "copilot-home:agents/{name}.agent.md", "payload": "agents:"}},
		{"vscode", plan.Local, map[string]string{"rules": "copilot-home:instructions/{name}.instructions.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "copilot-home:agents/{name}.agent.md", "payload": "agents:"}},
		{"cline", plan.Global, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.yml", "payload": "agents:"}},
		{"codebuddy", plan.Global, map[string]string{"rules": "config:rules/{name}.md", "commands": "config:commands/{name}.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"cline", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.yml", "payload": "agents:"}},
		{"codebuddy", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "config:commands/{name}.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"kimi", plan.Global, map[string]string{"commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.yaml", "payload": "agents:"}},
		{"kimi", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.yaml", "payload": "agents:"}},
		{"kimi-code", plan.Global, map[string]string{"rules": "config:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"kimi-code", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"kilo", plan.Global, map[string]string{"rules": "config:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"kilo", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"opencode", plan.Global, map[string]string{"rules": "config:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"opencode", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"pi", plan.Global, map[string]string{"rules": "config:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "payload": "agents:"}},
		{"pi", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "payload": "agents:"}},
		{"qwen", plan.Global, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"qwen", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"trae", plan.Global, map[string]string{"commands": "config:skills/{name}/SKILL.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"trae", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "config:skills/{name}/SKILL.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"windsurf", plan.Global, map[string]string{"rules": "devin:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"windsurf", plan.Local, map[string]string{"rules": "config:rules/{name}.md", "commands": "agents:skills/{name}/SKILL.md", "skills": "agents:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "agents:"}},
		{"zcode", plan.Global, map[string]string{"rules": "config:AGENTS.md", "commands": "config:commands/{name}.md", "skills": "config:skills/{name}/SKILL.md", "agents": "config:agents/{name}.md", "payload": "config:"}},
		{"zcode", plan.Local, map[string]string{"rules": "project:AGENTS.md", "commands": "config:commands/{name}.md", "skills": "config:skills/{name}/SKILL.md", "payload": "agents:"}},
	}
	for _, tt := range tests {
		t.Run(tt.host+" "+string(tt.scope), func(t *testing.T) {
			h, _ := Get(tt.host)
			got := map[string]string{}
			for _, row := range h.ArtifactLayout {
				if row.Scopes.Has(tt.scope) {
					got[row.Kind] = row.Mount + ":" + strings.TrimPrefix(row.DestSubpath+"/"+row.File, "/")
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A key that a host does not know can drop the whole file, so each dialect has
// exactly the keys that are known to load.
func TestDialectKeys(t *testing.T) {
	want := map[string][]string{
		"codex agent":         {"name", "description", "sandbox_mode", "model", "model_reasoning_effort", "developer_instructions"},
		"cursor agent":        {"name", "description", "readonly"},
		"cursor rule":         {"description", "globs", "alwaysApply"},
		"gemini agent":        {"name", "description", "tools"},
		"gemini command":      {"description", "prompt"},
		"claude rule":         {"paths"},
		"cline agent":         {"name", "description", "tools"},
		"cline rule":          {"paths"},
		"codebuddy agent":     {"name", "description", "tools", "permissionMode", "skills", "isolation", "color"},
		"codebuddy command":   {"description", "argument-hint", "allowed-tools"},
		"codebuddy rule":      {"paths"},
		"codebuddy skill":     {"name", "description", "allowed-tools", "disable-model-invocation", "user-invocable"},
		"antigravity agent":   {"name", "description", "tools"},
		"antigravity rule":    {"trigger", "description", "globs"},
		"antigravity skill":   {"name", "description"},
		"augment agent":       {"name", "description", "tools", "color"},
		"augment rule":        {"type", "description"},
		"copilot-home agents": {"name", "description", "tools"},
		"copilot-home rules":  {"description", "applyTo"},
		"hermes skill":        {"name", "description"},
		"kimi agent":          {"extend", "name", "description", "tools"},
		"kimi-code agent":     {"name", "description", "tools", "disallowedTools"},
		"kilo agent":          {"description", "mode", "permission"},
		"opencode agent":      {"description", "mode", "permission"},
		"qwen agent":          {"name", "description", "tools", "disallowedTools", "permissionMode", "maxTurns", "background", "color"},
		"qwen rule":           {"description", "paths"},
		"trae agent":          {"name", "description", "tools", "disallowedTools"},
		"trae rule":           {"alwaysApply", "description", "globs"},
		"trae skill":          {"name", "description"},
		"windsurf agent":      {"name", "description", "allowed-tools"},
		"windsurf rule":       {"trigger", "description", "globs"},
		"zcode agent":         {"name", "description", "tools", "disallowedTools", "maxTurns", "color"},
		"zcode command":       {"description", "argument-hint"},
		"zcode skill":         {"name", "description"},
		"agents commands":     {"name", "description"},
		"agents skills":       {"name", "description"},
	}
	check := func(name string, d Dialect) {
		if keys, ok := want[name]; ok {
			if got := keysOf(d); !slices.Equal(got, keys) {
				t.Errorf("%s: keys %v, want %v", name, got, keys)
			}
			delete(want, name)
		}
	}
	for _, h := range All() {
		for name, d := range h.Dialects {
			check(h.ID+" "+name, d)
		}
	}
	for _, s := range everyOne(shared) {
		for kind, d := range s.Dialects {
			check(s.ID+" "+kind, d)
			if skill := d.Renderer == "skill-md"; skill && d.Keys[1].Limit != 1024 {
				t.Errorf("%s %s: description may have %d characters, want 1024", s.ID, kind, d.Keys[1].Limit)
			}
		}
	}
	for name := range want {
		t.Errorf("%s: no such dialect", name)
	}
	claude, _ := Get("claude")
	for name, d := range claude.Dialects {
		for _, never := range []string{"requires", "type"} {
			if slices.Contains(keysOf(d), never) {
				t.Errorf("claude %s writes %s, which is the pack's own", name, never)
			}
		}
	}
}

func keysOf(d Dialect) []string {
	var keys []string
	for _, k := range d.Keys {
		keys = append(keys, k.Key)
	}
	if d.BodyKey != "" {
		keys = append(keys, d.BodyKey)
	}
	return keys
}

func TestDeclarationGolden(t *testing.T) {
	for _, h := range All() {
		t.Run(h.ID, func(t *testing.T) {
			if err := hostapi.Validate(h.Declaration()); err != nil {
				t.Error(err)
			}
			got, err := json.MarshalIndent(h.Declaration(), "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, '\n')
			golden := filepath.Join("testdata", "declaration", h.ID+".json")
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A declaration reads the same after a trip through JSON.
func TestDeclarationIsDecodedJSON(t *testing.T) {
	for _, h := range All() {
		text, err := json.Marshal(h.Declaration())
		if err != nil {
			t.Fatal(err)
		}
		var back hostapi.Declaration
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(back, h.Declaration()); diff != "" {
			t.Errorf("%s: %s", h.ID, diff)
		}
	}
}

func TestSetsThatDoNotAgree(t *testing.T) {
	host := embedded(t, "codex.toml")
	shared := embedded(t, "shared/agents.toml")
	second := strings.Replace(host, `"codex"`, `"other"`, 1)
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"one id twice", map[string]string{"codex.toml": host, "zcodex.toml": host},
			`descriptor zcodex.toml: id: "codex" is the id of codex.toml already`},
		{"a file called otherwise", map[string]string{"kodex.toml": host},
			`descriptor kodex.toml: id: "codex", but the file's name says "kodex"`},
		{"two hosts at one place", map[string]string{"codex.toml": host, "other.toml": second},
			"hosts codex and other: both would put their own bytes at .codex/agents/{name}.toml; describe that folder in shared/"},
		{"two shared folders in one", map[string]string{"shared/more.toml": strings.NewReplacer(`id     = "agents"`, `id     = "more"`, `global = ".agents"`, `global = ".Agents/more"`).Replace(shared)},
			"shared folders agents and more: both hold .Agents/more, and would put unequal bytes there"},
		{"no folder for the payload", map[string]string{"shared/project.toml": strings.Replace(embedded(t, "shared/project.toml"), `payload = "agents"`, `payload = "project"`, 1)},
			`shared folder project: payload: there is no shared folder "project" that holds payload`},
		{"a folder that a host looks in", map[string]string{"shared/agents.toml": strings.Replace(shared, `scopes = ["local"]`, `scopes = ["global"]`, 1), "antigravity.toml": embedded(t, "antigravity.toml")},
			"shared folder agents: scanned: antigravity looks for rules in rules in local scope"},
		{"a folder that a host looks in besides", map[string]string{"shared/agents.toml": strings.Replace(shared, `path = "commands"`, `path = "command"`, 1), "augment.toml": embedded(t, "augment.toml")},
			"shared folder agents: scanned: augment looks for commands in commands in global scope"},
		{"all faults at once", map[string]string{"a.toml": "id = 1", "b.toml": "id = ["},
			"descriptor a.toml:1: id: incompatible types"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fsys := fstest.MapFS{"shared/agents.toml": {Data: []byte(shared)}, "shared/project.toml": {Data: []byte(embedded(t, "shared/project.toml"))}}
			for name, text := range tt.files {
				fsys[name] = &fstest.MapFile{Data: []byte(text)}
			}
			_, err := load(fsys)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if tt.name == "all faults at once" && !strings.Contains(err.Error(), "b.toml:1") {
				t.Errorf("the second file's fault is not reported: %v", err)
			}
		})
	}
}

func embedded(t *testing.T, name string) string {
	t.Helper()
	data, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func problems(t *testing.T, err error) []Problem {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("not an *Error: %v", err)
	}
	return e.Problems
}

// Cursor blocks a tool if a hook before it prints text, and Gemini's own
// replacement of an unbraced variable would be quoted twice.
func TestHookFactsThatBite(t *testing.T) {
	cursor, _ := Get("cursor")
	if got := cursor.Hooks.HookOutput; got != "json" {
		t.Errorf("cursor's hooks may print %s", got)
	}
	gemini, _ := Get("gemini")
	if got, want := gemini.Hooks.ProjectDir, `"${GEMINI_PROJECT_DIR}"`; got != want {
		t.Errorf("gemini's project directory is %s, want %s", got, want)
	}
}
