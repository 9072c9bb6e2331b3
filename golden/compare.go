package golden

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Kind says what a Move is.
type Kind string

// The kinds of moves.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	// Mode is a file that only became executable, or is so no more.
	Mode Kind = "mode"
)

// Move is one file in which two trees differ.
type Move struct {
	Path string
	Kind Kind
	// From and To are the file in either tree, zero where it is not.
	From, To File
}

// Compare returns the moves from one tree to another, in order of their paths. Executable
// bits count unless modes is false, as on systems without them.
func Compare(from, to Tree, modes bool) []Move {
	names := slices.Sorted(maps.Keys(from))
	for name := range to {
		if _, ok := from[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var moves []Move
	for _, name := range names {
		f, had := from[name]
		t, has := to[name]
		m := Move{Path: name, From: f, To: t}
		switch {
		case !had:
			m.Kind = Added
		case !has:
			m.Kind = Removed
		case !bytes.Equal(f.Data, t.Data):
			m.Kind = Changed
		case modes && f.Exec != t.Exec:
			m.Kind = Mode
		default:
			continue
		}
		moves = append(moves, m)
	}
	return moves
}

// String shows a move as a unified diff; of what is no text, how many bytes there are.
func (m Move) String() string {
	switch {
	case m.Kind == Mode:
		return fmt.Sprintf("%s: executable is %v, was %v\n", m.Path, m.To.Exec, m.From.Exec)
	case bytes.IndexByte(m.From.Data, 0) >= 0 || bytes.IndexByte(m.To.Data, 0) >= 0:
		return fmt.Sprintf("%s: %s, of %d bytes, was of %d\n", m.Path, m.Kind, len(m.To.Data), len(m.From.Data))
	case len(m.From.Data) == 0 && len(m.To.Data) == 0:
		return fmt.Sprintf("%s: %s, empty\n", m.Path, m.Kind)
	}
	from, to := "a/"+m.Path, "b/"+m.Path
	if m.Kind == Added {
		from = "/dev/null"
	}
	if m.Kind == Removed {
		to = "/dev/null"
	}
	text := string(diff.Diff(from, m.From.Data, to, m.To.Data))
	_, text, _ = strings.Cut(text, "\n") // the first line names both again
	return text
}
