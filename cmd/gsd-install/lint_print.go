package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/lint"
)

// lintColumns is how wide lint prints where the terminal does not say.
const lintColumns = 80

// printLint prints the findings of a level or worse by file, and counts them all.
func (a *app) printLint(r lint.Report, least lint.Level) {
	if a.opt.verbose {
		least = lint.Info
	}
	p := a.painter(a.out)
	file := "\x00"
	for _, f := range r.Findings {
		if !f.Level.Reaches(least) {
			continue
		}
		if f.File != file {
			if file != "\x00" {
				fmt.Fprintln(a.out)
			}
			file = f.File
			fmt.Fprintln(a.out, p.paint(bold, lintFile(file)))
		}
		a.printFinding(p, f)
	}
	if file != "\x00" {
		fmt.Fprintln(a.out)
	}
	a.printSizes(r.Sizes)
	a.printWrapped(lintSummary(r, least))
}

// lintFile names a file; what is about none is about the pack.
func lintFile(file string) string {
	if file == "" {
		return "the pack"
	}
	return oneLine(file)
}

func (a *app) printFinding(p painter, f lint.Finding) {
	at := "     "
	if f.Line > 0 {
		at = fmt.Sprintf("%5d", f.Line)
	}
	colours := map[lint.Level]string{lint.Error: red, lint.Warning: yellow, lint.Info: faint}
	line := fmt.Sprintf("%s  %s  %s: %s", at, p.paint(colours[f.Level], string(f.Level)), f.Rule, oneLine(f.Message))
	if !slices.Contains(f.Hosts, lint.All) {
		line += " (" + strings.Join(f.Hosts, ", ") + ")"
	}
	a.printWrapped(line)
	if f.Fix != "none" {
		a.printWrapped("       fix: " + f.Fix)
	}
}

// printWrapped prints a line that is broken where it is too long.
func (a *app) printWrapped(line string) {
	columns := a.out.columns()
	if columns == 0 {
		columns = lintColumns
	}
	fmt.Fprintln(a.out, wrap(line, columns))
}

// printSizes says what hosts tell the model of the pack in each session, in the scope where
// that is more; hosts of which the same is true in one line.
func (a *app) printSizes(sizes []lint.Size) {
	most := map[string]int{}
	for _, s := range sizes {
		most[s.Host] = max(most[s.Host], s.Tokens)
	}
	by := map[int][]string{}
	for _, host := range slices.Sorted(maps.Keys(most)) {
		by[most[host]] = append(by[most[host]], host)
	}
	if len(by) > 0 {
		fmt.Fprintln(a.out, "always loaded, in tokens, estimated:")
	}
	for _, n := range slices.Sorted(maps.Keys(by)) {
		a.printWrapped(fmt.Sprintf("  %6d  %s", n, strings.Join(by[n], ", ")))
	}
}

// lintSummary counts the findings of each level, and says how to see those that were not
// printed.
func lintSummary(r lint.Report, least lint.Level) string {
	var counts []string
	hidden := false
	for _, l := range lint.Levels {
		n := r.Count(l)
		noun := string(l)
		if l == lint.Info {
			counts = append(counts, fmt.Sprintf("%d %s", n, noun))
		} else {
			counts = append(counts, counted(n, noun))
		}
		hidden = hidden || n > 0 && !l.Reaches(least)
	}
	line := strings.Join(counts, ", ")
	if hidden {
		line += "; -v lists them all"
	}
	return line
}
