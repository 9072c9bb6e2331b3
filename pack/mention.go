package pack

import (
	"regexp"
	"strings"
)

// rootMention is a path below a plugin's root as texts and hooks spell it.
var rootMention = regexp.MustCompile(`\$\{?CLAUDE_PLUGIN_ROOT\}?["']?/([A-Za-z0-9_@+.\-/]*)`)

// named reports whether a text or hook of the pack names p, or a folder around
// it, below the plugin's root. Such a file must lie there even if it is an
// item: commands run scripts of skills that way.
func (rd *reader) named(p string) bool {
	if rd.mentions == nil {
		rd.mentions = rd.findMentions()
	}
	for dir := p; dir != ""; {
		if rd.mentions[dir] {
			return true
		}
		at := strings.LastIndexByte(dir, '/')
		dir = dir[:max(at, 0)]
	}
	return false
}

// findMentions collects the paths that the pack's texts name below its root. The
// bare names of the kinds' folders do not count.
func (rd *reader) findMentions() map[string]bool {
	found := map[string]bool{}
	for _, text := range rd.texts() {
		for _, m := range rootMention.FindAllStringSubmatch(text, -1) {
			if p := strings.TrimRight(m[1], "/."); strings.Contains(p, "/") {
				found[p] = true
			}
		}
	}
	return found
}
