package capability

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

const good = "../../added/testdata/good/capability/capability.json"

func decode(t *testing.T, text string, opt Options) (descriptors.Host, []Note, error) {
	t.Helper()
	h, notes, _, err := Decode(File, []byte(text), opt)
	return h, notes, err
}

func goodText(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Fields become those of a descriptor, and what is treated otherwise is noted, in one order.
func TestDecode(t *testing.T) {
	h, notes, err := decode(t, goodText(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range h.ArtifactLayout {
		rows = append(rows, fmt.Sprintf("%s %v %s %s", r.Kind, r.Scopes, r.DestSubpath, r.File))
	}
	if diff := cmp.Diff([]string{
		"skills [global] skills {name}/SKILL.md", "commands [global] skills {name}/SKILL.md", "agents [global] agents {name}.md",
		"commands [local] commands {name}.md", "payload []  ",
	}, rows); diff != "" {
		t.Error(diff)
	}
	if h.Text.Native || h.Text.Command != "/{name}" || h.Hooks.File[plan.Global] != "settings.json" || h.Tools.Agent["Read"] != "Read" {
		t.Errorf("text %+v, hooks %+v", h.Text, h.Hooks)
	}
	var got []string
	for _, n := range notes {
		got = append(got, n.Field)
	}
	if diff := cmp.Diff([]string{
		"description", "engines", "tier", "version", "runtime.configHome.env[0]", "runtime.hooksSurface", "runtime.hostBehaviors.frontmatterDialect",
		"runtime.configFormat", "runtime.triggerPrecedence", "runtime.writesSharedSettings",
	}, got); diff != "" {
		t.Error(diff)
	}
}

// Each field that is treated otherwise gives a note of its own.
func TestNotes(t *testing.T) {
	for field, change := range map[string][2]string{
		"requires":                                          {`"requires": []`, `"requires": ["x"]`},
		"reviewer":                                          {`"requires": []`, `"reviewer": {"slug": "x"}`},
		"runtime.permissionWriter":                          {`"permissionWriter": null`, `"permissionWriter": "opencode"`},
		"runtime.extendedHookEvents":                        {`"extendedHookEvents": []`, `"extendedHookEvents": ["Stop"]`},
		"runtime.extensionEvents":                           {`"extendedHookEvents": []`, `"extensionEvents": "hermes"`},
		"runtime.configHome.probe":                          {`"env": ["ACME_HOME"]`, `"env": [], "probe": ["x"]`},
		"runtime.configHome.skillsHome":                     {`"env": ["ACME_HOME"]`, `"env": [], "skillsHome": {"kind": "dot-home"}`},
		"runtime.artifactLayout.global[0].nesting":          {`"nesting": "flat"`, `"nesting": "nested"`},
		"runtime.artifactLayout.global[0].prefix":           {`"prefix": ""`, `"prefix": "gsd-"`},
		"runtime.artifactLayout.global[0].recursive":        {`"recursive": false`, `"recursive": true`},
		"runtime.artifactLayout.global[0].home":             {`"recursive": false`, `"home": ".agents"`},
		"runtime.hooksSurface":                              {`"hookEvents": "claude"`, `"hookEvents": "other"`},
		"runtime.hostIntegration.effortSurface":             {`"effortSurface": "undocumented"`, `"effortSurface": null`},
		"runtime.hostIntegration.dispatch.builtInSubagents": {`"namedDispatch": true`, `"namedDispatch": true, "builtInSubagents": ["x"]`},
		"runtime.orchestratorExec.args":                     {`"hostIntegration": {`, `"orchestratorExec": {"command": "acme", "args": ["--mode", "yolo"]}, "hostIntegration": {`},
		"runtime.hostBehaviors.neverHeard":                  {`"frontmatterDialect": "acme"`, `"neverHeard": true`},
	} {
		text := goodText(t)
		if !strings.Contains(text, change[0]) {
			t.Fatalf("%s is not in the file", change[0])
		}
		_, notes, err := decode(t, strings.Replace(text, change[0], change[1], 1), Options{})
		found := false
		for _, n := range notes {
			found = found || n.Field == field
		}
		if err != nil || !found {
			t.Errorf("%s: %v, %v", field, notes, err)
		}
	}
}

// What a user sets stands in for what the file says, and variables of the old home move nothing.
func TestOptions(t *testing.T) {
	h, _, err := decode(t, goodText(t), Options{ID: "other", HomeName: ".config/other"})
	if err != nil || h.ID != "other" || h.ConfigHome.Name != ".config/other" || h.ConfigHome.Local != ".other" || len(h.ConfigHome.Env) > 0 {
		t.Errorf("%q, %+v, %v", h.ID, h.ConfigHome, err)
	}
}

// FuzzDecode never panics, and gives a host or an error.
func FuzzDecode(f *testing.F) {
	data, err := os.ReadFile(good)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data), "", "")
	f.Add(`{"role": "runtime"}`, "x", ".x")
	f.Add(`{"role": "runtime", "runtime": {"artifactLayout": {"global": [null, {"kind": "skills"}]}}}`, "", "..")
	f.Fuzz(func(t *testing.T, text, id, home string) {
		h, _, spell, err := Decode(File, []byte(text), Options{ID: id, HomeName: home})
		if err == nil {
			descriptors.Builtin().CheckAdded(File, h, spell) //nolint:errcheck // either way is right
		}
	})
}
