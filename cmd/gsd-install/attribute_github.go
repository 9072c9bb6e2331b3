package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/plan"
)

// annotate prints a report as annotations of a pull request:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands.
func (a *app) annotate(r *compared) {
	open := attribution.Unexplained(r.moves)
	for _, rip := range a.ripples(open) {
		file, line := a.placeOf(r.to, rip.moves[0].Sources)
		text := fmt.Sprintf("no source of these has changed; they are made of %s\n%s", rip.of, strings.Join(a.lines(rip), "\n"))
		a.annotation("error", file, line, "unexplained moves", text)
	}
	for _, l := range r.left {
		a.annotation("error", "", 0, "left behind", l.String())
	}
	for _, g := range r.always {
		if r.tooMuch(g) {
			text := "always loaded, " + loadedBy([]attribution.Always{g}) + ": " + measured(g.Size, true, r.comparison.always)
			a.annotation("error", "", 0, "more at every start", text)
		}
	}
	for _, e := range r.excess {
		if r.tooLong(e) {
			file, _ := a.placeOf(r.to, []plan.Source{{Path: e.Path}})
			a.annotation("error", file, 0, "beyond a host's limit", fmt.Sprintf("%s: %s; %s", strings.Join(e.Hosts, ", "), e.Message, measured(e.Size, true, r.comparison.excess)))
		}
	}
	for _, s := range r.spent {
		a.annotation("warning", a.inRepository(r.to, r.acks), s.Line, "spent acknowledgment", s.Path+": "+s.Why)
	}
	a.annotation("notice", "", 0, "gsd-install attribute", r.heading(len(open)))
}

// placeOf is the first of sources that is a file of the pack, and its line.
func (a *app) placeOf(s *side, sources []plan.Source) (string, int) {
	for _, source := range sources {
		if _, _, ok := s.pack.Text(source.Path); ok && source.Path != "" {
			return a.inRepository(s, source.Path), source.Start
		}
	}
	return "", 0
}

// inRepository is a path of the pack from the top of the repository that is checked out.
func (a *app) inRepository(s *side, file string) string {
	top := a.getenv("GITHUB_WORKSPACE")
	if top == "" {
		top, _ = os.Getwd()
	}
	rel, err := filepath.Rel(top, s.dir)
	if s.dir == "" || err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return path.Join(filepath.ToSlash(rel), file)
}

// annotation prints one.
func (a *app) annotation(level, file string, line int, title, text string) {
	var where strings.Builder
	if file != "" {
		where.WriteString("file=" + escapeProperty(file) + ",")
	}
	if line > 0 {
		fmt.Fprintf(&where, "line=%d,", line)
	}
	fmt.Fprintf(exact{a.out}, "::%s %stitle=%s::%s\n", level, where.String(), escapeProperty(title), escapeText(text))
}

func escapeText(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeText(s))
}
