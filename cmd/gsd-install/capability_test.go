package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

// capabilities are the runtime capabilities that gsd-core ships inside its registry, each as
// the document of its own that it was generated from.
func capabilities(t *testing.T) map[string][]byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(packtest.GSDCore(t), "gsd-core/bin/lib/capability-registry.cjs"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("\nconst runtimes = "))
	var all map[string]json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(rest)).Decode(&all); err != nil {
		t.Fatal(err)
	}
	docs := map[string][]byte{}
	for id, doc := range all {
		docs[id] = append(doc, '\n')
	}
	if len(docs) != 19 {
		t.Fatalf("%d runtimes, want 19", len(docs))
	}
	return docs
}

// Each of gsd-core's runtimes is added under an id and a home of its own, and the fixture pack
// goes onto it and off it again without a byte left; under its own id or home it is refused.
func TestCapabilities(t *testing.T) {
	all := capabilities(t)
	for i, id := range slices.Sorted(maps.Keys(all)) {
		doc := all[id]
		if thinned(i) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := memoryBox(t)
			dir := filepath.Join(filepath.Dir(b.home), "capability")
			file := filepath.Join(dir, "capability.json")
			b.write(t, file, string(doc))
			before := withoutTimes(b.picture(t))

			for _, args := range [][]string{{}, {"--id", "acme-" + id}, {"--home-name", ".acme"}} {
				said := b.refuses(t, slices.Concat([]string{"hosts", "add", dir, "--yes"}, args)...)
				if !strings.Contains(said, "id: ") && !strings.Contains(said, "configHome") {
					t.Errorf("hosts add %v says %s", args, said)
				}
			}
			if after := withoutTimes(b.picture(t)); after != before {
				t.Errorf("a refusal has left\n%s", after)
			}
			b.runs(t, done, "hosts", "add", dir, "--yes", "--id", "acme-"+id, "--home-name", ".acme-"+id)
			added := withoutTimes(b.picture(t))
			for _, scope := range []string{"--global", "--local"} {
				args := []string{"--acme-" + id, scope}
				b.runs(t, done, append(args, "install", "--pack", fixture)...)
				if n := strings.Count(b.picture(t), ".acme-"+id); n < 3 {
					t.Errorf("%s: %d files and folders in its home", scope, n)
				}
				b.runs(t, done, append(args, "install", "--pack", fixture)...)
				b.runs(t, done, append(args, "verify")...)
				b.runs(t, done, append(args, "uninstall")...)
				if after := withoutTimes(b.picture(t)); after != added {
					t.Errorf("%s: after uninstall there is\n%s\nwant\n%s", scope, after, added)
				}
			}
			b.runs(t, done, "hosts", "remove", "acme-"+id)
			if after := withoutTimes(b.picture(t)); after != before {
				t.Errorf("after hosts remove there is\n%s\nwant\n%s", after, before)
			}
		})
	}
}

// All of them are hosts beside each other and beside the program's own.
func TestCapabilitiesAtOnce(t *testing.T) {
	t.Parallel()
	b := memoryBox(t)
	for id, doc := range capabilities(t) {
		dir := filepath.Join(filepath.Dir(b.home), id)
		b.write(t, filepath.Join(dir, "capability.json"), string(doc))
		b.runs(t, done, "hosts", "add", dir, "--yes", "--id", "acme-"+id, "--home-name", ".acme-"+id)
	}
	added := withoutTimes(b.picture(t))
	for i, scope := range []string{"--global", "--local"} {
		if thinned(i) {
			continue
		}
		b.runs(t, done, "install", "--all", scope, "--pack", fixture)
		b.runs(t, done, "verify", scope)
		if got, said := b.run(t.Context(), t, "status", scope, "--json"); got != done || strings.Count(said, `"host": "acme-`) < 19 {
			t.Errorf("status %d: %s", got, said)
		}
		b.runs(t, done, "uninstall", scope)
		if after := withoutTimes(b.picture(t)); after != added {
			t.Errorf("%s: after uninstall there is\n%s\nwant\n%s", scope, after, added)
		}
	}
}

// refuses runs the program, which has to end with an error, and returns what it said.
func (b box) refuses(t *testing.T, args ...string) string {
	t.Helper()
	got, said := b.run(t.Context(), t, args...)
	if got != failed {
		t.Errorf("gsd-install %s: status %d, want %d\n%s", strings.Join(args, " "), got, failed, said)
	}
	return said
}
