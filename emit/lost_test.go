package emit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// Whatever a person does, in any order, each text of theirs is somewhere until they write
// over it themselves: in its place, or put aside.
func TestNoTextIsEverLost(t *testing.T) {
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 0))
		h := newHouse(t)
		names := []string{".codex/agents/a.toml", ".codex/agents/old.toml", ".agents/skills/gsd-help/SKILL.md", ".agents/gsd/run.sh"}
		mine := map[string]bool{}
		var did []string
		for step := range 14 {
			p := h.codex([]string{"1", "2"}[r.IntN(2)])
			req := install(p)
			switch op := r.IntN(10); op {
			case 0, 1, 2, 3:
				name := names[r.IntN(len(names))]
				if old, err := os.ReadFile(h.path(name)); err == nil {
					delete(mine, string(old)) // theirs to overwrite
				}
				text := fmt.Sprintf("mine %d of %d", step, seed)
				h.write(name, text)
				mine[text] = true
				did = append(did, "edit "+name)
				continue
			case 4, 5:
				req = repair(p)
			case 6:
				req = uninstall(p)
			case 7, 8:
				all, err := Backups(p.Mounts)
				h.do(err)
				if len(all) == 0 {
					continue
				}
				b := all[r.IntN(len(all))]
				req = Request{Mounts: p.Mounts, Restore: &b}
			}
			req.Policy = []Policy{Keep, Replace}[r.IntN(2)]
			if r.IntN(2) == 0 {
				req.Pristine = rendered(h.codex("1"), h.codex("2"))
			}
			if r.IntN(4) == 0 { // a kill somewhere; the next run finishes it
				with("kill after", 1+r.IntN(40), func() { run(req) })
				did = append(did, "killed")
				_, _, err := Recover(p.Mounts)
				h.do(err)
			} else if _, err := run(req); err != nil {
				t.Fatalf("seed %d: %v: %v", seed, did, err)
			}
			did = append(did, fmt.Sprintf("run %d, %s", len(req.Plans)+2*len(req.Leave), req.Policy))
			tree := strings.Join(h.tree(), "\n")
			for text := range mine {
				if !strings.Contains(tree, fmt.Sprintf("%q", text)) {
					t.Fatalf("seed %d: %q is lost after %s", seed, text, strings.Join(did, "; "))
				}
			}
		}
		// Nor is anything of ours left in the end but what was put aside.
		p := h.codex("1")
		h.run(uninstall(p))
		left := slices.DeleteFunc(h.tree(), func(l string) bool {
			return strings.Contains(l, " d") || strings.Contains(l, `"mine `) || strings.Contains(l, "/backup/")
		})
		if len(left) > 0 {
			t.Errorf("seed %d: left is %q after %s", seed, left, strings.Join(did, "; "))
		}
	}
}
