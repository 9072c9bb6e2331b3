package pack

import (
	"path"
	"strings"
)

// matchAny reports whether p matches one of the patterns.
func matchAny(patterns []string, p string) bool {
	for _, pattern := range patterns {
		if Match(pattern, p) {
			return true
		}
	}
	return false
}

// Match reports whether a path matches a glob of a manifest: elements as in path.Match, and
// "**" for any number of elements, none included.
func Match(glob, p string) bool { return match(strings.Split(glob, "/"), strings.Split(p, "/")) }

// match matches a path with a pattern of path.Match elements, where "**" stands
// for any number of elements, none included.
func match(pattern, p []string) bool {
	// done[j] reports that the pattern so far matches the first j elements.
	done := make([]bool, len(p)+1)
	done[0] = true
	for _, element := range pattern {
		next := make([]bool, len(p)+1)
		for j := range next {
			if element == "**" {
				next[j] = done[j] || j > 0 && next[j-1]
			} else if j > 0 && done[j-1] {
				ok, err := path.Match(element, p[j-1])
				next[j] = ok && err == nil
			}
		}
		done = next
	}
	return done[len(p)]
}

// badPattern returns the first pattern that path.Match cannot read.
func badPattern(patterns []string) (string, bool) {
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return pattern, true
		}
	}
	return "", false
}
