package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

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
