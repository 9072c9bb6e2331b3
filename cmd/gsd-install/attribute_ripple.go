package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/plan"
)

// pathLimit is how many paths of a ripple are listed without -v, cutAt how many characters
// of a line of a file are shown.
const (
	pathLimit = 3
	cutAt     = 56
)

// ripple is unexplained moves that are made of the same sources.
type ripple struct {
	// of spells the sources.
	of    string
	moves []attribution.Move
}

// ripples puts unexplained moves together by what they are made of, those that most hosts
// have first in each.
func (a *app) ripples(open []attribution.Move) []ripple {
	made := map[string][]attribution.Move{}
	for _, m := range open {
		of := a.sourceList(m.Sources)
		made[of] = append(made[of], m)
	}
	var all []ripple
	for _, of := range slices.Sorted(maps.Keys(made)) {
		moves := made[of]
		slices.SortStableFunc(moves, func(x, y attribution.Move) int { return cmp.Compare(len(y.Hosts), len(x.Hosts)) })
		all = append(all, ripple{of, moves})
	}
	return all
}

// lines are the moves of a ripple, a line for each; without -v the first ones, and how many
// more there are.
func (a *app) lines(r ripple) []string {
	shown := r.moves
	if !a.opt.verbose && len(shown) > pathLimit+1 {
		shown = shown[:pathLimit]
	}
	var lines []string
	for _, m := range shown {
		lines = append(lines, fmt.Sprintf("%s %s (%s)", sign(string(m.Action)), oneLine(m.Path), a.hostList(m.Hosts)))
	}
	if more := len(r.moves) - len(shown); more > 0 {
		lines = append(lines, fmt.Sprintf("and %s; -v lists all", counted(more, "more path")))
	}
	if d := r.moves[0].Difference; d != nil {
		was, is := clipped(d.Was, d.Is)
		lines = append(lines, fmt.Sprintf("  line %d was: %s", d.Line, was), "   and is now: "+is)
	}
	return lines
}

// printUnexplained names what moved, by what it is made of, and shows where one of each
// begins to differ.
func (a *app) printUnexplained(r *compared, open []attribution.Move) {
	if len(open) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\nunexplained: no source of these has changed")
	for _, rip := range a.ripples(open) {
		fmt.Fprintf(a.out, "  made of %s\n", rip.of)
		for _, line := range a.lines(rip) {
			fmt.Fprintf(a.out, "    %s\n", line)
		}
	}
	fmt.Fprintf(a.out, "  what is meant goes into %s with a reason\n", r.acks)
}

// sourceList names the pack's files among sources, or descriptor fields if there are none;
// with -v it names all.
func (a *app) sourceList(sources []plan.Source) string {
	var files, fields []string
	for _, s := range sources {
		if strings.HasPrefix(s.Path, "descriptor:") {
			fields = append(fields, spelledSource(s))
		} else {
			files = append(files, spelledSource(s))
		}
	}
	switch {
	case a.opt.verbose:
		return strings.Join(append(files, fields...), ", ")
	case len(files) == 0:
		files = fields
	}
	return shortened(unique(files), 3)
}

// shortened joins the first few words and counts the rest.
func shortened(words []string, most int) string {
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}

// hostList names hosts, or counts them where they are many.
func (a *app) hostList(ids []string) string {
	if len(ids) > 3 && !a.opt.verbose {
		return counted(len(ids), "host")
	}
	return strings.Join(ids, ", ")
}

// clipped are two lines of files as they are shown: so much of them that it is seen where
// they begin to differ.
func clipped(was, is string) (string, string) {
	a, b := []rune(quoteControls(was, nil)), []rune(quoteControls(is, nil))
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	if from = max(0, from-cutAt/3); max(len(a), len(b)) <= cutAt {
		from = 0
	}
	show := func(line []rune) string {
		text, start, end := line[min(from, len(line)):], "", ""
		if from > 0 {
			start = "…"
		}
		if len(text) > cutAt {
			text, end = text[:cutAt], "…"
		}
		return start + string(text) + end
	}
	return show(a), show(b)
}
