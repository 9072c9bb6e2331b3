package lint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

// oneWord is how a text asks for one of the words that follow a command's name. Hosts take
// all the digits behind the $ for one number, and leave $100 where there are not that many.
var oneWord = regexp.MustCompile(`\$(?:ARGUMENTS\[\d+\]|\d\b)`)

// price is a sum of money that no word can be.
var price = regexp.MustCompile(`\$\d+[.,]\d+`)

// allWords is how it asks for all of them.
const allWords = "$ARGUMENTS"

// arguments finds what texts that are called ask a host to fill in, and which hosts do not.
func (c *checker) arguments() {
	for i := range c.pack.Items {
		it := &c.pack.Items[i]
		if it.Kind != pack.Command && it.Kind != pack.Skill {
			continue
		}
		code, told := false, false
		meant := wordsIn(it.Body)
		for n, line := range strings.Split(it.Body, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
			}
			word := ""
			for _, w := range oneWord.FindAllString(withoutPrices(line, code), -1) {
				if word == "" && (code || meant[w]) {
					word = w
				}
			}
			switch {
			case word != "":
				c.word(it, it.BodyLine+n, word, code)
			case strings.Contains(line, allWords) && !told:
				told = true
				c.words(it, it.BodyLine+n)
			}
		}
	}
}

// withoutPrices is a line without sums of money, of which code has none.
func withoutPrices(line string, code bool) string {
	if code {
		return line
	}
	return price.ReplaceAllString(line, "")
}

// wordsIn are the words that a text asks for, as it spells them. A number without those
// before it, as the $5 of a text that has no $4, is a sum of money.
func wordsIn(body string) map[string]bool {
	all := map[string]bool{}
	for _, w := range oneWord.FindAllString(withoutPrices(body, false), -1) {
		all[w] = true
	}
	for n := 2; n < 10; n++ {
		if !all["$"+strconv.Itoa(n-1)] {
			delete(all, "$"+strconv.Itoa(n))
		}
	}
	return all
}

// word looks at one word. In code it is usually the shell's own, which a host that fills it in
// mangles; elsewhere it is meant for the host.
func (c *checker) word(it *pack.Item, line int, word string, code bool) {
	for i := range c.targets {
		t := &c.targets[i]
		d, _, ok := c.form(t, it.Kind)
		switch {
		case !ok || d.Positional != code:
		case code:
			c.find("arguments-in-code", it.Source, line, t, "the host fills in %s, in code too, where a shell may mean its own", word)
		default:
			c.find("arguments-positional", it.Source, line, t, "the host does not fill in %s; it stays as it is", word)
		}
	}
}

// words looks at all of them, once for an item: where the host fills nothing in, the text says in words what is
// meant.
func (c *checker) words(it *pack.Item, line int) {
	for i := range c.targets {
		t := &c.targets[i]
		_, text, ok := c.form(t, it.Kind)
		told := func(p descriptors.PrefaceLine) bool { return p.When == "arguments" }
		if ok && slices.ContainsFunc(text.Preface, told) {
			c.find("arguments-words", it.Source, line, t, "the host fills in no %s; the text tells the model what stands for it", allWords)
		}
	}
}

// form is how a kind is written on a target: in the host's own form or in that of a folder
// that it shares.
func (c *checker) form(t *Target, kind pack.Kind) (descriptors.Dialect, descriptors.Text, bool) {
	row, ok := layout.Row(t.Host, t.Scope, kind)
	d, folder, shared := t.Host.DialectOf(row)
	if shared {
		return d, folder.Text, ok
	}
	return d, t.Host.Text, ok
}

// builtin finds items that have the name of something of a host's own.
func (c *checker) builtin() {
	for i := range c.targets {
		t := &c.targets[i]
		for j := range c.pack.Items {
			it := &c.pack.Items[j]
			own := t.Host.Builtin.Commands
			if it.Kind == pack.Agent {
				own = t.Host.Builtin.Agents
			}
			_, placed := layout.Row(t.Host, t.Scope, it.Kind)
			if placed && it.Kind != pack.Rule && slices.Contains(own, it.Name) {
				c.find("name-builtin", it.Source, it.NameLine(), t, "the host has %s of its own that is called %s; one of the two hides the other", it.Kind.One(), it.Name)
			}
		}
	}
}
