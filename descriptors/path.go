package descriptors

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// checkPath says why p is no slash-separated path that stays in its folder on
// every system.
func checkPath(p string) error {
	switch {
	case strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\`) || len(p) > 1 && p[1] == ':':
		return fmt.Errorf("%q is an absolute path", p)
	case p == "~" || strings.HasPrefix(p, "~/"):
		return fmt.Errorf("%q starts in the home; write the path below it", p)
	case slices.Contains(strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' }), ".."):
		return fmt.Errorf("%q leaves its folder", p)
	case !fs.ValidPath(p) || p == ".":
		return fmt.Errorf("%q is not a clean path of names and slashes", p)
	}
	for name := range strings.SplitSeq(p, "/") {
		if err := plan.CheckName(name); err != nil {
			return fmt.Errorf("%q: %w", p, err)
		}
	}
	if plan.InState(p) {
		return fmt.Errorf("%q is kept for the program's own records", p)
	}
	return nil
}

// checkFile says why a row's file is no path of names and placeholders.
func checkFile(file string) error {
	plain := file
	for _, p := range placeholders {
		plain = strings.ReplaceAll(plain, p, "x")
	}
	if i := strings.IndexAny(plain, "{}"); i >= 0 {
		return fmt.Errorf("%q has an unknown placeholder, not one of %s", file, list(placeholders))
	}
	if plain == file {
		return fmt.Errorf("%q is one path for all items; it needs one of %s", file, list(placeholders))
	}
	if err := checkPath(plain); err != nil {
		return fmt.Errorf("%q: %w", file, err)
	}
	return nil
}
