package golden

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A link in a tree is shown as one: what it leads to may be anything, and a diff shows it.
func TestReadFollowsNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right of their own")
	}
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"file": secret, "folder": dir, "nothing": "gone"} {
		if err := os.MkdirAll(filepath.Join(dir, "x-local"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, "x-local", name)); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := Read(os.DirFS(dir), "x-local")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(tree["file"].Data); got != "a link to "+secret+"\n" || len(tree) != 3 {
		t.Errorf("%q of %d", got, len(tree))
	}
}
