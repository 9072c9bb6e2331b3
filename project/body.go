package project

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// body respells the item's body for its dialect: literals that the host would
// expand are broken first, so that only our own token is one.
func (o *output) body() string {
	body, broken := breakLiterals(o.Item.Body, o.Dialect.Break)
	if broken > 0 {
		o.note("host-token", "%s would expand %d literals of the body; each is broken by a space", o.host.Title, broken)
	}
	body = o.spelling.respell(body)
	if len(o.Dialect.Break) > 0 {
		body = partTokens(body, o.spelling.text.Arguments, o.Dialect.Break)
	}
	if o.Dialect.Placeholders {
		body = o.placeholders(body)
	}
	if o.Dialect.Preface {
		body = preface(o.spelling, o.Item.Body) + body
	}
	if limit := o.Dialect.BodyLimit; limit > 0 && utf8.RuneCountInString(body) > limit {
		o.note("body-limit", "the body has %d characters, %s takes %d", utf8.RuneCountInString(body), o.host.Title, limit)
	}
	return body
}

// breakLiterals puts a space after the first character of each literal.
func breakLiterals(s string, literals []string) (string, int) {
	n := 0
	for _, lit := range literals {
		_, size := utf8.DecodeRuneInString(lit)
		if size == len(lit) {
			continue
		}
		for i := strings.Index(s, lit); i >= 0; i = next(s, lit, i+size) {
			s = s[:i+size] + " " + s[i+size:]
			n++
		}
	}
	return s, n
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
func (o *output) placeholders(s string) string {
	r, n := replacer{s: s}, 0
	for i := next(s, "${", 0); i >= 0; i = next(s, "${", i+2) {
		end := i + 2
		for end < len(s) && wordByte(s[end]) && s[end] != '-' {
			end++
		}
		if end > i+2 && end < len(s) && s[end] == '}' {
			r.put(end, end, ":-")
			n++
		}
	}
	if n > 0 {
		o.note("host-token", "%s would fill %d placeholders of the body; ${NAME} is written ${NAME:-}", o.host.Title, n)
	}
	return r.String()
}

// preface is the block before a body that says what the host does not expand;
// empty if nothing in the body needs it.
func preface(sp *spelling, body string) string {
	var lines []string
	for _, line := range sp.text.Preface {
		if applies(sp, line, body) {
			lines = append(lines, line.Text)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return fmt.Sprintf("<host_note>\n%s\n</host_note>\n\n", strings.Join(lines, "\n"))
}

func applies(sp *spelling, line descriptors.PrefaceLine, body string) bool {
	switch line.When {
	case "command":
		return sp.mentionsCommand(body)
	case "arguments":
		return hasArguments(body)
	case "tools":
		return mentionsTool(body, func(name string) bool { return !dispatches(name) })
	case "dispatch":
		return strings.Contains(body, "subagent_type") || mentionsTool(body, dispatches)
	default:
		return false
	}
}

// dispatches reports whether a tool starts a subagent.
func dispatches(tool string) bool { return tool == "Task" || tool == "Agent" }
