package edit

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

// theirs are the entries of a program whose scripts are called "x-….js" and lie in /h.
func theirs(f plan.Format, e plan.Entries) Foreign {
	e.Format = f
	return Foreign{Entries: e, Roots: []string{"/h", "~"}, Names: func(command string) (string, bool) {
		_, after, ok := strings.Cut(command, "/h/x-")
		return after, ok && !strings.ContainsAny(command, ";&|")
	}}
}

func TestStrip(t *testing.T) {
	allow := plan.Entries{Pieces: []plan.ForeignPiece{
		{Kind: plan.Append, Key: []string{"allow"}, Value: `"Read({root}/*)"`},
		{Kind: plan.Set, Key: []string{"read", "{root}/*"}, Value: `"allow"`},
		{Kind: plan.Set, Key: []string{"version"}, Value: "1", Last: true},
	}}
	marked := plan.Entries{
		Lines:  []string{"# X begins", "# X ends"},
		Pieces: []plan.ForeignPiece{{Kind: plan.Set, Key: []string{"features", "hooks"}, Value: "true", Line: "# X begins"}},
	}
	block := plan.Entries{Blocks: []plan.ForeignBlock{{
		Begin: "<!-- X -->", Ends: []string{"<!-- /X -->", "<!-- end X -->"},
		Sums: []plan.Sum{plan.SumOf([]byte("<!-- X -->\nours\n<!-- /X -->")), plan.SumOf([]byte("<!-- X -->\nours\n<!-- end X -->"))},
	}}}
	for _, tt := range []struct {
		name   string
		format plan.Format
		plan.Entries
		file, want   string // "-" is no file
		count, notes int
	}{
		{"nothing of theirs", plan.JSON, allow, "{ \"a\": 1, // c\n}", "{ \"a\": 1, // c\n}", 0, 0},
		{"only theirs", plan.JSON, allow, `{"hooks":{"Stop":[{"hooks":[{"command":"node /h/x-a.js"}]}]}}`, "-", 1, 0},
		{"an empty object of the user's", plan.JSON, allow, "{}", "{}", 0, 0},
		{"a group of the user's beside", plan.JSON, allow,
			"{\n  // mine\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"command\": \"sh /m.sh\"}]},\n      {\"hooks\": [{\"command\": \"/h/x-a.js\"}, {\"command\": \"/h/x-b.js\"}]}\n    ]\n  }\n}\n",
			"{\n  // mine\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"command\": \"sh /m.sh\"}]}\n    ]\n  }\n}\n", 1, 0},
		{"a group of both", plan.JSON, allow, `{"hooks":{"Stop":[{"matcher":"m","hooks":[{"command":"sh /m.sh"},{"command":"/h/x-a.js"}]}]}}`,
			`{"hooks":{"Stop":[{"matcher":"m","hooks":[{"command":"sh /m.sh"}]}]}}`, 1, 0},
		{"a flat list, and what goes only if nothing else is left", plan.JSON, allow, `{"version":1,"hooks":{"stop":[{"command":"/h/x-a.js","theirs":true}]}}`, "-", 2, 0},
		{"the same with something left", plan.JSON, allow, `{"version":1,"hooks":{"stop":[{"command":"/h/x-a.js"}],"mine":[]}}`, `{"version":1,"hooks":{"mine":[]}}`, 1, 0},
		{"a table that is a command", plan.JSON, allow, `{"statusLine":{"type":"command","command":"/h/x-a.js"},"a":1}`, `{"a":1}`, 1, 0},
		{"a server with a script", plan.JSON, allow, `{"servers":{"x":{"command":"node","args":["/h/x-a.js"]},"mine":{"command":"node","args":["/m.js"]}}}`, `{"servers":{"mine":{"command":"node","args":["/m.js"]}}}`, 1, 0},
		{"a command that does more", plan.JSON, allow, `{"statusLine":{"command":"/h/x-a.js; date"}}`, `{"statusLine":{"command":"/h/x-a.js; date"}}`, 0, 1},
		{"pieces by either spelling", plan.JSON, allow, `{"allow":["Read(~/*)","Read(/h/*)","Read(/m/*)"],"read":{"/h/*":"allow","/m":"deny"}}`, `{"allow":["Read(/m/*)"],"read":{"/m":"deny"}}`, 3, 0},
		{"a piece that was edited", plan.JSON, allow, `{"read":{"/h/*":"deny"}}`, `{"read":{"/h/*":"deny"}}`, 0, 0},
		{"tables between lines", plan.TOML, marked, "a = 1 # c\n\n# X begins\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"node /h/x-a.js\"\n\n[[hooks]]\ncommand = \"/m.sh\"\n\n# X ends\n\n",
			"a = 1 # c\n\n[[hooks]]\ncommand = \"/m.sh\"\n", 3, 0},
		{"a key by its line", plan.TOML, marked, "[features]\nweb = true\n\n# X begins\n\nhooks = true\n[t]\n", "[features]\nweb = true\n\n[t]\n", 2, 0},
		{"the key alone", plan.TOML, marked, "[features]\nhooks = true\n", "[features]\nhooks = true\n", 0, 0},
		{"only theirs, TOML", plan.TOML, marked, "# X begins\n\n[features]\nhooks = true\n\n# X ends\n", "-", 3, 0},
		{"YAML", plan.YAML, plan.Entries{}, "hooks:\n  stop:\n    - command: node /h/x-a.js\n    - command: sh /m.sh # mine\n", "hooks:\n  stop:\n    - command: sh /m.sh # mine\n", 1, 0},
		{"a block", plan.Block, block, "# Mine\n\n<!-- X -->\nours\n<!-- /X -->\n", "# Mine\n", 1, 0},
		{"a block, CRLF, in between", plan.Block, block, "# Mine\r\n\r\n<!-- X -->\r\nours\r\n<!-- end X -->\r\n\r\nmore\r\n", "# Mine\r\n\r\nmore\r\n", 1, 0},
		{"nothing but the block", plan.Block, block, "<!-- X -->\nours\n<!-- /X -->", "-", 1, 0},
		{"a block that was edited", plan.Block, block, "<!-- X -->\nmine\n<!-- /X -->\n", "<!-- X -->\nmine\n<!-- /X -->\n", 0, 1},
		{"a block without an end", plan.Block, block, "<!-- X -->\nours\n", "<!-- X -->\nours\n", 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Strip([]byte(tt.file), theirs(tt.format, tt.Entries))
			if err != nil {
				t.Fatal(err)
			}
			got := string(s.Data)
			if s.Data == nil {
				got = "-"
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if s.Count != tt.count || len(s.Notes) != tt.notes {
				t.Errorf("%d entries, want %d; notes %q", s.Count, tt.count, s.Notes)
			}
		})
	}
}

