package emit

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/gsd-install/gsd-install/confine"
)

// A file that cannot be replaced, and a folder in which nothing can be made, are found in planning,
// by runs that would touch them and by no others.
func TestFastened(t *testing.T) {
	was := attributes
	t.Cleanup(func() { attributes = was })
	mark := func(name string, attrs uint64) {
		attributes = func(_ *confine.Root, at string) uint64 {
			if at == name {
				return attrs
			}
			return 0
		}
	}
	for _, tt := range []struct {
		name   string
		attrs  uint64
		upward bool
		want   string
	}{
		{"hooks.json", unix.STATX_ATTR_MOUNT_ROOT, true, "~/.codex/hooks.json: it is mounted there by itself"},
		{"hooks.json", unix.STATX_ATTR_IMMUTABLE, true, "~/.codex/hooks.json: it is marked so that nothing changes it"},
		{"agents/a.toml", unix.STATX_ATTR_APPEND, true, "~/.codex/agents/a.toml: it is marked so that nothing changes it"},
		{"agents/a.toml", unix.STATX_ATTR_MOUNT_ROOT, true, "~/.codex/agents/a.toml: it is mounted there by itself"},
		{"agents", unix.STATX_ATTR_IMMUTABLE, true, "~/.codex/agents: nothing can be written there: it is marked"},
		{"agents", unix.STATX_ATTR_MOUNT_ROOT, true, ""},
		{".", unix.STATX_ATTR_MOUNT_ROOT, true, ""},
		{"hooks.json", unix.STATX_ATTR_IMMUTABLE, false, ""},
	} {
		h := newHouse(t)
		attributes = was
		h.run(install(h.codex("1")))
		before := h.times()
		mark(tt.name, tt.attrs)
		version := "1"
		if tt.upward {
			version = "2"
		}
		_, err := Diff(install(h.codex(version)))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s %x: %v", tt.name, tt.attrs, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s %x: %v, want %s", tt.name, tt.attrs, err, tt.want)
		case tt.want != "":
			var hint interface{ Hint() string }
			if !errors.As(err, &hint) {
				t.Errorf("%s: no hint", tt.name)
			}
			h.same("after the refusal", h.times(), before)
		}
		if err := Writable(h.mount("codex", ".codex"), []string{"agents/a.toml", "hooks.json"}); (err != nil) != (tt.want != "" || !tt.upward) {
			t.Errorf("%s %x: writable: %v", tt.name, tt.attrs, err)
		}
	}
}
