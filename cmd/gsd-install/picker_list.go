package main

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/huh"
)

// frame is what a hostField is drawn in.
type frame struct {
	theme *huh.Theme
	width int
	// lines are those of the list with its title, which stay as many whatever is typed; 0 as
	// long as the terminal is not known.
	lines int
	// rows are the choices as there is room for them; details are the lines below the
	// list that say of one what its row has no room for, 0 if there is room for all.
	rows    []string
	details int
}

// hostLines is how many hosts are shown at a time, if the terminal has room.
const hostLines = 24

// The keys of the question, before and while something is typed.
const (
	hostKeys   = "type to filter, ↑↓ move, space ticks, enter goes on, esc leaves"
	filterKeys = "space ticks, ↑↓ move, enter ends the filter, esc shows all hosts"
)

// The columns that are taken before what a field shows, and before a row of a list.
const (
	edge   = 2 // "┃ "
	margin = 6 // "> [•] "
)

// WithTheme is huh's.
func (f *hostField) WithTheme(t *huh.Theme) huh.Field {
	f.theme = t
	f.MultiSelect.WithTheme(t)
	return f
}

// WithAccessible is huh's, for who is asked line by line: the rows say all there is to say.
func (f *hostField) WithAccessible(bool) huh.Field {
	f.rows = nil
	for _, c := range f.choices {
		f.rows = append(f.rows, c.all())
	}
	f.arrange("")
	return f // which the form then asks line by line
}

// WithWidth is huh's. It comes before WithHeight, and whenever the terminal changes.
func (f *hostField) WithWidth(width int) huh.Field {
	f.width, f.lines, f.details = width, 0, 0
	f.MultiSelect.WithWidth(width)
	var whole bool
	if f.rows, whole = rows(f.choices, width-edge-margin); !whole {
		f.details = 2
	}
	over, _ := f.Hovered()
	f.arrange(over)
	head := height(f.MultiSelect.View()) - len(f.listed)
	f.lines = head + min(len(f.choices), hostLines)
	f.arrange(over)
	return f
}

// WithHeight is huh's: the terminal has no more lines than these.
func (f *hostField) WithHeight(lines int) huh.Field {
	over, _ := f.Hovered()
	f.lines = max(1, min(f.lines, lines-f.details))
	f.arrange(over)
	return f
}

func height(view string) int { return strings.Count(view, "\n") + 1 }

// arrange draws the list anew, with the cursor over a host.
func (f *hostField) arrange(over string) {
	var options []huh.Option[string]
	at := 0
	for i, c := range f.listed {
		if c.id == over {
			at = i
		}
		row := slices.IndexFunc(f.choices, func(o hostChoice) bool { return o.id == c.id })
		options = append(options, huh.NewOption(f.rows[row], c.id))
	}
	f.describe()
	f.MultiSelect.Options(options...).Height(f.lines).View() // by which it knows how far it can scroll
	f.MultiSelect.Update(tea.KeyMsg{Type: tea.KeyHome})
	for range at {
		f.MultiSelect.Update(tea.KeyMsg{Type: tea.KeyDown})
	}
}

// describe says above the list what was typed and what keys do now.
func (f *hostField) describe() {
	keys := hostKeys
	if f.typing {
		keys = filterKeys
	}
	f.MultiSelect.Title(f.heading()).Description(keys)
}

func (f *hostField) heading() string {
	if f.typed == "" {
		return f.title
	}
	return f.title + " /" + f.typed
}

// View is huh's list, and below it what a row has no room for.
func (f *hostField) View() string {
	list := f.MultiSelect.View()
	if f.theme == nil || f.lines == 0 {
		return list
	}
	styles := f.theme.Focused
	base := styles.Base.Width(f.width)
	if f.none {
		list = base.Height(f.lines).Render(styles.Title.Render(f.heading()) + "\nno host is called so; esc shows all hosts")
	}
	if f.details == 0 {
		return list
	}
	return list + "\n" + base.Height(f.details).Render(f.detail())
}

// detail is about the host under the cursor.
func (f *hostField) detail() string {
	over, _ := f.Hovered()
	i := slices.IndexFunc(f.choices, func(c hostChoice) bool { return c.id == over })
	if i < 0 || f.none {
		return ""
	}
	writes, why := "writes to "+f.choices[i].writes, "found: "+f.choices[i].why
	if f.choices[i].writes == "" {
		writes = "its folders cannot be used; pick it to see why"
	}
	if f.choices[i].why == "" {
		why = "not found on this machine"
	}
	return shorten(writes, f.width-edge) + "\n" + shorten(why, f.width-edge)
}
