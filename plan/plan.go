// Package plan holds the words of the middle: what a run wants to be on disk
// and what would have to change. It has types, and the little that all who speak them
// ask of sums, paths and errors; project makes a Plan, emit compares it with the disk and
// carries it out.
package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"slices"
)

// Sum is the lower-case hex SHA-256 of a file's bytes, 64 characters;
// empty means the file is absent.
type Sum string

// SumOf returns the sum of b. A nil slice is an empty file, not an absent one.
func SumOf(b []byte) Sum {
	s := sha256.Sum256(b)
	return Sum(hex.EncodeToString(s[:]))
}

// Scope says whose folders a run writes to.
type Scope string

// The two scopes. Global is the user's home, Local one project.
const (
	Global Scope = "global"
	Local  Scope = "local"
)

// PackRef names the pack that a plan was made from, as the ledger keeps it.
type PackRef struct {
	// Prefix identifies the pack on a host, for example "gsd".
	Prefix  string `json:"prefix"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	// Source is what to give to --pack to get it again: "builtin", "npm:…",
	// an absolute path (global scope) or a path relative to the real directory of the project.
	Source string `json:"source"`
	// Integrity is "sha256-" and the sum over the pack's files; equal packs
	// have equal integrity, whichever way they came.
	Integrity string `json:"integrity"`
	// Profile is the profile the pack was installed with, "full" for all of it.
	Profile string `json:"profile"`
}

// Plan is the complete wanted tree of one host in one scope. Artifacts and
// edits are in order of mount and path; no path stands twice.
type Plan struct {
	Host      string
	Scope     Scope
	Pack      PackRef
	Mounts    []Mount
	Artifacts []Artifact
	Edits     []Edit
	Notes     []Note
	// Degradations are what of the pack works otherwise on the host than the pack has it, in
	// the order of the interface's points.
	Degradations []Degradation
}

// Degradation is a point of the Host-Integration Interface (ADR-1239) at which a host has less
// than a pack asks for, and what the plan has in place of that.
type Degradation struct {
	// Rule is the stable name of what is done instead, "dispatch-flat".
	Rule string `json:"rule"`
	// Point is command, dispatch, model or hooks; Level how much of it there is.
	Point string `json:"point"`
	Level string `json:"level"`
	// Axis is the axis that decides it, "dispatch.maxDepth", Declared what the host's
	// descriptor says of it and Effective what was agreed on.
	Axis      string `json:"axis"`
	Declared  string `json:"declared"`
	Effective string `json:"effective"`
	// Effect says what the plan has instead.
	Effect string `json:"effect"`
	// Source is the address that the declared value is from; empty where it has none.
	Source string `json:"source"`
}

// Artifact is one file that a plan wants, whole.
type Artifact struct {
	// Mount is the id of the mount it lies in.
	Mount string
	// Path is relative to the mount and satisfies fs.ValidPath.
	Path string
	// Kind is the kind of item it comes from: command, agent, skill, rule,
	// hook or payload.
	Kind string
	// Name is the public name of the item, empty for payload.
	Name string
	// Item reports that it is the item itself, as the host reads it; false for what lies beside
	// items: copied and generated files, launchers, indexes, prompts and what registers hooks.
	Item bool
	// Data is what is to be in it; nil if Later reads that.
	Data []byte
	// Later reads what is to be in it where a pack's file is copied as it is; nil if Data
	// has it.
	Later func() ([]byte, error)
	// Sum is the sum of what is to be in it.
	Sum Sum
	// Mode is 0o644 or 0o755.
	Mode fs.FileMode
	// Rule names the renderer or rule that made it, for example "skill-md".
	Rule string
	// Sources are the pack files and descriptor fields it was made from.
	Sources []Source
	// Twins are paths at which the host would find another item of this name, in
	// further folders of its own: one that is not ours is in the way.
	Twins []Place
	// Always is how many bytes of it the host puts before the model at every start, whatever
	// is asked: descriptions, and rules that always apply.
	Always int
	// Common reports that the file is the same whatever the pack, so that packs may have it
	// in common.
	Common bool
}

// Bytes returns what is to be in the file.
func (a *Artifact) Bytes() ([]byte, error) {
	if a.Later == nil {
		return a.Data, nil
	}
	return a.Later()
}

// Place is a path in a mount.
type Place struct {
	// Mount is the id of the mount.
	Mount string
	Path  string
}

// Source is a place that something was made from.
type Source struct {
	// Path is a path inside the pack, or "descriptor:ID#field", whose lines are those of
	// its text as it was written.
	Path string `json:"path"`
	// Start and End are 1-based line numbers, inclusive; both 0 is the whole.
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"`
	// At is the 1-based line of what was made that line Start became, or line 1 of the
	// whole; the lines after it follow one by one. 0 is where lines do not correspond. In
	// an edit it counts in the text of the piece.
	At int `json:"at,omitempty"`
}

