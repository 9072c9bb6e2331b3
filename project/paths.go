package project

import (
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// homeForms are how a text names the home directory; each has its own
// spelling of a path below it.
var homeForms = []string{"~/", "$HOME/", "${HOME}/"}

// rootForms are how a plugin's texts name the folder it was unpacked in.
var rootForms = []string{"${CLAUDE_PLUGIN_ROOT}", "$CLAUDE_PLUGIN_ROOT"}

// paths points every path of the pack, and every path below the home of the
// format's own host, at where things are here. A name that only begins or ends
// like one, a URL and any other mention of the folder stay.
func (sp *spelling) paths(s string) string {
	return sp.homes(sp.variable(sp.roots(s)))
}

// roots replaces the plugin's root variable.
func (sp *spelling) roots(s string) string {
	return replaceRoots(s, func(s string, i int) string {
		shape := "$HOME/"
		if i > 0 && s[i-1] == '@' {
			shape = "~/"
		}
		return spell(joinPath(sp.payload.shown(), sp.pluginRoot), shape)
	})
}

// replaceRoots replaces the plugin's root variable by what root says for the place at s[i];
// a variable whose name only begins so stays.
func replaceRoots(s string, root func(s string, i int) string) string {
	for _, form := range rootForms {
		r := replacer{s: s}
		for i := next(s, form, 0); i >= 0; i = next(s, form, i+len(form)) {
			end := i + len(form)
			if form[1] != '{' && end < len(s) && wordByte(s[end]) {
				continue
			}
			r.put(i, end, root(s, i))
		}
		s = r.String()
	}
	return s
}

// variable replaces the variable that names the home of the format's own host,
// with or without a default. Where it still names the right folder it stays.
func (sp *spelling) variable(s string) string {
	name := sp.homeVariable()
	if name == "" || !strings.Contains(s, name) {
		return s
	}
	r := replacer{s: s}
	for i := next(s, name, 0); i >= 0; i = next(s, name, i+len(name)) {
		from, to, rest, shape, ok := sp.variableAt(s, i, name)
		if !ok || from < r.last {
			continue
		}
		base, end := sp.resolve(s, rest, to, sp.keepsVariable())
		if base != keep {
			r.put(from, end, spell(base, shape))
		}
	}
	return r.String()
}

// variableAt reads ${NAME:-DEFAULT}, ${NAME} or $NAME around s[i:]. rest is
// what the default says below the home.
func (sp *spelling) variableAt(s string, i int, name string) (from, to int, rest, shape string, ok bool) {
	end := i + len(name)
	braced := strings.HasSuffix(s[:i], "${")
	switch {
	case braced && strings.HasPrefix(s[end:], ":-"):
		end += len(":-")
		n := closingBrace(s[end:])
		if n < 0 {
			return 0, 0, "", "", false
		}
		shape, rest, ok = sp.homeForm(strings.Trim(s[end:end+n], `"'`))
		return i - len("${"), end + n + len("}"), rest, shape, ok
	case braced && strings.HasPrefix(s[end:], "}/"):
		return i - len("${"), end + len("}"), "", "$HOME/", true
	case !braced && i > 0 && s[i-1] == '$' && strings.HasPrefix(s[end:], "/"):
		return i - len("$"), end, "", "$HOME/", true
	default:
		return 0, 0, "", "", false
	}
}

// closingBrace finds the end of an expansion, on the same line, that s is the
// inside of; -1 if there is none.
func closingBrace(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '\n':
			return -1
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// homeForm splits a default like "$HOME/.x/y" into its form and "/y".
func (sp *spelling) homeForm(value string) (shape, rest string, ok bool) {
	for _, form := range homeForms {
		if after, found := strings.CutPrefix(value, form+sp.source.ConfigHome.Name); found && !wordAfter(after, 0) {
			return form, after, true
		}
	}
	return "", "", false
}

// homes replaces the home of the format's own host in all three forms, and the
// same folder anywhere else where one of the pack's own folders follows.
func (sp *spelling) homes(s string) string {
	folder := sp.source.ConfigHome.Name
	if folder == "" {
		return s
	}
	r := replacer{s: s}
	for i := next(s, folder, 0); i >= 0; i = next(s, folder, i+len(folder)) {
		end := i + len(folder)
		if i < r.last || wordAfter(s, end) || inURL(s, i) {
			continue
		}
		if shape, from := formBefore(s, i); shape != "" {
			form := shape
			if from > 0 && s[from-1] == '@' {
				// A reference expands nothing but "~".
				shape = "~/"
			}
			base, to := sp.resolve(s, "", end, sp.keepsHome())
			switch {
			case base != keep:
				r.put(from, to, spell(base, shape))
			case form != shape:
				r.put(from, i, shape)
			}
			continue
		}
		if from := referenceBefore(s, i); from >= 0 {
			if to, top, ok := sp.topFolder(s[end:]); ok {
				r.put(from, end+to, spell(joinPath(sp.payload.shown(), top), "~/"))
			}
			continue
		}
		if wordBefore(s, i) || i > 0 && (s[i-1] == '.' || s[i-1] == '\\') || sp.payload.local == "" {
			continue
		}
		if to, top, ok := sp.topFolder(s[end:]); ok {
			r.put(i, end+to, joinPath(sp.payload.local, joinPath(sp.payload.sub, top)))
		}
	}
	return r.String()
}

// formBefore returns the form of the home that ends at s[i] and where it
// begins; none if it is the end of something longer.
func formBefore(s string, i int) (string, int) {
	for _, form := range homeForms {
		from := i - len(form)
		if !strings.HasSuffix(s[:i], form) {
			continue
		}
		if from > 0 && s[from-1] != '-' && (wordBefore(s, from) || strings.IndexByte("/.~", s[from-1]) >= 0) {
			return "", 0
		}
		return form, from
	}
	return "", 0
}

// referenceBefore returns where the path begins of a reference from the current
// folder, "@./x" or "@x", in which x begins at s[i]; -1 if there is none. In a
// pack's text such a path means the pack, wherever it is.
func referenceBefore(s string, i int) int {
	from := i
	if strings.HasSuffix(s[:i], "./") {
		from -= len("./")
	}
	if from == 0 || s[from-1] != '@' || wordBefore(s, from-1) {
		return -1
	}
	return from
}

// keep is the base that means: as it was.
const keep = "\x00keep"

// resolve finds the folder that a path below the format's home means here. The
// path is rest and then s from at on; to is where the part ends that the
// folder stands for. own is the base of a home that is right already.
func (sp *spelling) resolve(s, rest string, at int, own bool) (base string, to int) {
	tail := rest + s[at:]
	if n, below, ok := sp.packPath(tail); ok {
		if own && below == strings.TrimPrefix(tail[:n], "/") {
			return keep, at
		}
		if n < len(rest) {
			below += rest[n:]
			n = len(rest)
		}
		return joinPath(sp.payload.shown(), below), at + n - len(rest)
	}
	if own {
		return keep, at
	}
	if segment(tail, "/skills") {
		n := len("/skills")
		if n < len(rest) {
			return sp.skills.shown() + rest[n:], at
		}
		return sp.skills.shown(), at + n - len(rest)
	}
	return sp.config.shown() + rest, at
}

// packPath reads "/x…" where x is one of the pack's folders or an alias of one.
// n is the length of what was read, below what it is below the payload.
func (sp *spelling) packPath(tail string) (n int, below string, ok bool) {
	for _, a := range sp.aliases {
		if from := "/" + a.From; segment(tail, from) {
			return len(from), a.To, true
		}
	}
	return sp.topFolder(tail)
}

// topFolder reads "/x" where x is one of the pack's own folders.
func (sp *spelling) topFolder(tail string) (n int, top string, ok bool) {
	for _, top := range sp.tops {
		if segment(tail, "/"+top) {
			return len(top) + 1, top, true
		}
	}
	return 0, "", false
}

// segment reports whether s begins with a whole path segment or several.
func segment(s, prefix string) bool {
	return strings.HasPrefix(s, prefix) && !wordAfter(s, len(prefix))
}

// keepsHome reports that paths in the format's own home are right as they are.
func (sp *spelling) keepsHome() bool {
	return sp.text.Native && sp.config.shown() == "~/"+sp.source.ConfigHome.Name
}

// keepsVariable reports that the variable names the right folder at run time.
func (sp *spelling) keepsVariable() bool {
	return sp.text.Native && sp.scope == plan.Global
}

// homeVariable is the variable that names the home of the format's own host.
func (sp *spelling) homeVariable() string {
	for _, v := range sp.source.ConfigHome.Env {
		if v.Means == "directory" {
			return v.Name
		}
	}
	return ""
}

// spell writes a folder in the form of the home that the text used. Relative
// and absolute folders have one form only.
func spell(shown, form string) string {
	if rest, ok := strings.CutPrefix(shown, "~/"); ok {
		return form + rest
	}
	if shown == "~" {
		return strings.TrimSuffix(form, "/")
	}
	return shown
}

// next is strings.Index from an offset on.
func next(s, substr string, from int) int {
	if i := strings.Index(s[from:], substr); i >= 0 {
		return from + i
	}
	return -1
}
