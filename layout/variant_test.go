package layout

import (
	"os"
	"path/filepath"
	"testing"
)

// TestVariant holds that a host which is not there speaks of the one that people
// take it for, if that is there.
func TestVariant(t *testing.T) {
	for name, c := range map[string]struct {
		host   string
		there  []string
		wanted string
	}{
		"the successor is there":   {"kimi", []string{".kimi-code/config.toml"}, "Kimi CLI was not found here, but Kimi Code CLI was: ~/.kimi-code holds config.toml; if that is the one you use, take --kimi-code"},
		"the predecessor is there": {"kimi-code", []string{".kimi/config.toml"}, "Kimi Code CLI was not found here, but Kimi CLI was: ~/.kimi holds config.toml; if that is the one you use, take --kimi"},
		"both are there":           {"kimi", []string{".kimi-code/config.toml", ".kimi/config.toml"}, ""},
		"neither is there":         {"kimi", nil, ""},
		"another host is there":    {"kimi", []string{".codex/config.toml"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			home, _ := homeAndProject(t)
			for _, file := range c.there {
				full := filepath.Join(home, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(full, nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			notes := Variants(get(t, c.host), Env{Home: home})
			got := ""
			for _, n := range notes {
				got += n.Message
			}
			if got != c.wanted {
				t.Errorf("notes %q, want %q", got, c.wanted)
			}
		})
	}
}
