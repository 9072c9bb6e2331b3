package main

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// explanation says where a file comes from, as explain --json prints it.
type explanation struct {
	Path  string     `json:"path"`
	Scope plan.Scope `json:"scope"`
	// State is "installed" for a file as it was installed, "edited", "missing", or "yours"
	// for a file of the user's with pieces of packs in it.
	State string `json:"state"`
	// Parts are what packs have put there: one for a file of ours.
	Parts []part `json:"parts"`
	// Line is the line that was asked about; nil for the whole file.
	Line *lineOrigin `json:"line,omitempty"`
}

// part is what one pack has put into a file.
type part struct {
	Pack packName `json:"pack"`
	// From is what to give to --pack to get it again.
	From  string   `json:"from"`
	Hosts []string `json:"hosts"`
	Rules []ruleOf `json:"rules"`
	// Sources are files of the pack, Fields what hosts want.
	Sources []plan.Source `json:"sources"`
	Fields  []fieldOf     `json:"fields"`
	// Lines are the lines of it in a file of the user's, first and last.
	Lines [][2]int `json:"lines,omitempty"`
}

// ruleOf is a rule and what it does.
type ruleOf struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// fieldOf is a field of a descriptor and what it rests on.
type fieldOf struct {
	Name     string `json:"name"`
	Citation string `json:"citation"`
}

// lineOrigin is where a line comes from.
type lineOrigin struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	// Whose is "pack" or "yours".
	Whose string `json:"whose"`
	// Source and SourceLine are where the pack has the line; where it has no such line,
	// the first of these that it was made of, and SourceEnd the last one. What the host has
	// to know first is from no pack, and Source is then the field of the descriptor.
	Source     string `json:"source,omitempty"`
	SourceLine int    `json:"sourceLine,omitempty"`
	SourceEnd  int    `json:"sourceEnd,omitempty"`
	// SourceText is what the pack has there; empty if the pack is not at hand.
	SourceText string    `json:"sourceText,omitempty"`
	Rewrites   []rewrite `json:"rewrites"`
	// Unknown says why nothing more is known of the line; empty if it is.
	Unknown string `json:"unknown,omitempty"`
}

// rewrite is what one rule changed in a line.
type rewrite struct {
	Rule     ruleOf  `json:"rule"`
	Field    fieldOf `json:"field"`
	Was      string  `json:"was"`
	Becoming string  `json:"becoming"`
}

// explanationOf explains a file, and a line of it unless that is 0.
func (a *app) explanationOf(f *installedFile, line int) (*explanation, error) {
	data, err := f.read()
	if err != nil {
		return nil, err
	}
	e := &explanation{Path: f.path, Scope: f.target.Scope}
	switch n := countLines(data); {
	case line > 0 && data == nil:
		return nil, &hinted{fmt.Errorf("%s: it is gone, and its lines with it", oneLine(f.path)), "without a line's number explain says what it was made of"}
	case line > n:
		return nil, usagef("%s has %d lines, not %d", oneLine(f.path), n, line)
	}
	if f.edit != nil {
		e.State = "yours"
		return e, a.explainPieces(e, f, data, line)
	}
	rec := f.record
	e.State = "edited"
	switch {
	case data == nil:
		e.State = "missing"
	case plan.SumOf(data) == rec.Sum:
		e.State = "installed"
	}
	e.Parts = []part{a.partOf(a.refOf(f), hostsOf(rec.Claims), rec.Rule, rec.Sources)}
	if line > 0 {
		e.Line = a.lineOfRecord(f, data, line)
	}
	return e, nil
}

// refOf is the pack that a file of ours is of.
func (a *app) refOf(f *installedFile) plan.PackRef {
	if f.record.Pack != nil {
		return *f.record.Pack
	}
	return f.target.packOf(f.record.Claims)
}

// packOf is the pack of one of the target's claims.
func (t target) packOf(claims []emit.Claim) plan.PackRef {
	for _, c := range claims {
		if ref, ok := t.Recorded(c.Prefix); ok {
			return ref
		}
	}
	return plan.PackRef{}
}

