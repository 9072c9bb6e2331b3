package emit

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
)

// full is a disk with room for n calls of the ops, and for none after them; from the
// journal on if committed.
type full struct {
	mu        sync.Mutex
	n         int
	ops       []string
	committed bool
	hit       bool
}

func (f *full) inject(op, name string, do func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.committed {
		if op == "rename" && filepath.Base(name) == filepath.Base(journalPath) {
			f.committed = false
		}
		return do()
	}
	if slices.Contains(f.ops, op) {
		if f.n--; f.n < 0 {
			f.hit = true
			return fmt.Errorf("%s: %w", name, syscall.ENOSPC)
		}
	}
	return do()
}

func (f *full) with(do func()) bool {
	inject = f.inject
	defer func() { inject = nil }()
	do()
	return f.hit
}

// Without room for a directory nothing is written: no directory is made after the commit.
func TestNoRoomForDirectories(t *testing.T) {
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			for n := 0; ; n++ {
				h := newHouse(t)
				sc.setup(h)
				before := h.tree()
				var err error
				f := &full{n: n, ops: []string{"mkdir"}}
				if !f.with(func() { _, err = run(sc.req(h)) }) {
					break
				}
				if err == nil {
					t.Fatalf("%d: no error", n)
				}
				h.same(fmt.Sprintf("after room for %d directories", n), h.tree(), before)
			}
			h := newHouse(t)
			sc.setup(h)
			late := &full{ops: []string{"mkdir"}, committed: true}
			late.with(func() { h.run(sc.req(h)) })
		})
	}
}

// A disk that is full after the commit holds up nothing but until there is room again:
// the same run and an uninstall both go on.
func TestFullAfterTheCommit(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	before := h.tree()
	h.run(install(h.codex("1")))
	after := h.tree()
	tests := []struct {
		name  string
		again func(*house) Request
		want  []string
	}{
		{"install", func(h *house) Request { return install(h.codex("1")) }, after},
		{"uninstall", func(h *house) Request { return uninstall(h.codex("1")) }, before},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			userFiles(h)
			var err error
			f := &full{ops: []string{"create", "mkdir", "replace"}, committed: true}
			hit := f.with(func() {
				_, err = run(install(h.codex("1")))
				if err == nil {
					return
				}
				_, err = run(install(h.codex("1"))) // still no room
			})
			if !hit || err == nil {
				t.Fatalf("nothing was held up: %v", err)
			}
			h.run(tt.again(h))
			h.same("with room again", h.tree(), tt.want)
		})
	}
}
