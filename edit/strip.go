package edit

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// Foreign is what another program has put into a file of the user's.
type Foreign struct {
	plan.Entries
	// Names returns the file of that program's that a command names, empty for none, and
	// whether running it is all that the command does.
	Names func(command string) (file string, alone bool)
	// Roots are the spellings of its folder that "{root}" in a piece stands for.
	Roots []string
}

// Stripped is a file without what another program has put into it.
type Stripped struct {
	// Data is the whole file; nil means that nothing is left in it.
	Data []byte
	// Count is how many entries, lines and blocks have gone.
	Count int
	// Notes say, one sentence each, what stays since it was edited.
	Notes []string
}

// Strip takes out of file what f says: array elements that run nothing but commands that
// name a file of the program's, tables that are such a command themselves, and the
// pieces, lines and blocks of f. A group that runs other commands too keeps these. Containers
// that are empty then go; everything else stays as it is, byte for byte. A file that is
// not of its format is an error.
func Strip(file []byte, f Foreign) (Stripped, error) {
	ed, err := editorFor(f.Format)
	if err != nil {
		return Stripped{}, err
	}
	if err := ed.check(file); err != nil {
		return Stripped{}, err
	}
	s := &stripper{ed: ed, f: f, t: &text{b: file}, was: file}
	for _, step := range []func() error{s.commands, s.pieces, s.lines, s.blocks, s.last} {
		if err := step(); err != nil {
			return Stripped{}, err
		}
	}
	if s.count > 0 && s.empty() {
		return Stripped{Count: s.count, Notes: s.notes}, nil
	}
	return Stripped{s.t.b, s.count, s.notes}, nil
}

type stripper struct {
	ed    editor
	f     Foreign
	t     *text
	was   []byte
	count int
	notes []string
}

// take takes a piece out and counts it if it was there.
func (s *stripper) take(p Piece) (bool, error) {
	p.Owned = true
	before := s.t.b
	if _, err := s.ed.undo(s.t, p, nil); err != nil {
		return false, err
	}
	if bytes.Equal(before, s.t.b) {
		return false, nil
	}
	s.count++
	return true, nil
}

// commands takes out what runs files of the program's.
func (s *stripper) commands() error {
	for {
		tree, ok := tree(s.f.Format, s.t.b)
		if !ok {
			return nil
		}
		again := false
		for _, p := range s.running(tree, nil) {
			taken, err := s.take(p)
			if err != nil {
				return err
			}
			again = again || taken
		}
		if !again {
			s.mixed(tree)
			return nil
		}
	}
}

// mixed tells of the commands that name a file of the program's and do more: they stay.
func (s *stripper) mixed(tree hujson.Value) {
	for _, c := range commands(tree) {
		if file, alone := s.f.Names(c); file != "" && !alone {
			s.notes = append(s.notes, "a command that does more than that names "+file+", and stays: "+c)
		}
	}
}

// theirs reports whether a command does nothing but run a file of the program's.
func (s *stripper) theirs(command string) bool {
	file, alone := s.f.Names(command)
	return file != "" && alone
}

// running are the pieces of a table, which key leads to, that run files of the program's:
// for an array one whose value has all their commands.
func (s *stripper) running(table hujson.Value, key []string) []Piece {
	obj, ok := table.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	var found []Piece
	for _, m := range obj.Members {
		at := append(slices.Clone(key), nameOf(m))
		switch v := m.Value.Value.(type) {
		case *hujson.Object:
			if s.runs(v) {
				value := m.Value.Clone()
				value.Minimize()
				found = append(found, Piece{Op: plan.Op{Kind: plan.Set, Key: at, Value: value.Pack()}, Made: len(at) - 1})
				continue
			}
			found = append(found, s.running(m.Value, at)...)
		case *hujson.Array:
			if mine := slices.DeleteFunc(commands(m.Value), func(c string) bool { return !s.theirs(c) }); len(mine) > 0 {
				list := &hujson.Array{}
				for _, c := range mine {
					member := hujson.ObjectMember{Name: hujson.Value{Value: hujson.String("command")}, Value: hujson.Value{Value: hujson.String(c)}}
					list.Elements = append(list.Elements, hujson.Value{Value: &hujson.Object{Members: []hujson.ObjectMember{member}}})
				}
				value := hujson.Value{Value: list}
				found = append(found, Piece{Op: plan.Op{Kind: plan.Append, Key: at, Value: value.Pack()}, Made: len(at)})
			}
		}
	}
	return found
}

// runs reports whether a table is itself a command that names a file of the program's, by
// the command or by one of its arguments.
func (s *stripper) runs(table *hujson.Object) bool {
	for _, m := range table.Members {
		switch lit, ok := m.Value.Value.(hujson.Literal); nameOf(m) {
		case "command":
			if ok && s.theirs(lit.String()) {
				return true
			}
		case "args":
			for i := range size(&m.Value) {
				lit, ok := element(&m.Value, i).Value.(hujson.Literal)
				if ok && s.theirs(lit.String()) {
					return true
				}
			}
		}
	}
	return false
}

