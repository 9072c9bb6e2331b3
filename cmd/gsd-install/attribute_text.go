package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// causeLimit is how many causes are listed without -v, pathLimit how many paths of a ripple;
// cutAt is how many characters of a line of a file are shown.
const (
	causeLimit = 20
	pathLimit  = 3
	cutAt      = 56
)

// signs stand before what moved.
var signs = map[string]string{
	string(plan.Create): "+", string(plan.Update): "~", string(plan.Remove): "-",
	attribution.Added: "+", attribution.Changed: "~", attribution.Removed: "-",
}

// sign is that of an action, or of what happened to a source.
func sign(word string) string {
	if s, ok := signs[word]; ok {
		return s
	}
	return "~"
}

// printAttribution prints a report for people.
func (a *app) printAttribution(r *compared) {
	open := attribution.Unexplained(r.moves)
	fmt.Fprintln(a.out, r.heading(len(open)))
	a.printUnexplained(r, open)
	a.printCauses(attribution.Groups(r.moves))
	a.printAcknowledged(r)
	a.printGrowth(r)
}

// heading says in a line what was compared and what was found.
func (r *compared) heading(open int) string {
	names := named(r.from) + " to " + named(r.to)
	switch {
	case len(r.moves) == 0:
		return names + ": nothing moved"
	case open == 0:
		return fmt.Sprintf("%s: %s moved, all explained", names, counted(len(r.moves), "path"))
	default:
		return fmt.Sprintf("%s: %s moved, %d unexplained", names, counted(len(r.moves), "path"), open)
	}
}

// named is how a side's pack is called.
func named(s *side) string { return strings.TrimSpace(oneLine(s.pack.Name + " " + s.pack.Version)) }

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

// spelledSource is a source as people read it.
func spelledSource(s plan.Source) string {
	at := oneLine(s.Path)
	switch {
	case s.Start == 0:
		return at
	case s.End <= s.Start:
		return at + ":" + strconv.Itoa(s.Start)
	}
	return fmt.Sprintf("%s:%d-%d", at, s.Start, s.End)
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

// printCauses lists what moved the rest, and with -v what each moved.
func (a *app) printCauses(groups []attribution.Group) {
	if len(groups) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\nmoved by")
	slices.SortStableFunc(groups, func(x, y attribution.Group) int { return cmp.Compare(len(y.Moves), len(x.Moves)) })
	shown := groups
	if !a.opt.verbose && len(groups) > causeLimit+1 {
		shown = groups[:causeLimit]
	}
	rows := make([][]string, len(shown))
	for i, g := range shown {
		why := ""
		if _, usual := signs[g.Why]; !usual {
			why = ": " + g.Why
		}
		rows[i] = []string{
			sign(g.Why) + " " + oneLine(g.Path+why),
			fmt.Sprintf("%s on %s", counted(len(g.Moves), "path"), counted(len(g.Hosts()), "host")),
		}
	}
	for i, line := range tableLines("  ", rows) {
		fmt.Fprintln(a.out, line)
		if a.opt.verbose {
			for _, m := range shown[i].Moves {
				fmt.Fprintf(a.out, "      %s %s (%s)\n", sign(string(m.Action)), oneLine(m.Path), strings.Join(m.Hosts, ", "))
			}
		}
	}
	if more := len(groups) - len(shown); more > 0 {
		fmt.Fprintf(a.out, "  and %s; -v lists all, with what each moved\n", counted(more, "more cause"))
	}
}

// printAcknowledged says which ripples are meant, and which acknowledgments can go.
func (a *app) printAcknowledged(r *compared) {
	reasons := map[string]int{}
	var order []string
	for _, m := range r.moves {
		if m.Reason == "" {
			continue
		}
		if reasons[m.Reason]++; reasons[m.Reason] == 1 {
			order = append(order, m.Reason)
		}
	}
	if len(order) > 0 {
		fmt.Fprintln(a.out, "\nacknowledged")
	}
	for _, reason := range order {
		fmt.Fprintf(a.out, "  %s: %s\n", counted(reasons[reason], "path"), oneLine(reason))
	}
	if len(r.spent) > 0 {
		fmt.Fprintf(a.out, "\nspent in %s\n", r.acks)
	}
	for _, s := range r.spent {
		fmt.Fprintf(a.out, "  line %d, %s: %s\n", s.Line, oneLine(s.Path), s.Why)
	}
}

// printGrowth says what hosts load more, and what is beyond their limits.
func (a *app) printGrowth(r *compared) {
	if len(r.always)+len(r.excess) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\ngrowth (tokens are estimated: 4 bytes each)")
	for _, same := range a.equalSizes(r.always) {
		g := same[0] // with the most
		fmt.Fprintf(a.out, "  always loaded, %s: %s\n", loadedBy(same), measured(g.Size, r.tooMuch(g), r.comparison.always))
	}
	for _, e := range r.excess {
		what := e.Message
		if e.Path != "" {
			what = oneLine(e.Path) + ": " + what
		}
		fmt.Fprintf(a.out, "  beyond the limit of %s:\n      %s\n      %s\n", a.hostList(e.Hosts), what, measured(e.Size, r.tooLong(e), r.comparison.excess))
	}
}

// equalSizes puts equal growths together, the largest first; with -v it leaves them apart.
func (a *app) equalSizes(all []attribution.Always) [][]attribution.Always {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(x, y attribution.Always) int {
		return cmp.Or(cmp.Compare(y.Growth(), x.Growth()), cmp.Compare(y.Head, x.Head))
	})
	var groups [][]attribution.Always
	for _, g := range sorted {
		if n := len(groups); n > 0 && groups[n-1][0].Growth() == g.Growth() && !a.opt.verbose {
			groups[n-1] = append(groups[n-1], g)
			continue
		}
		groups = append(groups, []attribution.Always{g})
	}
	return groups
}

// loadedBy says on which hosts something is equal.
func loadedBy(all []attribution.Always) string {
	if len(all) > 1 {
		return fmt.Sprintf("%d hosts and scopes", len(all))
	}
	title := all[0].Host
	if h, ok := descriptors.Get(title); ok {
		title = h.Title
	}
	return fmt.Sprintf("%s, %s", title, all[0].Scope)
}

// measured spells a size and its growth.
func measured(s attribution.Size, over bool, most int) string {
	text := fmt.Sprintf("%d to %d bytes, %+d (%+d tokens)", s.Base, s.Head, s.Growth(), plan.Tokens(s.Growth()))
	if over {
		text += fmt.Sprintf(", more than %d", most)
	}
	return text
}
