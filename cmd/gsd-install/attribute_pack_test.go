package main

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

// Whatever a line of a file of the pack changes is explained by that file.
func TestPackExplains(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	disk := os.DirFS(fixturePack)
	err := fs.WalkDir(disk, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(disk, name)
		files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	head := sideOfPack(t, files)
	tried, moved := 0, 0
	for name, file := range files {
		lines := bytes.SplitAfter(file.Data, []byte("\n"))
		for i, line := range lines {
			if thinned(i) {
				continue
			}
			for _, other := range [][]byte{nil, append([]byte("x"), line...)} {
				changed := slices.Clone(lines)
				changed[i] = other
				files[name] = &fstest.MapFile{Data: bytes.Join(changed, nil), Mode: file.Mode}
				base := sideOfPack(t, files)
				files[name] = file
				if base == nil {
					continue // it is refused
				}
				tried++
				moves := attribution.Moves(base.Side, head.Side)
				moved += len(moves)
				for _, m := range attribution.Unexplained(moves) {
					t.Errorf("%s:%d: from %q to %q: %s, %s of %v: %+v", name, i+1, other, line, m.Path, m.Rule, m.Sources, m.Difference)
				}
			}
		}
	}
	t.Logf("%d changes moved %d paths", tried, moved)
	if moved < tried {
		t.Errorf("%d changes moved %d paths", tried, moved)
	}
}

// sideOfPack renders a pack for all hosts; nil if it is refused.
func sideOfPack(t *testing.T, files fstest.MapFS) *side {
	t.Helper()
	p, err := pack.Read(files, "demo")
	if err != nil {
		return nil
	}
	s, err := newSide(t.Context(), p, descriptors.Builtin(), layout.Env{Home: "/none", Project: "/none/project", OS: "linux"})
	if err != nil {
		return nil
	}
	return s
}
