package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

const (
	yamlHook   = `{"matcher":"terminal","command":"sh '/h/a b/x.sh'","timeout":5}`
	yamlServer = `{"command":"node","args":["a","--b"],"env":{"TOKEN":"yes"}}`
)

// yamlContents is what a file decodes to, in order.
func yamlContents(b []byte) string {
	f, err := parseYAML(b)
	if err != nil {
		return err.Error()
	}
	return rootText(f.root)
}

func TestYAMLText(t *testing.T) {
	hook := []plan.Op{add(yamlHook, "hooks", "pre_tool_call")}
	server := []plan.Op{set(yamlServer, "mcp_servers", "gsd")}
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	const (
		item    = "- matcher: \"terminal\"\n      command: \"sh '/h/a b/x.sh'\"\n      timeout: 5\n"
		hooks   = "hooks:\n  pre_tool_call:\n    " + item
		tight   = "- matcher: \"terminal\"\n    command: \"sh '/h/a b/x.sh'\"\n    timeout: 5\n"
		flow    = `{matcher: "terminal", command: "sh '/h/a b/x.sh'", timeout: 5}`
		servers = "mcp_servers:\n  gsd:\n    command: \"node\"\n    args:\n      - \"a\"\n      - \"--b\"\n    env:\n      TOKEN: \"yes\"\n"
	)
	tests := []struct {
		name, file string
		ops        []plan.Op
		want       string
	}{
		{"empty", "", hook, hooks},
		{"BOM alone", bom, hook, bom + hooks},
		{"only comments", "# none\n", hook, "# none\n\n" + hooks},
		{"only comments, no newline", "# none", hook, "# none\n\n" + strings.TrimSuffix(hooks, "\n")},
		{"only a start", "---\n", hook, "---\n\n" + hooks},
		{"start and end", "%YAML 1.2\n---\n# c\n...\n# d\n", hook, "%YAML 1.2\n---\n# c\n\n" + hooks + "...\n# d\n"},
		{"key absent", "model: x # why\n", hook, "model: x # why\n\n" + hooks},
		{"key absent, document end", "---\nmodel: x\n...\n", hook, "---\nmodel: x\n\n" + hooks + "...\n"},
		{"key absent, no newline", "model: x", hook, "model: x\n\n" + strings.TrimSuffix(hooks, "\n")},
		{"CRLF and BOM", bom + "model: x\r\n", hook, bom + "model: x\r\n\r\n" + crlf(hooks)},
		{"servers", "model: x\n", server, "model: x\n\n" + servers},
		{"servers beside another", "mcp_servers:\n    other:\n        command: 'x'\n\nz: 1\n", server,
			"mcp_servers:\n    other:\n        command: 'x'\n    gsd:\n        command: \"node\"\n        args:\n            - \"a\"\n            - \"--b\"\n        env:\n            TOKEN: \"yes\"\n\nz: 1\n"},
		{"mapping without our key", "hooks:\n  post:\n  - command: y # c\n    # of y\n  # about z\nz: 1\n", hook,
			"hooks:\n  post:\n  - command: y # c\n    # of y\n  pre_tool_call:\n  " + tight + "  # about z\nz: 1\n"},
		{"sequence, indented", "hooks:\n  pre_tool_call:\n    - command: y\n\n  post: []\n", hook, "hooks:\n  pre_tool_call:\n    - command: y\n    " + item + "\n  post: []\n"},
		{"sequence, not indented", "hooks:\n  pre_tool_call:\n  - command: y\n  - command: |\n      echo # no\n      # text\nz: 1\n", hook,
			"hooks:\n  pre_tool_call:\n  - command: y\n  - command: |\n      echo # no\n      # text\n  " + tight + "z: 1\n"},
		{"sequence at the margin", "hooks:\n- a\n# next\nz: 1\n", []plan.Op{add(`"b"`, "hooks")}, "hooks:\n- a\n- \"b\"\n# next\nz: 1\n"},
		{"no newline after a sequence", "hooks:\n  pre_tool_call:\n  - 'y'", []plan.Op{add(`"b"`, "hooks", "pre_tool_call")}, "hooks:\n  pre_tool_call:\n  - 'y'\n  - \"b\""},
		{"last element in several lines", "l:\n  - \"a\n  # b\n\n  c\"\n  - x\n    y\nz: 1\n", []plan.Op{add(`1`, "l")}, "l:\n  - \"a\n  # b\n\n  c\"\n  - x\n    y\n  - 1\nz: 1\n"},
		{"kept empty lines", "l:\n  - |+\n    a\n\n\nz: |+\n  b\n\n", []plan.Op{add(`1`, "l"), set(`2`, "w")}, "l:\n  - |+\n    a\n\n\n  - 1\nz: |+\n  b\n\nw: 2\n"},
		{"kept empty lines to come", "z: |+\n  b\n", []plan.Op{set(`2`, "w")}, "z: |+\n  b\nw: 2\n"},
		{"folded text", "l:\n  - >-\n    a\n    # b\n\n    c\n\n# d\n", []plan.Op{add(`1`, "l")}, "l:\n  - >-\n    a\n    # b\n\n    c\n  - 1\n\n# d\n"},
		{"dash alone", "l:\n  -\n  - # c\n    x: 1\nz: 1\n", []plan.Op{add(`1`, "l")}, "l:\n  -\n  - # c\n    x: 1\n  - 1\nz: 1\n"},
		{"null", "hooks:\nz: 1\n", hook, hooks + "z: 1\n"},
		{"null and a comment", "hooks: # mine\n  # more\nz: 1\n", hook, "hooks: # mine\n" + strings.TrimPrefix(hooks, "hooks:\n") + "  # more\nz: 1\n"},
		{"null, no newline", "hooks:", hook, strings.TrimSuffix(hooks, "\n")},
		{"word null", "hooks: null # mine\n", hook, "hooks: # mine\n" + strings.TrimPrefix(hooks, "hooks:\n")},
		{"tilde", "hooks:\n  pre_tool_call:   ~\n", hook, hooks},
		{"null within flow", "hooks: {pre_tool_call: , a: ~}\n", hook, "hooks: {pre_tool_call: [" + flow + "] , a: ~}\n"},
		{"null set", "a: 1\nb: ~ # c\n", []plan.Op{set(`{"x":[]}`, "b"), set(`"y"`, "c")}, "a: 1\nb: # c\n  x: []\n\nc: \"y\"\n"},
		{"flow mapping, empty", "hooks: {} # mine\nz: 1\n", hook, "hooks: {pre_tool_call: [" + flow + "]} # mine\nz: 1\n"},
		{"flow sequence, empty", "hooks:\n  pre_tool_call: []\n", hook, "hooks:\n  pre_tool_call: [" + flow + "]\n"},
		{"flow, filled", "hooks: {post: ['it''s', \"]\"], \"pre_tool_call\": [{command: a#b, x: it's}, [p: q]]}\n", hook,
			"hooks: {post: ['it''s', \"]\"], \"pre_tool_call\": [{command: a#b, x: it's}, [p: q], " + flow + "]}\n"},
		{"flow in several lines", "l: [\n  1, # one\n  2 # two\n]\nz: 1\n", []plan.Op{add(`3`, "l")}, "l: [\n  1, # one\n  2, # two\n  3\n]\nz: 1\n"},
		{"flow root", "{\"a\": 1}\n", []plan.Op{set(`[2]`, "b", "c"), set(`1`, "d")}, "{\"a\": 1, b: {c: [2]}, d: 1}\n"},
		{"scalar replaced", "a:\n  v: 'x' # c\n  w: 1\n", []plan.Op{set(`true`, "a", "v")}, "a:\n  v: true # c\n  w: 1\n"},
		{"anchors elsewhere", "x: &x {a: 1}\ny:\n  <<: *x\nl:\n  - *x\n", []plan.Op{add(`1`, "l")}, "x: &x {a: 1}\ny:\n  <<: *x\nl:\n  - *x\n  - 1\n"},
		{"indented root", "  a: 1\n  b: 2\n", []plan.Op{set(`3`, "c")}, "  a: 1\n  b: 2\n\n  c: 3\n"},
		{"words and signs", "", []plan.Op{set(`{"on":"off","a b":"x: #\u0007\u0085é\u2028","1":1e5,"null":[{"a":{}},[[]]],"e":""}`, "y")},
			"\"y\":\n  \"on\": \"off\"\n  \"a b\": \"x: #\\x07\\x85é\\u2028\"\n  \"1\": 1.0e+5\n  \"null\":\n    - a: {}\n    - [[]]\n  e: \"\"\n"},
		{"other line breaks", "a: \"x\u2028y\u0085z\"\nl:\n- 'é' #\n", []plan.Op{add(`1`, "l")}, "a: \"x\u2028y\u0085z\"\nl:\n- 'é' #\n- 1\n"},
		{"two of ours", "", []plan.Op{add(`{"a":1}`, "h"), add(`{"a":2}`, "h"), add(`{"a":1}`, "h")}, "h:\n  - a: 1\n  - a: 2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.YAML, []byte(tt.file), tt.ops)
			if d := cmp.Diff(tt.want, string(res.Data)); d != "" {
				t.Error(d)
			}
		})
	}
	t.Run("absent", func(t *testing.T) {
		res := mustApply(t, plan.YAML, nil, append(hook, server...))
		if d := cmp.Diff(hooks+"\n"+servers, string(res.Data)); d != "" {
			t.Error(d)
		}
	})
}

