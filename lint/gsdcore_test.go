package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/pack/packtest"
)

// peerFaults are the faults known of gsd-core 1.14.0 as its own installer leaves it on hosts,
// in the order in which they were noted: what lint finds of each in the sources, or why it is
// none of these.
var peerFaults = []struct {
	fault string
	// rule finds it n times; example is one of the findings, as FILE:LINE.
	rule    string
	n       int
	example string
	// why says what else it is where the sources have no fault.
	why string
}{
	{fault: "paths of the Claude home are left in texts", why: "the installer's: texts mean that home, and are respelled"},
	{fault: "programs name the folder of one host, and text is replaced in them", rule: "program-path", n: 22, example: "gsd-core/bin/lib/init.cjs:3665"},
	{fault: "texts hold the installing machine's paths", why: "the installer's: it writes them"},
	{fault: "tools as a list are misread in two agents", rule: "tools-form", n: 2, example: "agents/gsd-nyquist-auditor.md:4"},
	{fault: "compact agents have the name of the full ones", rule: "name-twice", n: 29, example: "agents/gsd-roadmapper.compact.md:2"},
	{fault: "a tool is mapped to one that there is not", why: "the installer's: Agent and Task are tools"},
	{fault: "a tool is named that is no longer there", rule: "tool-gone", n: 3, example: "commands/gsd/next.md:5"},
	{fault: "$ARGUMENTS is left where no host fills it in", rule: "arguments-words", n: 46, example: "commands/gsd/add-tests.md:33"},
	{fault: "commands are called with a colon in texts", rule: "colon-mention", n: 224, example: "agents/gsd-code-fixer.md:3"},
	{fault: "commands are called with a colon in programs", rule: "program-mention", n: 8, example: "gsd-core/bin/lib/smart-entry.cjs:551"},
	{fault: "a command and a skill have one trigger", rule: "trigger-left-out", n: 1, example: "skills:0"},
	{fault: "descriptions are longer than a host lists", rule: "listing-budget", n: 55, example: "commands/gsd/add-tests.md:3"},
	{fault: "fields are dropped that no host reads", rule: "field-unread", n: 6, example: "commands/gsd/add-tests.md:14"},
	{fault: "manifest and uninstall do not know what is installed", why: "the installer's"},
	{fault: "permission rules name other folders than those written", why: "the installer's"},
	{fault: "{{GSD_VERSION}} is left in scripts of two hosts", why: "the installer's: they are templates, and it copies them"},
	{fault: "scripts of other hosts are shipped to all", why: "the installer's: the recipe leaves them out"},
	{fault: "a host has no command surface", why: "the installer's: the host has a place"},
	{fault: "frontmatter ends at any ---", rule: "dashes", n: 0, why: "the installer's: no value of the pack has one"},
	{fault: "texts call commands that there are not", rule: "command-unknown", n: 79, example: "gsd-core/references/artifact-types.md:84"},
	{fault: "texts name files that there are not", rule: "path-missing", n: 19, example: "gsd-core/references/debugger-techniques.md:249"},
}

func TestPeerFaults(t *testing.T) {
	t.Parallel()
	p, err := pack.Load(context.Background(), packtest.GSDCore(t), pack.LoadOptions{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	r := Check(p, everyTarget(t))
	holdPlaces(t, p, r)
	for _, f := range r.Findings {
		found[f.Rule] = append(found[f.Rule], fmt.Sprintf("%s:%d", f.File, f.Line))
		if f.Level == Error && f.Rule != "name-twice" {
			t.Errorf("an error that is not known: %+v", f)
		}
	}
	for _, tt := range peerFaults {
		got := found[tt.rule]
		if len(got) != tt.n && tt.rule != "" {
			t.Errorf("%s: %d findings of %s, want %d: %q", tt.fault, len(got), tt.rule, tt.n, got[:min(len(got), 10)])
		}
		if tt.n > 0 && !slices.Contains(got, tt.example) {
			t.Errorf("%s: no finding of %s at %s, but at %q", tt.fault, tt.rule, tt.example, got[:min(len(got), 10)])
		}
		if (tt.n == 0) != (tt.why != "") {
			t.Errorf("%s: %d findings, and why there are none: %q", tt.fault, tt.n, tt.why)
		}
	}
}

// ruleNamed is how the packages below name the rule of a note, a fault or a loss.
var ruleNamed = regexp.MustCompile(`(?:\.(?:note|refuse|lose)|\badd|hookNote)\((?:rule, )?"([a-z-]+)"|Rule:\s+"([a-z0-9-]+)"`)

// Whatever the packages below find has a rule here, or says nothing of the pack.
func TestRulesAreComplete(t *testing.T) {
	ofTheHost := []string{"absolute-path", "agent-index", "agents-pruned", "hook-needs-sh", "mcp-skipped", "needs-trust", "node-launcher", "other-variant"}
	known := map[string]bool{}
	for _, r := range Rules() {
		known[r.ID] = true
	}
	n := 0
	for _, dir := range []string{"pack", "layout", "project"} {
		files, err := filepath.Glob("../" + dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, m := range ruleNamed.FindAllStringSubmatch(string(text), -1) {
				rule := m[1] + m[2]
				n++
				if !known[rule] && !slices.Contains(ofTheHost, rule) && !slices.Contains(kindLosses, rule) {
					t.Errorf("%s: there is no rule %s", file, rule)
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("%d rules found", n)
	}
}

// Each rule has all its words, and an id and level of the form.
func TestRuleTable(t *testing.T) {
	id := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	last := Rule{}
	for _, r := range Rules() {
		if !id.MatchString(r.ID) || !slices.Contains(Levels, r.Level) || r.What == "" || r.Fix == "" || r.Confirmed == "" || seen[r.ID] {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
		if last.Level == r.Level && last.ID > r.ID || r.Level.rank() < last.Level.rank() && last.ID != "" {
			t.Errorf("%s stands after %s", r.ID, last.ID)
		}
		last = r
	}
}
