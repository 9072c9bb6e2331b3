package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

const hookEntry = `{"event":"Stop","command":"sh '/h/a b/x.sh'","timeout":5}`

const hookText = "[[hooks]]\nevent = \"Stop\"\ncommand = \"sh '/h/a b/x.sh'\"\ntimeout = 5\n"

func TestTOMLText(t *testing.T) {
	hook := []plan.Op{add(hookEntry, "hooks")}
	on := []plan.Op{set(`true`, "features", "hooks")}
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	tests := []struct {
		name, file string
		ops        []plan.Op
		want       string
	}{
		{"B016 any valid file", "since = 1979-05-27T07:32:00Z\nhex = 0xDEADBEEF\nf = 20.0\ninf = -inf\nnan = nan\nday = 1979-05-27\nat = 07:32:00\nlocal = 1979-05-27 07:32:00.5\nl = [1, [2.0, \"]\"], {a = '}'}]\n",
			hook, "since = 1979-05-27T07:32:00Z\nhex = 0xDEADBEEF\nf = 20.0\ninf = -inf\nnan = nan\nday = 1979-05-27\nat = 07:32:00\nlocal = 1979-05-27 07:32:00.5\nl = [1, [2.0, \"]\"], {a = '}'}]\n\n" + hookText},
		{"B038 tables after ours", "model = \"x\"\n\n[mcp_servers.gsd]\ncommand = \"node\"\n\n[mcp_servers.after]\ncommand = \"foo\"\n",
			[]plan.Op{set(`1`, "mcp_servers", "gsd", "timeout")}, "model = \"x\"\n\n[mcp_servers.gsd]\ncommand = \"node\"\ntimeout = 1\n\n[mcp_servers.after]\ncommand = \"foo\"\n"},
		{"B058 value replaced", "[features]\nhooks = false # off for now\nweb_search = true\n", on, "[features]\nhooks = true # off for now\nweb_search = true\n"},
		{"B074 CRLF", crlf("model = \"gpt-x\"\n[features]\nweb = true\n"), append(hook, on...), crlf("model = \"gpt-x\"\n[features]\nweb = true\nhooks = true\n\n" + hookText)},
		{"B075 BOM", bom + "model = \"gpt-x\"\n", on, bom + "model = \"gpt-x\"\n\n[features]\nhooks = true\n"},
		{"B077 headers in a string", "notes = \"\"\"\n[features]\nhooks = false\n[agents]\n\"\"\"\nmodel = \"x\"\n", on, "notes = \"\"\"\n[features]\nhooks = false\n[agents]\n\"\"\"\nmodel = \"x\"\n\n[features]\nhooks = true\n"},
		{"B077 literal string", "notes = '''\n[features]\n\\''''\n[x]\n", on, "notes = '''\n[features]\n\\''''\n[x]\n\n[features]\nhooks = true\n"},
		{"backslash in a literal string", "a = 'C:\\'\nb = \"\\\"\"\n", on, "a = 'C:\\'\nb = \"\\\"\"\n\n[features]\nhooks = true\n"},
		{"B090 hooks of the user", "default_model = \"k\"\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"echo u\"\n\n[providers.x]\nkey = \"v\"\n", hook,
			"default_model = \"k\"\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"echo u\"\n\n[providers.x]\nkey = \"v\"\n\n" + hookText},
		{"hooks of the user, comments between, no newline at the end", "[[hooks]]\nevent = \"x\" # one\n# about the next\n\n[[hooks]]\nevent = \"y\"", append(hook, set(`1`, "t", "a")),
			"[[hooks]]\nevent = \"x\" # one\n# about the next\n\n[[hooks]]\nevent = \"y\"\n\n" + hookText + "\n[t]\na = 1\n"},
		{"hooks of the user, CRLF", crlf("[[hooks]]\nevent = \"x\"\n# last"), hook, crlf("[[hooks]]\nevent = \"x\"\n# last\n\n" + hookText)},
		{"hooks of the user in an array", "hooks = [\n  { event = \"x\" }, # one\n\n  # two\n]", hook,
			"hooks = [\n  { event = \"x\" }, # one\n  { event = \"Stop\", command = \"sh '/h/a b/x.sh'\", timeout = 5 },\n\n  # two\n]"},
		{"B132 quoted headers", "[projects.\"/srv/a#b\"]\ntrust_level = \"trusted\"\n[ \"features\" ] # [x]\nweb = true\n", on,
			"[projects.\"/srv/a#b\"]\ntrust_level = \"trusted\"\n[ \"features\" ] # [x]\nweb = true\nhooks = true\n"},
		{"B132 the other way round", "[features]\n[projects.\"/srv/a#b\"]\nn = 1\n", []plan.Op{set(`"trusted"`, "projects", "/srv/a#b", "a.b")},
			"[features]\n[projects.\"/srv/a#b\"]\nn = 1\n\"a.b\" = \"trusted\"\n"},
		{"B133 no newline at the end", "model = \"x\"", on, "model = \"x\"\n\n[features]\nhooks = true\n"},
		{"no newline, same table", "[features]\nweb = true", on, "[features]\nweb = true\nhooks = true"},
		{"empty", "", hook, hookText},
		{"blank line at the end", "a = 1\n\n", hook, "a = 1\n\n" + hookText},
		{"comment at the end", "a = 1\n# end", hook, "a = 1\n# end\n\n" + hookText},
		{"top-level key", "# top\na = 1\n\n# about t\n[t]\nb = 2\n", []plan.Op{set(`"C:\\x\u007f"`, "c")}, "# top\na = 1\nc = \"C:\\\\x\\u007f\"\n\n# about t\n[t]\nb = 2\n"},
		{"top-level key before all tables", "[t]\nb = 2\n", []plan.Op{set(`1.5e3`, "c")}, "c = 1.5e3\n[t]\nb = 2\n"},
		{"top-level key in a file of comments", "# none", []plan.Op{set(`1`, "c")}, "# none\n\nc = 1\n"},
		{"dotted keys of the table", "features.web = true\n[t]\nfeatures.x = 1\n", on, "features.web = true\nfeatures.hooks = true\n[t]\nfeatures.x = 1\n"},
		{"dotted keys in a table", "[a]\nfeatures.web = true # w\nx = 1\n", []plan.Op{set(`true`, "a", "features", "hooks")}, "[a]\nfeatures.web = true # w\nfeatures.hooks = true\nx = 1\n"},
		{"only a table below", "[features.x]\ny = 1\n", on, "[features.x]\ny = 1\n\n[features]\nhooks = true\n"},
		{"indented", "  [features]\n    web = true\n\n  [x]\n", on, "  [features]\n    web = true\n    hooks = true\n\n  [x]\n"},
		{"header without keys", "  [features] # f\n[x]\n", on, "  [features] # f\n  hooks = true\n[x]\n"},
		{"a new table", "a = 1\n", []plan.Op{set(`{"command":"node","args":["a"],"env":{"A.B":"é","C":[{}]},"e":{}}`, "mcp_servers", "g d")},
			"a = 1\n\n[mcp_servers.\"g d\"]\ncommand = \"node\"\nargs = [\"a\"]\nenv = { \"A.B\" = \"é\", C = [{}] }\ne = {}\n"},
		{"array in a line", "hooks = [ ] # none\nz = [\n  1, # one\n  2,\n]\n", []plan.Op{add(hookEntry, "hooks"), add(`3`, "z")},
			"hooks = [{ event = \"Stop\", command = \"sh '/h/a b/x.sh'\", timeout = 5 }] # none\nz = [\n  1, # one\n  2,\n  3,\n]\n"},
		{"array without trailing comma", "z = [\n  1 # one\n]\n", []plan.Op{add(`"x"`, "z")}, "z = [\n  1, # one\n  \"x\"\n]\n"},
		{"a new array", "[tools]\n", []plan.Op{add(`"x"`, "tools", "allow"), add(`"y"`, "tools", "allow"), add(`1`, "n", "l")}, "[tools]\nallow = [\"x\", \"y\"]\n\n[n]\nl = [1]\n"},
		{"two of ours", "", []plan.Op{add(`{"a":1}`, "h"), add(`{"a":2}`, "h"), add(`{"a":1}`, "h")}, "[[h]]\na = 1\n\n[[h]]\na = 2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.TOML, []byte(tt.file), tt.ops)
			if d := cmp.Diff(tt.want, string(res.Data)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTOMLNewFile(t *testing.T) {
	res := mustApply(t, plan.TOML, nil, []plan.Op{add(hookEntry, "hooks"), set(`1`, "a")})
	if d := cmp.Diff("a = 1\n"+hookText, string(res.Data)); d != "" {
		t.Error(d)
	}
}

func TestTOMLRefusals(t *testing.T) {
	depth := set(`1`, "agents", "max_depth")
	tests := []struct {
		name, file string
		op         plan.Op
		line, col  int
		message    string
	}{
		{"B014 inline table", "x = 1\nagents = { max_threads = 3 }\n", depth, 2, 1, "agents is an inline table; agents.max_depth cannot be added to it"},
		{"value in an inline table", "agents = { max_depth = 3 }\n", depth, 1, 1, "agents is an inline table; agents.max_depth cannot be added to it"},
		{"B015 array of tables", "[[agents]]\nname = \"mine\"\n", depth, 1, 1, "agents is an array, not a table"},
		{"scalar on the way", "[x]\n[y]\nagents = \"é\"\n", set(`1`, "y", "agents", "n"), 3, 1, "y.agents is a string, not a table"},
		{"not an array", "[hooks]\na = 1\n", add(hookEntry, "hooks"), 1, 1, "hooks is a table, not an array"},
		{"plain value into tables", "[[hooks]]\na = 1\n", add(`1`, "hooks"), 1, 1, "hooks is an array of tables, which takes no plain value"},
		{"array in an inline table", "a = {b = []}\n", add(`1`, "a", "b"), 1, 1, "a is an inline table; a.b cannot be added to it"},
		{"null", "", set(`null`, "a"), 0, 0, "null has no form in TOML"},
		{"null within", "", set(`{"b":[null]}`, "a"), 0, 0, "null has no form in TOML"},
		{"B109 broken", "a = 1\nb = [\n", depth, 2, 6, ""},
		{"key twice", "a = 1\na = 2\n", depth, 2, 1, "not TOML: Key 'a' has already been defined."},
		{"no UTF-8", "a = 1\nb = \"\xe9\"\n", depth, 2, 6, "the byte 0xe9 is no UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := refusal(t, plan.TOML, tt.file, tt.op)
			if tt.message == "" {
				got.Message = ""
			}
			if d := cmp.Diff(&Error{tt.line, tt.col, tt.message}, got); d != "" {
				t.Error(d)
			}
		})
	}
	refusal(t, plan.TOML, "", set(`9223372036854775808`, "a"))
	refusal(t, plan.TOML, "", set(`1e999`, "a"))
}

func TestTOMLWhatTheUserHasIsNotOwned(t *testing.T) {
	tests := []struct {
		name, file string
		op         plan.Op
	}{
		{"equal table", "[[hooks]]\ntimeout = 0x5 # five\ncommand = '''sh '/h/a b/x.sh''''\nevent = \"St\\u006Fp\"\n", add(hookEntry, "hooks")},
		{"equal inline table", "hooks = [{event = \"Stop\", command = \"sh '/h/a b/x.sh'\", timeout = 5}]", add(hookEntry, "hooks")},
		{"equal value in an inline table", "features = { hooks = true }", set(`true`, "features", "hooks")},
		{"B136 table under our name", "[mcp.gsd]\nurl = \"x\"\n", set(server, "mcp", "gsd")},
		{"implicit table under our name", "mcp.gsd.url = \"x\"\n", set(`1`, "mcp", "gsd")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.TOML, []byte(tt.file), []plan.Op{tt.op})
			if string(res.Data) != tt.file || res.Receipt.Pieces[0].Owned || len(res.Notes) != 1 {
				t.Errorf("got %s, %+v, %v", res.Data, res.Receipt.Pieces, res.Notes)
			}
		})
	}
}

func TestTOMLUndoAfterForeignEdits(t *testing.T) {
	hook := []plan.Op{add(hookEntry, "hooks")}
	on := []plan.Op{set(`true`, "features", "hooks")}
	replace := func(old, with string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, with, 1) }
	}
	end := func(more string) func(string) string { return func(s string) string { return s + more } }
	front := func(more string) func(string) string { return func(s string) string { return more + s } }
	tests := []struct {
		name, file string
		absent     bool
		ops        []plan.Op
		edit       func(string) string
		want       string // "-" is an absent file
		notes      int
	}{
		{"B038 table added after ours", "a = 1\n", false, hook, end("\n[mcp_servers.after]\ncommand = \"foo\"\n"), "a = 1\n\n[mcp_servers.after]\ncommand = \"foo\"\n", 0},
		{"key added before, no newline at the end", "a = 1", false, hook, front("b = 2\n"), "b = 2\na = 1", 0},
		{"table added, no newline at the end", "a = 1", false, hook, end("[b]\n"), "a = 1\n[b]\n", 0},
		{"new file", "", true, on, front("# mine\n"), "# mine\n", 0},
		{"new file, blanks", "", true, on, front("\r\n"), "-", 0},
		{"key added to our table", "a = 1\n", false, on, replace("hooks", "x = 1\nhooks"), "a = 1\n\n[features]\nx = 1\n", 0},
		{"our table filled before ours", "a = 1\n", false, on, replace("[features]\n", "[features]\nx = 1\n\n"), "a = 1\n\n[features]\nx = 1\n\n", 0},
		{"key added after ours", "a = 1\n", false, on, end("x = 1\n"), "a = 1\n\n[features]\nx = 1\n", 0},
		{"comment added to ours", "[features]\n", false, on, replace("hooks = true", "hooks  =  true # why"), "[features]\n# why\n", 0},
		{"table that was empty stays", "[features]\n[x]\n", false, on, front("# c\n"), "# c\n[features]\n[x]\n", 0},
		{"value put back", "[features]\nhooks = 0b1 # one\n", false, on, front("a = 1\n"), "a = 1\n[features]\nhooks = 0b1 # one\n", 0},
		{"value edited", "[features]\nhooks = 0b1 # one\n", false, on, replace("true", "2"), "[features]\nhooks = 2 # one\n", 1},
		{"ours edited", "a = 1\n", false, []plan.Op{add(`{"e":1}`, "hooks")}, replace("e = 1", "e = 2"), "a = 1\n\n[[hooks]]\ne = 2\n", 1},
		{"ours deleted", "a = 1\n", false, on, replace("hooks = true\n", ""), "a = 1\n", 1},
		{"all deleted", "a = 1\n", false, hook, func(string) string { return "" }, "", 1},
		{"written otherwise", "a = 1\n", false, hook, func(string) string {
			return "hooks = [ {x = 1}, { timeout = 5, event = 'Stop', command = \"sh '/h/a b/x.sh'\" } ]\na = 1\n"
		}, "hooks = [ {x = 1} ]\na = 1\n", 0},
		{"table written with dots", "a = 1\n", false, []plan.Op{set(`{"b":{"c":1},"d":[{"e":1}]}`, "m", "s")}, func(string) string {
			return "a = 1\nm.s.b.c = 1 # c\n\n[[m.s.d]]\ne = 1\n[z]\n"
		}, "a = 1\n# c\n\n[z]\n", 0},
		{"moved into an inline table", "a = 1\n", false, on, func(string) string { return "features = { hooks = true, x = 1 }\n" }, "features = { hooks = true, x = 1 }\n", 1},
		{"subtables of ours and others", "[[hooks]]\nx = 1\n", false, []plan.Op{add(`{"e":1,"t":{"k":2}}`, "hooks")}, func(string) string {
			return "[[hooks]]\nx = 1\n[[hooks]]\ne = 1\n[hooks.t]\nk = 2\n[[hooks]]\ny = 1\n[hooks.t]\nk = 2\n"
		}, "[[hooks]]\nx = 1\n[[hooks]]\ny = 1\n[hooks.t]\nk = 2\n", 0},
		{"array that was made", "[t]\n", false, []plan.Op{add(`1`, "n", "l"), add(`2`, "n", "l")}, front("# c\n"), "# c\n[t]\n", 0},
		{"array that was made has another", "[t]\n", false, []plan.Op{add(`1`, "n", "l")}, replace("[1]", "[1, 7]"), "[t]\n\n[n]\nl = [7]\n", 0},
		{"comments between our lines", "", false, hook, replace("command", "# mine\ncommand"), "# mine\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := []byte(tt.file)
			if tt.absent {
				file = nil
			}
			res := mustApply(t, plan.TOML, file, tt.ops)
			u, err := Undo(plan.TOML, []byte(tt.edit(string(res.Data))), res.Receipt)
			if err != nil {
				t.Fatal(err)
			}
			got := string(u.Data)
			if u.Data == nil {
				got = "-"
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if len(u.Notes) != tt.notes {
				t.Errorf("notes: %q", u.Notes)
			}
		})
	}
}

func TestTOMLUndoRefusesWhatIsNoTOML(t *testing.T) {
	res := mustApply(t, plan.TOML, []byte(""), []plan.Op{set(`1`, "a")})
	if u, err := Undo(plan.TOML, []byte("["), res.Receipt); err == nil {
		t.Errorf("got %q", u.Data)
	}
}
