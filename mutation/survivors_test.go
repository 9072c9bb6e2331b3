package mutation

import (
	"fmt"
	"slices"
	"strings"
)

// survivors are the points, by key, whose mutants nothing catches, and why.
type survivors map[string]string

// readSurvivors reads the list: paragraphs, each a reason in lines that begin with "# ", then the
// keys that it is the reason of. A paragraph without keys is about the list.
func readSurvivors(text string) (survivors, []string) {
	list := survivors{}
	var faults []string
	for _, part := range strings.Split(text, "\n\n") {
		var reason []string
		for line := range strings.Lines(part) {
			line = strings.TrimSuffix(line, "\n")
			switch why, ok := strings.CutPrefix(line, "# "); {
			case ok:
				reason = append(reason, why)
			case line == "":
			case len(reason) == 0:
				faults = append(faults, "no reason is given for: "+line)
			case list[line] != "":
				faults = append(faults, "listed twice: "+line)
			default:
				list[line] = strings.Join(reason, " ")
			}
		}
	}
	return list, faults
}

// judge compares what came out of the mutants that were tried with the list. by says of each of
// them by what it was caught, "" for a survivor.
func (list survivors) judge(points []point, by map[string]string) []string {
	var faults []string
	there := map[string]bool{}
	for _, p := range points {
		there[p.key] = true
		caught, tried := by[p.key]
		switch {
		case !tried:
		case caught == "" && list[p.key] == "":
			faults = append(faults, fmt.Sprintf("nothing catches this, on line %d; have the fixture pack show it, or list it with the reason: %s", p.line, p.key))
		case caught != "" && list[p.key] != "":
			faults = append(faults, fmt.Sprintf("%s catches this; it is listed still: %s", caught, p.key))
		}
	}
	for key := range list {
		if !there[key] {
			faults = append(faults, "there is no such place any more; it is listed still: "+key)
		}
	}
	slices.Sort(faults)
	return faults
}
