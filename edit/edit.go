// Package edit applies and undoes owned pieces in files that belong to the
// user: keys and array elements in JSON (read as JSONC), TOML and YAML, a marked block in
// markdown. It is pure, and it works on text: bytes outside the pieces never
// change, so comments, order, number spelling, indentation, BOM, newlines and a
// missing last newline stay as they are.
//
// Three laws hold for every valid file. Undo of Apply gives the file back, byte for
// byte. Apply of the same ops to its own result changes nothing. Undo of a file
// that was changed in between takes out our pieces and only them.
package edit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/plan"
)

// Result is a file with the pieces in it.
type Result struct {
	// Data is the whole file; nil if it was absent and no op was given.
	Data    []byte
	Receipt Receipt
	// Notes say what was found instead of an empty place.
	Notes []Note
}

// Note is one sentence about a piece.
type Note struct {
	Piece   Piece
	Message string
}

// Undone is a file without the pieces.
type Undone struct {
	// Data is the whole file; nil means that the file goes.
	Data []byte
	// Notes say, one sentence each, what could not be taken out because it is
	// no longer what was put in.
	Notes []string
}

// Receipt is what Undo needs to know about an Apply. It goes into a ledger.
type Receipt struct {
	// Before and After are the sums of the whole file; Before is empty if the
	// file was absent.
	Before plan.Sum `json:"before,omitempty"`
	After  plan.Sum `json:"after,omitempty"`
	// Splices lead from After back to Before, last one first.
	Splices []Splice `json:"splices,omitempty"`
	// Pieces are the ops in the order applied, each with what it met.
	Pieces []Piece `json:"pieces"`
}

// Ops returns the ops that the receipt is for.
func (r Receipt) Ops() []plan.Op {
	ops := make([]plan.Op, len(r.Pieces))
	for i, p := range r.Pieces {
		ops[i] = p.Op
	}
	return ops
}

// Splice is one replacement in a text: Len bytes at offset At stand where Old was.
type Splice struct {
	At  int    `json:"at"`
	Len int    `json:"len"`
	Old []byte `json:"old,omitempty"`
}

// Piece is one op and what it met in the file.
type Piece struct {
	plan.Op
	// Owned reports that the op put something in. If not, the user has it
	// already, or has something else there that we do not replace, and Undo leaves it.
	Owned bool `json:"owned,omitempty"`
	// Made counts the containers on the way to the piece, innermost first, that
	// were made for it; they go again when they are empty.
	Made int `json:"made,omitempty"`
	// Old is the text that stood where the outermost new thing was put: a
	// scalar that was replaced or wrapped, a null, a block of the same id. In YAML it
	// begins with the colon, since a null may be nothing at all. Empty for nothing.
	Old []byte `json:"old,omitempty"`
	// Lead is what was put before a piece at the end of a file.
	Lead Lead `json:"lead,omitzero"`
}

// editor is one format.
type editor interface {
	// check reports the first place at which b is no file of this format.
	check(b []byte) error
	// apply puts op into t and reports what it met, with a note if the op
	// is not owned. all are the ops that it comes with.
	apply(t *text, op plan.Op, all []plan.Op) (Piece, string, error)
	// undo takes an owned piece out of t, which may have changed in any
	// way, with a note if it is not there as it was put in.
	undo(t *text, p Piece, all []plan.Op) (string, error)
	// has says how much of the piece of op is in b.
	has(b []byte, op plan.Op, all []plan.Op) (presence, error)
}

// presence is how much of a piece is in a file.
type presence int

const (
	absent presence = iota
	// changed is a piece that was edited and still does what it was put in for.
	changed
	whole
)

func wholeIf(there bool) presence {
	if there {
		return whole
	}
	return absent
}

func editorFor(f plan.Format) (editor, error) {
	switch f {
	case plan.JSON:
		return jsonEditor{}, nil
	case plan.TOML:
		return tomlEditor{}, nil
	case plan.YAML:
		return yamlEditor{}, nil
	case plan.Block:
		return blockEditor{}, nil
	}
	return nil, fmt.Errorf("format %q: not one that can be edited", f)
}

// Apply puts the pieces of ops into file, in order; nil is an absent file. A piece
// that is there already is left and not owned, and so is a table, object or
// array of the user's at the place of a Set, and any value at that of one that yields.
// Wrap is for JSON; the other formats refuse the scalar. All problems are reported together,
// each an *Error, and then nothing is to be written.
func Apply(f plan.Format, file []byte, ops []plan.Op) (Result, error) {
	ed, err := editorFor(f)
	if err != nil {
		return Result{}, err
	}
	if err := ed.check(file); err != nil {
		return Result{}, err
	}
	t := &text{b: file}
	r := Receipt{Before: sumOf(file)}
	var notes []Note
	var problems []error
	for _, op := range ops {
		p, note, err := applyOp(ed, t, op, ops)
		if err != nil {
			problems = addProblem(problems, err)
			continue
		}
		r.Pieces = append(r.Pieces, p)
		if note != "" {
			notes = append(notes, Note{p, note})
		}
	}
	if problems != nil {
		return Result{}, errors.Join(problems...)
	}
	r.Splices = t.splices
	r.After = sumOf(t.b)
	return Result{Data: t.b, Receipt: r, Notes: notes}, nil
}