func TestYAMLRefusals(t *testing.T) {
	op := add(yamlHook, "hooks", "pre_tool_call")
	tests := []struct {
		name, file string
		line, col  int
		message    string
	}{
		{"root sequence", "# c\n- a\n", 2, 1, "the file is a sequence, not a mapping"},
		{"root scalar", "hooks\n", 1, 1, "the file is a string, not a mapping"},
		{"root null with a name", "--- &a\n", 1, 5, "the file is null, not a mapping"},
		{"second document", "a: 1\n---\nb: 2\n", 2, 1, "a second document begins here, and only one is understood"},
		{"second document, empty", "a: 1\n--- # c\n", 2, 1, "a second document begins here, and only one is understood"},
		{"tab", "a: 1\nhooks:\n\tpre_tool_call: []\n", 3, 1, "not YAML: a tab stands in the indentation"},
		{"key twice", "hooks: {}\n'hooks': {}\n", 2, 1, `"hooks" stands twice in one mapping, first on line 1`},
		{"alias", "x: &x {}\nhooks: *x\n", 2, 8, "hooks is an alias, not a mapping"},
		{"alias of the list", "x: &x []\nhooks:\n  pre_tool_call: *x\n", 3, 18, "hooks.pre_tool_call is an alias, not a sequence"},
		{"merge", "x: &x {}\nhooks:\n  <<: *x\n", 3, 3, "the mapping takes keys from elsewhere with <<, which is not understood on the way to pre_tool_call"},
		{"anchor", "hooks: &h\n  post: []\n", 1, 8, "hooks has the anchor &h: what is added to it would be added at its aliases too"},
		{"anchored null", "hooks: &h\n", 1, 8, "hooks is null, not a mapping"},
		{"tag", "hooks: !!map {}\n", 1, 8, "hooks is a value with the tag !!map, not a mapping"},
		{"tagged null", "hooks: !x\n", 1, 8, "hooks is a value with the tag !x, not a mapping"},
		{"string on the way", "hooks: 'no'\n", 1, 8, "hooks is a string, not a mapping"},
		{"boolean on the way", "hooks: false\n", 1, 8, "hooks is a boolean, not a mapping"},
		{"number in place", "hooks:\n  pre_tool_call: 5\n", 2, 18, "hooks.pre_tool_call is a number, not a sequence"},
		{"date in place", "hooks:\n  pre_tool_call: 2001-01-01\n", 2, 18, "hooks.pre_tool_call is a date or time, not a sequence"},
		{"mapping in place", "hooks:\n  pre_tool_call:\n    weird: 1\n", 3, 5, "hooks.pre_tool_call is a mapping, not a sequence"},
		{"key without a colon", "{hooks}\n", 1, 2, "hooks is written in a way that is not understood"},
		{"comment before the null", "hooks:\n  # mine\n  null\n", 1, 1, "hooks is written in a way that is not understood"},
		{"text that would take the newline in", "hooks:\n  pre_tool_call:\n  - |\n    x", 3, 3, "hooks.pre_tool_call has no place in a file of this shape"},
		{"not closed", "a: 1\nb: [\n", 3, 1, ""},
		{"bad indentation", "a:\n  b: 1\n c: 2\n", 3, 1, ""},
		{"no UTF-8", "a: 1\nb: \xe9\n", 2, 4, "the byte 0xe9 is no UTF-8"},
		{"NUL", "a: 1\nb: \x00\n", 2, 4, "not YAML: the control character 0x00"},
		{"a carriage return alone", "a: 1\r\nb: 2\r- x\n", 2, 5, "the line ends with a carriage return alone; write it with a line feed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := refusal(t, plan.YAML, tt.file, op)
			if tt.message == "" {
				tt.message = got.Message
			}
			if d := cmp.Diff(&Error{tt.line, tt.col, tt.message}, got); d != "" {
				t.Error(d)
			}
		})
	}
	refusal(t, plan.YAML, "", set(`1e400`, "a"))
	wrap := set(`"allow"`, "hooks", "x")
	wrap.Wrap = "*"
	if got := refusal(t, plan.YAML, "hooks: deny\n", wrap).Message; got != "hooks is a string, not a mapping" {
		t.Errorf("got %q", got)
	}
}

