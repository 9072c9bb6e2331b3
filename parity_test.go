package gsdinstall_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

const parityDir = "testdata/oracles/parity"

// parityTable is testdata/oracles/parity/differences.toml: every difference from
// the peer that is meant, with its reason.
type parityTable struct {
	// Trees are the installs that are compared, host-scope, each with the folder
	// below the sandbox in which the peer has the host's things: {dir} elsewhere.
	Trees map[string]string
	// Place moves our files to where the peer has them.
	Place []*placeRow
	// Spelling respells our texts as the peer spells them, before the two are
	// compared: what is equal then differs in nothing else.
	Spelling []*spellingRow
	// Difference forgives what it matches.
	Difference []*differenceRow
}

// forTree are the trees that a row is for; none named means all but Except.
type forTree struct{ Hosts, Except, Scopes []string }

func (f forTree) matches(host, scope string) bool {
	return has(f.Hosts, host) && !slices.Contains(f.Except, host) && has(f.Scopes, scope)
}

// placeRow moves what the globs From match into the folder To, where it keeps
// its name and a folder joins the one that is there.
type placeRow struct {
	forTree
	From       []string
	To, Reason string
}

// spellingRow replaces what Ours finds by Theirs, a template of package regexp
// in which {home} and {proj} are the sandbox's folders.
type spellingRow struct {
	forTree
	Ours, Theirs string
	// Unless keeps what Ours finds where this matches from there on.
	Unless string
	// Paths are globs of the texts meant; none means all.
	Paths  []string
	Reason string

	ours, unless *regexp.Regexp
	used         bool
}

// differenceRow forgives the differences of a kind at the paths that one of
// the globs matches; * does not stop at "/". A text that the peer copies and we
// render is of kind text; no row forgives another copy that differs.
type differenceRow struct {
	forTree
	Kind  string
	Paths []string
	// Keys are all that may differ in a frontmatter.
	Keys   []string
	Reason string

	used bool
}

// TestParity compares the files that the peer's installer and ours make of the
// peer's own pack. Files that the peer copies verbatim must be equal; any other
// difference needs a row of the table, and a row without a difference is stale.
func TestParity(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		unavailable(t, "python3 is not here: %v", err)
	}
	pack := packtest.GSDCore(t)
	table := readParityTable(t)
	ran := 0
	shared := map[string]picture{}
	for i, tree := range slices.Sorted(maps.Keys(table.Trees)) {
		if thinned(i) {
			continue
		}
		host, scope, _ := strings.Cut(tree, "-")
		t.Run(tree, func(t *testing.T) {
			s := newSandbox(t)
			s.run(t, "install", "--"+host, "--"+scope, "--pack", pack, "--yes")
			sameShared(t, s, scope, shared)
			table.place(t, s, host, scope)
			table.respell(t, s, host, scope)
			for _, d := range differences(t, s, host, scope) {
				if !table.forgives(s, host, scope, d) {
					t.Errorf("%s %s %v: no row in differences.toml", d.kind, d.path, d.keys)
				}
			}
			ran++
		})
	}
	if ran == len(table.Trees) && !t.Failed() {
		table.stale(t)
	}
}

// sameShared holds that the folder that hosts share has in it what the hosts
// before this one had there in the same scope, so that what the spellings say of
// the texts of one is true of all.
func sameShared(t *testing.T, s sandbox, scope string, before map[string]picture) {
	t.Helper()
	got := (&caseRun{T: t, sandbox: s}).tree()
	maps.DeleteFunc(got, func(name, _ string) bool {
		_, below, _ := strings.Cut(name, "/")
		return !strings.HasPrefix(below, ".agents/") || strings.HasPrefix(below, ".agents/.gsd-install")
	})
	if len(got) == 0 {
		return
	}
	if want := before[scope]; want != nil {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the shared folder differs from that of the hosts before (-before +now):\n%s", diff)
		}
	}
	before[scope] = got
}

func readParityTable(t *testing.T) *parityTable {
	t.Helper()
	table := &parityTable{}
	meta, err := toml.DecodeFile(filepath.Join(parityDir, "differences.toml"), table)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Fatalf("differences.toml: unknown keys %v", u)
	}
	for _, row := range table.Place {
		if row.Reason == "" {
			t.Errorf("differences.toml: place %v has no reason", row.From)
		}
	}
	for _, row := range table.Spelling {
		row.ours = regexp.MustCompile(row.Ours)
		if row.Unless != "" {
			row.unless = regexp.MustCompile("^(?:" + row.Unless + ")")
		}
		if row.Reason == "" {
			t.Errorf("differences.toml: spelling %s has no reason", row.Ours)
		}
	}
	for _, row := range table.Difference {
		if row.Reason == "" || row.Kind == "verbatim" || (row.Kind == "frontmatter") != (row.Keys != nil) {
			t.Errorf("differences.toml: %s %v must have a reason, keys if and only if it is of a frontmatter, and not be verbatim", row.Kind, row.Paths)
		}
	}
	return table
}

// fill puts the names of a tree into the paths and spellings of a row.
func (table *parityTable) fill(s sandbox, host, scope string, texts ...string) []string {
	dir := table.Trees[host+"-"+scope]
	root, _, _ := strings.Cut(dir, "/")
	names := strings.NewReplacer("{dir}", dir, "{root}", root, "{home}", s.home, "{proj}", s.proj)
	var filled []string
	for _, text := range texts {
		filled = append(filled, names.Replace(text))
	}
	return filled
}

