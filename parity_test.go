package gsdinstall_test

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

const parityDir = "testdata/oracles/parity"

// parityTable is testdata/oracles/parity/differences.toml: where our tree is
// to be laid for the comparison, and every difference from the peer that is
// meant, with its reason.
type parityTable struct {
	// Place moves our files to where the peer has them.
	Place []struct{ Host, Scope, From, To, Reason string }
	// Difference forgives what it matches; Path is a glob in which * does not stop at "/".
	Difference []struct {
		Hosts, Scopes      []string
		Kind, Path, Reason string
	}
}

// TestParity compares the files that the peer's installer and ours make of the
// peer's own pack. Files that the peer copies verbatim must be equal; any other
// difference needs a row of the table, and a row without a difference is stale.
func TestParity(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		unavailable(t, "python3 is not here: %v", err)
	}
	pack := packtest.GSDCore(t)
	var table parityTable
	meta, err := toml.DecodeFile(filepath.Join(parityDir, "differences.toml"), &table)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Fatalf("differences.toml: unknown keys %v", u)
	}
	used := make([]bool, len(table.Difference))
	for _, host := range []string{"claude", "codex"} {
		for _, scope := range []string{"global", "local"} {
			t.Run(host+"-"+scope, func(t *testing.T) {
				s := newSandbox(t)
				s.run(t, "install", "--"+host, "--"+scope, "--pack", pack, "--yes")
				moveToPeer(t, s, table, host, scope)
				for _, d := range differences(t, s, host, scope) {
					if !forgiven(table, used, host, scope, d) {
						t.Errorf("%s %s: no row in differences.toml", d.kind, d.path)
					}
				}
			})
		}
	}
	for i, ok := range used {
		if !ok && !t.Failed() {
			t.Errorf("differences.toml: row %d (%s %s) forgives nothing any more", i+1, table.Difference[i].Kind, table.Difference[i].Path)
		}
	}
}

type difference struct{ kind, path string }

func moveToPeer(t *testing.T, s sandbox, table parityTable, host, scope string) {
	t.Helper()
	for _, p := range table.Place {
		if p.Host != host || p.Scope != scope {
			continue
		}
		from, to := filepath.Join(s.root, p.From), filepath.Join(s.root, p.To)
		if _, err := os.Stat(from); err != nil {
			t.Errorf("differences.toml: nothing to place at %s", p.From)
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
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
		Mismatch       map[string][]any
	}
	decode(t, data, &report)
	var ds []difference
	for _, p := range report.Missing {
		ds = append(ds, difference{"missing", p})
	}
	for _, p := range report.Extra {
		ds = append(ds, difference{"extra", p})
	}
	for kind, list := range report.Mismatch {
		for _, e := range list {
			if m, ok := e.(map[string]any); ok {
				e = m["path"]
			}
			ds = append(ds, difference{kind, fmt.Sprint(e)})
		}
	}
	sort.Slice(ds, func(i, j int) bool {
		return ds[i].kind+ds[i].path < ds[j].kind+ds[j].path
	})
	return ds
}

func forgiven(table parityTable, used []bool, host, scope string, d difference) bool {
	if d.kind == "verbatim" {
		return false
	}
	found := false
	for i, row := range table.Difference {
		if row.Kind == d.kind && has(row.Hosts, host) && has(row.Scopes, scope) && glob(row.Path, d.path) {
			if row.Reason == "" {
				return false
			}
			used[i], found = true, true
		}
	}
	return found
}

// has reports whether list is empty (meaning all) or has s.
func has(list []string, s string) bool {
	if len(list) == 0 {
		return true
	}
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

// glob matches like path.Match, but * also matches "/".
func glob(pattern, name string) bool {
	flat := strings.NewReplacer("/", "\x01")
	ok, err := path.Match(flat.Replace(pattern), flat.Replace(name))
	return err == nil && ok
}
