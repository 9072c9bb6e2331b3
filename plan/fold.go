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
