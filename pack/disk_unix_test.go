//go:build unix

package pack

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe that takes a file's place while its pack is being used is refused, and not waited for.
func TestPipeInPlaceOfFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pack.toml": "name = \"p\"\nversion = \"1\"\nprefix = \"p\"\n[[payload]]\nfrom = \"lib\"\n", "lib/a.sh": "a", "commands/c.md": "C",
	} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(t.Context(), dir, LoadOptions{Later: true})
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "lib", "a.sh")
	if err := os.Remove(script); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(script, 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range p.Payload {
		if f := &p.Payload[i]; strings.HasSuffix(f.Dest, "a.sh") {
			if _, err := f.Bytes(); err == nil || !strings.Contains(err.Error(), "lib/a.sh: it was changed while its pack was being used") {
				t.Error(err)
			}
		}
	}
	if _, err := openDisk(dir).ReadFile("lib/a.sh"); err == nil || !strings.Contains(err.Error(), errSpecial.Error()) {
		t.Error(err)
	}
}
