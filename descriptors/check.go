package descriptors

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// checker collects what is wrong with one descriptor.
type checker struct {
	file string
	// lines is found only when there is something to report.
	lines    func() positions
	problems []Problem
	// uncited reports that the file is of a form that has no sources.
	uncited bool
}

// key is the path of a key: names, and numbers of array elements.
type key []string

func (k key) dot(parts ...any) key {
	out := slices.Clone(k)
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			out = append(out, strconv.Itoa(p))
		case string:
			out = append(out, p)
		}
	}
	return out
}

func (c *checker) add(k key, format string, args ...any) {
	c.problems = append(c.problems, Problem{Line: c.lines().at(k), Key: show(k), Message: fmt.Sprintf(format, args...)})
}

// err returns an *Error with the problems in order of lines, or nil.
func (c *checker) err() error {
	if len(c.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(c.problems, func(a, b Problem) int { return a.Line - b.Line })
	return &Error{File: c.file, Problems: c.problems}
}

// need reports whether the field is there, and notes it if not.
func (c *checker) need(k key, value string) bool {
	if strings.TrimSpace(value) == "" {
		c.add(k, "missing")
		return false
	}
	return true
}

// word checks a field that must hold one of the words.
func (c *checker) word(k key, value string, words []string) {
	if c.need(k, value) && !slices.Contains(words, value) {
		c.add(k, "unknown word %q, not one of %s", value, list(words))
	}
}

// words checks a list of words, each at most once; any word if words is nil.
func (c *checker) words(k key, values, words []string) {
	for i, v := range values {
		if words == nil {
			c.need(k.dot(i), v)
		} else {
			c.word(k.dot(i), v, words)
		}
		c.once(k.dot(i), v, values[:i])
	}
}

// once notes a value that stands among earlier ones.
func (c *checker) once(k key, value string, earlier []string) {
	if slices.Contains(earlier, value) {
		c.add(k, "%q stands twice", value)
	}
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// template checks that what stands in braces is one of the placeholders.
func (c *checker) template(k key, value string, placeholders []string) {
	for _, p := range placeholder.FindAllString(value, -1) {
		if !slices.Contains(placeholders, p) {
			c.add(k, "unknown placeholder %s, not one of %s", p, list(placeholders))
		}
	}
}

// names checks that the keys of a map are among the words; no value may be empty.
func (c *checker) names(k key, m map[string]string, words []string) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(words, name) {
			c.add(k.dot(name), "unknown key, not one of %s", list(words))
		}
		c.need(k.dot(name), m[name])
	}
}

// source checks the citation of a fact.
func (c *checker) source(k key, value string) {
	if c.uncited {
		return
	}
	k = k.dot("source")
	if c.need(k, value) && !sourceForm.MatchString(value) {
		c.add(k, "%q is neither an address nor client:PACKAGE@VERSION:WHERE", value)
	}
}

func (c *checker) path(k key, value string) {
	if !c.need(k, value) {
		return
	}
	if err := checkPath(value); err != nil {
		c.add(k, "%v", err)
	}
}

// line checks a text that is printed on one line.
func (c *checker) line(k key, value string) {
	if c.need(k, value) && strings.ContainsAny(value, "\n\r") {
		c.add(k, "has more than one line")
	}
}

func (c *checker) limit(k key, n int) {
	if n < 0 {
		c.add(k, "%d is negative; 0 is no limit", n)
	}
}

// id checks the form of an identifier.
func (c *checker) id(k key, value string) {
	if c.need(k, value) && !idForm.MatchString(value) {
		c.add(k, "%q is not of the form a-z, then a-z, 0-9 and -", value)
	}
}

// keyName checks the name of a key that is written into a file as it is.
func (c *checker) keyName(k key, value string) {
	if c.need(k, value) && !keyForm.MatchString(value) {
		c.add(k, "%q is no key of letters, digits, _ and -", value)
	}
}

// keys checks a path of keys in a config file, which may hold the placeholders.
func (c *checker) keys(k key, path, placeholders []string) {
	for i, part := range path {
		if c.need(k.dot(i), part) {
			c.template(k.dot(i), part, placeholders)
		}
	}
}

// alone notes each field of a struct that differs from want, the struct with all that it
// may have; why says what such a field needs.
func (c *checker) alone(k key, got, want any, why string) {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			c.add(k.dot(g.Type().Field(i).Tag.Get("toml")), "%s", why)
		}
	}
}
