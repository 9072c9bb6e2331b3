package mutation

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// catcher is a check that a corrupted program has to fail: golden, or the tests of a package.
type catcher struct {
	name string
	// dir is where the program runs, argv it and its arguments.
	dir  string
	argv []string
	// seen are by test the numbers of the points that it comes by; the others it cannot catch.
	// Golden is one test without a name.
	seen map[string]map[int]bool
}

// longest is how long a check may take before it counts as one that does not end. Most that
// do not end are seen by the guard long before.
const longest = time.Minute

// build builds the catchers with the schemata: the program for golden, and the tests of testers
// but those to skip.
func (s *schemata) build(t *testing.T, testers []string, skip string) []*catcher {
	t.Helper()
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range s.files {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "+"))
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(top, filepath.FromSlash(name))] = to
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	over := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(over, data, 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "gsd-install.exe")
	goRun(t, "build", "-overlay", over, "-o", program, "./cmd/gsd-install")
	check := &catcher{name: golden, dir: top, argv: []string{
		program, "golden", "--check", "golden", "--pack", "testdata/fixture/pack", "--mcp", "--os", "linux", "--all", "--json"}}
	check.reach(t, dir, []string{""})
	all := []*catcher{check}
	for _, pkg := range testers {
		program := filepath.Join(dir, pkg+".test.exe")
		goRun(t, "test", "-c", "-overlay", over, "-o", program, "./"+pkg)
		c := &catcher{name: pkg, dir: filepath.Join(top, pkg), argv: []string{program, "-test.failfast"}}
		c.reach(t, dir, slices.DeleteFunc(c.list(t), func(name string) bool {
			return strings.HasPrefix(name, "Benchmark") || regexp.MustCompile(skip).MatchString(name)
		}))
		all = append(all, c)
	}
	return all
}

// list are the names of the package's tests.
func (c *catcher) list(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command(c.argv[0], "-test.list", ".")
	cmd.Dir = c.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(c.name, err)
	}
	return strings.Fields(string(out))
}

// reach runs each test with nothing corrupted, and keeps which points it comes by.
func (c *catcher) reach(t *testing.T, dir string, tests []string) {
	t.Helper()
	c.seen = map[string]map[int]bool{}
	for _, name := range tests {
		seen := filepath.Join(dir, c.name+name+".seen")
		if caught, out := c.run("GSD_MUTANT_SEEN="+seen, name); caught {
			t.Fatalf("%s %s fails with nothing corrupted:\n%s", c.name, name, out)
		}
		data, err := os.ReadFile(seen)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		c.seen[name] = map[int]bool{}
		for _, line := range strings.Fields(string(data)) {
			n, err := strconv.Atoi(line)
			if err != nil {
				t.Fatal(err)
			}
			c.seen[name][n] = true
		}
	}
}

// run runs tests with more in the environment, and reports whether one failed.
func (c *catcher) run(env string, tests ...string) (bool, string) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	argv := c.argv
	if c.name != golden {
		argv = append(slices.Clone(argv), "-test.run", "^("+strings.Join(tests, "|")+")$")
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", env)
	out, err := cmd.CombinedOutput()
	return err != nil, string(out)
}

// golden is what a mutant is caught by that moves an expected tree.
const golden = "golden"

// failed is the line of a test's output that names it.
var failed = regexp.MustCompile(`--- FAIL: (\w+)`)

// catch returns by what a mutant is caught, golden, or a package with its test; "" if by nothing.
func catch(p point, catchers []*catcher) string {
	for _, c := range catchers {
		var tests []string
		for name, seen := range c.seen {
			if seen[p.n] {
				tests = append(tests, name)
			}
		}
		if len(tests) == 0 {
			continue
		}
		slices.Sort(tests)
		if caught, out := c.run("GSD_MUTANT="+strconv.Itoa(p.n), tests...); caught {
			if name := failed.FindStringSubmatch(out); name != nil {
				return c.name + " " + name[1]
			}
			return c.name
		}
	}
	return ""
}
