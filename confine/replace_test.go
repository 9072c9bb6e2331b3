package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A file is replaced whole and keeps its mode; what a call has left that was killed is in
// nobody's way; and where it cannot be replaced, nothing is left but what was there.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "f.new"), "the beginning of a te")
	modes := map[string]fs.FileMode{"closed": 0o600, "open": 0o666} // less and more than a usual umask leaves
	for name, mode := range modes {
		write(t, filepath.Join(dir, name), "")
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, dir, "")
	for _, name := range []string{"f", "f", "closed", "open"} {
		if err := r.Replace(name, name+".new", []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != "text" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
		if _, err := os.Lstat(filepath.Join(dir, name+".new")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s.new is left: %v", name, err)
		}
	}
	for name, mode := range modes {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != mode {
			t.Errorf("%s had the mode %v: %v, %v", name, mode, info, err)
		}
	}

	if err := os.Symlink("f", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link", "."} {
		if err := r.Replace(name, "x.new", nil, 0o644); !errors.Is(err, ErrIrregular) {
			t.Errorf("%s: %v", name, err)
		}
	}
	write(t, filepath.Join(dir, "g.new", "in"), "in the way")
	if err := r.Replace("g", "g.new", nil, 0o644); err == nil {
		t.Error("it is replaced over what is in the way")
	}
	for _, name := range []string{"x.new", "g"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
