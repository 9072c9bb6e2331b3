// Package mutation corrupts each rule and renderer in turn and holds that something catches it: a
// golden tree of the fixture pack, or a test of the package. The programs are built once, with
// every corruption in them behind a number (schemata). docs/mutation.md says more.
package mutation

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
)

var (
	whole    = flag.Bool("all", false, "try every mutant, not one in a few")
	only     = flag.String("only", "", "try the mutants whose key has `TEXT` in it")
	caughtBy = flag.String("caught", "", "write to `FILE` by what each mutant was caught")
)

// corrupted are the packages of the rules and renderers.
var corrupted = []string{"layout", "project"}

// ruling are their files that hold rules, as shell patterns; the other files of layout find out
// what the machine has, and where.
var ruling = []string{"layout/place.go", "project/*.go"}

// silent are the files of these that emit nothing: they explain what is emitted, or keep it.
var silent = []string{"project/cache.go", "project/rules.go", "project/trace.go"}

// emits reports whether a file holds rules of what is emitted.
func emits(file string) bool {
	return !slices.Contains(silent, file) && slices.ContainsFunc(ruling, func(pattern string) bool {
		ok, err := path.Match(pattern, file)
		return ok && err == nil
	})
}

// testers are the packages whose tests are tried on what golden does not catch.
var testers = []string{"layout", "project", "lint"}

// oneIn is how many mutants there are for each that is always tried.
const oneIn = 40

// slow are the tests that are left out: they take seconds, and run the programs of hooks, the
// packs of others or modules in node.
const slow = "HookRuns|GSDCore|ScriptAnswer|ScriptTells|ScriptsOfTwoPacks|Module|AcceptedForms|PeerFaults|Detect"

// tryOneIn is how many points there are for each that is tried.
func tryOneIn() int {
	if testing.Short() {
		return 8 * oneIn
	}
	return oneIn
}

// TestMutants holds that each mutant is caught or listed in survivors.txt.
func TestMutants(t *testing.T) {
	depend(t)
	text, err := os.ReadFile("survivors.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, faults := readSurvivors(string(text))
	s := corrupt(t, corrupted...)
	chosen := slices.DeleteFunc(slices.Clone(s.points), func(p point) bool {
		return !strings.Contains(p.key, *only) || *only == "" && !*whole && !p.sampled(tryOneIn())
	})
	by := try(t, chosen, s.build(t, testers, slow))
	for _, fault := range append(faults, list.judge(s.points, by)...) {
		t.Error(fault)
	}
	t.Logf("%d points, %d tried\n%s", len(s.points), len(chosen), table(chosen, by, list))
}

// depend reads the folders whose files the programs are made of, so that a result in go's cache
// is one of these files.
func depend(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// try tries mutants, as many at a time as there are processors, and returns by key what caught
// each: golden, or the package and name of a test; "" for nothing.
func try(t *testing.T, points []point, checks []*catcher) map[string]string {
	t.Helper()
	out, err := os.Create(cmp.Or(*caughtBy, os.DevNull))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	by := map[string]string{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	work := make(chan point)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for p := range work {
				caught := catch(p, checks)
				mu.Lock()
				by[p.key] = caught
				fmt.Fprintf(out, "%s\t%s:%d\t%s\n", cmp.Or(caught, "nothing"), p.file, p.line, p.key)
				mu.Unlock()
			}
		})
	}
	for _, p := range points {
		work <- p
	}
	close(work)
	wg.Wait()
	return by
}

// table counts for each file by what its mutants were caught.
func table(points []point, by map[string]string, list survivors) string {
	type row struct{ points, golden, tests, listed, rest int }
	rows := map[string]*row{}
	var files []string
	for _, p := range points {
		for _, name := range []string{p.file, "together"} {
			r := rows[name]
			if r == nil {
				r = &row{}
				rows[name] = r
				files = append(files, name)
			}
			r.points++
			switch caught := by[p.key]; {
			case caught == golden:
				r.golden++
			case caught != "":
				r.tests++
			case list[p.key] != "":
				r.listed++
			default:
				r.rest++
			}
		}
	}
	slices.Sort(files)
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "file\tpoints\tgolden\ttests\tlisted\tunlisted\t")
	for _, name := range files {
		r := rows[name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, r.points, r.golden, r.tests, r.listed, r.rest)
	}
	w.Flush()
	return b.String()
}
