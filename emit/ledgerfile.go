package emit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// ReadLedger reads the ledger of a mount. It is nil, without an error, if there is
// none. The error for one that cannot be read wraps ErrLedger.
func ReadLedger(m plan.Mount) (*Ledger, error) {
	if m.Only != "" {
		return nil, nil
	}
	root, err := confine.Open(m.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	l, _, err := readLedger(root, m.Names)
	if errors.Is(err, syscall.ENOTDIR) {
		err = notOurs(path.Join(m.Shown, stateDir))
	}
	return l, err
}

// readLedger reads the ledger in root. names, if not empty, are the only names that it may
// have records of.
func readLedger(root *confine.Root, names []string) (*Ledger, []byte, error) {
	b, _, err := root.ReadFile(ledgerPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	l, err := decodeLedger(b)
	if err == nil {
		err = l.within(names)
	}
	if err != nil {
		return nil, b, plan.FileErrorf(root.Name(ledgerPath), "%w", err)
	}
	return l, b, nil
}

// within refuses a ledger of a mount of which only names may be opened if it tells of
// anything but edits of these; no names are no limit.
func (l *Ledger) within(names []string) error {
	if len(names) == 0 {
		return nil
	}
	var others []string
	for _, r := range l.Records {
		others = append(others, r.Path)
	}
	for _, e := range l.Edits {
		if !slices.Contains(names, e.Path) {
			others = append(others, e.Path)
		}
	}
	for _, link := range l.Links {
		others = append(others, link.Path)
	}
	if others = append(others, l.Dirs...); len(others) > 0 {
		return unreadable(fmt.Errorf("it names %s, which may not be opened there", others[0]))
	}
	if l.Made > 0 {
		return unreadable(errors.New("it says that the directory was made for it"))
	}
	return nil
}

// newerError is the refusal of a ledger that a later program has written; no
// repair rebuilds it.
type newerError struct{ schema int }

func (e *newerError) Error() string {
	return fmt.Sprintf("it has schema %d, and this gsd-install knows %d", e.schema, ledgerSchema)
}

// Hint says what to do about it.
func (e *newerError) Hint() string { return "use the newer gsd-install that has written it" }

// decodeLedger reads a ledger and checks that every path in it is one below its
// mount.
func decodeLedger(b []byte) (*Ledger, error) {
	l := &Ledger{}
	if err := decodeStrict(b, l); err != nil || l.Schema > ledgerSchema {
		var head struct {
			Schema int `json:"schema"`
		}
		if json.Unmarshal(b, &head) == nil && head.Schema > ledgerSchema {
			return nil, &newerError{head.Schema}
		}
		return nil, unreadable(err)
	}
	if err := l.migrate(); err != nil {
		return nil, unreadable(err)
	}
	if err := l.check(); err != nil {
		return nil, unreadable(err)
	}
	l.compact()
	l.sort()
	return l, nil
}

func unreadable(err error) error {
	return &hintError{fmt.Errorf("%w: %w", ErrLedger, err), "rebuild it with gsd-install repair"}
}

func (l *Ledger) check() error {
	if l.Made < 0 {
		return fmt.Errorf("%d directories made", l.Made)
	}
	seen := map[[2]string]bool{}
	for _, r := range l.Records {
		if err := r.check(seen); err != nil {
			return err
		}
	}
	for _, e := range l.Edits {
		if err := e.check(seen); err != nil {
			return err
		}
	}
	for _, d := range l.Dirs {
		if err := checkPath(d); err != nil {
			return err
		}
	}
	for _, link := range l.Links {
		if err := checkPath(link.Path); err != nil {
			return err
		}
		if !filepath.IsAbs(link.Target) {
			return fmt.Errorf("%s: its target %q is no absolute path", link.Path, link.Target)
		}
	}
	return nil
}

// check refuses a record that no run writes; seen are the mounts and paths before it.
func (r Record) check(seen map[[2]string]bool) error {
	if err := checkPath(r.Path); err != nil {
		return err
	}
	switch at := [2]string{r.Mount, r.Path}; {
	case r.Backup != "" && !fs.ValidPath(r.Backup):
		return fmt.Errorf("%s: backup %q: not a path below the mount", r.Path, r.Backup)
	case !validSum(r.Sum) && (r.Sum != "" || r.Backup == ""):
		return fmt.Errorf("%s: sum %q is no SHA-256", r.Path, r.Sum)
	case len(r.Claims) == 0:
		return fmt.Errorf("%s: no claim", r.Path)
	case seen[at]:
		return fmt.Errorf("%s: recorded twice", r.Path)
	default:
		seen[at] = true
	}
	return nil
}

// check refuses likewise.
func (e Edit) check(seen map[[2]string]bool) error {
	if err := checkPath(e.Path); err != nil {
		return err
	}
	switch at := [2]string{e.Mount, e.Path}; {
	case len(e.Stack) == 0:
		return fmt.Errorf("%s: no owner", e.Path)
	case seen[at]:
		return fmt.Errorf("%s: recorded twice", e.Path)
	default:
		seen[at] = true
	}
	return nil
}

// checkPath refuses what cannot be a path of ours below a mount.
func checkPath(p string) error {
	switch {
	case !fs.ValidPath(p) || p == "." || strings.ContainsAny(p, "\\\x00"):
		return fmt.Errorf("%q: not a path below a mount", p)
	case plan.InState(p):
		return fmt.Errorf("%q: it lies in the folder of our own records", p)
	}
	return nil
}

// compact brings raw JSON to the form it has in plans.
func (l *Ledger) compact() {
	for _, e := range l.Edits {
		for _, o := range e.Stack {
			for i := range o.Receipt.Pieces {
				v := &o.Receipt.Pieces[i].Value
				var b bytes.Buffer
				if json.Compact(&b, *v) == nil {
					*v = b.Bytes()
				}
			}
		}
	}
}

func (l *Ledger) sort() {
	slices.SortFunc(l.Packs, func(a, b Pack) int { return cmp.Compare(a.Prefix, b.Prefix) })
	slices.SortFunc(l.Records, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Mount, b.Mount), cmp.Compare(a.Path, b.Path))
	})
	slices.SortFunc(l.Edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Mount, b.Mount), cmp.Compare(a.Path, b.Path))
	})
	slices.SortFunc(l.Links, func(a, b Link) int { return cmp.Compare(a.Path, b.Path) })
	slices.Sort(l.Dirs)
	l.Dirs = slices.Compact(l.Dirs)
	// Empty lists are written as such.
	l.Packs, l.Records = append([]Pack{}, l.Packs...), append([]Record{}, l.Records...)
	l.Edits, l.Dirs = append([]Edit{}, l.Edits...), append([]string{}, l.Dirs...)
}

// encode writes the ledger in its one form.
func (l *Ledger) encode() []byte {
	l.sort()
	return encodeJSON(l)
}

// encodeJSON writes v indented, as people would.
func encodeJSON(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic(err) // the types hold nothing that JSON cannot
	}
	return b.Bytes()
}