// place lays our tree as the peer's lies.
func (table *parityTable) place(t *testing.T, s sandbox, host, scope string) {
	t.Helper()
	for _, row := range table.Place {
		if !row.matches(host, scope) {
			continue
		}
		to := filepath.Join(s.root, table.fill(s, host, scope, row.To)[0])
		for _, pattern := range table.fill(s, host, scope, row.From...) {
			found, err := filepath.Glob(filepath.Join(s.root, pattern))
			if err != nil {
				t.Fatal(err)
			}
			if len(found) == 0 {
				t.Errorf("differences.toml: place %s finds nothing", pattern)
			}
			for _, from := range found {
				move(t, from, filepath.Join(to, filepath.Base(from)))
			}
		}
	}
}

// move renames a file, or all files below a folder into one that may be there.
func move(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(name, from))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.Rename(name, target)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// respell applies the spelling rows, in order, to each of our texts that the
// peer has too and does not copy as it is.
func (table *parityTable) respell(t *testing.T, s sandbox, host, scope string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parityDir, host+"-"+scope+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Files []struct{ Path, Family string }
	}
	decode(t, data, &manifest)
	for _, f := range manifest.Files {
		if ext := path.Ext(f.Path); f.Family == "verbatim" || f.Family == "config" || ext != ".md" && ext != ".toml" {
			continue
		}
		name := filepath.Join(s.root, f.Path)
		text, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out := string(text)
		for _, row := range table.Spelling {
			if row.matches(host, scope) && (row.Paths == nil || globs(row.Paths, f.Path)) {
				out = row.apply(out, table.fill(s, host, scope, row.Theirs)[0])
			}
		}
		if err := os.WriteFile(name, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (row *spellingRow) apply(text, theirs string) string {
	var out []byte
	last := 0
	for _, m := range row.ours.FindAllStringSubmatchIndex(text, -1) {
		if row.unless != nil && row.unless.MatchString(text[m[0]:]) {
			continue
		}
		out = append(out, text[last:m[0]]...)
		out = row.ours.ExpandString(out, theirs, text, m)
		last = m[1]
		row.used = true
	}
	return string(append(out, text[last:]...))
}

// forgives reports whether rows explain d: for a frontmatter, each of its keys.
func (table *parityTable) forgives(s sandbox, host, scope string, d difference) bool {
	if d.kind == "verbatim" && path.Ext(d.path) == ".md" {
		d.kind = "text"
	}
	found, left := false, map[string]bool{}
	for _, k := range d.keys {
		left[k] = true
	}
	for _, row := range table.Difference {
		if row.Kind != d.kind || !row.matches(host, scope) || !globs(table.fill(s, host, scope, row.Paths...), d.path) {
			continue
		}
		explains := row.Keys == nil
		for _, k := range row.Keys {
			explains = explains || slices.Contains(d.keys, k)
			delete(left, k)
		}
		if explains {
			row.used, found = true, true
		}
	}
	return found && len(left) == 0
}

// stale reports the rows that explain nothing any more.
func (table *parityTable) stale(t *testing.T) {
	t.Helper()
	for _, row := range table.Spelling {
		if !row.used {
			t.Errorf("differences.toml: spelling %q finds nothing", row.Ours)
		}
	}
	for _, row := range table.Difference {
		if !row.used {
			t.Errorf("differences.toml: difference %s %v forgives nothing", row.Kind, row.Paths)
		}
	}
}

// difference is one that compare.py found; keys are those of a frontmatter.
type difference struct {
	kind, path string
	keys       []string
}

func differences(t *testing.T, s sandbox, host, scope string) []difference {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report.json")
	cmd := exec.Command("python3", "-B", filepath.Join(parityDir, "compare.py"), "compare",
		filepath.Join(parityDir, host+"-"+scope+".json"), s.root, "--host", host, "--scope", scope, "--forgive-defects", "-o", out)
	text, err := cmd.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() > 1) {
		t.Fatalf("compare.py: %v\n%s", err, text)
	}
	t.Logf("%s", text)
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Missing, Extra []string
		Mismatch       map[string][]json.RawMessage
	}
	decode(t, data, &report)
	var ds []difference
	for _, p := range report.Missing {
		ds = append(ds, difference{kind: "missing", path: p})
	}
	for _, p := range report.Extra {
		ds = append(ds, difference{kind: "extra", path: p})
	}
	for kind, list := range report.Mismatch {
		for _, e := range list {
			d := difference{kind: kind}
			if e[0] == '"' {
				decode(t, e, &d.path)
			} else {
				var m struct {
					Path string
					Keys []string
				}
				decode(t, e, &m)
				d.path, d.keys = m.Path, m.Keys
			}
			ds = append(ds, d)
		}
	}
	slices.SortFunc(ds, func(a, b difference) int { return strings.Compare(a.kind+a.path, b.kind+b.path) })
	return ds
}

// has reports whether list is empty, which means all, or has s.
func has(list []string, s string) bool {
	return len(list) == 0 || slices.Contains(list, s)
}

// globs reports whether one of the patterns matches like path.Match, but with *
// that also matches "/".
func globs(patterns []string, name string) bool {
	flat := strings.NewReplacer("/", "\x01")
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(flat.Replace(p), flat.Replace(name))
		return err == nil && ok
	})
}
