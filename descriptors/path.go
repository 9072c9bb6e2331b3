package descriptors

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// devices are names that Windows takes for a device in any folder, with any
// extension. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
var devices = []string{"con", "prn", "aux", "nul", "conin$", "conout$", "com", "lpt"}

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
		if err := checkName(name); err != nil {
			return fmt.Errorf("%q: %w", p, err)
		}
	}
	if first, _, _ := strings.Cut(p, "/"); strings.EqualFold(first, plan.StateDir) {
		return fmt.Errorf("%q is kept for the program's own records", p)
	}
	return nil
}

// checkName says why a name cannot stand in a folder on every system.
func checkName(name string) error {
	if i := strings.IndexFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`\:*?"<>|`, r) }); i >= 0 {
		return fmt.Errorf("a name cannot hold %q", name[i])
	}
	if strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") {
		return fmt.Errorf("a name cannot end in %q", name[len(name)-1])
	}
	if device(name) {
		return fmt.Errorf("%s is a device on Windows", name)
	}
	return nil
}

func device(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	base = strings.TrimRight(base, " ")
	for _, d := range devices {
		if base == d && d != "com" && d != "lpt" {
			return true
		}
		rest, ok := strings.CutPrefix(base, d)
		if ok && (d == "com" || d == "lpt") && len([]rune(rest)) == 1 && strings.Contains("0123456789¹²³", rest) {
			return true
		}
	}
	return false
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
