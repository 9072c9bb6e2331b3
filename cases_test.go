package gsdinstall_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// caseSpec is one line of testdata/cases/cases.jsonl: an input drawn from a public
// report. It stands for its kind, so its function tries more of the same.
type caseSpec struct {
	ID     string `json:"id"`
	Class  string `json:"class"`
	Expect string `json:"expect"`
	Setup  []struct {
		Path    string `json:"path"`
		Content string `json:"content"`
	} `json:"setup"`
}

// TestCases runs every case of the file against the built program. A case has
// a function here or a reason in testdata/cases/README.md why it has none yet. With -short every
// other one is run.
func TestCases(t *testing.T) {
	t.Parallel()
	waiting := waitingCases(t)
	seen := map[string]bool{}
	for i, spec := range readCases(t) {
		seen[spec.ID] = true
		f := cases[spec.ID]
		switch {
		case f == nil && !waiting[spec.ID]:
			t.Errorf("%s (%s) has no function and is not listed in testdata/cases/README.md", spec.ID, spec.Class)
		case f != nil && waiting[spec.ID]:
			t.Errorf("%s has a function and is listed in testdata/cases/README.md as not yet run", spec.ID)
		case f != nil && !(testing.Short() && i%2 == 1):
			t.Run(spec.ID, func(t *testing.T) {
				t.Parallel()
				f(newCase(t, spec))
			})
		}
	}
	for id := range cases {
		if !seen[id] {
			t.Errorf("%s has a function and is in no line of the file", id)
		}
	}
}

