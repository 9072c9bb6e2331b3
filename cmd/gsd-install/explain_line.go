package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
	"github.com/rogpeppe/go-internal/diff"
)

// lineOfRecord explains a line of a file of ours. Of one that was edited, it finds the line
// in what was installed, if the pack is at hand to make that again.
func (a *app) lineOfRecord(f *installedFile, data []byte, line int) *lineOrigin {
	l := &lineOrigin{Number: line, Text: lineAt(data, line), Whose: "pack", Rewrites: []rewrite{}}
	ref := a.refOf(f)
	made, err := a.madeAgain(f, ref)
	if err != nil {
		l.Unknown = err.Error()
	}
	n := line
	if plan.SumOf(data) != f.record.Sum {
		if made == nil {
			l.Unknown = "the file was edited, and what was installed cannot be made again: " + l.Unknown
			return l
		}
		installed, err := made.art.Bytes()
		if err != nil {
			l.Unknown = err.Error()
			return l
		}
		if n = keptLines(installed, data)[line-1]; n == 0 {
			l.Whose = "yours"
			return l
		}
	}
	if f.record.Rule == "copy" {
		l.Source, l.SourceLine, l.SourceText = firstOf(f.record.Sources).Path, n, l.Text
		return l
	}
	for _, s := range f.record.Sources {
		if from, ok := s.Line(n); ok {
			l.Source, l.SourceLine = s.Path, from
			if made != nil {
				a.trace(made, l, f.mount.ID, f.name)
			}
			if strings.HasPrefix(s.Path, "descriptor:") {
				l.SourceLine = 0 // it has no lines
			}
			return l
		}
	}
	// It is what the rule puts around a text, or one of the keys before it.
	s := spanOf(slices.DeleteFunc(slices.Clone(f.record.Sources), func(s plan.Source) bool { return s.At > 0 }))
	if s.Path == "" {
		s = firstOf(f.record.Sources)
	}
	l.byRange(s)
	return l
}

// lineOfPiece explains a line that an owner of pieces has put into a file of the user's.
func (a *app) lineOfPiece(l *lineOrigin, f *installedFile, o emit.Owner, data []byte, of [][2]int) {
	l.Whose = "pack"
	l.byRange(spanOf(o.Sources))
	for _, op := range o.Receipt.Ops() {
		var text string
		if op.Kind != plan.Insert || json.Unmarshal(op.Value, &text) != nil {
			continue
		}
		n := l.Number - startOf(data, text, of)
		for _, s := range o.Sources {
			if from, ok := s.Line(n); ok && n <= countLines([]byte(text)) {
				l.Source, l.SourceLine, l.SourceEnd = s.Path, from, 0
				ref, _ := f.target.Recorded(o.Claim.Prefix)
				made, err := a.madeAgain(f, ref)
				if err != nil {
					l.Unknown = err.Error()
					return
				}
				a.trace(made, l, f.mount.ID, f.name)
				return
			}
		}
		if s, ok := behind(o.Sources, n); ok {
			l.byRange(s) // what stands before a text says what it is for
		}
	}
}

// behind is what the first text that begins behind line n was made of, without its body if the rest
// has lines of its own; false if there is none, or the first of all is meant.
func behind(sources []plan.Source, n int) (plan.Source, bool) {
	first := slices.IndexFunc(sources, func(s plan.Source) bool { return s.At > 0 })
	i := slices.IndexFunc(sources, func(s plan.Source) bool { return s.At > n })
	if i < 0 || i == first && n < 1 {
		return plan.Source{}, false
	}
	for _, s := range sources {
		if s.Path == sources[i].Path && s.At == 0 && s.Start > 0 {
			return s, true
		}
	}
	return sources[i], true
}

// startOf is the line before the first one of a text that stands, whole, in lines of data.
func startOf(data []byte, text string, of [][2]int) int {
	i := bytes.Index(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte(text))
	if i < 0 { // it was edited: the marker is the first line
		return of[0][0]
	}
	return bytes.Count(data[:i], []byte("\n"))
}

// again is what a recorded pack yields again for a file.
type again struct {
	art    plan.Artifact
	tracer *project.Tracer
}

// errOther is that of a pack which is not what it was.
var errOther = errors.New("the pack at hand is not the one that was installed")

