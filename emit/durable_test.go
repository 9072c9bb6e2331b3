package emit

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Before the first step the journal's name is durable, and before the journal goes
// everything is, in single files as well.
func TestDurableBeforeTheNextStep(t *testing.T) {
	h := newHouse(t)
	var calls []string
	inject = func(op, name string, do func() error) error {
		rel, _ := filepath.Rel(h.dir, name)
		calls = append(calls, op+" "+filepath.ToSlash(rel))
		return do()
	}
	defer func() { inject = nil }()
	p := h.pack("deep", "1", h.mount("deep", ".deep"), h.file("home", "AGENTS.json", "deep"))
	addHook(p, "home", "AGENTS.json", "run 1")
	h.run(install(p))
	at := func(call string) int {
		i := slices.Index(calls, call)
		if i < 0 {
			t.Fatalf("no %q in:\n%s", call, strings.Join(calls, "\n"))
		}
		return i
	}
	commit := at("rename .deep/.gsd-install/journal.json")
	if calls[commit+1] != "sync .deep/.gsd-install" {
		t.Errorf("after the commit comes %q", calls[commit+1])
	}
	for _, between := range [][2]int{{0, commit}, {at("replace AGENTS.json"), at("remove .deep/.gsd-install/journal.json")}} {
		for _, dir := range []string{".", ".deep"} {
			if !slices.Contains(calls[between[0]:between[1]], "sync "+dir) {
				t.Errorf("%s is not durable between %q and %q", dir, calls[between[0]], calls[between[1]])
			}
		}
	}
}

// Only what a killed write of ours has left beside a file of the user's is swept.
func TestOnlyOurTemporaryFilesGo(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	keep := []string{".hooks.json1", ".hooks.json12345678901234567", ".hooks.json1234567890123456x", ".hooks.json2"}
	for i, text := range []string{"{", "not a beginning of it", "{", ""} {
		h.write(".codex/"+keep[i], text)
	}
	swept := []string{".codex/.hooks.json9876543210987654321", ".codex/.hooks.json7177094127960761581"}
	h.write(swept[0], "{\n  // mine\n")
	h.write(swept[1], "")
	h.run(install(h.codex("1")))
	for _, name := range keep {
		if !h.has(".codex/" + name) {
			t.Errorf("%s is gone", name)
		}
	}
	for _, name := range swept {
		if h.has(name) {
			t.Errorf("%s, which a killed write has left, is still there", name)
		}
	}
}
