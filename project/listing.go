package project

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// listingLimits finds the most characters that the descriptions of each kind may have so
// that the host lists all of them; 0 is no limit. A note says what the host would cut or
// what we cut.
func listingLimits(in Input, ps *places, placed []layout.Placement) (map[string]int, []plan.Note) {
	l := in.Host.Listing
	limits := map[string]int{}
	var sizes []int
	names, long := 0, 0
	for _, pt := range placed {
		if pt.File != nil || pt.Part != "" || !slices.Contains(l.Kinds, string(pt.Kind)+"s") {
			continue
		}
		n := utf8.RuneCountInString(oneLine(ps.spellingFor(pt).line(pt.Item.Meta.Text("description"))))
		names += utf8.RuneCountInString(pt.Item.Name)
		sizes = append(sizes, n)
		if l.Item > 0 && n > l.Item {
			long++
		}
	}
	limit := l.Item
	if l.Total > 0 {
		if most := level(sizes, l.Total-names); most >= 0 && (limit == 0 || most < limit) {
			limit = most
		}
	}
	over := countOver(sizes, limit)
	if limit == 0 && l.Total == 0 || over == 0 {
		return limits, nil
	}
	if !l.Cuts {
		return limits, []plan.Note{listingNote(in.Host, over, limit)}
	}
	for _, kind := range l.Kinds {
		limits[kind] = limit
	}
	return limits, []plan.Note{cutNote(in.Host, over, limit)}
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

// level finds the most that each size may have so that their sum is at most total; -1 if
// they all fit as they are.
func level(sizes []int, total int) int {
	sorted := slices.Sorted(slices.Values(sizes))
	rest := total
	for i, n := range sorted {
		if share := rest / (len(sorted) - i); n > share {
			return max(share, 0)
		}
		rest -= n
	}
	return -1
}

func cutNote(h descriptors.Host, over, limit int) plan.Note {
	return plan.Note{Rule: "listing-budget", Message: fmt.Sprintf(
		"%s trims long listings: %d descriptions are cut to %d characters, so that all are listed", h.Title, over, limit)}
}

func listingNote(h descriptors.Host, over, limit int) plan.Note {
	return plan.Note{Rule: "listing-budget", Message: fmt.Sprintf(
		"%s trims long listings: of %d descriptions it shows about the first %d characters", h.Title, over, limit)}
}
