package project

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// body respells the item's body for its dialect.
func (o *output) body() string {
	body := o.Item.Body
	for _, p := range o.passes() {
		after := p.do(body)
		if after != body && p.loses != "" {
			o.lose(p.rule, p.loses, o.Item.BodyLine+firstChange(body, after))
		}
		body = after
	}
	o.lines = span{last: lines(body), at: 1}
	preface := o.preface()
	o.lines.preface = strings.Count(preface, "\n")
	o.lines.at += o.lines.preface
	body = preface + body
	if limit := o.Dialect.BodyLimit; limit > 0 && utf8.RuneCountInString(body) > limit {
		o.note("body-limit", o.Item.BodyLine, "the body has %d characters; the most is %d", utf8.RuneCountInString(body), limit)
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(body)); n < o.Dialect.BodyLeast {
		o.note("body-short", o.Item.BodyLine, "the body has %d characters; with less than %d the host drops it", n, o.Dialect.BodyLeast)
	}
	return body
}

// firstChange is how many lines two texts of equally many lines begin with alike.
func firstChange(before, after string) int {
	n := 0
	for i := 0; i < len(before) && i < len(after) && before[i] == after[i]; i++ {
		if before[i] == '\n' {
			n++
		}
	}
	return n
}

// lines counts the lines of a text; the last one may lack its end.
func lines(s string) int { return strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1 }

// passes are those of a body: literals that the host would expand are broken first, so
// that only our own token is one.
func (o *output) passes() []pass {
	var all []pass
	for _, literal := range o.Dialect.Break {
		all = append(all, pass{rule: "host-token", loses: literal, do: func(s string) string { return breakLiteral(s, literal) }})
	}
	all = append(all, o.spelling.passes()...)
	if len(o.Dialect.Break) > 0 {
		all = append(all, pass{rule: "host-token", do: func(s string) string {
			return partTokens(s, o.spelling.text.Arguments, o.Dialect.Break)
		}})
	}
	if o.Dialect.Placeholders {
		all = append(all, pass{rule: "placeholder", loses: "${NAME}", do: placeholders})
	}
	return all
}

// breakLiteral puts a space after the first character of each literal.
func breakLiteral(s, literal string) string {
	_, size := utf8.DecodeRuneInString(literal)
	if size == len(literal) {
		return s
	}
	r := replacer{s: s}
	for i := next(s, literal, 0); i >= 0; i = next(s, literal, i+size) {
		r.put(i+size, i+size, " ")
	}
	return r.String()
}

// partTokens keeps our own token from making a literal with what stands
// directly before it: "!" and "{{args}}" would be one.
func partTokens(s, token string, literals []string) string {
	if token == "" {
		return s
	}
	r := replacer{s: s}
	for i := next(s, token, 0); i >= 0; i = next(s, token, i+len(token)) {
		for _, lit := range literals {
			first, size := utf8.DecodeRuneInString(lit)
			if strings.HasSuffix(s[:i], string(first)) && strings.HasPrefix(token, lit[size:]) {
				r.put(i, i, " ")
				break
			}
		}
	}
	return r.String()
}

// placeholders writes each ${NAME} as ${NAME:-}.
func placeholders(s string) string {
	r := replacer{s: s}
	for i := next(s, "${", 0); i >= 0; i = next(s, "${", i+2) {
		end := i + 2
		for end < len(s) && wordByte(s[end]) && s[end] != '-' {
			end++
		}
		if end > i+2 && end < len(s) && s[end] == '}' {
			r.put(end, end, ":-")
		}
	}
	return r.String()
}

// speaksOf reports whether the body has what a line before it is about: a word of
// descriptors.PrefaceLine. What a command takes may be named only in the files that its body
// refers to.
func (o *output) speaksOf(what string) bool {
	body := o.Item.Body
	switch what {
	case "command":
		return o.spelling.mentionsCommand(body)
	case "arguments":
		return hasArguments(body) || o.Item.Meta.Text("argument-hint") != ""
	case "tools":
		return mentionsTool(body, without(o.source().Prose, o.source().Dispatch))
	case "dispatch":
		return dispatches(body, o.source())
	default:
		return false
	}
}

// dispatches reports whether a body has agents started.
func dispatches(body string, source descriptors.Tools) bool {
	return strings.Contains(body, "subagent_type") || mentionsTool(body, source.Dispatch)
}

// without returns the names that are not among the others.
func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}
