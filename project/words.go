package project

import (
	"slices"
	"strings"
	"unicode"
)

// argumentsToken stands for what the user wrote after a command's name in the
// format that packs are written in.
const argumentsToken = "$ARGUMENTS"

// arguments replaces the argument token.
func (sp *spelling) arguments(s string) string {
	if sp.text.Arguments == "" || sp.text.Arguments == argumentsToken {
		return s
	}
	r := replacer{s: s}
	for i := next(s, argumentsToken, 0); i >= 0; i = next(s, argumentsToken, i+1) {
		if end := i + len(argumentsToken); end == len(s) || s[end] == '-' || !wordByte(s[end]) {
			r.put(i, end, sp.text.Arguments)
		}
	}
	return r.String()
}

// hasArguments reports whether s holds the argument token.
func hasArguments(s string) bool { return strings.Contains(s, argumentsToken) }

// instructionFile replaces the name of the instruction file. In the folder of
// the format's own host the file is that host's and keeps its name.
func (sp *spelling) instructionFile(s string) string {
	name := sp.source.Text.InstructionFile
	if name == "" || name == sp.text.InstructionFile {
		return s
	}
	r := replacer{s: s}
	for i := next(s, name, 0); i >= 0; i = next(s, name, i+1) {
		end := i + len(name)
		own := strings.HasSuffix(s[:i], sp.source.ConfigHome.Name+"/")
		goesOn := wordAfter(s, end) && s[end] != '-' // as in CLAUDE.md-driven
		if own || wordBefore(s, i) || goesOn || inURL(s, i) {
			continue
		}
		r.put(i, end, sp.text.InstructionFile)
	}
	return r.String()
}

// toolWords replaces tool names. A name that is also an English word counts only
// in backquotes, before "(" and before "tool"; a name of several words counts
// wherever it stands alone.
func (sp *spelling) toolWords(s string) string {
	if len(sp.words) == 0 {
		return s
	}
	r := replacer{s: s}
	eachWord(s, func(from, to int) {
		word, ok := sp.words[s[from:to]]
		if !ok || word == s[from:to] || !namesTool(s, from, to) {
			return
		}
		if strings.HasPrefix(s[to:], "(") && !oneWord(word) {
			return
		}
		r.put(from, to, word)
	})
	return r.String()
}

// mentionsTool reports whether s names one of the tools.
func mentionsTool(s string, tools []string) bool {
	found := false
	eachWord(s, func(from, to int) {
		found = found || slices.Contains(tools, s[from:to]) && namesTool(s, from, to)
	})
	return found
}

// eachWord calls f for each run of name characters.
func eachWord(s string, f func(from, to int)) {
	for i := 0; i < len(s); {
		if !wordByte(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && wordByte(s[i]) {
			i++
		}
		f(from, i)
	}
}

// namesTool reports whether the word at s[from:to] is meant as a tool's name.
func namesTool(s string, from, to int) bool {
	if from > 0 && strings.IndexByte("$./@", s[from-1]) >= 0 || wordBefore(s, from) || inURL(s, from) {
		return false
	}
	after := s[to:]
	switch {
	case strings.HasPrefix(after, "("):
		return true
	case from > 0 && s[from-1] == '`' && strings.HasPrefix(after, "`"):
		return true
	case strings.HasPrefix(after, " tool") && !wordAfter(after, len(" tool")),
		strings.HasPrefix(after, " tools") && !wordAfter(after, len(" tools")):
		return true
	}
	return severalHumps(s[from:to]) && !goesOn(s, to)
}

// severalHumps reports whether a name has a capital after a small letter.
func severalHumps(name string) bool {
	small := false
	for _, r := range name {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
	}
	return false
}

func oneWord(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) {
			return false
		}
	}
	return s != ""
}
