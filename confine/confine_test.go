package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func open(t *testing.T, dir, only string) *Root {
	t.Helper()
	r, err := OpenFile(dir, only)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// calls is every method by name.
func calls(r *Root, name string) map[string]func() error {
	return map[string]func() error{
		"lstat":       func() error { _, err := r.Lstat(name); return err },
		"stat":        func() error { _, err := r.Stat(name); return err },
		"readlink":    func() error { _, err := r.Readlink(name); return err },
		"readdir":     func() error { _, err := r.ReadDir(name); return err },
		"read":        func() error { _, _, err := r.ReadFile(name); return err },
		"mkdir":       func() error { return r.Mkdir(name, 0o755) },
		"create":      func() error { _, err := r.Create(name, 0o644); return err },
		"rename to":   func() error { return r.Rename("in", name) },
		"rename from": func() error { return r.Rename(name, "in") },
		"replace":     func() error { return r.Replace(name, "in", nil, 0o644) },
		"replace by":  func() error { return r.Replace("in", name, nil, 0o644) },
		"remove":      func() error { return r.Remove(name) },
		"prune":       func() error { _, err := r.Prune(name); return err },
		"sync":        func() error { return r.Sync(name) },
		"sub":         func() error { _, err := r.Sub(name); return err },
	}
}

func TestNamesThatLeave(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "root", "in"), "in")
	write(t, filepath.Join(home, "out", "secret"), "secret")
	dir := filepath.Join(home, "root")
	for name, to := range map[string]string{"up": "../out", "abs": filepath.Join(home, "out"), "self": dir} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, dir, "")
	names := []string{
		"../out/secret", "/etc/hostname", "", "a/../../out", "a//b", "./in", "in/",
		"up/secret", "abs/secret", "self/in",
	}
	for _, name := range names {
		for op, call := range calls(r, name) {
			if err := call(); !errors.Is(err, ErrEscape) {
				t.Errorf("%s %q: %v, want ErrEscape", op, name, err)
			}
		}
	}
	got, err := os.ReadFile(filepath.Join(home, "out", "secret"))
	if err != nil || string(got) != "secret" {
		t.Errorf("the file outside is now %q, %v", got, err)
	}
}

func TestFileMount(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "AGENTS.md"), "mine")
	write(t, filepath.Join(dir, "other"), "secret")
	r := open(t, dir, "AGENTS.md")
	if b, _, err := r.ReadFile("AGENTS.md"); err != nil || string(b) != "mine" {
		t.Errorf("AGENTS.md: %q, %v", b, err)
	}
	for _, name := range []string{"other", ".", "AGENTS.md/x", "agents.md"} {
		for op, call := range calls(r, name) {
			if op == "sync" && name == "." {
				continue
			}
			if err := call(); !errors.Is(err, ErrEscape) {
				t.Errorf("%s %q: %v, want ErrEscape", op, name, err)
			}
		}
	}
	if err := r.Sync("."); err != nil {
		t.Errorf("the directory itself cannot be made durable: %v", err)
	}
}

func TestReadsPlainFilesOnly(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "f"), "text")
	write(t, filepath.Join(dir, "empty"), "")
	if err := os.Symlink("f", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o755); err != nil {
		t.Fatal(err)
	}
	pipe(t, filepath.Join(dir, "pipe"))
	r := open(t, dir, "")
	for name, want := range map[string]string{"f": "text", "empty": ""} {
		if b, info, err := r.ReadFile(name); err != nil || string(b) != want || info.Size() != int64(len(want)) {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	if b, err := ReadPath(filepath.Join(dir, "link")); err != nil || string(b) != "text" {
		t.Errorf("by a link: %q, %v", b, err)
	}
	if _, err := ReadPath(filepath.Join(dir, "pipe")); !errors.Is(err, ErrIrregular) {
		t.Errorf("by path: %v, want ErrIrregular", err)
	}
	if _, err := ReadPath(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("by path: %v", err)
	}
	for _, name := range []string{"link", "d", "pipe"} {
		if _, _, err := r.ReadFile(name); !errors.Is(err, ErrIrregular) {
			t.Errorf("%s: %v, want ErrIrregular", name, err)
		}
	}
	if _, _, err := r.ReadFile("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}

func TestPrune(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "full", "f"), "")
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := open(t, dir, "")
	for name, want := range map[string]bool{"full": false, "empty": true, "none": true, "full/f": false, "full/f/d": true} {
		if gone, err := r.Prune(name); err != nil || gone != want {
			t.Errorf("%s: gone is %v, %v", name, gone, err)
		}
	}
}

// Writing through a folder that somebody else swaps for a link that leaves and
// back must never write outside.
func TestSwapRace(t *testing.T) {
	const writes = 20000
	home := t.TempDir()
	dir, out := filepath.Join(home, "root"), filepath.Join(home, "out")
	for _, d := range []string{filepath.Join(dir, "d"), out} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(out, link); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(out)
	if err != nil {
		t.Fatal(err)
	}
	r := open(t, dir, "")
	stop := make(chan struct{})
	var swapper sync.WaitGroup
	swapper.Go(func() {
		d, aside := filepath.Join(dir, "d"), filepath.Join(dir, "aside")
		for {
			select {
			case <-stop:
				return
			default:
			}
			os.Rename(d, aside)
			os.Rename(link, d)
			os.Rename(d, link)
			os.Rename(aside, d)
		}
	})
	done := 0
	for range writes {
		f, err := r.Create("d/f", 0o644)
		if err != nil {
			continue
		}
		f.Close()
		done++
		r.Remove("d/f")
	}
	close(stop)
	swapper.Wait()
	if after, err := os.Stat(out); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("something was written outside: %v, %v", after, err)
	}
	if done == 0 {
		t.Error("no write succeeded, so the race was not run")
	}
}

// A root of some names stays one under its own name.
func TestSubOfSomeNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := OpenOnly(dir, "a", "x/")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	sub, err := root.Sub(".")
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if _, err := sub.Lstat("a"); err != nil {
		t.Error(err)
	}
	if _, err := sub.Lstat("b"); !errors.Is(err, ErrEscape) {
		t.Errorf("b: %v", err)
	}
}

// An error of the system's names whole paths, whatever the call.
func TestErrorsNameWholePaths(t *testing.T) {
	r := open(t, t.TempDir(), "")
	for call, err := range map[string]error{
		"rename": r.Rename("from", "to"), "remove": r.Remove("to"), "mkdir": r.Mkdir("from/to", 0o755),
	} {
		if err == nil || !strings.Contains(err.Error(), r.Name("to")) && !strings.Contains(err.Error(), r.Name("from/to")) {
			t.Errorf("%s: %v", call, err)
		}
	}
}
