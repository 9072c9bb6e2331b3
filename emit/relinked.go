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
	for i, rec := range next.Records {
		if is(rec.Mount, rec.Path) {
			next.Records[i].Mount, next.Records[i].Path, m.gave = mount, name, true
		}
	}
	for i, e := range next.Edits {
		if is(e.Mount, e.Path) {
			next.Edits[i].Mount, next.Edits[i].Path, m.gave = mount, name, true
		}
	}
	m.old = &next
}

// followFolder moves what the mount's ledger tells of the folder at link to that of another.
func (m *mount) followFolder(to *mount, link string) error {
	rest, next, behind := *m.old, *to.old, false
	under := func(mount, name string) (string, bool) {
		short, ok := strings.CutPrefix(name, link+"/")
		behind = behind || ok && mount == ""
		return short, ok && mount == ""
	}
	var errs []error
	rest.Records, rest.Edits, rest.Dirs = nil, nil, nil
	for _, rec := range m.old.Records {
		short, ok := under(rec.Mount, rec.Path)
		switch {
		case !ok:
			rest.Records = append(rest.Records, rec)
			continue
		case rec.Backup != "":
			errs = append(errs, m.stuck(rec.Path, "what it took the place of is kept in "+m.shown(backupPath)))
		case next.tells(short):
			errs = append(errs, m.stuck(rec.Path, "the ledgers of both folders tell of it"))
		}
		rec.Path = short
		next.Records = append(next.Records, rec)
	}
	for _, e := range m.old.Edits {
		short, ok := under(e.Mount, e.Path)
		switch {
		case !ok:
			rest.Edits = append(rest.Edits, e)
			continue
		case next.tells(short):
			errs = append(errs, m.stuck(e.Path, "the ledgers of both folders tell of it"))
		}
		e.Path = short
		next.Edits = append(next.Edits, e)
	}
	for _, d := range m.old.Dirs {
		if short, ok := under("", d); ok {
			next.Dirs = append(next.Dirs, short)
		} else if d != link {
			rest.Dirs = append(rest.Dirs, d)
		}
	}
	if !behind {
		return nil
	}
	for _, p := range m.old.Packs {
		if _, known := next.Pack(p.Prefix); !known {
			next.Packs = append(next.Packs, p)
		}
	}
	m.old, m.gave, to.old, to.gave = &rest, true, &next, true
	return errors.Join(errs...)
}

// tells reports whether the ledger tells of a file of its own mount.
func (l *Ledger) tells(name string) bool {
	return slices.ContainsFunc(l.Records, func(r Record) bool { return r.Mount == "" && r.Path == name }) ||
		slices.ContainsFunc(l.Edits, func(e Edit) bool { return e.Mount == "" && e.Path == name })
}

// stuck is the refusal of a file that was moved behind a link and cannot be followed.
func (m *mount) stuck(name, why string) error {
	return &hintError{
		plan.FileErrorf(m.shown(name), "it was moved behind a link: %s", why),
		fmt.Sprintf("move the folder back to %s, uninstall, link it, and install again", m.Shown),
	}
}
