package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

func set(value string, key ...string) plan.Op {
	return plan.Op{Kind: plan.Set, Key: key, Value: json.RawMessage(value)}
}

func add(value string, key ...string) plan.Op {
	return plan.Op{Kind: plan.Append, Key: key, Value: json.RawMessage(value)}
}

func insert(body, id string) plan.Op {
	value, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return plan.Op{Kind: plan.Insert, Key: []string{id}, Value: value}
}

const (
	gateGroup  = `{"matcher":"Bash|Edit","hooks":[{"type":"command","command":"sh '/h/a b/x.sh' && echo <ok>","timeout":10}]}`
	startGroup = `{"hooks":[{"type":"command","command":"sh /h/start.sh"}]}`
	server     = `{"command":"node","args":["a","--b"],"env":{"TOKEN":"é\u2028"}}`
)

// mustApply applies ops and checks what holds for every file that is not refused.
func mustApply(t *testing.T, f plan.Format, file []byte, ops []plan.Op) Result {
	t.Helper()
	kept := bytes.Clone(file)
	res, err := Apply(f, file, ops)
	if err != nil {
		t.Fatalf("apply to %q: %v", file, err)
	}
	checkLaws(t, f, file, ops, res)
	if !bytes.Equal(kept, file) {
		t.Fatalf("apply changed its argument: %q", file)
	}
	return res
}

func checkLaws(t *testing.T, f plan.Format, file []byte, ops []plan.Op, res Result) {
	t.Helper()
	var r Receipt
	raw, err := json.Marshal(res.Receipt)
	if err != nil || json.Unmarshal(raw, &r) != nil {
		t.Fatalf("receipt is no JSON: %v", err)
	}
	u, err := Undo(f, res.Data, r)
	if err != nil || !bytes.Equal(u.Data, file) || (u.Data == nil) != (file == nil) {
		t.Fatalf("undo\n got %q (%v)\nwant %q\nfrom %q", u.Data, err, file, res.Data)
	}
	if !reflect.DeepEqual(len(r.Ops()), len(ops)) {
		t.Fatalf("receipt has %d ops of %d", len(r.Ops()), len(ops))
	}
	again, err := Apply(f, res.Data, ops)
	if err != nil || !bytes.Equal(again.Data, res.Data) {
		t.Fatalf("second apply (%v)\n%s", err, cmp.Diff(string(res.Data), string(again.Data)))
	}
	for _, p := range again.Receipt.Pieces {
		if p.Owned {
			t.Fatalf("second apply owns %s", KeyText(p.Key))
		}
	}
	left, err := Undo(f, again.Data, again.Receipt)
	if err != nil || !bytes.Equal(left.Data, res.Data) {
		t.Fatalf("undo of the second apply: %q (%v)", left.Data, err)
	}
	checkSplices(t, r)
	checkMissing(t, f, res.Data, r)
	// Taking the pieces out one by one has to lead to the same contents.
	r.After = "changed"
	slow, err := Undo(f, res.Data, r)
	if err != nil || len(slow.Notes) > 0 {
		t.Fatalf("undo by pieces of %q: %v %v", res.Data, err, slow.Notes)
	}
	if !sameContents(f, slow.Data, file) {
		t.Fatalf("undo by pieces\n got %q\nwant %q\nfrom %q", slow.Data, file, res.Data)
	}
}

// checkSplices sees to it that nothing but white space and what a piece
// stands in place of is ever replaced.
func checkSplices(t *testing.T, r Receipt) {
	t.Helper()
	for _, s := range r.Splices {
		known := strings.TrimSpace(string(s.Old)) == ""
		for _, p := range r.Pieces {
			known = known || bytes.Equal(p.Old, s.Old)
		}
		if !known {
			t.Fatalf("a splice replaces %q", s.Old)
		}
	}
}

// checkMissing sees to it that every piece that was put in is there.
func checkMissing(t *testing.T, f plan.Format, file []byte, r Receipt) {
	t.Helper()
	missing, err := Missing(f, file, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range missing {
		for _, p := range r.Pieces {
			if p.Owned && reflect.DeepEqual(p.Op, op) {
				t.Fatalf("%s is missing", KeyText(op.Key))
			}
		}
	}
}

// sameContents compares what programs read: values, or lines of text.
func sameContents(f plan.Format, a, b []byte) bool {
	switch f {
	case plan.JSON:
		return reflect.DeepEqual(contents(a), contents(b))
	case plan.YAML:
		return yamlContents(a) == yamlContents(b)
	case plan.TOML:
		return canonicalTOML(decoded(a)) == canonicalTOML(decoded(b))
	}
	// A lone CR at the end cannot be told from half of a newline of ours.
	return bytes.Equal(bytes.TrimSuffix(a, []byte("\r")), bytes.TrimSuffix(b, []byte("\r")))
}

// refusal is the one *Error that Apply has to give.
func refusal(t *testing.T, f plan.Format, file string, ops ...plan.Op) *Error {
	t.Helper()
	res, err := Apply(f, []byte(file), ops)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("apply to %q: %v\n%s", file, err, res.Data)
	}
	return e
}

