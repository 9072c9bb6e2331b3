package project

import "strings"

// quote writes a word so that a shell takes it as one argument and expands
// nothing. On Windows hosts run commands through different shells, which
// agree on double quotes only, and a path there holds no quote.
func quote(goos, s string) string {
	if goos == "windows" {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// quoteArg quotes an argument only if it needs it.
func quoteArg(goos, s string) string {
	for i := range len(s) {
		if !wordByte(s[i]) && strings.IndexByte("./=:,+", s[i]) < 0 {
			return quote(goos, s)
		}
	}
	if s == "" {
		return quote(goos, s)
	}
	return s
}
