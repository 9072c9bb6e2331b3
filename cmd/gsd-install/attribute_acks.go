package main

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// acksFile is where a pack acknowledges moves.
const acksFile = ".gsd-attribution.toml"

// acks reads the acknowledgments of a side; none if it has no such file and need not.
func (s *side) acks(file string, need bool) ([]attribution.Ack, error) {
	data, _, ok := s.pack.Text(file)
	switch {
	case !ok && need:
		return nil, &hinted{
			plan.FileErrorf(file, "there is no such file in the pack at head"),
			"--acks names a file by its path in the pack; leave it out for " + acksFile,
		}
	case !ok:
		return nil, nil
	}
	var rows struct {
		Move []struct{ Path, Reason string }
	}
	meta, err := toml.Decode(string(data), &rows)
	if err != nil {
		return nil, tomlError(file, "[[move]] with path and reason, each a text", err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, plan.FileErrorf(file, "unknown key %q: want [[move]] with path and reason", unknown[0].String())
	}
	lines := pack.KeyLines(string(data), "move")
	var acks []attribution.Ack
	var errs []error
	for i, row := range rows.Move {
		line := lines[min(i, len(lines)-1)] // rows that are written inline have one line
		switch _, bad := path.Match(row.Path, ""); {
		case row.Path == "" || strings.TrimSpace(row.Reason) == "":
			errs = append(errs, &plan.FileError{File: file, Line: line, Err: errors.New("an acknowledgment needs a path and a reason")})
		case bad != nil:
			errs = append(errs, &plan.FileError{File: file, Line: line, Err: fmt.Errorf("bad pattern %q", row.Path)})
		}
		acks = append(acks, attribution.Ack{Path: row.Path, Reason: row.Reason, Line: line})
	}
	return acks, errors.Join(errs...)
}
