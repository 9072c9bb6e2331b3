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
	if len(pattern) == 0 {
		return len(p) == 0
	}
	if pattern[0] == "**" {
		for i := 0; i <= len(p); i++ {
			if match(pattern[1:], p[i:]) {
				return true
			}
		}
		return false
	}
	if len(p) == 0 {
		return false
	}
	ok, err := path.Match(pattern[0], p[0])
	return err == nil && ok && match(pattern[1:], p[1:])
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