func applyOp(ed editor, t *text, op plan.Op, all []plan.Op) (Piece, string, error) {
	if err := checkOp(op); err != nil {
		return Piece{}, "", err
	}
	return ed.apply(t, op, all)
}

func checkOp(op plan.Op) error {
	switch {
	case len(op.Key) == 0:
		return errorf("%s: no key", op.Kind)
	case slices.ContainsFunc(op.Key, func(k string) bool { return !utf8.ValidString(k) }):
		return errorf("%s %q: the key is no UTF-8", op.Kind, op.Key)
	case !json.Valid(op.Value) || !utf8.Valid(op.Value):
		return errorf("%s %s: the value is no JSON", op.Kind, KeyText(op.Key))
	case op.Kind != plan.Set && (op.Must || op.Yield || op.Wrap != ""):
		return errorf("%s %s: only a set takes must, yield and wrap", op.Kind, KeyText(op.Key))
	}
	return nil
}

// addProblem leaves out what was said before: two ops may meet one fault.
func addProblem(all []error, err error) []error {
	if slices.ContainsFunc(all, func(e error) bool { return e.Error() == err.Error() }) {
		return all
	}
	return append(all, err)
}

// Undo takes the pieces of r out of file. A file that is as Apply left it becomes
// what it was before. In one that was changed since, each owned piece that is
// still there as it was put in goes, what stood there before returns, and
// containers made for it go if they are empty; the rest is untouched. A piece that was
// edited is the user's and stays, with a note, but for an array element that still runs our
// commands: it goes, with a note, and so it does from inside an element of the user's; of a
// block, the lines that are not ours stay. An error, an *Error where a place is
// known, means that the file is not of its format any more.
func Undo(f plan.Format, file []byte, r Receipt) (Undone, error) {
	ed, err := editorFor(f)
	if err != nil {
		return Undone{}, err
	}
	if file == nil {
		return Undone{}, nil
	}
	if plan.SumOf(file) == r.After {
		data, err := unsplice(file, r)
		return Undone{Data: data}, err
	}
	if err := ed.check(file); err != nil {
		return Undone{}, err
	}
	t := &text{b: file}
	var notes []string
	all := r.Ops()
	for _, p := range slices.Backward(r.Pieces) {
		if !p.Owned {
			continue
		}
		note, err := ed.undo(t, p, all)
		if err != nil {
			return Undone{}, err
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	slices.Reverse(notes)
	if r.Before == "" && blank(t.b) {
		return Undone{Notes: notes}, nil
	}
	return Undone{Data: t.b, Notes: notes}, nil
}

// Missing returns those ops of r whose pieces are not, or not as they were put in,
// in file, so that a file that was changed elsewhere can be told from one that lost
// a piece. An array element that was edited and still runs our commands is not missing, and
// neither is a piece that gave way to something of the user's and would again.
func Missing(f plan.Format, file []byte, r Receipt) ([]plan.Op, error) {
	return those(f, file, r, absent)
}

// Edited returns those ops of r whose pieces were edited in file and still do what
// they were put in for: array elements that run our commands.
func Edited(f plan.Format, file []byte, r Receipt) ([]plan.Op, error) {
	return those(f, file, r, changed)
}

func those(f plan.Format, file []byte, r Receipt, want presence) ([]plan.Op, error) {
	ed, err := editorFor(f)
	if err != nil {
		return nil, err
	}
	if err := ed.check(file); err != nil {
		return nil, err
	}
	var found []plan.Op
	all := r.Ops()
	for _, p := range r.Pieces {
		is, err := ed.has(file, p.Op, all)
		if err != nil {
			return nil, err
		}
		if is == want && (is != absent || p.Owned || !givesWay(ed, file, p.Op, all)) {
			found = append(found, p.Op)
		}
	}
	return found, nil
}

// givesWay reports whether Apply would leave what is at the place of op.
func givesWay(ed editor, file []byte, op plan.Op, all []plan.Op) bool {
	p, _, err := ed.apply(&text{b: file}, op, all)
	return err == nil && !p.Owned
}

func sumOf(b []byte) plan.Sum {
	if b == nil {
		return ""
	}
	return plan.SumOf(b)
}
