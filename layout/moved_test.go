package layout

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// TestMovedMounts holds that a folder of an earlier descriptor is a mount where its ledger
// knows the host, and not where a variable says that the home is another one.
func TestMovedMounts(t *testing.T) {
	const ours = `{"packs": [{"hosts": ["codex"]}]}`
	for name, c := range map[string]struct {
		host    string
		from    string
		ledgers map[string]string
		env     string
		want    string
	}{
		"nothing there":   {host: "codex", from: ".old", want: codexMounts},
		"records of it":   {host: "codex", from: ".old", ledgers: map[string]string{".old": ours}, want: codexMounts + "\ncodex-moved1 R/home/.old as ~/.old locks R/home"},
		"of another host": {host: "codex", from: ".old", ledgers: map[string]string{".old": `{"packs": [{"hosts": ["claude"]}]}`}, want: codexMounts},
		"a shared folder": {host: "codex", from: "copilot-home", ledgers: map[string]string{".copilot": ours},
			want: codexMounts + "\ncopilot-home R/home/.copilot as ~/.copilot locks R/home shared"},
		"one that it still has": {host: "codex", from: "agents", ledgers: map[string]string{".agents": ours}, want: codexMounts},
		"another home": {host: "codex", from: ".old", ledgers: map[string]string{".old": ours}, env: "~/.new",
			want: "codex R/home/.new as ~/.new locks R/home\nagents R/home/.agents as ~/.agents locks R/home shared"},
	} {
		t.Run(name, func(t *testing.T) {
			home, _ := homeAndProject(t)
			for dir, text := range c.ledgers {
				file := filepath.Join(home, dir, filepath.FromSlash(ledgerFile))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			h := get(t, c.host)
			h.MovedFrom = descriptors.MovedFrom{Global: []string{c.from}}
			mounts, _, err := Mounts(h, plan.Global, Env{Home: home, Getenv: func(string) string { return c.env }})
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(mounts, filepath.Dir(home)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

const codexMounts = "codex R/home/.codex as ~/.codex locks R/home\nagents R/home/.agents as ~/.agents locks R/home shared"

// What an earlier descriptor had and the one of now does not name is abandoned.
func TestAbandoned(t *testing.T) {
	now := get(t, "cursor")
	earlier := now
	earlier.ConfigHome.Name, earlier.ConfigHome.Local = ".old", ".cursor"
	if got := Abandoned(now, now, plan.Global); len(got) != 0 {
		t.Errorf("the same host has left %q", got)
	}
	if got := Abandoned(earlier, now, plan.Global); !slices.Equal(got, []string{".old"}) {
		t.Errorf("global: %q", got)
	}
	if got := Abandoned(earlier, now, plan.Local); len(got) != 0 {
		t.Errorf("local: %q", got)
	}
	now.MovedFrom.Global = []string{".old"}
	if got := Abandoned(earlier, now, plan.Global); len(got) != 0 {
		t.Errorf("named in movedFrom: %q", got)
	}
	now.ArtifactLayout, now.Hooks = nil, descriptors.Hooks{}
	if got := Abandoned(earlier, now, plan.Global); !slices.Contains(got, "agents") {
		t.Errorf("the shared folder is not among %q", got)
	}
}