// madeAgain renders a file again from the pack that is recorded for it, or says why that
// cannot be.
func (a *app) madeAgain(f *installedFile, ref plan.PackRef) (*again, error) {
	l, err := a.loader()
	if err != nil {
		return nil, err
	}
	p, err := l.again(ref)
	if err != nil {
		return nil, fmt.Errorf("the pack is not at hand: %w", err)
	}
	made := &again{}
	if f.record != nil {
		all, err := f.target.Plan(p, a.order(nil))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errOther, err)
		}
		i := slices.IndexFunc(all.Artifacts, func(art plan.Artifact) bool { return art.Mount == f.mount.ID && art.Path == f.name })
		if i < 0 || all.Artifacts[i].Sum != f.record.Sum {
			return nil, errOther
		}
		made.art = all.Artifacts[i]
	} else if p.Integrity != ref.Integrity {
		return nil, errOther
	}
	made.tracer, err = project.NewTracer(f.target.Input(p, a.order(nil)))
	return made, err
}

// trace adds what the pack has in a line, and what each rule changed in it.
func (a *app) trace(m *again, l *lineOrigin, mount, path string) {
	start, steps := m.tracer.Text(mount, path, l.Source)
	i := l.SourceLine - start
	for n, step := range steps {
		if i < 0 || i >= len(step.Lines) {
			return
		}
		if n == 0 {
			l.SourceText = step.Lines[i]
			continue
		}
		before, after := steps[n-1].Lines[i], step.Lines[i]
		if before != after {
			was, becoming := changed(before, after)
			l.Rewrites = append(l.Rewrites, rewrite{namedRule(step.Rule), a.namedField(step.Field), was, becoming})
		}
	}
}

// changed are the parts of two lines, whole words, outside of which they are equal.
func changed(a, b string) (string, string) {
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	from = strings.LastIndexByte(a[:from], ' ') + 1
	to := 0
	for to < len(a)-from && to < len(b)-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	if rest := strings.IndexByte(a[len(a)-to:], ' '); rest >= 0 {
		to -= rest
	} else {
		to = 0
	}
	return a[from : len(a)-to], b[from : len(b)-to]
}

// commonLines says for each line of new which line of old it is, counted from 1; 0 is none.
func commonLines(old, new []byte) []int {
	common := make([]int, countLines(new))
	if bytes.Equal(old, new) {
		for i := range common {
			common[i] = i + 1
		}
		return common
	}
	o, n := 1, 1
	match := func(upto int) {
		for ; n < upto; n++ {
			common[n-1] = o
			o++
		}
	}
	_, hunks, _ := strings.Cut(string(diff.Diff("old", old, "new", new)), "\n@@")
	for line := range strings.Lines("@@" + hunks) {
		var fromOld, fromNew, size int
		switch {
		case strings.HasPrefix(line, "@@"):
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &fromOld, &size, &fromNew, &size); err == nil {
				match(max(fromNew, 1))
			}
		case strings.HasPrefix(line, " "):
			match(n + 1)
		case strings.HasPrefix(line, "-"):
			o++
		case strings.HasPrefix(line, "+"):
			n++
		}
	}
	match(len(common) + 1)
	return common
}

// keptLines is commonLines with the lines between those as well of which a file has several, which a
// diff does not go by, and whatever ends they have.
func keptLines(old, new []byte) []int {
	old, new = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), bytes.ReplaceAll(new, []byte("\r\n"), []byte("\n"))
	kept := commonLines(old, new)
	o, n := strings.Split(string(old), "\n"), strings.Split(string(new), "\n")
	from := 0 // the line of old before the gap
	for i := 0; i < len(kept); i++ {
		if kept[i] > 0 {
			from = kept[i]
			continue
		}
		end, upto := i, countLines(old)+1
		for ; end < len(kept); end++ {
			if kept[end] > 0 {
				upto = kept[end]
				break
			}
		}
		for j, k := range longestCommon(o[from:upto-1], n[i:end]) {
			if k > 0 {
				kept[i+j] = from + k
			}
		}
		i = end - 1
	}
	return kept
}

// gapLimit is how many pairs of lines are compared to find what two gaps have in common.
const gapLimit = 4 << 20

// longestCommon says for each line of new which of old it is, counted from 1, in the longest sequence
// that both have; 0 is none.
func longestCommon(old, new []string) []int {
	common := make([]int, len(new))
	if len(old)*len(new) > gapLimit {
		return common
	}
	// best[i][j] is how long it is for old from i and new from j on.
	best := make([][]int, len(old)+1)
	for i := range best {
		best[i] = make([]int, len(new)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			if best[i][j] = max(best[i+1][j], best[i][j+1]); old[i] == new[j] {
				best[i][j] = best[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(old) && j < len(new); {
		switch {
		case old[i] == new[j]:
			common[j] = i + 1
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return common
}

// countLines counts the lines of a file; the last one may lack its end.
func countLines(data []byte) int {
	if len(data) == 0 {
		return 0
	}
	return bytes.Count(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) + 1
}

// lineAt is a line of a file, counted from 1, without its end.
func lineAt(data []byte, n int) string {
	lines := strings.SplitN(string(data), "\n", n+1)
	if n > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[n-1], "\r")
}