// Line is the line of the source that became line n of what was made; false if the source
// does not say, or another one does.
func (s Source) Line(n int) (int, bool) {
	switch line := max(s.Start, 1) + n - s.At; {
	case s.At == 0 || n < s.At, s.Start > 0 && line > s.End:
		return 0, false
	default:
		return line, true
	}
}

// Format is the format of a file that belongs to the user.
type Format string

// The formats that package edit knows. JSON is read as JSONC, since hosts do.
const (
	JSON  Format = "json"
	TOML  Format = "toml"
	YAML  Format = "yaml"
	Block Format = "block"
)

// Edit is the set of pieces that a plan wants in a file of the user's.
type Edit struct {
	Mount  string
	Path   string
	Format Format
	Ops    []Op
	// Rule and Sources are as in Artifact; where the ops have several rules, Rule
	// names them in order, joined by "+".
	Rule    string
	Sources []Source
}

// OpKind says what an Op does.
type OpKind string

const (
	// Set makes the value at Key equal to Value; missing parents are made. Only a
	// scalar is replaced by a scalar: an object or array of the user's is left.
	Set OpKind = "set"
	// Append adds Value to the end of the array at Key; missing parents and
	// the array itself are made. An equal element that is there already is
	// left, and nothing is added.
	Append OpKind = "append"
	// Insert puts a marked block with the text Value (a JSON string) at the end of
	// the file; Key is one element, the id that its markers carry.
	Insert OpKind = "insert"
)

// Op is one owned piece of an Edit.
type Op struct {
	Kind OpKind `json:"kind"`
	// Key leads to the place, outermost first.
	Key []string `json:"key"`
	// Value is the piece as compact JSON, keys in the order they are written.
	Value json.RawMessage `json:"value"`
	// Rule names what made the piece: "hook", "mcp-server".
	Rule string `json:"rule,omitempty"`
	// Must, of a Set, refuses a file that has another value at Key: it says what the
	// rest of the file means, so that nothing in it would be understood.
	Must bool `json:"must,omitempty"`
	// Yield, of a Set, leaves another value that is at Key already, with a note.
	Yield bool `json:"yield,omitempty"`
	// Wrap, of a Set, is the key under which a scalar is kept that stands where the table
	// has to be that Key ends in: "deny" becomes {"*": "deny", KEY: VALUE}. A scalar that
	// equals Value says it all, and one further out is left, with a note. Empty refuses a
	// scalar there.
	Wrap string `json:"wrap,omitempty"`
}

// Same reports whether o and p put the same value at the same place.
func (o Op) Same(p Op) bool {
	return o.Kind == p.Kind && slices.Equal(o.Key, p.Key) && bytes.Equal(o.Value, p.Value)
}

// Note is something a person should know that is no conflict: a lost tool,
// a shortened description, a second copy that the host will see.
type Note struct {
	// Rule is the stable name of the kind of note, for example "tool-lost".
	Rule string `json:"rule"`
	// Path is the pack file or emitted path it is about; may be empty.
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
	// General is what is true of a host here, without its name and without counts, so that
	// hosts of which the same is true have the same; empty where there is nothing to say of
	// the pack.
	General string `json:"-"`
	// About are the places in the pack that it is about.
	About []Source `json:"-"`
}
