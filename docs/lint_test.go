package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/lint"
)

// lint.md has every rule of lint, as its table says.
func TestLintInStep(t *testing.T) {
	got := lintDocument()
	if *update {
		if err := os.WriteFile("lint.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("lint.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

const lintHead = `# What lint finds

` + "`gsd-install lint SRC`" + ` looks at a pack for all hosts, or for those that flags name, and says by file and line what
they would reject, drop or mangle, for which hosts, and what to do about it. It exits 3 if it finds anything of
` + "`--level`" + ` (error, if not given) or worse. ` + "`--json`" + ` gives one document: ` + "`findings`" + `, each with rule, level, file, line,
hosts, message and fix, and ` + "`sizes`" + `, what each host tells the model of the pack in every session, in bytes and tokens
as estimated.

- **error**: some host rejects, drops or mangles it.
- **warning**: information is lost on a host, or the text is doubtful.
- **info**: what hosts differ in; it is respelled or left out, and nothing need be done.

What a host takes is in its descriptor, with a source: ` + "`gsd-install hosts show HOST`" + `. Below, each rule says how it is
known: "run" is what was seen of a client, given with package and version. What keeps a pack from being read is
reported as findings too; of the rest that is told which a file shows by itself, and what one says of another once all can be read.
`

// lintDocument is the document, made from the table of rules.
func lintDocument() string {
	var b strings.Builder
	b.WriteString(lintHead)
	level := lint.Level("")
	for _, r := range lint.Rules() {
		if r.Level != level {
			level = r.Level
			fmt.Fprintf(&b, "\n## %s\n\n| rule | what is found | what to do | how it is known |\n| --- | --- | --- | --- |\n", level)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, cell(r.What), cell(r.Fix), cell(r.Confirmed))
	}
	return b.String()
}

// cell spells a text in a table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(s) }