func (s *stripper) pieces() error { return s.takePieces(false) }

// last takes out the pieces that go only if nothing else is left.
func (s *stripper) last() error {
	if s.count == 0 {
		return nil
	}
	rest := &stripper{ed: s.ed, f: s.f, t: &text{b: s.t.b}, was: s.was}
	if err := rest.takePieces(true); err != nil || !rest.empty() {
		return err
	}
	s.t, s.count = rest.t, s.count+rest.count
	return nil
}

func (s *stripper) takePieces(last bool) error {
	for _, piece := range s.f.Pieces {
		if piece.Last != last || piece.Line != "" && !lineOf(piece.Line).Match(s.was) {
			continue
		}
		for _, root := range s.roots(piece) {
			op := plan.Op{Kind: piece.Kind, Value: []byte(strings.ReplaceAll(piece.Value, "{root}", root))}
			for _, k := range piece.Key {
				op.Key = append(op.Key, strings.ReplaceAll(k, "{root}", root))
			}
			made := len(op.Key)
			if op.Kind == plan.Set {
				made--
			}
			if _, err := s.take(Piece{Op: op, Made: made}); err != nil {
				return err
			}
		}
	}
	return nil
}

// roots are the spellings to try for a piece; one that stands for nothing if it has none.
func (s *stripper) roots(p plan.ForeignPiece) []string {
	if strings.Contains(p.Value+strings.Join(p.Key, ""), "{root}") {
		return s.f.Roots
	}
	return []string{""}
}

// lineOf matches a whole line of that text.
func lineOf(text string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(text) + `[ \t]*\r?$`)
}

// lines cuts the lines, each with the blank ones that follow, and with the last of them
// the blank ones at the end of the file.
func (s *stripper) lines() error {
	cut := false
	for _, line := range s.f.Lines {
		for at := lineOf(line).FindIndex(s.t.b); at != nil; at = lineOf(line).FindIndex(s.t.b) {
			end := nextLine(s.t.b, at[0])
			for next := nextLine(s.t.b, end); end < len(s.t.b) && blank(s.t.b[end:next]); next = nextLine(s.t.b, end) {
				end = next
			}
			s.t.replace(change{at[0], end, ""})
			s.count++
			cut = true
		}
	}
	if rest := bytes.TrimRight(s.t.b, "\r\n"); cut && len(rest) < len(s.t.b) {
		s.t.replace(change{nextLine(s.t.b, len(rest)), len(s.t.b), ""})
	}
	return s.ed.check(s.t.b)
}

// blocks cuts the blocks, with the blank line before each.
func (s *stripper) blocks() error {
	for _, bl := range s.f.Blocks {
		begin := lineOf(bl.Begin).FindIndex(s.t.b)
		if begin == nil {
			continue
		}
		stop := begin[1]
		for _, line := range bl.Ends {
			if end := lineOf(line).FindIndex(s.t.b[begin[0]:]); end != nil {
				stop = begin[0] + end[1]
			}
		}
		whole := bytes.TrimSpace(bytes.ReplaceAll(s.t.b[begin[0]:stop], []byte("\r\n"), []byte("\n")))
		if !slices.Contains(bl.Sums, plan.SumOf(whole)) {
			s.notes = append(s.notes, bl.Begin+": what follows was edited, and stays")
			continue
		}
		from := begin[0]
		if rest := bytes.TrimRight(s.t.b[:from], "\r\n"); len(rest) > 0 {
			from = nextLine(s.t.b, len(rest))
		}
		s.t.replace(change{from, nextLine(s.t.b, stop), ""})
		s.count++
	}
	return nil
}

// empty reports whether nothing is left in the file.
func (s *stripper) empty() bool {
	if blank(s.t.b) {
		return true
	}
	if s.f.Format != plan.JSON {
		return false
	}
	f, err := parseJSON(s.t.b)
	return err == nil && !f.blank && f.root.Value.Kind() == '{' && f.holds(f.root, 0)
}

// tree is a file as JSON; false if it has no such form.
func tree(f plan.Format, b []byte) (hujson.Value, bool) {
	switch f {
	case plan.JSON:
		if f, err := parseJSON(b); err == nil && !f.blank {
			return *f.root, true
		}
	case plan.TOML:
		if f, err := openTOML(b); err == nil {
			return tomlTree(f.doc), true
		}
	case plan.YAML:
		if f, err := parseYAML(b); err == nil && f.root != nil {
			return yamlTree(f.root), true
		}
	}
	return hujson.Value{}, false
}