func TestStripRefuses(t *testing.T) {
	for format, file := range map[plan.Format]string{plan.JSON: "{", plan.TOML: "= 1", plan.YAML: "a: [", plan.Block: "\xff\xfe"} {
		if s, err := Strip([]byte(file), theirs(format, plan.Entries{})); err == nil {
			t.Errorf("%s: got %q", format, s.Data)
		}
	}
}

// checkStrip holds that what has nothing of the program's stays as it is, that what was put
// in beside it goes again, and that there is nothing to do then.
func checkStrip(t *testing.T, format plan.Format, file []byte) {
	t.Helper()
	f := theirs(format, plan.Entries{})
	clean, err := Strip(file, f)
	if err != nil {
		return
	}
	if clean.Count == 0 && string(clean.Data) != string(file) {
		t.Fatalf("%q became %q, and nothing has gone", file, clean.Data)
	}
	if again, err := Strip(clean.Data, f); err != nil || again.Count != 0 {
		t.Fatalf("%q: %d more have gone (%v)", clean.Data, again.Count, err)
	}
	res, err := Apply(format, clean.Data, []plan.Op{add(`{"hooks":[{"command":"node /h/x-a.js"}]}`, "hooks", "Begin"), add(`{"command":"/h/x-b.js"}`, "hooks", "begin")})
	if err != nil {
		return
	}
	s, err := Strip(res.Data, f)
	if err != nil {
		t.Fatal(err)
	}
	// Whether the user had empty containers, or nulls for them, is not known any more.
	empty := regexp.MustCompile(`\[\]|\{\}|null`)
	if got, want := meaning(format, s.Data), meaning(format, clean.Data); got != want && !empty.MatchString(want) {
		t.Fatalf("of\n%s\nthere is\n%s\nleft, want\n%s", res.Data, s.Data, clean.Data)
	}
}

func meaning(f plan.Format, b []byte) string {
	v, ok := tree(f, b)
	if !ok {
		return ""
	}
	text, _ := canonical(v)
	return strings.TrimPrefix(text, "{}")
}

func TestStripLawsOnRandomFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		checkStrip(t, plan.JSON, randomJSON(r))
		checkStrip(t, plan.TOML, randomTOML(r))
		checkStrip(t, plan.YAML, randomYAML(r))
	}
}

func FuzzStrip(f *testing.F) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 20 {
		f.Add(randomJSON(r), uint8(0))
		f.Add(randomTOML(r), uint8(1))
	}
	f.Add([]byte("hooks:\n  a:\n    - command: /h/x-a.js\n"), uint8(2))
	f.Add([]byte(`{"hooks":{"a":[{"hooks":[{"command":"/h/x-a.js"},{"command":"m"}]}]}}`), uint8(0))
	f.Fuzz(func(t *testing.T, file []byte, format uint8) {
		checkStrip(t, []plan.Format{plan.JSON, plan.TOML, plan.YAML}[format%3], file)
	})
}
