package edit

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// blockEditor edits marked blocks in a text file, usually markdown.
type blockEditor struct{}

var (
	blockID = regexp.MustCompile(`^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$`)
	marker  = regexp.MustCompile(`(?m)^[ \t]*<!-- gsd-install:(begin|end) ([A-Za-z0-9._-]+)( [^\r\n]*)?-->[ \t]*\r?$`)
)

// block is a marked block: the offsets of its first byte, of the byte after it
// and the newline that ends it, and its id.
type block struct {
	from, to int
	id       string
}

func (blockEditor) check(b []byte) error {
	if err := checkUTF16(b); err != nil {
		return err
	}
	_, err := blocks(b)
	return err
}

func (blockEditor) apply(t *text, op plan.Op, _ []plan.Op) (Piece, string, error) {
	p := Piece{Op: op}
	if err := checkInsert(op); err != nil {
		return p, "", err
	}
	nl := newline(t.b)
	wanted := blockText(op, nl)
	old, err := findBlock(t.b, op.Key[0])
	if err != nil {
		return p, "", err
	}
	if old == nil {
		p.Owned, p.Lead = true, leadAfter(t.b)
		t.replace(change{len(t.b), len(t.b), p.Lead.text(nl) + wanted})
		return p, "", nil
	}
	there := t.b[old.from:old.to]
	if sameLines(string(there), wanted) {
		return p, alreadyThere(op), nil
	}
	p.Owned, p.Old = true, bytes.Clone(there)
	t.replace(change{old.from, old.to, wanted})
	return p, replaced(op, "a block of this id"), nil
}

func (blockEditor) undo(t *text, p Piece, _ []plan.Op) (string, error) {
	if err := checkInsert(p.Op); err != nil {
		return "", err
	}
	there, err := findBlock(t.b, p.Key[0])
	if err != nil {
		return "", err
	}
	if there == nil {
		return changedSince(p.Op), nil
	}
	mine := addedLines(string(t.b[there.from:there.to]), blockText(p.Op, "\n"))
	if mine != "" {
		line, _ := position(t.b, there.from)
		t.replace(change{there.from, there.to, mine + string(p.Old)})
		return errorf("%s: the block at line %d was edited; the lines that are not ours stay", p.Key[0], line).Message, nil
	}
	from := there.from
	if len(p.Old) == 0 {
		from -= p.Lead.size(t.b, from, there.to)
	}
	t.replace(change{from, there.to, string(p.Old)})
	return "", nil
}

// compared is how many pairs of lines are compared at most.
const compared = 1 << 22

// addedLines are the lines of the block now that put, the block as it was put in,
// does not have, in order; empty if there is nothing but white space in them. Lines that
// carry the markers are not among them. Where blocks differ in more lines than can be compared,
// all of them count as added, so that nothing of the user's is lost.
func addedLines(now, put string) string {
	have, ours := strings.SplitAfter(now, "\n"), strings.SplitAfter(put, "\n")
	same := func(a, b string) bool { return strings.TrimRight(a, " \t\r\n") == strings.TrimRight(b, " \t\r\n") }
	for len(have) > 0 && len(ours) > 0 && same(have[0], ours[0]) {
		have, ours = have[1:], ours[1:]
	}
	for len(have) > 0 && len(ours) > 0 && same(have[len(have)-1], ours[len(ours)-1]) {
		have, ours = have[:len(have)-1], ours[:len(ours)-1]
	}
	if len(have)*len(ours) > compared {
		ours = nil
	}
	// common[i][j] is how many lines the rests from i and from j have in common, in order.
	common := make([][]int, len(have)+1)
	for i := range common {
		common[i] = make([]int, len(ours)+1)
	}
	for i := len(have) - 1; i >= 0; i-- {
		for j := len(ours) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); same(have[i], ours[j]) {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var added strings.Builder
	for i, j := 0, 0; i < len(have); {
		switch {
		case j < len(ours) && same(have[i], ours[j]):
			i, j = i+1, j+1
		case j < len(ours) && common[i][j+1] >= common[i+1][j]:
			j++
		case marker.MatchString(have[i]):
			i++
		default:
			added.WriteString(have[i])
			i++
		}
	}
	if strings.TrimSpace(added.String()) == "" {
		return ""
	}
	return added.String()
}

func (blockEditor) has(b []byte, op plan.Op, _ []plan.Op) (presence, error) {
	if err := checkInsert(op); err != nil {
		return absent, err
	}
	there, err := findBlock(b, op.Key[0])
	if err != nil || there == nil {
		return absent, err
	}
	return wholeIf(sameLines(string(b[there.from:there.to]), blockText(op, "\n"))), nil
}

func checkInsert(op plan.Op) error {
	var s string
	switch {
	case op.Kind != plan.Insert:
		return errorf("%s %s: not possible in a text file", op.Kind, KeyText(op.Key))
	case len(op.Key) != 1 || !blockID.MatchString(op.Key[0]):
		return errorf("%s: no id for a marked block", KeyText(op.Key))
	case json.Unmarshal(op.Value, &s) != nil:
		return errorf("%s: the block's text is no string", op.Key[0])
	case marker.MatchString(s):
		return errorf("%s: the block's text has a marker in it", op.Key[0])
	}
	return nil
}

// blockText is the block with its markers.
func blockText(op plan.Op, nl string) string {
	var s string
	_ = json.Unmarshal(op.Value, &s) // checkInsert has done it
	s = strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	if s != "" {
		s += "\n"
	}
	id := op.Key[0]
	s = "<!-- gsd-install:begin " + id + " (managed; lines of your own belong outside) -->\n" + s + "<!-- gsd-install:end " + id + " -->\n"
	return strings.ReplaceAll(s, "\n", nl)
}

// sameLines compares without regard to the kind of newline and to white space
// around the whole.
func sameLines(a, b string) bool {
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return plain(a) == plain(b)
}

func findBlock(b []byte, id string) (*block, error) {
	all, err := blocks(b)
	if err != nil {
		return nil, err
	}
	for i, bl := range all {
		if bl.id == id {
			return &all[i], nil
		}
	}
	return nil, nil
}

// blocks returns all marked blocks. A marker without its partner, a block in a
// block and a second block of one id are refused: what belongs to whom is not
// known then.
func blocks(b []byte) ([]block, error) {
	var all []block
	lines := map[string]int{}
	open := -1 // index in all of the block that is open
	for _, m := range marker.FindAllSubmatchIndex(b[start(b):], -1) {
		for i := range m {
			if m[i] >= 0 {
				m[i] += start(b)
			}
		}
		begin, id := string(b[m[2]:m[3]]) == "begin", string(b[m[4]:m[5]])
		line, _ := position(b, m[0])
		switch {
		case begin && open >= 0:
			return nil, errorAt(b, m[0], "block %s begins inside block %s, which begins on line %d and has not ended", id, all[open].id, lines[all[open].id])
		case begin && lines[id] > 0:
			return nil, errorAt(b, m[0], "block %s begins a second time, first on line %d", id, lines[id])
		case begin:
			open, lines[id] = len(all), line
			all = append(all, block{from: m[0], id: id})
		case open < 0:
			return nil, errorAt(b, m[0], "block %s ends without a beginning", id)
		case all[open].id != id:
			return nil, errorAt(b, m[0], "block %s ends inside block %s, which begins on line %d", id, all[open].id, lines[all[open].id])
		default:
			all[open].to = nextLine(b, m[0])
			open = -1
		}
	}
	if open >= 0 {
		return nil, errorAt(b, all[open].from, "block %s has no end", all[open].id)
	}
	return all, nil
}
