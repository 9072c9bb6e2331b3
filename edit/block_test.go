package edit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

const (
	begin   = "<!-- gsd-install:begin gsd (managed; lines of your own belong outside) -->\n"
	end     = "<!-- gsd-install:end gsd -->\n"
	ownText = "## Rules\n\nUse <b> & `x`.\n"
)

func TestBlockText(t *testing.T) {
	op := []plan.Op{insert(ownText, "gsd")}
	own := begin + ownText + end
	tests := []struct {
		name, file string
		ops        []plan.Op
		want       string
	}{
		{"empty", "", op, own},
		{"BOM alone", bom, op, bom + own},
		{"B062 CRLF", "# Top\r\nmine\r\n", op, "# Top\r\nmine\r\n\r\n" + strings.ReplaceAll(own, "\n", "\r\n")},
		{"B062 no newline at the end", "# Top", op, "# Top\n\n" + own},
		{"B085 old text without markers", "# Top\n## GSD\nold unmarked section\n", op, "# Top\n## GSD\nold unmarked section\n\n" + own},
		{"empty line at the end", "# Top\n\n", op, "# Top\n\n" + own},
		{"no UTF-8", "\xe9t\xe9\n", op, "\xe9t\xe9\n\n" + own},
		{"another's block", strings.ReplaceAll(own, " gsd ", " other "), op, strings.ReplaceAll(own, " gsd ", " other ") + "\n" + own},
		{"foreign markers", "<!-- gsd:begin -->\n<!-- BEGIN gsd -->\n", op, "<!-- gsd:begin -->\n<!-- BEGIN gsd -->\n\n" + own},
		{"text without a last newline, with CRLF", "", []plan.Op{insert("a\r\nb", "gsd")}, begin + "a\nb\n" + end},
		{"no text", "", []plan.Op{insert("", "gsd")}, begin + end},
		{"a block of the same id", "a\n" + begin + "old\n" + end + "b\n", op, "a\n" + own + "b\n"},
		{"two", "x\n", []plan.Op{insert("a", "gsd"), insert("b", "gsd.two-2")},
			"x\n\n" + begin + "a\n" + end + "\n" + strings.ReplaceAll(begin, " gsd ", " gsd.two-2 ") + "b\n" + strings.ReplaceAll(end, " gsd ", " gsd.two-2 ")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.Block, []byte(tt.file), tt.ops)
			if d := cmp.Diff(tt.want, string(res.Data)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestBlockNewFile(t *testing.T) {
	res := mustApply(t, plan.Block, nil, []plan.Op{insert(ownText, "gsd")})
	if d := cmp.Diff(begin+ownText+end, string(res.Data)); d != "" {
		t.Error(d)
	}
}

func TestBlockThatIsThere(t *testing.T) {
	file := "a\r\n  " + strings.ReplaceAll(begin+ownText+end, "\n", "\r\n") + "b"
	res := mustApply(t, plan.Block, []byte(file), []plan.Op{insert(ownText, "gsd")})
	if string(res.Data) != file || res.Receipt.Pieces[0].Owned || len(res.Notes) != 1 {
		t.Errorf("got %q, %v", res.Data, res.Notes)
	}
}

func TestBlockRefusals(t *testing.T) { // B061
	other := strings.ReplaceAll(begin, " gsd ", " other ")
	tests := []struct {
		name, file string
		line       int
		message    string
	}{
		{"no end", "# Top\n" + begin + "HAND WRITTEN\n", 2, "block gsd has no end"},
		{"no beginning", "# Top\nHAND WRITTEN\n" + end, 3, "block gsd ends without a beginning"},
		{"reversed", end + "HAND WRITTEN\n" + begin, 1, "block gsd ends without a beginning"},
		{"twice", begin + end + "HAND WRITTEN\r\n" + begin + end, 4, "block gsd begins a second time, first on line 1"},
		{"two beginnings", begin + "HAND WRITTEN\n" + begin + end, 3, "block gsd begins inside block gsd, which begins on line 1 and has not ended"},
		{"in another", other + begin + end, 2, "block gsd begins inside block other, which begins on line 1 and has not ended"},
		{"crossed", other + "x\n" + end, 3, "block gsd ends inside block other, which begins on line 1"},
		{"another's without end", bom + other + "HAND WRITTEN", 1, "block other has no end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := refusal(t, plan.Block, tt.file, insert(ownText, "gsd"))
			if d := cmp.Diff(&Error{tt.line, 1, tt.message}, got); d != "" {
				t.Error(d)
			}
		})
	}
	for _, op := range []plan.Op{
		set(`"x"`, "gsd"), insert("x", "a b"), insert("x", ""), insert("x", "a--b"), {Kind: plan.Insert, Key: []string{"a"}, Value: []byte(`1`)},
		{Kind: plan.Insert, Key: []string{"a", "b"}, Value: []byte(`"x"`)}, insert("a\n"+end, "gsd"),
	} {
		refusal(t, plan.Block, "", op)
	}
}

func TestBlockUndoAfterForeignEdits(t *testing.T) {
	own := begin + ownText + end
	tests := []struct {
		name, file string
		absent     bool
		edit       func(string) string
		want       string // "-" is an absent file
		notes      int
	}{
		{"text before", "a", false, func(s string) string { return "b\n" + s }, "b\na", 0},
		{"text after", "a", false, func(s string) string { return s + "b" }, "a\nb", 0},
		{"paragraph after", "a\n", false, func(s string) string { return s + "\nb\n" }, "a\n\nb\n", 0},
		{"text on both sides", "a\r\n", false, func(s string) string { return "b\r\n" + s + "c\r\n" }, "b\r\na\r\nc\r\n", 0},
		{"empty line removed", "a\n", false, func(s string) string { return strings.Replace(s, "a\n\n", "a\n", 1) + "c" }, "a\nc", 0},
		{"other newlines", "a\n", false, func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, "a\r\n", 0},
		{"blanks in a new file", "", true, func(s string) string { return "\n" + s + " \n" }, "-", 0},
		{"text in a new file", "", true, func(s string) string { return s + "mine" }, "mine", 0},
		{"edited inside", "a\n", false, func(s string) string { return strings.Replace(s, "Use", "Never use", 1) }, "a\n\nNever use <b> & `x`.\n", 1},
		{"lines added inside", "a\r\n", false, func(s string) string {
			return strings.Replace(strings.Replace(s, "## Rules\r\n", "mine\r\n\r\n## Rules\r\n", 1), "`x`.\r\n", "`x`.\r\nmine too\r\n", 1)
		}, "a\r\n\r\nmine\r\n\r\nmine too\r\n", 1},
		{"edited inside a new file", "", true, func(s string) string { return strings.Replace(s, end, "mine\n"+end, 1) }, "mine\n", 1},
		{"only lines removed inside", "a\n", false, func(s string) string { return strings.Replace(s, "## Rules\n\n", "\n\n\n", 1) }, "a\n", 0},
		{"edited inside in place of an old block", begin + "old\n" + end, false, func(s string) string { return strings.Replace(s, end, "mine\n"+end, 1) + "b\n" },
			"mine\n" + begin + "old\n" + end + "b\n", 1},
		{"removed", "a\n", false, func(string) string { return "a\nb\n" }, "a\nb\n", 1},
		{"old block comes back", "a\n" + begin + "old" + "\n" + end, false, func(s string) string { return s + "b\n" }, "a\n" + begin + "old\n" + end + "b\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := []byte(tt.file)
			if tt.absent {
				file = nil
			}
			res := mustApply(t, plan.Block, file, []plan.Op{insert(ownText, "gsd")})
			if !strings.Contains(strings.ReplaceAll(string(res.Data), "\r", ""), own) {
				t.Fatalf("no block in %q", res.Data)
			}
			u, err := Undo(plan.Block, []byte(tt.edit(string(res.Data))), res.Receipt)
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

func TestBlockMissing(t *testing.T) {
	ops := []plan.Op{insert(ownText, "gsd"), insert("two", "b")}
	res := mustApply(t, plan.Block, []byte("a\n"), ops)
	for name, c := range map[string]struct {
		file string
		want []plan.Op
	}{
		"as it was put in": {string(res.Data) + "mine\n", nil},
		"removed":          {"a\n", ops},
		"one edited":       {strings.Replace(string(res.Data), "Use", "Never use", 1), ops[:1]},
	} {
		if got, err := Missing(plan.Block, []byte(c.file), res.Receipt); err != nil || !cmp.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if got, err := Missing(plan.Block, []byte(begin), res.Receipt); err == nil {
		t.Errorf("a block without end: %v", got)
	}
}

func TestBlockUndoRefusesBrokenMarkers(t *testing.T) {
	res := mustApply(t, plan.Block, []byte("a\n"), []plan.Op{insert(ownText, "gsd")})
	if u, err := Undo(plan.Block, bytes.Replace(res.Data, []byte(end), []byte("HAND WRITTEN\n"), 1), res.Receipt); err == nil {
		t.Errorf("got %q", u.Data)
	}
}

// checkBlock holds the laws for any bytes; lines are added around the block
// in between.
func checkBlock(t *testing.T, file []byte, body string, seed uint64) {
	ops := []plan.Op{insert(body, "gsd"), insert("two", "b")}
	res, err := Apply(plan.Block, file, ops)
	if err != nil {
		return
	}
	checkLaws(t, plan.Block, file, ops, res)
	if bytes.HasSuffix(file, []byte("\r")) {
		return
	}
	nl := newline(file)
	before, after := fmt.Sprintf("top %d%s", seed, nl), pick(rand.New(rand.NewPCG(seed, 0)), "", "end"+nl)
	edited := splice(res.Data, start(res.Data), start(res.Data), []byte(before))
	want := splice(file, start(file), start(file), []byte(before))
	if after != "" {
		edited = append(edited, after...)
		if !bytes.HasSuffix(want, []byte("\n")) {
			want = append(want, newline(file)...)
		}
		want = append(want, after...)
	}
	u, err := Undo(plan.Block, edited, res.Receipt)
	if err != nil || len(u.Notes) > 0 {
		t.Fatalf("undo of %q: %v %q", edited, err, u.Notes)
	}
	if !sameContents(plan.Block, u.Data, want) {
		t.Fatalf("file %q\n got %q\nwant %q\nfrom %q", file, u.Data, want, edited)
	}
}

func FuzzBlock(f *testing.F) {
	for i, s := range []string{"", "a", "a\n", "a\r\n\r\n", bom, bom + "a", "a\n  ", "\n", "\r", " \r\n", "\xe9\n\xff", begin + end, begin + "two\n" + end + "x", begin, end, "a\r\nb\nc\n", "```\n" + begin} {
		f.Add([]byte(s), ownText, uint64(i))
		f.Add([]byte(s), "", uint64(i)+100)
	}
	f.Fuzz(func(t *testing.T, file []byte, body string, seed uint64) {
		checkBlock(t, file, body, seed)
	})
}
