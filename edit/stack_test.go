package edit

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// format is one of them with what its laws are tried on.
type format struct {
	plan.Format
	ops     [][]plan.Op
	random  func(*rand.Rand) []byte
	foreign func(*rand.Rand, []byte) []byte
}

var formats = []format{
	{plan.JSON, jsonOps, randomJSON, foreignJSON},
	{plan.TOML, tomlOps, randomTOML, func(r *rand.Rand, b []byte) []byte { return foreignTOML(r, b, 1) }},
	{plan.YAML, yamlOps, randomYAML, foreignYAML},
	{plan.Block, [][]plan.Op{{insert("a\nb", "one")}, {insert("", "two"), insert("x", "three")}, {insert("other", "one")}}, randomBlocks, foreignBlocks},
}

// means compares what programs read, where what was emptied may be there or not.
func (f format) means(b []byte) any {
	switch f.Format {
	case plan.JSON:
		return hollow(contents(b))
	case plan.TOML:
		return canonicalTOML(decoded(b))
	case plan.YAML:
		return yamlContents(b)
	}
	return string(bytes.TrimSpace(b))
}

// checkStack has two owners in one file, who come one after the other and leave in any
// order, as emit does it: undo from last to first, apply those that stay.
func checkStack(t *testing.T, f format, file []byte, r *rand.Rand) bool {
	one, two := pick(r, f.ops...), pick(r, f.ops...)
	a, err := Apply(f.Format, file, one)
	if err != nil {
		return false
	}
	b, err := Apply(f.Format, a.Data, two)
	if err != nil {
		return false
	}
	undo := func(b []byte, of Receipt) []byte {
		u, err := Undo(f.Format, b, of)
		if err != nil {
			t.Fatalf("%s: undo of %q: %v", f.Format, b, err)
		}
		return u.Data
	}
	if got := undo(undo(b.Data, b.Receipt), a.Receipt); !bytes.Equal(got, file) {
		t.Fatalf("%s: the last to come left first\n got %q\nwant %q", f.Format, got, file)
	}
	stays, err := Apply(f.Format, undo(undo(b.Data, b.Receipt), a.Receipt), two)
	if err != nil {
		t.Fatalf("%s: %v", f.Format, err)
	}
	if got := undo(stays.Data, stays.Receipt); !bytes.Equal(got, file) {
		t.Fatalf("%s: the first to come left first\n got %q\nwant %q", f.Format, got, file)
	}
	seed := r.Uint64()
	twin := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	edited, plain := f.foreign(twin(), b.Data), f.foreign(twin(), file)
	if _, err := Apply(f.Format, edited, nil); err != nil {
		return true // foreign hands broke it
	}
	if _, err := Apply(f.Format, plain, nil); err != nil {
		return true
	}
	down := undo(undo(edited, b.Receipt), a.Receipt)
	if f.Format == plan.JSON && twins(file) {
		return true
	}
	if got := f.means(down); !reflect.DeepEqual(got, f.means(plain)) && !reflect.DeepEqual(got, f.means(file)) {
		t.Fatalf("%s: foreign hands made\n%s\nof\n%s\nand both left\n%s\nof\n%s", f.Format, edited, b.Data, down, file)
	}
	stays, err = Apply(f.Format, down, two)
	if err != nil {
		t.Fatalf("%s: %v", f.Format, err)
	}
	if got := undo(stays.Data, stays.Receipt); !bytes.Equal(got, down) {
		t.Fatalf("%s: after foreign hands\n got %q\nwant %q", f.Format, got, down)
	}
	return true
}

// randomBlocks writes text that may have a block of the user's own.
func randomBlocks(r *rand.Rand) []byte {
	s := pick(r, "", bom, "# top\n", "text") + pick(r, "", "\n", "\r\n")
	if r.IntN(3) == 0 {
		s += "\n<!-- gsd-install:begin one -->\nold\n<!-- gsd-install:end one -->\n" + pick(r, "", "after")
	}
	return []byte(s)
}

func foreignBlocks(r *rand.Rand, b []byte) []byte {
	return splice(b, start(b), start(b), []byte(pick(r, "mine\n", "\n", "mine\r\n\r\n")))
}

func TestStacksOnRandomFiles(t *testing.T) {
	for _, f := range formats {
		r, done := rand.New(rand.NewPCG(13, 14)), 0
		for range 150 {
			if checkStack(t, f, f.random(r), r) {
				done++
			}
		}
		if done < 40 {
			t.Errorf("%s: only %d files were not refused", f.Format, done)
		}
	}
}

func FuzzStack(f *testing.F) {
	r := rand.New(rand.NewPCG(15, 16))
	for i := range 40 {
		f.Add(formats[i%len(formats)].random(r), uint8(i), r.Uint64())
	}
	f.Fuzz(func(t *testing.T, file []byte, of uint8, seed uint64) {
		checkStack(t, formats[int(of)%len(formats)], file, rand.New(rand.NewPCG(seed, 0)))
	})
}
