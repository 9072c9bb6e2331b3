package edit

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

var tomlOps = [][]plan.Op{
	{add(hookEntry, "hooks"), add(`{"event":"x"}`, "hooks")},
	{set(`true`, "features", "hooks"), set(`1`, "agents", "max_depth")},
	{set(server, "mcp_servers", "gsd"), add(`"x"`, "l"), set(`{}`, "a", "b.c")},
	{set(`"\\\u0001"`, "model"), set(`1`, "a", "b"), add(`1.5`, "a", "l")},
}

// randomTOML writes settings in some style; not every one is valid.
func randomTOML(r *rand.Rand) []byte {
	nl, space := pick(r, "\n", "\n", "\r\n"), pick(r, " ", " ", "", "  ")
	value := func() string {
		return pick(r, "1", "true", "\"a # [b]\"", "'x'", "1979-05-27 07:32:00", "[1, 2]", "{ a = 1 }", "[]", "inf", "[\n  1, # one\n  2,\n]",
			"\"\"\"\n[features]\nhooks = 1\"\"\"\"", "'''\n[[hooks]]\n'''", "[{ event = \"x\" }]")
	}
	comment := func() string { return pick(r, "", "", "", " # c [x]") }
	var out strings.Builder
	line := func(s string) { out.WriteString(pick(r, "", "", "", "  ") + s + comment() + "\n") }
	keys := func(words ...string) {
		for _, k := range words {
			if r.IntN(3) == 0 {
				line(k + space + "=" + space + value())
			}
		}
	}
	out.WriteString(pick(r, "", "# top\n"))
	keys("model", "l", "a.x", "features.web", "'hooks'", "agents", "a.l", "\"q \\u00e9\".z")
	for range r.IntN(5) {
		out.WriteString(pick(r, "", "\n", "# about\n"))
		h := pick(r, "features", "agents", "a", "\"a\".'b.c'", "mcp_servers.gsd", "mcp_servers . other", "a.b", "providers.\"x#y\"")
		if r.IntN(3) == 0 {
			line(pick(r, "[[hooks]]", "[[ hooks ]]", "[[agents]]"))
		} else {
			line("[" + h + "]")
		}
		keys("event", "hooks", "max_depth", "l", "t.k", "b")
	}
	s := out.String()
	if r.IntN(3) == 0 {
		s = strings.TrimSuffix(s, "\n")
	}
	return []byte(pick(r, "", "", bom) + strings.ReplaceAll(s, "\n", nl))
}

// foreignTOML adds to a file what changes none of our pieces.
func foreignTOML(r *rand.Rand, b []byte, n int) []byte {
	s := string(b[start(b):])
	switch r.IntN(4) {
	case 0:
		s = fmt.Sprintf("# keep\n\nuser%d = 1\n", n) + s
	case 1:
		if s != "" && !strings.HasSuffix(s, "\n") {
			s += "\n"
		}
		s += fmt.Sprintf("\n[user.t%d]\nhooks = 1 # keep\n", n)
	case 2:
		s = fmt.Sprintf("user%d = 1 # keep\r\n", n) + s
	case 3:
		s += "\n# keep"
	}
	return []byte(s)
}

func checkTOML(t *testing.T, file []byte, ops []plan.Op, r *rand.Rand) bool {
	res, err := Apply(plan.TOML, file, ops)
	if err != nil {
		return false
	}
	checkLaws(t, plan.TOML, file, ops, res)
	want := decoded(file)
	for _, p := range res.Receipt.Pieces {
		if p.Owned {
			v, err := tomlValue(p.Value)
			if err != nil {
				t.Fatal(err)
			}
			want = with(want, p.Op, v)
		}
	}
	if canonicalTOML(want) != canonicalTOML(decoded(res.Data)) {
		t.Fatalf("%q became %q", file, res.Data)
	}
	seed := r.Uint64()
	twin := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	edited, plain := foreignTOML(twin(), res.Data, 1), foreignTOML(twin(), file, 1)
	if decoded(edited) == nil || decoded(plain) == nil {
		return true
	}
	u, err := Undo(plan.TOML, edited, res.Receipt)
	if err != nil || len(u.Notes) > 0 {
		t.Fatalf("undo of %q: %v %v", edited, err, u.Notes)
	}
	if canonicalTOML(decoded(u.Data)) != canonicalTOML(decoded(plain)) {
		t.Fatalf("foreign hands made\n%s\nof\n%s\nand undo\n%s", edited, res.Data, u.Data)
	}
	comments := regexp.MustCompile(`# (keep|c|about|top|one)`)
	if len(comments.FindAll(u.Data, -1)) != len(comments.FindAll(edited, -1)) {
		t.Fatalf("comments of\n%s\nare lost in\n%s", edited, u.Data)
	}
	return true
}

func TestTOMLLawsOnRandomFiles(t *testing.T) {
	r, done := rand.New(rand.NewPCG(5, 6)), 0
	for range 1500 {
		if checkTOML(t, randomTOML(r), pick(r, tomlOps...), r) {
			done++
		}
	}
	if done < 400 {
		t.Errorf("only %d files were not refused", done)
	}
}

func FuzzTOML(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		f.Add(randomTOML(r), uint8(r.IntN(8)), r.Uint64())
	}
	for i, s := range []string{"", bom, "\n", "=", "[", "[[hooks]]", "a.b.c = 1", "x = \"\"\"\"\"\"\"", "x = [[[[", "\"\" = 1\n['']", "a = { b = 1,\n c = 2 }", "\x00"} {
		f.Add([]byte(s), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, file []byte, ops uint8, seed uint64) {
		checkTOML(t, file, tomlOps[int(ops)%len(tomlOps)], rand.New(rand.NewPCG(seed, 0)))
	})
}
