package plan

import (
	"fmt"
	"strings"
)

// devices are names that Windows takes for a device in any folder, with any
// extension. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
var devices = []string{"con", "prn", "aux", "nul", "conin$", "conout$", "com", "lpt"}

// CheckName says why a name cannot stand in a folder on every system: on Windows it would be a
// device, a stream of another file, or another name.
func CheckName(name string) error {
	if i := strings.IndexFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`\:*?"<>|`, r) }); i >= 0 {
		return fmt.Errorf("a name cannot hold %q", name[i])
	}
	if strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") {
		return fmt.Errorf("a name cannot end in %q", name[len(name)-1])
	}
	if device(name) {
		base, _, _ := strings.Cut(name, ".")
		return fmt.Errorf("%s is a device on Windows, with any extension", base)
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
