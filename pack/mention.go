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
	look := func(text string) {
		for _, m := range rootMention.FindAllStringSubmatch(text, -1) {
			if p := strings.TrimRight(m[1], "/."); strings.Contains(p, "/") {
				found[p] = true
			}
		}
	}
	for _, it := range rd.pack.Items {
		look(it.Body)
		for _, f := range it.Files {
			if f.Rewrite == Prose {
				look(string(f.Data))
			}
		}
	}
	look(string(rd.man.hookText))
	for _, name := range append([]string{hooksFile}, rd.man.hookFiles...) {
		if f, ok := rd.stat(name); ok {
			if data, err := rd.read(f); err == nil {
				look(string(data))
			}
		}
	}
	return found
}
