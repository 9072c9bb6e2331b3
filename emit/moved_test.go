package emit

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// movedDeep is the plan of a host that an earlier descriptor had in .deep and that is in
// .shallow now, with a hook in one file of the home.
func (h *house) movedDeep(version string) *plan.Plan {
	left := h.mount("deep-moved1", ".deep")
	left.Heir = "deep"
	p := h.pack("deep", version, h.mount("deep", ".shallow"), h.file("home", "AGENTS.json", "deep"), left)
	add(p, "deep", "b.md", version)
	addHook(p, "home", "AGENTS.json", "run "+version)
	return p
}

func (h *house) deepBefore(version string) *plan.Plan {
	p := h.pack("deep", version, h.mount("deep", ".deep"), h.file("home", "AGENTS.json", "deep"))
	add(p, "deep", "a.md", version)
	addHook(p, "home", "AGENTS.json", "run "+version)
	return p
}

// A host that has moved leaves nothing where it was, also where the pack is the same.
func TestMovedMount(t *testing.T) {
	for _, version := range []string{"1", "2"} {
		h := newHouse(t)
		h.write("AGENTS.json", "{\"mine\": 1}")
		h.write(".deep/mine.md", "mine")
		before := h.tree()
		now := h.movedDeep(version)
		h.run(install(now))
		alone := h.tree()
		h.run(uninstall(now))
		h.same("uninstall", h.tree(), before)

		h.run(install(h.deepBefore("1")))
		h.run(install(now))
		h.same("moved", h.tree(), alone)
		if r := h.run(install(now)); !r.empty() {
			t.Errorf("the second install has something to do: %v", r.Changes)
		}
		h.run(uninstall(now))
		h.same("uninstall after the move", h.tree(), before)

		h.run(install(h.deepBefore("1")))
		h.run(uninstall(now))
		h.same("uninstall of what had been there", h.tree(), before)
	}
}

// A file that both ledgers have pieces in is of neither.
func TestMovedTwice(t *testing.T) {
	h := newHouse(t)
	now := h.movedDeep("1")
	h.run(install(h.deepBefore("1")))
	ledger := h.read(".deep/" + ledgerPath)
	h.run(install(now))
	h.write(".deep/"+ledgerPath, ledger)
	if _, err := run(install(now)); err == nil || !strings.Contains(err.Error(), "~/.shallow and ~/.deep: the ledgers of both tell of AGENTS.json") {
		t.Errorf("two ledgers: %v", err)
	}
}
