package gsdinstall_test

import (
	"path/filepath"
	"strings"
)

// blockFiles calls f for each file of the user's that a host's rules go into, in a
// sandbox where nothing is but the tiny pack. Each text is tried on every fourth.
func (c *caseRun) blockFiles(texts []string, f func(c *caseRun, file, text, host, scope string)) {
	c.Helper()
	tried := 0
	c.everywhere(func(h onHost) {
		for _, made := range h.made["rules/gsd-dates.md"] {
			if made.rule != "marked-block" {
				continue
			}
			rel, err := filepath.Rel(c.root, made.path)
			must(c, err)
			bare := c.bare()
			for i, text := range texts {
				if (i+tried)%4 == 0 {
					f(bare, filepath.Join(bare.root, rel), text, "--"+h.ID, "--"+h.scope)
				}
			}
			tried++
		}
	})
	if tried < 8 {
		c.Errorf("%d files have a block", tried)
	}
}

const (
	blockBegin = "<!-- gsd-install:begin gsd (managed; lines of your own belong outside) -->\n"
	blockEnd   = "<!-- gsd-install:end gsd -->\n"
)

// oddMarkFiles have marks that are no pair: without an end or a begin, the wrong way
// round, twice, one in the other, with other line ends.
var oddMarkFiles = []string{
	"# Top\n" + blockBegin + "HAND WRITTEN\n",
	"# Top\nHAND WRITTEN\n" + blockEnd,
	"# Top\n" + blockEnd + "HAND WRITTEN\n" + blockBegin,
	blockBegin + "a\n" + blockEnd + "HAND WRITTEN\n" + blockBegin + "b\n" + blockEnd,
	blockBegin + blockBegin + "HAND WRITTEN\n" + blockEnd + blockEnd,
	"# Top\r\n" + strings.TrimSpace(blockBegin) + "\r\nHAND WRITTEN\r\n",
	"# Top\n  " + blockBegin + "HAND WRITTEN\n",
}

// B061: marks that are no pair are refused by line, and the file is left.
func oddMarks(c *caseRun) {
	theirs := c.spec.Setup[0]
	c.roundTrip(nil, "--copilot")
	if got := c.read(theirs.Path); got != theirs.Content {
		c.Errorf("%s is %q", theirs.Path, got)
	}
	c.blockFiles(oddMarkFiles, func(c *caseRun, file, text, host, scope string) {
		c.put(file, text)
		for range 2 {
			c.refuses([]string{filepath.Base(file) + ":"}, host, scope)
			if got := c.read(file); got != text {
				c.Errorf("%q became %q", text, got)
			}
		}
	})
}

// textFiles are contents of an instruction file.
var textFiles = []string{
	"", "\n", "# Top", "# Top\n", "# Top\n\n\n", "# Top\r\nmine\r\n", "# Top\r\nmine", "\ufeff# Top\n", "\ufeff# Top\r\n", "# Top\n## GSD\nold unmarked section\n",
	"# Top\n<!-- gsd-install:begin other (managed; lines of your own belong outside) -->\nx\n<!-- gsd-install:end other -->\n", "a\n\tb  \n\n```\n<!-- comment -->\n```\n",
}

// B062, B085: the block has the line ends of the file, is there once whatever stood
// there, and goes without a trace.
func blockAndText(c *caseRun) {
	theirs := c.spec.Setup[0]
	c.roundTrip(nil, "--copilot")
	if got := c.read(theirs.Path); got != theirs.Content {
		c.Errorf("%s is %q", theirs.Path, got)
	}
	texts := append(textFiles, theirs.Content)
	if c.spec.ID == "B085" { // its text is one of them; the others are B062's
		texts = []string{theirs.Content, "## GSD\n", theirs.Content + "\n" + theirs.Content}
	}
	c.blockFiles(texts, func(c *caseRun, file, text, host, scope string) {
		c.put(file, text)
		c.roundTrip(func() {
			got := c.read(file)
			if n := strings.Count(got, strings.TrimSpace(blockBegin)); n != 1 || !strings.Contains(got, "Dates are 2026-01-31.") {
				c.Errorf("%s %s: %d blocks in %q", host, scope, n, got)
			}
			if !strings.Contains(got, strings.TrimSpace(text)) {
				c.Errorf("%s %s: %q became %q", host, scope, text, got)
			}
			if crlf := strings.Count(got, "\r\n"); strings.Contains(text, "\r\n") && crlf != strings.Count(got, "\n") || !strings.Contains(text, "\r") && crlf > 0 {
				c.Errorf("%s %s: mixed line ends in %q", host, scope, got)
			}
		}, host, scope)
	})
}
