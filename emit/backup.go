package emit

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// What was put aside lies below the backup folder: "edited/agents/a.toml.0123456789ab" is
// a copy of agents/a.toml that somebody had edited, under "foreign" is a file that was not
// ours, under "pristine" by the same name what we had installed in the place of an edited
// one. The digits begin the sum of the bytes; what has the name of one that is there
// already gets a number behind it, so that nothing ever takes another's place. Files of a
// file mount lie in folders of their own: "edited@home".

// pristineAs is the folder for what we had installed.
const pristineAs = "pristine"

// nameLimit is how long the name of a file may be on most systems, in bytes.
const nameLimit = 255

// asideName matches a path in a folder for what was put aside.
var asideName = regexp.MustCompile(`^(.+)\.[0-9a-f]{12}(\.[0-9]+)?$`)

// asideFolder is where a mount with the key keeps what is put aside so.
func asideFolder(as asideAs, key string) string {
	if key == "" {
		return string(as)
	}
	return string(as) + "@" + strings.ReplaceAll(key, "/", "+")
}

// asidePath is the place below the backup folder for what is on disk. Nothing is there
// yet.
func (e *entry) asidePath() string {
	if e.asideAt == "" {
		short := string(e.have)
		if sum := e.have.sum(); sum != "" {
			short = string(sum)
		}
		name := path.Join(asideFolder(e.decision.aside, e.m.key()), e.path)
		e.asideAt = e.m.store.free(name + "." + short[max(len(short)-64, 0):][:12])
	}
	return e.asideAt
}

// free is the name below the backup folder itself, or else with the first number behind it
// that is not taken.
func (m *mount) free(name string) string {
	taken := func(name string) bool {
		if m.root == nil || name == "" {
			return false
		}
		_, err := m.root.Lstat(name)
		return err == nil
	}
	free := name
	for n := 2; taken(backupPath+"/"+free) || taken(pristineOf(backupPath+"/"+free)); n++ {
		free = name + "." + strconv.Itoa(n)
	}
	return free
}

// pristineOf is the place for what we had installed that belongs to the one of an edited
// copy, both below the mount; empty for other places.
func pristineOf(from string) string {
	rest, ok := strings.CutPrefix(from, backupPath+"/"+string(edited))
	if !ok || rest == "" || rest[0] != '/' && rest[0] != '@' {
		return ""
	}
	return backupPath + "/" + pristineAs + rest
}

// Backup is a file that was put aside.
type Backup struct {
	// Mount is the id of the mount that the file is of, and Path its path there. Mount is
	// empty if none of those asked about has it.
	Mount string
	Path  string
	// Store is the id of the mount that keeps it, Name the path below that one.
	Store string
	Name  string
	// Pristine is the path below Store of what we had installed and was edited; empty if
	// there is none.
	Pristine string
	// Edited reports a copy of a file of ours; else it is a file that was not ours.
	Edited bool
	// Returns reports that uninstall brings it back.
	Returns bool
}

// Backups lists what was put aside in the mounts, in their order and by path. It writes
// nothing. What it does not know the name of is not listed.
func Backups(list []plan.Mount) ([]Backup, error) {
	var all []Backup
	var errs []error
	for _, m := range list {
		if m.Only != "" {
			continue
		}
		found, err := backupsIn(m, list)
		all = append(all, found...)
		errs = append(errs, refuseAll(m.Dir, err))
	}
	return all, errors.Join(errs...)
}

func backupsIn(m plan.Mount, list []plan.Mount) ([]Backup, error) {
	root, err := openMount(m)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	returns := map[string]bool{}
	if l, _, err := readLedger(root, m.Names); err == nil && l != nil {
		for _, rec := range l.Records {
			returns[backupPath+"/"+rec.Backup] = rec.Backup != ""
		}
	}
	names, err := filesBelow(root, backupPath)
	var all []Backup
	for _, name := range names {
		b, ok := parseBackup(name)
		if !ok {
			continue
		}
		b.Store, b.Returns = m.ID, returns[name]
		b.Mount = mountOf(name, m, list)
		if slices.Contains(names, pristineOf(name)) {
			b.Pristine = pristineOf(name)
		}
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(a, b Backup) int { return strings.Compare(a.Path, b.Path) })
	return all, err
}

// parseBackup reads what the place below a mount of something put aside says.
func parseBackup(name string) (b Backup, ok bool) {
	top, rest, _ := strings.Cut(strings.TrimPrefix(name, backupPath+"/"), "/")
	as, _, _ := strings.Cut(top, "@")
	m := asideName.FindStringSubmatch(rest)
	if m == nil || as != string(edited) && as != string(foreign) || checkPath(m[1]) != nil {
		return b, false
	}
	return Backup{Path: m[1], Name: name, Edited: as == string(edited)}, true
}

// mountOf is the id of the mount that a file put aside in store is of.
func mountOf(name string, store plan.Mount, list []plan.Mount) string {
	top, _, _ := strings.Cut(strings.TrimPrefix(name, backupPath+"/"), "/")
	_, key, keyed := strings.Cut(top, "@")
	if !keyed {
		return store.ID
	}
	for _, m := range list {
		mine := m.Store == store.ID || slices.Contains(store.Aliases, m.Store)
		if m.Only != "" && mine && slices.ContainsFunc(append([]string{m.ID}, m.Aliases...), func(id string) bool {
			return asideFolder("", id) == "@"+key
		}) {
			return m.ID
		}
	}
	return ""
}

// filesBelow lists the files and links below a directory, sorted; none if it is not there.
// It goes through no link.
func filesBelow(root *confine.Root, dir string) ([]string, error) {
	for _, d := range append(plan.Parents(dir), dir) {
		info, err := root.Lstat(d)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	}
	entries, err := root.ReadDir(dir)
	if err != nil {
		return nil, plan.FileErrorf(root.Name(dir), "%w", err)
	}
	var names []string
	var errs []error
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if !e.IsDir() {
			names = append(names, name)
			continue
		}
		below, err := filesBelow(root, name)
		names, errs = append(names, below...), append(errs, err)
	}
	return names, errors.Join(errs...)
}
