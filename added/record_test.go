package added

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

func entry(t *testing.T, more string) Entry {
	t.Helper()
	data, err := os.ReadFile("testdata/good/acme.toml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data) + more
	return Entry{ID: "acme", From: "/tmp/acme.toml", File: "acme.toml", Sum: plan.SumOf([]byte(text)), Text: text}
}

func read(t *testing.T, dir string) Record {
	t.Helper()
	r, err := Read(dir, dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func none(string) bool { return false }

// What was put is read again, replaced by another and removed, and nothing stays.
func TestRecord(t *testing.T) {
	box := t.TempDir()
	dir := filepath.Join(box, "settings", "ours")
	if r := read(t, dir); len(r.Hosts) > 0 {
		t.Errorf("%v", r.Hosts)
	}
	if err := read(t, dir).Put(entry(t, "")); err != nil {
		t.Fatal(err)
	}
	for _, half := range []string{RecordFile, Folder + "/acme.toml"} { // of a run that was killed
		if err := os.WriteFile(filepath.Join(dir, half+".tmp"), []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := read(t, dir).Put(entry(t, "# more\n")); err != nil {
		t.Fatal(err)
	}
	r := read(t, dir)
	set, lost := r.Set(descriptors.Builtin(), none)
	h, ok := set.Get("acme")
	if !ok || !h.Added() || len(lost) > 0 || len(r.Hosts) != 1 || !strings.HasSuffix(r.Hosts[0].Text, "# more\n") {
		t.Errorf("%v, %v", r.Hosts, lost)
	}
	if err := r.Usable(r.Hosts[0], set); err != nil {
		t.Error(err)
	}
	for _, half := range []string{RecordFile, Folder + "/acme.toml"} {
		if err := os.WriteFile(filepath.Join(dir, half+".tmp"), []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := r.Remove("acme"); err != nil || kept != "" {
		t.Errorf("%q, %v", kept, err)
	}
	if left, err := os.ReadDir(box); err != nil || len(left) > 0 {
		t.Errorf("%v is still there, %v", left, err)
	}
}

// The folders that were there before stay, and so does one that has got something else.
func TestRemoveLeaves(t *testing.T) {
	for _, tt := range []struct{ before, after, want string }{
		{before: "settings", want: "settings"},
		{after: "settings/other", want: "settings/other"},
		{after: "settings/ours/other", want: "settings/ours/other"},
	} {
		box := t.TempDir()
		mkdir := func(dir string) {
			if err := os.MkdirAll(filepath.Join(box, dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		mkdir(tt.before)
		dir := filepath.Join(box, "settings", "ours")
		if err := read(t, dir).Put(entry(t, "")); err != nil {
			t.Fatal(err)
		}
		mkdir(tt.after)
		if _, err := read(t, dir).Remove("acme"); err != nil {
			t.Error(err)
		}
		if err := os.Remove(filepath.Join(box, tt.want)); err != nil {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// A run that is killed between copy and record leaves a copy that counts for ours, whichever of
// the two is added next.
func TestPutHalf(t *testing.T) {
	for _, more := range []string{"", "# more\n", "# still more\n"} {
		dir := t.TempDir()
		if err := read(t, dir).Put(entry(t, "")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, Folder, "acme.toml.tmp"), 0o755); err != nil {
			t.Fatal(err) // nothing can be written under this name
		}
		if err := os.WriteFile(filepath.Join(dir, Folder, "acme.toml.tmp", "x"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := read(t, dir).Put(entry(t, "# more\n")); err == nil {
			t.Fatal("there is nothing in the way of the copy")
		}
		if err := os.RemoveAll(filepath.Join(dir, Folder, "acme.toml.tmp")); err != nil {
			t.Fatal(err)
		}
		if r := read(t, dir); r.Hosts[0].Sum != entry(t, "").Sum {
			t.Errorf("what was not written is recorded: %v", r.Hosts)
		}
		if err := os.WriteFile(filepath.Join(dir, Folder, "acme.toml"), []byte(entry(t, "# more\n").Text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := read(t, dir).Put(entry(t, more)); err != nil {
			t.Errorf("%q: %v", more, err)
		}
		if r := read(t, dir); r.Hosts[0] != entry(t, more) {
			t.Errorf("%q: recorded %v", more, r.Hosts)
		}
	}
}

// A file that nobody has agreed to is not written over, and one that a run which was killed has
// left is taken for what it is.
func TestPutOver(t *testing.T) {
	for _, own := range []bool{true, false} {
		dir := t.TempDir()
		at := filepath.Join(dir, Folder, "acme.toml")
		text := "# mine\n"
		if own {
			text = entry(t, "").Text
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if stray := read(t, dir).Stray(); len(stray) != 1 || stray[0] != at {
			t.Errorf("strays are %v", stray)
		}
		err := read(t, dir).Put(entry(t, ""))
		now, _ := os.ReadFile(at)
		if (err == nil) != own || string(now) != text {
			t.Errorf("own %v: %v, and there is %q", own, err, now)
		}
		if r := read(t, dir); (len(r.Hosts) > 0) != own {
			t.Errorf("own %v: %v is recorded", own, r.Hosts)
		}
	}
}

// Links are neither read nor written through, and a record that is none is an error.
func TestRecordRefused(t *testing.T) {
	for name, make := range map[string]func(dir, at string) error{
		"a link":   func(dir, at string) error { return os.Symlink(filepath.Join(dir, "other.json"), at) },
		"a folder": func(_, at string) error { return os.Mkdir(at, 0o755) },
		"no JSON":  func(_, at string) error { return os.WriteFile(at, []byte("{"), 0o644) },
		"a schema": func(_, at string) error { return os.WriteFile(at, []byte(`{"schema": 2}`), 0o644) },
		"a path": func(_, at string) error {
			return os.WriteFile(at, []byte(`{"schema": 1, "hosts": [{"id": "a", "file": "../a.toml"}]}`), 0o644)
		},
		"id is one": func(_, at string) error {
			return os.WriteFile(at, []byte(`{"schema": 1, "hosts": [{"id": "../a", "file": "a.toml"}]}`), 0o644)
		},
		"twice": func(_, at string) error {
			return os.WriteFile(at, []byte(`{"schema": 1, "hosts": [{"id": "a", "file": "a.toml"}, {"id": "a", "file": "b.toml"}]}`), 0o644)
		},
	} {
		dir := t.TempDir()
		if err := make(dir, filepath.Join(dir, RecordFile)); err != nil {
			t.Fatal(err)
		}
		if r, err := Read(dir, dir); err == nil || len(r.Hosts) > 0 {
			t.Errorf("%s: %v, %v", name, r.Hosts, err)
		}
	}
}

// Either of the two that hold what was agreed to is enough to know the host, both are needed to
// write for it.
func TestDamaged(t *testing.T) {
	for name, tt := range map[string]struct {
		text, copied bool // which is damaged
	}{"none": {}, "the record": {text: true}, "the copy": {copied: true}, "both": {true, true}} {
		dir := t.TempDir()
		if err := read(t, dir).Put(entry(t, "")); err != nil {
			t.Fatal(err)
		}
		r := read(t, dir)
		if tt.text {
			r.Hosts[0].Text += "# more\n"
		}
		if tt.copied {
			if err := os.WriteFile(r.Path(r.Hosts[0]), []byte("# other\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		set, lost := r.Set(descriptors.Builtin(), none)
		if _, known := set.Get("acme"); known == (tt.text && tt.copied) || known == (lost["acme"] != nil) {
			t.Errorf("%s: known %v, %v", name, known, lost)
		}
		if err := r.Usable(r.Hosts[0], set); (err != nil) != tt.copied {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Where something was installed is recorded until nothing is, or the host is removed.
func TestRemember(t *testing.T) {
	dir := t.TempDir()
	if err := read(t, dir).Put(entry(t, "")); err != nil {
		t.Fatal(err)
	}
	plain, _ := os.ReadFile(filepath.Join(dir, RecordFile))
	if err := read(t, dir).Remember("acme", []string{"/a", "/b"}); err != nil {
		t.Fatal(err)
	}
	if err := read(t, dir).Put(entry(t, "# more\n")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir).Places["acme"]; !slices.Equal(got, []string{"/a", "/b"}) {
		t.Errorf("recorded: %v", got)
	}
	if err := read(t, dir).Put(entry(t, "")); err != nil {
		t.Fatal(err)
	}
	if err := read(t, dir).Remember("acme", nil); err != nil {
		t.Fatal(err)
	}
	if now, _ := os.ReadFile(filepath.Join(dir, RecordFile)); string(now) != string(plain) {
		t.Errorf("the record is %s, and was %s", now, plain)
	}
	if err := read(t, dir).Remember("acme", []string{"/a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := read(t, dir).Remove("acme"); err != nil {
		t.Fatal(err)
	}
	if r := read(t, dir); len(r.Places) > 0 {
		t.Errorf("recorded: %v", r.Places)
	}
}
