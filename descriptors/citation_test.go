package descriptors

import (
	"strings"
	"testing"
)

// Each part of a descriptor that plans name rests on an address or a client.
func TestCitation(t *testing.T) {
	check := func(field string) {
		t.Helper()
		if url := Citation("descriptor:" + field); !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "client:") {
			t.Errorf("%s rests on %q", field, url)
		}
	}
	for _, h := range All() {
		for name, d := range h.Dialects {
			check(h.ID + "#dialects." + name)
			if got := Citation("descriptor:" + h.ID + "#dialects." + name); d.Source != "" && got != d.Source {
				t.Errorf("%s, %s: %q, not %q", h.ID, name, got, d.Source)
			}
		}
		for _, table := range []string{"text", "text.arguments", "hooks", "mcp", "permissions", "tools", "configHome", "no.such.field"} {
			check(h.ID + "#" + table)
		}
	}
	for _, s := range everyOne(shared) {
		for name := range s.Dialects {
			check(s.ID + "#dialects." + name)
		}
		check(s.ID + "#text.commandStyle")
	}
	if got := Citation("descriptor:nobody#text"); got != "" {
		t.Errorf("a descriptor that is not there rests on %q", got)
	}
}
