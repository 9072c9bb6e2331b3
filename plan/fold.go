package plan

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Fold returns one name for all those that some file systems take for the same: names that
// differ by case, or by how Unicode composes a letter of its accents.
// https://developer.apple.com/library/archive/documentation/FileManagement/Conceptual/APFS_Guide/FAQ/FAQ.html
func Fold(name string) string {
	return norm.NFC.String(strings.ToLower(strings.ToUpper(norm.NFC.String(name))))
}

// InState reports whether a path below a mount, with slashes, is StateDir or lies in it, also
// by a name that some file systems take for the same.
func InState(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return Fold(first) == StateDir
}

// ToldApart goes on, in a message that two names are taken for one, with what alone tells them
// apart; empty if they are equal, or two to Fold too.
func ToldApart(a, b string) string {
	const accent = "the form of an accent (composed or decomposed)"
	by := "case and " + accent
	switch {
	case a == b || Fold(a) != Fold(b):
		return ""
	case norm.NFC.String(a) == norm.NFC.String(b):
		by = accent
	case strings.EqualFold(a, b):
		by = "case"
	}
	return "; only " + by + " tells them apart"
}
