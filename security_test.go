package gsdinstall_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests and stories that SECURITY.md names exist.
func TestSecurityNote(t *testing.T) {
	data, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	err = filepath.WalkDir(".", func(name string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			have[m[1]], have[filepath.ToSlash(filepath.Dir(name))+" "+m[1]] = true, true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(data)) {
		pkg := ""
		for _, m := range regexp.MustCompile("`([a-zA-Z-]+)`").FindAllStringSubmatch(line, -1) {
			switch name := m[1]; {
			case strings.HasPrefix(name, "Test"), strings.HasPrefix(name, "Fuzz"):
				if named++; !have[name] || pkg != "" && strings.HasPrefix(line, "|") && !have[pkg+" "+name] && !have[". "+name] {
					t.Errorf("SECURITY.md names %s %s, which there is not", pkg, name)
				}
			case strings.Contains(line, "stor") && strings.Contains(name, "-") && name != "gsd-install":
				if _, err := os.Stat("cmd/gsd-install/testdata/script/" + name + ".txtar"); err != nil {
					t.Errorf("SECURITY.md names a story: %v", err)
				}
			default:
				pkg = name
			}
		}
	}
	if named < 15 {
		t.Errorf("SECURITY.md names %d tests", named)
	}
}
