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
	var from []plan.Source
	names := 0
	for _, pt := range placed {
		if pt.File == nil && pt.Part == "" && slices.Contains(l.Kinds, string(pt.Kind)+"s") {
			names += utf8.RuneCountInString(pt.Item.Name) + l.Each
			sizes = append(sizes, utf8.RuneCountInString(oneLine(ps.spellingFor(pt).line(pt.Item.Meta.Text("description")))))
			line := (&output{task: task{Placement: pt}}).lineOf("description")
			from = append(from, plan.Source{Path: pt.Item.Source, Start: line, End: line})
		}
	}
	limit, why := l.Item, "the most that it shows of one"
	if l.Total > 0 {
		most, fits := level(sizes, l.Total-names)
		if !fits && most < leastListed {
			return nil, []plan.Note{listingNote(in.Host, nil, "%s has room for %d characters of listing: for the %d %s of this pack that is little more than their names",
				l.Total, len(sizes), strings.Join(l.Kinds, " and "))}
		}
		if !fits && (limit == 0 || most < limit) {
			limit, why = most, fmt.Sprintf("so that all %d have a place in its listing of %d", len(sizes), l.Total)
		}
	}
	over := sourcesOver(from, sizes, limit)
	switch {
	case limit == 0 || len(over) == 0:
		return nil, nil
	case !l.Cuts:
		n := listingNote(in.Host, over, "%s tells the model about %d characters of a description", limit)
		n.Message += fmt.Sprintf("; %d are longer", len(over))
		return nil, []plan.Note{n}
	}
	limits := map[string]int{}
	for _, kind := range l.Kinds {
		limits[kind] = limit
	}
	n := listingNote(in.Host, over, "%s is given descriptions cut to %d characters, %s", limit, why)
	n.Message = fmt.Sprintf("%s: %s cut to %d characters, %s", in.Host.Title, counted(len(over)), limit, why)
	return limits, []plan.Note{n}
}

// sourcesOver are the sources whose size is more than limit.
func sourcesOver(from []plan.Source, sizes []int, limit int) []plan.Source {
	var over []plan.Source
	for i, n := range sizes {
		if n > limit {
			over = append(over, from[i])
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

// listingNote words a note; the format's first word is the host.
func listingNote(h descriptors.Host, about []plan.Source, format string, args ...any) plan.Note {
	word := func(title string) string { return fmt.Sprintf(format, append([]any{title}, args...)...) }
	return plan.Note{Rule: "listing-budget", Message: word(h.Title), General: word("the host"), About: about}
}
