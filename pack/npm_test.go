package pack

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestKept has npm asked once for an exact version that is recorded, and again if what
// was kept is not what was recorded.
func TestKept(t *testing.T) {
	files := with(tinyFiles, "package.json", `{"name": "@x/tiny", "version": "1.0.0"}`)
	archive := filepath.Join(t.TempDir(), "tiny.tgz")
	if err := os.WriteFile(archive, tgzOf(t, "package/", files), 0o644); err != nil {
		t.Fatal(err)
	}
	asked := 0
	opt := LoadOptions{
		Cache: filepath.Join(t.TempDir(), "packs"),
		Npm: func(context.Context, string) (string, error) {
			if asked++; asked > 2 {
				return "", errors.New("asked too often")
			}
			return archive, nil
		},
	}
	load := func(integrity string, wantAsked int) *Pack {
		t.Helper()
		opt.Integrity = integrity
		p, err := Load(t.Context(), "npm:@x/tiny@1.0.0", opt)
		if err != nil {
			t.Fatal(err)
		}
		if asked != wantAsked {
			t.Errorf("npm was asked %d times, want %d", asked, wantAsked)
		}
		return p
	}
	first := load("", 1)
	if again := load(first.Integrity, 1); again.Integrity != first.Integrity || again.Source != "npm:@x/tiny@1.0.0" {
		t.Errorf("%+v", again)
	}
	kept := filepath.Join(opt.Cache, "@x+tiny@1.0.0.tgz")
	forged := tgzOf(t, "package/", with(files, "core/x.md", "More."))
	if err := os.WriteFile(kept, forged, 0o644); err != nil {
		t.Fatal(err)
	}
	if p := load(first.Integrity, 2); p.Integrity != first.Integrity {
		t.Error("a forged archive was taken")
	}
	load(first.Integrity, 2) // what npm gave has taken its place
}
