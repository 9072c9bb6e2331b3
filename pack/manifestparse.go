package pack

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/plan"
)

// parseManifest decodes a pack.toml or a recipe. Unknown keys, wrong types and
// values that cannot be are problems with file and line.
func parseManifest(file string, data []byte, r *report) *manifest {
	if at := invalidAt(data); at >= 0 {
		r.problem(file, 0, "invalid UTF-8 at byte offset %d (byte 0x%02X)", at, data[at])
		return nil
	}
	m := &manifest{file: file, lines: findKeys(string(data))}
	m.version = lines(file, m.lines.nth("version", 0), 0)
	meta, err := toml.Decode(string(data), m)
	var perr toml.ParseError
	switch {
	case errors.As(err, &perr):
		r.problem(file, perr.Position.Line, "%s", perr.Message)
		return nil
	case err != nil:
		line, key, message := plan.TOMLFault(err)
		r.problem(file, line, "%s: %s", key, message)
		return nil
	}
	for _, key := range meta.Undecoded() {
		r.problem(file, m.lines.of(key), "unknown key %q", key.String())
	}
	before := len(r.problems)
	if m.check(r); len(r.problems) > before {
		return nil // what it names could only be misread
	}
	return m
}

// check reports values that cannot be.
func (m *manifest) check(r *report) {
	for kind, folders := range map[string][]folder{"commands": m.Commands, "agents": m.Agents, "skills": m.Skills, "rules": m.Rules} {
		for i, f := range folders {
			m.checkPath(r, f.From, kind, i, "from")
			m.checkGlobs(r, f.Exclude, kind, i)
		}
	}
	for i, t := range m.Payload {
		m.checkPath(r, t.From, "payload", i, "from")
		if t.To != nil && *t.To != "" {
			m.checkPath(r, *t.To, "payload", i, "to")
		}
		for _, globs := range [][]string{t.Include, t.Exclude, t.Rewrite, t.Template, t.Exec} {
			m.checkGlobs(r, globs, "payload", i)
		}
	}
	for i, g := range m.Generated {
		m.checkPath(r, g.To, "generated", i, "to")
	}
	for from, to := range m.Aliases {
		if !fs.ValidPath(from) || !fs.ValidPath(to) {
			r.problem(m.file, m.lines.of([]string{"aliases", from}), "alias %q to %q: both must be relative paths without ..", from, to)
		}
	}
	if m.Home != nil && *m.Home != "" {
		m.checkPath(r, *m.Home, "home", 0, "")
	}
}

// checkPath reports a path that is not slash-separated, relative and clean.
func (m *manifest) checkPath(r *report, p, table string, i int, key string) {
	if fs.ValidPath(p) && !strings.Contains(p, `\`) {
		return
	}
	what := strings.TrimSuffix(table+"."+key, ".")
	r.problem(m.file, m.lines.nth(table, i), "%s %q: want a relative path with slashes and without ..", what, p)
}

func (m *manifest) checkGlobs(r *report, globs []string, table string, i int) {
	if g, bad := badPattern(globs); bad {
		r.problem(m.file, m.lines.nth(table, i), "%s: bad pattern %q", table, g)
	}
}
