package layout

import (
	"errors"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// TestPayloadOutOfScannedFolders refuses on every host payload in each folder where it looks for
// items, in any case, and directly in the folder that holds these; a folder beside them is fine.
func TestPayloadOutOfScannedFolders(t *testing.T) {
	for _, h := range descriptors.All() {
		for _, s := range scopes {
			row, ok := Row(h, s, pack.Payload)
			if !ok {
				continue
			}
			refused := map[string]bool{"README.md": true, "mine/x.md": false, "mine/skills/x.md": false, "skillset/x.md": false}
			var looked []string
			if row.Mount == "agents" { // whoever shares it
				looked = []string{"agents", "commands", "skills"}
				refused["rules/x.md"] = s == plan.Local
			}
			for _, r := range h.ArtifactLayout {
				if r.Kind != "payload" && r.Mount == row.Mount && r.DestSubpath != "" {
					looked = append(looked, r.DestSubpath)
				}
			}
			for _, dir := range looked {
				refused[dir+"/x.md"] = true
				refused[strings.ToUpper(dir)+"/deep/x.md"] = true
				refused[dir] = true
			}
			if len(refused) < 7 {
				t.Errorf("%s %s: nothing is looked for beside the payload: %v", h.ID, s, refused)
			}
			for dest, want := range refused {
				_, _, err := Place(h, s, &pack.Pack{Name: "p", Prefix: "p", Payload: []pack.File{{Source: "data/x.md", Dest: dest}}})
				var place *PlaceError
				if got := errors.As(err, &place); got != want || got && place.Source != "data/x.md" {
					t.Errorf("%s %s: %s: %v", h.ID, s, dest, err)
				}
			}
		}
	}
}

// TestPayloadBesideOtherFolders finds a folder of items that another mount of the host has in
// the same place, and one of the other scope; each folder is told once.
func TestPayloadBesideOtherFolders(t *testing.T) {
	files := []pack.File{{Source: "a/1.md", Dest: "agents/1.md"}, {Source: "a/2.md", Dest: "agents/2.md"}, {Source: "r/1.md", Dest: "commands/1.md"}}
	want := []string{`a/1.md: its place would be "agents/1.md": agents are looked for there`, `r/1.md: its place would be "commands/1.md": commands are looked for there`}
	for host, c := range map[string]struct {
		scope plan.Scope
		want  []string
	}{
		"antigravity": {plan.Local, want},
		"claude":      {plan.Global, want},
		"codex":       {plan.Global, want},
		"trae":        {plan.Local, want}, // commands by what it also reads
	} {
		_, _, err := Place(get(t, host), c.scope, &pack.Pack{Name: "p", Prefix: "p", Payload: files})
		const way = "; give the pack another name, or a pack.toml with another payload.to"
		var want string
		if len(c.want) > 0 {
			want = strings.Join(c.want, way+"\n") + way
		}
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v\nwant %s", host, err, want)
		}
	}
}
