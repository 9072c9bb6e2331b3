package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

func TestTOMLEditedElements(t *testing.T) {
	hook := []plan.Op{add(hookEntry, "hooks")}
	two := append(hook, add(strings.Replace(hookEntry, "Stop", "Start", 1), "hooks"))
	group := []plan.Op{add(`{"matcher":"m","hooks":[{"command":"sh /h/x.sh"}]}`, "hooks", "pre")}
	const his = "[[hooks]]\nevent = \"Stop\"\ncommand = \"echo u\"\n"
	replace := func(old, with string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				panic(old + " is not in " + s)
			}
			return strings.Replace(s, old, with, 1)
		}
	}
	to := func(s string) func(string) string { return func(string) string { return s } }
	tests := []struct {
		name, file string
		ops        []plan.Op
		edit       func(string) string
		want       string
		missing    int
	}{
		{"timeout", "a = 1\n", hook, replace("5", "60 # longer"), "a = 1\n# longer\n", 0},
		{"timeout, CRLF", "a = 1\r\n", hook, replace("5", "60"), "a = 1\r\n", 0},
		{"timeout, no last newline", "a = 1", hook, replace("5\n", "60"), "a = 1", 0},
		{"key added", his, hook, replace("timeout", "matcher = \"Bash\"\ntimeout"), his, 0},
		{"subtable added", his, hook, func(s string) string { return s + "[hooks.env]\nA = 1\n" }, his, 0},
		{"among others", his + "# about the next\n", hook, func(s string) string { return strings.Replace(s, "5", "6", 1) + "\n# more\n" + his }, his + "# about the next\n\n# more\n" + his, 0},
		{"in an inline array", "hooks = [{ event = \"x\" }] # c\n", hook, replace("5", "6"), "hooks = [{ event = \"x\" }] # c\n", 0},
		{"moved into an inline array", "a = 1\n", hook, to("hooks = [\n  { command = \"sh '/h/a b/x.sh'\" }, # ours\n  1,\n]\n"), "hooks = [\n  # ours\n  1,\n]\n", 0},
		{"one of two that run one command", "a = 1\n", two, replace("5", "6"), "a = 1\n", 0},
		{"command replaced by his", "a = 1\n", hook, replace("x.sh", "y.sh"), "a = 1\n\n" + strings.Replace(hookText, "x.sh", "y.sh", 1), 1},
		{"a hook put into our group", "a = 1\n", group, replace("[{", "[{ command = \"his\" }, {"), "a = 1\n\n[[hooks.pre]]\nmatcher = \"m\"\nhooks = [{ command = \"his\" }]\n", 0},
		{"a group written with headers", "a = 1\n", group, to("[[hooks.pre]]\n[[hooks.pre.hooks]]\ncommand = \"his\"\n[[hooks.pre.hooks]]\ncommand = \"sh /h/x.sh\" # ours\n[hooks.pre.hooks.env]\nA = 1\n"),
			"[[hooks.pre]]\n[[hooks.pre.hooks]]\ncommand = \"his\"\n# ours\n", 0},
		{"one list of two in a group", "a = 1\n", group, to("[[hooks.pre]]\nmore = [{ command = \"his\" }]\n[[hooks.pre.hooks]]\ncommand = \"sh /h/x.sh\"\n"), "[[hooks.pre]]\nmore = [{ command = \"his\" }]\n", 0},
		{"a group written inline", "a = 1\n", group, to("hooks.pre = [{ hooks = [{ command = \"his\" }, { command = \"sh /h/x.sh\" }] }]\n"), "hooks.pre = [{ hooks = [{ command = \"his\" }, { command = \"sh /h/x.sh\" }] }]\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.TOML, []byte(tt.file), tt.ops)
			file := []byte(tt.edit(string(res.Data)))
			missing, err := Missing(plan.TOML, file, res.Receipt)
			if err != nil || len(missing) != tt.missing {
				t.Errorf("missing %v (%v)", missing, err)
			}
			kept, err := Edited(plan.TOML, file, res.Receipt)
			if err != nil || len(kept) != 1-tt.missing {
				t.Errorf("edited %v (%v)", kept, err)
			}
			again := mustApply(t, plan.TOML, file, tt.ops)
			if same := string(again.Data) == string(file); same != (tt.missing == 0) {
				t.Errorf("applied again:\n%s", cmp.Diff(string(file), string(again.Data)))
			}
			u, err := Undo(plan.TOML, file, res.Receipt)
			if err != nil || len(u.Notes) != 1 {
				t.Errorf("notes %q (%v)", u.Notes, err)
			}
			if d := cmp.Diff(tt.want, string(u.Data)); d != "" {
				t.Error(d)
			}
		})
	}
}
