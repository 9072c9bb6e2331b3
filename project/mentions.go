package project

import "strings"

// mentions respells the calls of the pack's own commands: /gsd:plan, /gsd-plan,
// gsd:plan. Anything else that looks like one (a file's path, a URL, a folder in
// a shell word, a longer name) stays.
func (sp *spelling) mentions(s string) string {
	r := replacer{s: s}
	sp.eachMention(s, func(from, to int, c command, slash bool) {
		if slash {
			r.put(from, to, c.called)
			return
		}
		r.put(from, to, c.bare)
	})
	return r.String()
}

// mentionsCommand reports whether s calls one of the pack's commands.
func (sp *spelling) mentionsCommand(s string) bool {
	found := false
	sp.eachMention(s, func(int, int, command, bool) { found = true })
	return found
}

// eachMention calls f for each mention in s from left to right.
func (sp *spelling) eachMention(s string, f func(from, to int, c command, slash bool)) {
	if len(sp.commands) == 0 {
		return
	}
	for i := 0; i < len(s); {
		at, intro := sp.nextIntro(s, i)
		if at < 0 {
			return
		}
		end := at + len(intro)
		for end < len(s) && wordByte(s[end]) {
			end++
		}
		i = end
		c, known := sp.commands[s[at:end]]
		slash := at > 0 && s[at-1] == '/'
		from := at
		if slash {
			from--
		}
		if !known || !slash && strings.HasSuffix(intro, "-") || goesOn(s, end) || belongs(s, from) {
			continue
		}
		f(from, end, c, slash)
	}
}

// nextIntro finds the nearest beginning of a mention.
func (sp *spelling) nextIntro(s string, from int) (int, string) {
	at, found := -1, ""
	for _, intro := range sp.intros {
		limit := len(s)
		if at >= 0 {
			limit = min(len(s), at+len(intro))
		}
		if i := strings.Index(s[from:limit], intro); i >= 0 && (at < 0 || from+i < at) {
			at, found = from+i, intro
		}
	}
	return at, found
}

// goesOn reports whether what ends at s[end] is part of something longer.
func goesOn(s string, end int) bool {
	if end >= len(s) {
		return false
	}
	if s[end] == '/' || wordAfter(s, end) {
		return true
	}
	return s[end] == ':' && end+1 < len(s) && wordByte(s[end+1])
}

// belongs reports whether s[from] goes on with what stands before it: a path,
// an expansion, a closing tag, a URL.
func belongs(s string, from int) bool {
	if from == 0 {
		return false
	}
	if wordBefore(s, from) || strings.IndexByte(`/.$}):~@<\`, s[from-1]) >= 0 {
		return true
	}
	if c := s[from-1]; (c == '"' || c == '\'') && from > 1 && (wordByte(s[from-2]) || strings.IndexByte("}).$", s[from-2]) >= 0) {
		return true
	}
	return inURL(s, from)
}
