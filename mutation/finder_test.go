package mutation

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `package sample

import "strings"

const word = "w"

var names = map[string]bool{"a": true}

type wrong struct{}

func (wrong) Error() string { return "wrong" }

type shape string

func rule(s string, n int) (string, error) {
	if n < len(s) && s != "" {
		s = word
	}
	if s == "x" {
		n++
		return "", wrong{}
	}
	switch {
	case n > 3:
		return s + "y", nil
	}
	return s, nil
}

func shapeOf(ok bool) shape {
	for ok {
		break
	}
	return "round"
}

func trim(s string) (wrong, string) {
	return wrong{}, strings.TrimLeft(s, "ab")
}
`

// TestPoints holds what is a point and what is none: a branch that ends in an error, or what
// words one.
func TestPoints(t *testing.T) {
	s := &schemata{files: map[string][]byte{}}
	if err := s.add("sample", map[string][]byte{"sample/sample.go": []byte(sample)}, exported(t, []string{"plan"}), func(string) bool { return true }); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, p := range s.points {
		keys = append(keys, strings.TrimPrefix(p.key, "sample/sample.go "))
	}
	want := []string{
		`var text: "a"`,
		`rule skipped: s = word`,
		`rule turned: n < len(s) && s != ""`,
		`rule text: word`,
		`rule turned: s == "x"`,
		`rule text: "x"`,
		`rule turned: n > 3`,
		`rule emptied: s + "y"`,
		`rule text: "y"`,
		`rule emptied: s`,
		`shapeOf turned: ok`,
		`shapeOf skipped: break`,
		`shapeOf text: "round"`,
		`trim emptied: strings.TrimLeft(s, "ab")`,
		`trim text: "ab"`,
	}
	slices.Sort(keys)
	slices.Sort(want)
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	text := string(s.files["sample/sample.go"])
	if strings.Count(text, "\n") != strings.Count(sample, "\n") {
		t.Error("lines moved")
	}
	for _, line := range []string{
		`	if (mutantOn(2) != (n < len(s) && s != "")) {`,
		`		if !mutantOn(3) { s = mutantText(4, word) }`,
		`	if (mutantOn(5) != (s == mutantText(6, "x"))) {`,
		`		return "", wrong{}`,
		`		return mutantDrop(8, s + mutantText(9, "y")), nil`,
		`	return mutantText(13, shape("round"))`,
		`	return wrong{}, mutantDrop(14, strings.TrimLeft(s, mutantSet(15, "ab")))`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no line %q in\n%s", line, text)
		}
	}
}

// TestJudge holds that each way in which the list can be wrong is named.
func TestJudge(t *testing.T) {
	list, faults := readSurvivors("# About the list.\n\n# It is\n# slow.\na\nb\ngone\n\nbare\n\n# Again.\na\n")
	if diff := cmp.Diff([]string{"no reason is given for: bare", "listed twice: a"}, faults); diff != "" {
		t.Error(diff)
	}
	if list["b"] != "It is slow." {
		t.Errorf("%q", list["b"])
	}
	points := []point{{key: "a"}, {key: "b"}, {key: "c", line: 7}, {key: "d"}, {key: "e"}}
	got := list.judge(points, map[string]string{"a": "", "b": "golden", "c": "", "d": "project TestX"})
	want := []string{
		"golden catches this; it is listed still: b",
		"nothing catches this, on line 7; have the fixture pack show it, or list it with the reason: c",
		"there is no such place any more; it is listed still: gone",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
