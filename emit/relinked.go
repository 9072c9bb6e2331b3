package emit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// relink gives what a ledger says of a path that has become a link, or lies behind one, to the
// mount that the link leads to: somebody moved what is of ours, and allowed the link.
func (ms *mounts) relink() error {
	for _, store := range ms.stores() {
		store.unlink()
	}
	var errs []error
	for i, list := range ms.lists {
		for _, pm := range list {
			holder, m := ms.by[i][pm.Holder], ms.by[i][pm.ID]
			if pm.Link == "" || holder == nil || holder == m || holder.store != holder {
				continue
			}
			if m.store == holder {
				holder.followFile(m, pm.Link)
			} else if m.store == m {
				errs = append(errs, holder.followFolder(m, pm.Link))
			}
		}
	}
	return errors.Join(errs...)
}

// unlink has the mount's ledger tell of files that were behind links, and are in the places of
// these links now, as files of the mount.
func (m *mount) unlink() {
	if m.root == nil {
		return
	}
	for _, l := range m.old.Links {
		info, err := m.root.Lstat(l.Path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		m.rename(func(mount, _ string) bool { return mount == m.ID+"/"+l.Path }, "", l.Path)
		next := *m.old
		next.Links = slices.DeleteFunc(slices.Clone(next.Links), func(o Link) bool { return o == l })
		m.old, m.gave = &next, true
	}
}

// followFile has the mount's ledger tell of the file at link as the single file behind it,
// whatever that was called before.
func (m *mount) followFile(file *mount, link string) {
	m.rename(func(mount, name string) bool {
		return mount == "" && name == link || mount == file.ID && name != file.Only
	}, file.ID, file.Only)
}

// rename has the mount's ledger tell of a file by another mount and path.
func (m *mount) rename(is func(mount, name string) bool, mount, name string) {
	next := *m.old
	next.Records, next.Edits = slices.Clone(next.Records), slices.Clone(next.Edits)
	for at, p := range next.files() {
		if is(*at, *p) {
			*at, *p, m.gave = mount, name, true
		}
	}
	m.old = &next
}

// followFolder moves what the mount's ledger tells of the folder at link to that of another.
func (m *mount) followFolder(to *mount, link string) error {
	rest, moved := *m.old, Ledger{}
	rest.Records, moved.Records = cutBehind(m.old.Records, link)
	rest.Edits, moved.Edits = cutBehind(m.old.Edits, link)
	rest.Dirs = nil
	for _, d := range m.old.Dirs {
		if short, ok := strings.CutPrefix(d, link+"/"); ok {
			moved.Dirs = append(moved.Dirs, short)
		} else if d != link {
			rest.Dirs = append(rest.Dirs, d)
		}
	}
	if moved.empty() && len(moved.Dirs) == 0 {
		return nil
	}
	next := *to.old
	next.Records = slices.Concat(next.Records, moved.Records)
	next.Edits = slices.Concat(next.Edits, moved.Edits)
	next.Dirs = slices.Concat(next.Dirs, moved.Dirs)
	next.Packs = slices.Clone(next.Packs)
	for _, p := range m.old.Packs {
		if _, known := next.pack(p.Prefix); !known {
			next.Packs = append(next.Packs, p)
		}
	}
	err := m.refuseMoved(&moved, to.old, link)
	m.old, m.gave, to.old, to.gave = &rest, true, &next, true
	return err
}

// refuseMoved refuses files that were moved behind a link and cannot be told of by the ledger
// of the folder that they are in now.
func (m *mount) refuseMoved(moved, there *Ledger, link string) error {
	var errs []error
	for _, rec := range moved.Records {
		if rec.Backup != "" {
			errs = append(errs, m.stuck(link+"/"+rec.Path, "what it took the place of is kept in "+m.shown(backupPath)))
		}
	}
	for _, name := range moved.files() {
		if there.tells("", *name) {
			errs = append(errs, m.stuck(link+"/"+*name, "the ledgers of both folders tell of it"))
		}
	}
	return errors.Join(errs...)
}

// filed is what a ledger tells of one file.
type filed[T any] interface {
	*T
	file() (mount, name *string)
}

// cutBehind divides what a ledger tells of files into what stays and what is behind a link of
// its own mount, by the paths from there.
func cutBehind[T any, P filed[T]](all []T, link string) (rest, moved []T) {
	for _, one := range all {
		mount, name := P(&one).file()
		short, behind := strings.CutPrefix(*name, link+"/")
		if !behind || *mount != "" {
			rest = append(rest, one)
			continue
		}
		*name = short
		moved = append(moved, one)
	}
	return rest, moved
}

// stuck is the refusal of a file that was moved behind a link and cannot be followed.
func (m *mount) stuck(name, why string) error {
	return &hintError{
		plan.FileErrorf(m.shown(name), "it was moved behind a link: %s", why),
		fmt.Sprintf("move the folder back to %s, uninstall, link it, and install again", m.Shown),
	}
}
