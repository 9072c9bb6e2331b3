package main

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/pack"
)

// acksFile is where a pack acknowledges moves.
const acksFile = ".gsd-attribution.toml"

// acks reads the acknowledgments of a side; none if it has no such file.
func (s *side) acks(file string) ([]attribution.Ack, error) {
	data, _, ok := s.pack.Text(file)
	if !ok {
		return nil, nil
	}
	var rows struct {
		Move []struct{ Path, Reason string }
	}
	meta, err := toml.Decode(string(data), &rows)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%s:%d: %s", file, syntax.Position.Line, syntax.Message)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	case len(meta.Undecoded()) > 0:
		return nil, fmt.Errorf("%s: unknown key %q: want [[move]] with path and reason", file, meta.Undecoded()[0].String())
	}
	lines := tableLinesOf(string(data), "[[move]]")
	var acks []attribution.Ack
	var errs []error
	for i, row := range rows.Move {
		at := pack.Problem{File: file, Line: lines[min(i, len(lines)-1)]}
		switch _, bad := path.Match(row.Path, ""); {
		case row.Path == "" || strings.TrimSpace(row.Reason) == "":
			at.Message = "an acknowledgment needs a path and a reason"
		case bad != nil:
			at.Message = fmt.Sprintf("bad pattern %q", row.Path)
		}
		if at.Message != "" {
			errs = append(errs, errors.New(at.String()))
		}
		acks = append(acks, attribution.Ack{Path: row.Path, Reason: row.Reason, Line: at.Line})
	}
	return acks, errors.Join(errs...)
}

// tableLinesOf are the lines, from 1, on which a table header of a TOML file stands; at least
// one, since rows may be written otherwise.
func tableLinesOf(text, header string) []int {
	var lines []int
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), header) {
			lines = append(lines, i+1)
		}
	}
	if lines == nil {
		lines = []int{1}
	}
	return lines
}
