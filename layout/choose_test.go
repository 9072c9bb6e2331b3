package layout

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// A host reads a.json before b.json in its config home, and one that is made goes to
// another folder of its own.
func TestChoose(t *testing.T) {
	host := descriptors.Host{
		ID:         "x",
		ConfigHome: descriptors.ConfigHome{Name: ".config/x", Local: ".x"},
		Folders:    map[string]descriptors.Folder{"more": {Global: ".x"}},
		Candidates: []descriptors.Candidates{{File: "a.json", Names: []string{"a.json", "b.json"}, Else: "more"}},
		Permissions: descriptors.Permissions{
			File: map[plan.Scope]string{plan.Global: "a.json", plan.Local: "a.json"},
		},
		MCP: descriptors.MCP{File: map[plan.Scope]string{plan.Global: "other.json"}, Mount: map[plan.Scope]string{plan.Global: "config"}},
	}
	ledger := `{"records":[{"path":"b.json"}]}`
	tests := []struct {
		name  string
		scope plan.Scope
		files map[string]string
		want  string
	}{
		{"none", plan.Global, nil, "more a.json"},
		{"none in a project", plan.Local, nil, " a.json"},
		{"one", plan.Global, map[string]string{".config/x/b.json": ""}, " b.json"},
		{"both", plan.Global, map[string]string{".config/x/b.json": "", ".config/x/a.json": ""}, " a.json"},
		{"the other in a project", plan.Local, map[string]string{".x/b.json": ""}, " b.json"},
		{"one in the other folder", plan.Global, map[string]string{".x/b.json": ""}, "more b.json"},
		{"one in each", plan.Global, map[string]string{".x/a.json": "", ".config/x/b.json": ""}, " b.json"},
		{"ours", plan.Global, map[string]string{".config/x/a.json": "", ".config/x/b.json": "", ".config/x/" + ledgerFile: ledger}, " b.json"},
		{"ours in the other folder", plan.Global, map[string]string{".config/x/a.json": "", ".x/b.json": "", ".x/" + ledgerFile: ledger}, "more b.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := Env{Home: t.TempDir(), Project: t.TempDir()}
			root := map[plan.Scope]string{plan.Global: env.Home, plan.Local: env.Project}[tt.scope]
			for name, text := range tt.files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			mounts, _, err := Mounts(host, tt.scope, env)
			if err != nil {
				t.Fatal(err)
			}
			got := Choose(host, tt.scope, env, mounts)
			if is := got.Permissions.Mount[tt.scope] + " " + got.Permissions.File[tt.scope]; is != tt.want {
				t.Errorf("%q, want %q", is, tt.want)
			}
			if got.MCP.File[plan.Global] != "other.json" || got.MCP.Mount[plan.Global] != "config" {
				t.Errorf("a file that is no candidate became %v in %v", got.MCP.File, got.MCP.Mount)
			}
			if host.Permissions.File[plan.Global] != "a.json" || host.Permissions.Mount != nil {
				t.Error("the host itself has changed")
			}
		})
	}
}
