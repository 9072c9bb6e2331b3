package pack

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The example of a pack.toml that authors are given has every key and no other.
func TestSchemaIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```toml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("there is no example")
	}
	var r report
	if parseManifest("CONTRIBUTING.md", []byte(example), &r) == nil || len(r.problems) > 0 {
		t.Errorf("%q", r.problems)
	}
	words := regexp.MustCompile(`\w+`).FindAllString(string(text), -1)
	for _, v := range []any{manifest{}, folder{}, payloadTree{}, generated{}, hookEntry{}, profileEntry{}} {
		for i := range reflect.TypeOf(v).NumField() {
			key := reflect.TypeOf(v).Field(i).Tag.Get("toml")
			if key != "" && !strings.Contains(" "+strings.Join(words, " ")+" ", " "+key+" ") {
				t.Errorf("%T: nothing is said of %s", v, key)
			}
		}
	}
}
