package main

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/huh"
)

// hostField is the question for hosts: huh's list, narrowed by what is typed. huh's own filter
// has to be begun by a key, leaves none to tick with, and finds what stands in folders too.
type hostField struct {
	*huh.MultiSelect[string]
	title   string
	choices []hostChoice
	// listed are the choices in the list; none reports that no choice matches and the list,
	// which cannot be empty, is not to be seen.
	listed []hostChoice
	none   bool
	// ticked are the ids of the hosts that were picked, listed or not.
	ticked *[]string
	// typed is what the list is narrowed by; typing reports that the next letter goes on with
	// it, and begins anew otherwise.
	typed  string
	typing bool
	frame
}

func newHostField(title string, choices []hostChoice, ticked *[]string) *hostField {
	f := &hostField{title: title, choices: choices, listed: choices, ticked: ticked}
	f.MultiSelect = huh.NewMultiSelect[string]().Filterable(false).Accessor(f)
	f.WithAccessible(false)
	return f
}

// Get is what huh's list takes its ticks from.
func (f *hostField) Get() []string { return *f.ticked }

// Set takes over the ticks of huh's list, which knows only of the hosts in it.
func (f *hostField) Set(ids []string) {
	*f.ticked = slices.DeleteFunc(*f.ticked, func(id string) bool {
		return slices.ContainsFunc(f.listed, func(c hostChoice) bool { return c.id == id })
	})
	*f.ticked = append(*f.ticked, ids...)
}

// widen is the message that shows all hosts again.
type widen struct{}

// escape is what esc does while the list is narrowed; nil if it is not.
func (f *hostField) escape() tea.Msg {
	if f.typed == "" {
		return nil
	}
	return widen{}
}

// Update narrows the list by letters and leaves other keys to it.
func (f *hostField) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case widen:
		f.narrow("")
		return f, nil
	case tea.KeyMsg:
		if f.takes(msg) {
			return f, nil
		}
	}
	_, cmd := f.MultiSelect.Update(msg)
	return f, cmd
}

// takes does what a key does to the filter. It reports whether that is all it does.
func (f *hostField) takes(k tea.KeyMsg) bool {
	typing := f.typing
	switch k.Type {
	case tea.KeyRunes:
		if !k.Alt {
			f.letters(k.Runes)
		}
		return true
	case tea.KeyBackspace:
		if text := []rune(f.typed); len(text) > 0 {
			f.narrow(string(text[:len(text)-1]))
		}
		return true
	case tea.KeyEnter, tea.KeyTab:
		f.settle()
		return typing
	case tea.KeySpace:
		f.settle()
	}
	return f.none
}

// letters go on with the filter, or begin one.
func (f *hostField) letters(more []rune) {
	text := ""
	if f.typing {
		text = f.typed
	}
	for _, r := range more {
		if unicode.IsPrint(r) && r != '/' { // which begins a filter elsewhere
			text += string(r)
		}
	}
	f.narrow(text)
}

// settle ends the typing, unless it has led to nothing.
func (f *hostField) settle() {
	f.typing = f.typing && f.none
	f.describe()
}

// narrow lists the hosts whose title or id has what was typed, those that begin with it first.
func (f *hostField) narrow(typed string) {
	over, _ := f.Hovered()
	var listed []hostChoice
	for _, c := range f.choices {
		if c.rank(typed) < noMatch {
			listed = append(listed, c)
		}
	}
	slices.SortStableFunc(listed, func(a, b hostChoice) int { return a.rank(typed) - b.rank(typed) })
	if f.none = len(listed) == 0; !f.none {
		f.listed = listed
		if len(typed) > len(f.typed) {
			over = listed[0].id
		}
	}
	f.typed, f.typing = typed, typed != ""
	f.arrange(over)
}

// noMatch is the rank of a host that is not to be listed.
const noMatch = 2

// rank says how well a host matches what was typed: best is 0.
func (c hostChoice) rank(typed string) int {
	rank, typed := noMatch, folded(typed)
	for _, name := range []string{folded(c.title), folded(c.id)} {
		switch i := strings.Index(name, typed); {
		case i == 0:
			return 0
		case i > 0:
			rank = 1
		}
	}
	return rank
}

// folded is a name however its words are joined.
func folded(name string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(name))
}