func hostsOf(claims []emit.Claim) []string {
	var hosts []string
	for _, c := range claims {
		hosts = append(hosts, c.Host)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// partOf is what a record says of a pack's part in a file.
func (a *app) partOf(ref plan.PackRef, hosts []string, rules string, sources []plan.Source) part {
	p := part{Pack: packName{ref.Name, ref.Version}, From: ref.Source, Hosts: hosts, Sources: []plan.Source{}, Fields: []fieldOf{}}
	for name := range strings.SplitSeq(rules, "+") {
		p.Rules = append(p.Rules, namedRule(name))
	}
	for _, s := range sources {
		if f := a.namedField(s.Path); strings.HasPrefix(s.Path, "descriptor:") {
			p.Fields = append(p.Fields, f)
		} else {
			p.Sources = append(p.Sources, s)
		}
	}
	p.Fields = firsts(p.Fields, func(f fieldOf) string { return f.Name })
	return p
}

func namedRule(name string) ruleOf { return ruleOf{name, project.RuleText(name)} }

func (a *app) namedField(name string) fieldOf { return fieldOf{name, a.set.Citation(name)} }

// explainPieces explains what packs have in a file of the user's.
func (a *app) explainPieces(e *explanation, f *installedFile, data []byte, line int) error {
	owners, err := piecesIn(f.edit, data)
	if err != nil {
		return err
	}
	if line > 0 {
		e.Line = &lineOrigin{Number: line, Text: lineAt(data, line), Whose: "yours", Rewrites: []rewrite{}}
	}
	for i, o := range f.edit.Stack {
		of := alike(f.edit.Stack, i)
		if of[0] < i {
			continue // told there
		}
		var hosts []string
		for _, n := range of {
			hosts = append(hosts, f.edit.Stack[n].Claim.Host)
		}
		slices.Sort(hosts)
		ref, _ := f.target.Recorded(o.Claim.Prefix)
		p := a.partOf(ref, hosts, o.Rule, o.Sources)
		p.Lines = ranges(owners, of)
		e.Parts = append(e.Parts, p)
		if line > 0 && slices.Contains(of, owners[line-1]) {
			a.lineOfPiece(e.Line, f, o, data, p.Lines)
		}
	}
	return nil
}

// alike are the owners, in their order, that have put the same pieces of a pack into a file as
// owner i. The pieces are there as long as one of them is.
func alike(stack []emit.Owner, i int) []int {
	var all []int
	for n, o := range stack {
		if n == i || o.Claim.Prefix == stack[i].Claim.Prefix && reflect.DeepEqual(o.Receipt.Ops(), stack[i].Receipt.Ops()) {
			all = append(all, n)
		}
	}
	return all
}

// piecesIn says for each line of a file which owner of pieces in it has put it there, by
// their number in the stack; -1 is the user.
func piecesIn(e *emit.Edit, data []byte) ([]int, error) {
	owners := slices.Repeat([]int{-1}, countLines(data))
	// where is, for each line of what is left, its number in the whole file.
	where := make([]int, len(owners))
	for i := range where {
		where[i] = i
	}
	for i, o := range slices.Backward(e.Stack) {
		undone, err := edit.Undo(e.Format, data, o.Receipt)
		if err != nil {
			return nil, err
		}
		var left []int
		kept := commonLines(withoutCommas(undone.Data), withoutCommas(data))
		for n := range where {
			if kept[n] == 0 {
				owners[where[n]] = i
			}
		}
		for n := range countLines(undone.Data) {
			at := slices.Index(kept, n+1)
			if at < 0 { // a line that was changed, not added
				left = append(left, -1)
				continue
			}
			left = append(left, where[at])
		}
		data, where = undone.Data, left
	}
	return owners, nil
}

// withoutCommas is a file without the commas at the ends of its lines, and without CR there: a piece
// behind a line of the user's needs a comma, and the line stays the user's.
func withoutCommas(data []byte) []byte {
	return commas.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("$1"))
}

// commas are not all of a line, which would be one less without it at the end of a file.
var commas = regexp.MustCompile(`(?m)([^\n]),[ \t\r]*$`)

// ranges are the runs of lines of some owners.
func ranges(owners, of []int) [][2]int {
	var all [][2]int
	for i, o := range owners {
		if !slices.Contains(of, o) {
			continue
		}
		if n := len(all); n > 0 && all[n-1][1] == i {
			all[n-1][1] = i + 1
			continue
		}
		all = append(all, [2]int{i + 1, i + 1})
	}
	return all
}

// firstOf is the first source of a part that is in the pack.
func firstOf(sources []plan.Source) plan.Source {
	for _, s := range sources {
		if !strings.HasPrefix(s.Path, "descriptor:") {
			return s
		}
	}
	return plan.Source{}
}

// spanOf is firstOf with all lines that are sources in its file: of a line that is not known by itself,
// any of them may be the one.
func spanOf(sources []plan.Source) plan.Source {
	span := firstOf(sources)
	for _, s := range sources {
		if s.Path != span.Path {
			continue
		}
		if s.Start == 0 {
			return plan.Source{Path: span.Path}
		}
		span.Start, span.End = min(span.Start, s.Start), max(span.End, s.End)
	}
	return span
}

// byRange puts the source of a line into where it comes from, if its own line is not known:
// the lines that the whole was made of.
func (l *lineOrigin) byRange(s plan.Source) {
	l.Source, l.SourceLine, l.SourceEnd = s.Path, s.Start, cmp.Or(s.End, s.Start)
}
