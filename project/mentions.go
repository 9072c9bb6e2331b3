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
	sp.eachCall(s, func(from, to int, c command, known bool) {
		if known {
			f(from, to, c, s[from] == '/')
		}
	})
}

// eachCall calls f for each text that has the form of a mention, also if the pack has no such
// command.
func (sp *spelling) eachCall(s string, f func(from, to int, c command, known bool)) {
	found := newFinder(s, sp.intros)
	for i := 0; i < len(s); {
		at, intro := found.next(i)
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
		if !slash && strings.HasSuffix(intro, "-") || goesOn(s, end) || belongs(s, from) {
			continue
		}
		f(from, end, c, known)
	}
}

// finder finds the nearest of several words in a text, going forward. It keeps where each
// comes next, since to look for one that does not come is to read all that is left.
type finder struct {
	s     string
	words []string
	at    []int // -1 is nowhere any more
}

func newFinder(s string, words []string) *finder {
	f := &finder{s: s, words: words, at: make([]int, len(words))}
	for i, word := range words {
		f.at[i] = strings.Index(s, word)
	}
	return f
}

// next is the nearest word at or after from, of two at one place the first; -1 if there is
// none.
func (f *finder) next(from int) (int, string) {
	at, found := -1, ""
	for i, word := range f.words {
		if f.at[i] >= 0 && f.at[i] < from {
			f.at[i] = next(f.s, word, from)
		}
		if f.at[i] >= 0 && (at < 0 || f.at[i] < at) {
			at, found = f.at[i], word
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