func TestYAMLWhatTheUserHasIsNotOwned(t *testing.T) {
	tests := []struct {
		name, file string
		op         plan.Op
	}{
		{"equal element, other spelling", "hooks:\n  pre_tool_call: [{timeout: 5.0, 'command': 'sh ''/h/a b/x.sh''', matcher: terminal}]\n", add(yamlHook, "hooks", "pre_tool_call")},
		{"equal block text", "l:\n- |\n  a\n  b\n", add(`"a\nb\n"`, "l")},
		{"equal value", "v: 1.0 # c\n", set(`1`, "v")},
		{"equal null", "v:\n", set(`null`, "v")},
		{"B136 entry under our name", "mcp_servers:\n  gsd: {url: x}\n", set(yamlServer, "mcp_servers", "gsd")},
		{"sequence in the place of a scalar", "v: []\n", set(`1`, "v")},
		{"scalar in the place of a mapping", "v: x\n", set(`{}`, "v")},
		{"alias in the place", "x: &x 1\nv: *x\n", set(`1`, "v")},
		{"anchored scalar in the place", "v: &x 1\nw: *x\n", set(`2`, "v")},
		{"block text in the place", "v: |\n  x\n", set(`2`, "v")},
		{"another value, yielding", "v: no\n", yield(`true`, "v")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.YAML, []byte(tt.file), []plan.Op{tt.op})
			if string(res.Data) != tt.file || res.Receipt.Pieces[0].Owned || len(res.Notes) != 1 {
				t.Errorf("got %s, %+v, %v", res.Data, res.Receipt.Pieces, res.Notes)
			}
		})
	}
}
