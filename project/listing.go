package project

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// leastListed is the fewest characters that a description is cut to so that all are
// listed: what is shorter tells nobody when to use the item.
const leastListed = 20

// listingLimits finds the most characters that the descriptions of each kind may have so
// that the host lists all of them; a kind that is not there has no limit. A note says what
// the host would cut or what we cut.
func listingLimits(in Input, ps *places, placed []layout.Placement) (map[string]int, []plan.Note) {
	l := in.Host.Listing
	var sizes []int
	names := 0
	for _, pt := range placed {
		if pt.File == nil && pt.Part == "" && slices.Contains(l.Kinds, string(pt.Kind)+"s") {
			names += utf8.RuneCountInString(pt.Item.Name) + l.Each
			sizes = append(sizes, utf8.RuneCountInString(oneLine(ps.spellingFor(pt).line(pt.Item.Meta.Text("description")))))
		}
	}
	limit, why := l.Item, "the most that it shows of one"
	if l.Total > 0 {
		most, fits := level(sizes, l.Total-names)
		if !fits && most < leastListed {
			return nil, []plan.Note{listingNote("%s has room for %d characters of listing: for the %d %s of this pack that is little more than their names",
				in.Host, l.Total, len(sizes), strings.Join(l.Kinds, " and "))}
		}
		if !fits && (limit == 0 || most < limit) {
			limit, why = most, fmt.Sprintf("so that all %d have a place in its listing of %d", len(sizes), l.Total)
		}
	}
	over := countOver(sizes, limit)
	switch {
	case limit == 0 || over == 0:
		return nil, nil
	case !l.Cuts:
		return nil, []plan.Note{listingNote("%s tells the model about %d characters of a description; %d are longer", in.Host, limit, over)}
	}
	limits := map[string]int{}
	for _, kind := range l.Kinds {
		limits[kind] = limit
	}
	return limits, []plan.Note{listingNote("%s: %s cut to %d characters, %s", in.Host, counted(over), limit, why)}
}

func countOver(sizes []int, limit int) int {
	over := 0
	for _, n := range sizes {
		if n > limit {
			over++
		}
	}
	return over
}

// level finds the most that each size may have so that their sum is at most total, and
// whether they all fit as they are.
func level(sizes []int, total int) (most int, fits bool) {
	sorted := slices.Sorted(slices.Values(sizes))
	for i, n := range sorted {
		if share := total / (len(sorted) - i); n > share {
			return max(share, 0), false
		}
		total -= n
	}
	return 0, true
}

func counted(n int) string {
	if n == 1 {
		return "1 description is"
	}
	return fmt.Sprintf("%d descriptions are", n)
}

func listingNote(format string, h descriptors.Host, args ...any) plan.Note {
	return plan.Note{Rule: "listing-budget", Message: fmt.Sprintf(format, append([]any{h.Title}, args...)...)}
}
