package emit

import (
	"errors"
	"testing"
)

// What a plan wants may be read when it is staged. If that fails, everything is as it was.
func TestLater(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	before := h.tree()
	p := h.codex("1")
	a := &p.Artifacts[0]
	data, gone := a.Data, errors.New("it was changed")
	a.Data, a.Later = nil, func() ([]byte, error) { return nil, gone }
	if _, err := run(install(p)); !errors.Is(err, gone) {
		t.Fatalf("%v", err)
	}
	h.same("after an install that failed", h.tree(), before)

	a.Later = func() ([]byte, error) { return data, nil }
	h.run(install(p))
	later := h.tree()
	h.run(install(h.codex("1")))
	h.same("read later", h.tree(), later)
}