func pick[T any](r *rand.Rand, all ...T) T { return all[r.IntN(len(all))] }

func TestUnknownFormat(t *testing.T) {
	if _, err := Apply("ini", nil, nil); err == nil {
		t.Error("apply: no error")
	}
	if _, err := Undo("ini", nil, Receipt{}); err == nil {
		t.Error("undo: no error")
	}
	if _, err := Missing("ini", nil, Receipt{}); err == nil {
		t.Error("missing: no error")
	}
}

func TestNoOps(t *testing.T) {
	for _, f := range []plan.Format{plan.JSON, plan.TOML, plan.YAML, plan.Block} {
		for _, file := range [][]byte{nil, {}, []byte("\n"), []byte(bom)} {
			if res := mustApply(t, f, file, nil); !bytes.Equal(res.Data, file) {
				t.Errorf("%s: %q became %q", f, file, res.Data)
			}
		}
	}
}

func TestBadOps(t *testing.T) {
	for _, op := range []plan.Op{
		set(`1`), set(`{`, "a"), set(``, "a"), set("\"\xff\"", "a"), set(`1`, "a\xff"),
		insert("x", "id"), {Kind: plan.Append, Key: []string{"a"}, Value: json.RawMessage(`1`), Yield: true},
		{Kind: plan.Append, Key: []string{"a"}, Value: json.RawMessage(`1`), Wrap: "*"}, {Kind: "move", Key: []string{"a"}, Value: json.RawMessage(`1`)},
	} {
		for _, f := range []plan.Format{plan.JSON, plan.TOML, plan.YAML} {
			refusal(t, f, "", op)
		}
	}
}

func TestProblemsComeTogetherAndOnce(t *testing.T) {
	_, err := Apply(plan.JSON, []byte(`{"a": [], "b": 1}`), []plan.Op{
		set(`1`, "a", "x"), set(`2`, "a", "y"), add(`3`, "b"), set(`4`, "c"),
	})
	want := "line 1, column 7: a is an array, not an object\nline 1, column 16: b is a number, not an array"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestReceiptThatDoesNotFit(t *testing.T) {
	res := mustApply(t, plan.JSON, []byte(`{}`), []plan.Op{set(`1`, "a")})
	for _, s := range []Splice{{At: -1}, {At: 99}, {At: 1, Len: 99}, {At: 1, Len: -1}, {At: 1, Len: 1}} {
		r := res.Receipt
		r.Splices = []Splice{s}
		if _, err := Undo(plan.JSON, res.Data, r); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}

func TestUndoOfAFileThatIsGone(t *testing.T) {
	res := mustApply(t, plan.JSON, []byte(`{}`), []plan.Op{set(`1`, "a")})
	if u, err := Undo(plan.JSON, nil, res.Receipt); err != nil || u.Data != nil {
		t.Errorf("got %q, %v", u.Data, err)
	}
}

func TestMust(t *testing.T) {
	must := set(`1`, "version")
	must.Must = true
	tests := []struct {
		format     plan.Format
		file, want string // want is what is said; empty if the file is fine
	}{
		{plan.JSON, `{"version": 1.0}`, ""},
		{plan.JSON, `{"version": null}`, ""},
		{plan.JSON, `{}`, ""},
		{plan.JSON, "{\n  \"version\": 2}", "line 2, column 14: version is 2, and only 1 is understood"},
		{plan.JSON, `{"version": {"a":1}}`, `line 1, column 13: version is {"a":1}, and only 1 is understood`},
		{plan.TOML, "version = 1\n", ""},
		{plan.TOML, "\nversion = 2\n", "line 2, column 1: version is 2, and only 1 is understood"},
	}
	for _, tt := range tests {
		t.Run(string(tt.format)+" "+tt.file, func(t *testing.T) {
			if tt.want == "" {
				mustApply(t, tt.format, []byte(tt.file), []plan.Op{must})
				return
			}
			if got := refusal(t, tt.format, tt.file, must).Error(); got != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
}
