package emit

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// bequest is what a predecessor may have put into a file of the user's.
type bequest struct {
	*former
	edit.Foreign
}

// formerEntries makes entries of the files of the user's that a predecessor may have put
// something into.
func (t *tally) formerEntries(f *former, list int) {
	for _, entries := range f.Entries {
		foreign := edit.Foreign{Entries: entries, Names: f.names, Roots: spellings(f.at)}
		for _, name := range entries.Files {
			for _, m := range t.all {
				if t.of(list, m) && m.root != nil && m.has(name) {
					t.bequeath(f, place{m, name}, foreign)
				}
			}
		}
	}
}

// of reports whether a mount is of a list.
func (t *tally) of(list int, m *mount) bool {
	for _, of := range t.by[list] {
		if of == m {
			return true
		}
	}
	return false
}

// has reports whether there is something at a name that may be opened.
func (m *mount) has(name string) bool {
	if m.Only != "" && m.Only != name || len(m.Names) > 0 && !slices.Contains(m.Names, name) {
		return false
	}
	if _, err := m.dir("."); err != nil {
		return false
	}
	_, err := m.root.Lstat(name)
	return err == nil
}

func (t *tally) bequeath(f *former, at place, foreign edit.Foreign) {
	if at = at.sameFile(); t.entries[at] != nil {
		return
	}
	e := t.editEntry(at)
	e.bequests = append(e.bequests, bequest{f, foreign})
}

// strip takes what predecessors have put in out of the data, and returns what is left and
// how much has gone. With tell, it says so to all who are concerned.
func (e *editEntry) strip(data []byte, tell bool) ([]byte, int) {
	count := 0
	for _, b := range e.bequests {
		if data == nil {
			break
		}
		s, err := edit.Strip(data, b.Foreign)
		if err != nil {
			if tell {
				b.note(e.String(), "what %s's own installer may have put in stays, since it cannot be understood: %v", b.Name, err)
			}
			continue
		}
		data, count = s.Data, count+s.Count
		if !tell {
			continue
		}
		b.taken.Entries += s.Count
		b.taken.Places = append(b.taken.Places, plan.Place{Mount: e.m.ID, Path: e.path})
		for _, n := range s.Notes {
			b.note(e.String(), "%s", n)
		}
	}
	return data, count
}

// idle reports whether the entry is there for a predecessor's sake only.
func (e *editEntry) idle() bool { return len(e.bequests) > 0 && len(e.wants) == 0 && e.old == nil }

// names returns the file of the predecessor's that a command names, and whether running it
// is all that the command does.
func (f *former) names(command string) (string, bool) {
	bare := strings.NewReplacer(`"`, "", "'", "").Replace(command)
	bare = withoutFinder(strings.TrimSpace(bare), f.Finder)
	for i := len(bare) - 1; i > 0; i-- {
		if bare[i] != '/' || !f.known[bare[i+1:]] {
			continue
		}
		if before, ok := f.folder(bare[:i]); ok {
			return bare[i+1:], !strings.ContainsAny(before, ";&|<>\n`") && !strings.Contains(before, "$(")
		}
	}
	for _, word := range strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune(" \t\n;&|<>()=`", r) }) {
		for i, r := range word {
			if r != '/' || !f.known[word[i+1:]] {
				continue
			}
			if _, ok := f.folder(word[:i]); ok {
				return word[i+1:], false
			}
		}
	}
	return "", false
}

// withoutFinder is a command with a word in the place of the text that looks for its program.
func withoutFinder(command string, find plan.Finder) string {
	end := strings.LastIndex(command, find.End)
	if find.Begin == "" || find.End == "" || !strings.HasPrefix(command, find.Begin) || end < len(find.Begin) {
		return command
	}
	return "program" + command[end+len(find.End):]
}

// variable is one that a host sets for the project's folder.
var variable = regexp.MustCompile(`\$\{?[A-Za-z_]+\}?/$`)

// folder cuts a spelling of one of the host's folders from the end of a command.
func (f *former) folder(text string) (before string, ok bool) {
	for _, m := range f.mounts {
		for _, root := range spellings(m) {
			before, ok := strings.CutSuffix(text, root)
			if ok && (before == "" || strings.HasSuffix(before, " ") || variable.MatchString(before)) {
				return variable.ReplaceAllString(before, ""), true
			}
		}
	}
	at := strings.LastIndex(text, " /") + 1
	if info, err := os.Stat(text[at:]); err == nil && strings.HasPrefix(text[at:], "/") {
		for _, m := range f.mounts {
			if m.info != nil && os.SameFile(info, m.info) {
				return text[:at], true
			}
		}
	}
	return "", false
}