func readCases(t *testing.T) []caseSpec {
	t.Helper()
	f, err := os.Open("testdata/cases/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var specs []caseSpec
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var spec caseSpec
		decode(t, lines.Bytes(), &spec)
		specs = append(specs, spec)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return specs
}

var waitingRow = regexp.MustCompile(`(?m)^\| (B\d+) \|`)

// waitingCases are the ids in the table of the README.
func waitingCases(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("testdata/cases/README.md")
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, row := range waitingRow.FindAllStringSubmatch(string(text), -1) {
		ids[row[1]] = true
	}
	return ids
}

// four are the hosts that every case of a kind is tried on.
var four = []string{"claude", "codex", "cursor", "gemini"}

// caseRun is one case in a sandbox of its own, with its setup in place and a
// tiny pack beside it.
type caseRun struct {
	*testing.T
	sandbox
	spec caseSpec
	// pack is the directory of the pack.
	pack string
	// env is added to the program's environment.
	env []string
}

func newCase(t *testing.T, spec caseSpec) *caseRun {
	t.Helper()
	c := bareCase(t, spec)
	c.setup()
	return c
}

// bareCase is a case with the pack but without its setup.
func bareCase(t *testing.T, spec caseSpec) *caseRun {
	t.Helper()
	s := memorySandbox(t)
	c := &caseRun{T: t, sandbox: s, spec: spec, pack: filepath.Join(s.root, "pack")}
	for path, text := range tinyPack {
		c.put("${PACK}/"+path, text)
	}
	return c
}

// again is the same case in a new sandbox, for another input of its kind.
func (c *caseRun) again() *caseRun {
	c.Helper()
	return newCase(c.T, c.spec)
}

// bare is the case's pack in a new sandbox, without its setup.
func (c *caseRun) bare() *caseRun {
	c.Helper()
	return bareCase(c.T, c.spec)
}

func (c *caseRun) setup() {
	c.Helper()
	for _, s := range c.spec.Setup {
		c.put(s.Path, s.Content)
	}
}

// path expands the places that paths of the file begin with.
func (c *caseRun) path(p string) string {
	return strings.NewReplacer("${PACK}", c.pack, "${HOME}", c.home, "${PROJ}", c.proj).Replace(p)
}

var modeSuffix = regexp.MustCompile(` \(mode (0[0-7]{3})\)$`)

// put makes a file the way the cases describe one: "SYMLINK -> x" is a link, a
// path that ends in "/" a directory, "(mode 0600)" at the end the file's mode.
func (c *caseRun) put(path, content string) {
	c.Helper()
	full := c.path(path)
	must(c, os.MkdirAll(filepath.Dir(full), 0o755))
	if strings.HasSuffix(path, "/") {
		must(c, os.MkdirAll(full, 0o755))
		return
	}
	if target, ok := strings.CutPrefix(content, "SYMLINK -> "); ok {
		must(c, os.Symlink(c.path(target), full))
		return
	}
	must(c, os.WriteFile(full, []byte(modeSuffix.ReplaceAllLiteralString(content, "")), 0o644))
	if m := modeSuffix.FindStringSubmatch(content); m != nil {
		var mode os.FileMode
		for _, d := range m[1] {
			mode = mode<<3 | os.FileMode(d-'0')
		}
		must(c, os.Chmod(full, mode))
	}
}

func (c *caseRun) read(path string) string {
	c.Helper()
	b, err := os.ReadFile(c.path(path))
	must(c, err)
	return string(b)
}

func (c *caseRun) exists(path string) bool {
	_, err := os.Lstat(c.path(path))
	return err == nil
}

func (c *caseRun) remove(path string) {
	c.Helper()
	must(c, os.RemoveAll(c.path(path)))
}

// replace changes the one place of a file that is old.
func (c *caseRun) replace(path, old, new string) {
	c.Helper()
	text := c.read(path)
	if strings.Count(text, old) != 1 {
		c.Fatalf("%s has %q %d times, want once, in\n%s", path, old, strings.Count(text, old), text)
	}
	must(c, os.WriteFile(c.path(path), []byte(strings.Replace(text, old, new, 1)), 0o644))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// gsd runs the program.
func (c *caseRun) gsd(args ...string) result {
	c.Helper()
	cmd := c.command(c.T, args...)
	cmd.Env = append(cmd.Env, c.env...)
	return finish(c.T, cmd)
}

// exits runs the program and ends the test if its status is another.
func (c *caseRun) exits(code int, args ...string) result {
	c.Helper()
	r := c.gsd(args...)
	if r.code != code {
		c.Fatalf("gsd-install %s: exit status %d, want %d\n%s%s", strings.Join(args, " "), r.code, code, r.out, r.err)
	}
	return r
}

// install installs the pack, on all four hosts if no flag names one.
func (c *caseRun) install(flags ...string) result {
	c.Helper()
	return c.exits(0, c.installing(flags...)...)
}

func (c *caseRun) installing(flags ...string) []string {
	args := append([]string{"install", "--yes", "--pack", c.pack}, flags...)
	if !slices.Contains(flags, "--all") && !slices.ContainsFunc(descriptors.All(), func(h descriptors.Host) bool { return slices.Contains(flags, "--"+h.ID) }) {
		args = append(args, "--claude", "--codex", "--cursor", "--gemini")
	}
	return args
}

// refuses checks that an install ends with status 1, says each of words, and has
// written nothing.
func (c *caseRun) refuses(words []string, flags ...string) {
	c.Helper()
	before := c.tree()
	r := c.exits(1, c.installing(flags...)...)
	for _, w := range words {
		if !strings.Contains(r.err, w) {
			c.Errorf("the refusal does not say %q:\n%s", w, r.err)
		}
	}
	if strings.Contains(r.err, "goroutine ") {
		c.Errorf("a stack trace:\n%s", r.err)
	}
	c.same(before, "the refusal")
}

// roundTrip installs, looks, installs again, verifies and uninstalls. The second
// install changes no byte and no time, and the end is as the beginning.
func (c *caseRun) roundTrip(look func(), flags ...string) {
	c.Helper()
	before := c.tree()
	c.install(flags...)
	if look != nil {
		look()
	}
	installed := c.stamps()
	c.install(flags...)
	c.sameStamps(installed, "the second install")
	where := slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == "--mcp" })
	c.exits(0, append([]string{"verify"}, where...)...)
	c.sameStamps(installed, "verify")
	c.exits(0, append([]string{"uninstall", "--yes"}, where...)...)
	c.same(before, "install and uninstall")
}

// plan is the plan of an install as JSON.
func (c *caseRun) plan(flags ...string) []planned {
	c.Helper()
	args := append([]string{"plan", "--json"}, c.installing(flags...)[2:]...)
	r := c.gsd(args...)
	var all []planned
	if err := json.Unmarshal([]byte(r.out), &all); err != nil {
		c.Fatalf("gsd-install %s: %v\n%.2000s%s", strings.Join(args, " "), err, r.out, r.err)
	}
	return all
}

// planned is what --json says of one host.
type planned struct {
	Host    string            `json:"host"`
	Scope   string            `json:"scope"`
	Roots   map[string]string `json:"roots"`
	Changes []struct {
		Action, Root, Path, Why string
	} `json:"changes"`
	Notes []struct {
		Rule, Path, Message string
	} `json:"notes"`
	Result string `json:"result"`
}

// notes are the notes of one host with a rule.
func notesOf(all []planned, host, rule string) []string {
	var found []string
	for _, p := range all {
		for _, n := range p.Notes {
			if p.Host == host && n.Rule == rule {
				found = append(found, n.Path+": "+n.Message)
			}
		}
	}
	return found
}
