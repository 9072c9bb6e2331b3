package main

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/descriptors"
)

var update = flag.Bool("update", false, "write docs/matrix.md anew")

// The committed matrix is that of the descriptors.
func TestMatrixInStep(t *testing.T) {
	const file = "../../docs/matrix.md"
	got := matrixMarkdown(descriptors.All())
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

// A table is split so that it fits, and no column gets lost or stands twice.
func TestMatrixParts(t *testing.T) {
	for _, table := range matrixTables(descriptors.All()) {
		for _, columns := range []int{0, 1, 40, 80, 120, 1000} {
			var head []string
			for _, part := range table.parts(columns) {
				head = append(head, part[0][1:]...)
				for _, line := range tableLines("", part) {
					if columns > 0 && len(part[0]) > 2 && cells(line) > columns {
						t.Errorf("%s in %d columns: %q", table.title, columns, line)
					}
				}
				if len(part) != len(descriptors.All())+1 {
					t.Errorf("%s: %d rows", table.title, len(part))
				}
			}
			if !slices.Equal(head, table.rows[0][1:]) {
				t.Errorf("%s in %d columns has %v", table.title, columns, head)
			}
		}
	}
}
