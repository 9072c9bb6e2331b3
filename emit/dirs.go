package emit

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// dirState is what was found where a directory has to be.
type dirState int

const (
	dirUnknown dirState = iota
	dirThere
	dirAbsent
	// dirFile is a file or another thing that is no directory.
	dirFile
)

// dir says what is at name, for which every directory above is checked first. A
// link is followed as long as it stays in the mount; one that leaves it is an
// error that wraps confine.ErrEscape.
func (m *mount) dir(name string) (dirState, error) {
	if m.root == nil {
		return dirAbsent, nil
	}
	if m.Only != "" {
		return dirThere, nil
	}
	for _, d := range append(plan.Parents(name), name) {
		if m.dirs[d] == dirUnknown && d != "." {
			state, err := m.lookDir(d)
			if err != nil {
				return dirUnknown, err
			}
			m.dirs[d] = state
		}
		if d != "." && m.dirs[d] != dirThere {
			m.dirs[name] = m.dirs[d]
			return m.dirs[d], nil
		}
	}
	return dirThere, nil
}

func (m *mount) lookDir(name string) (dirState, error) {
	info, err := m.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dirAbsent, nil
	case err != nil:
		return dirUnknown, err
	case info.IsDir():
		return dirThere, nil
	case info.Mode()&fs.ModeSymlink == 0:
		return dirFile, nil
	}
	info, err = m.root.Stat(name)
	switch {
	case errors.Is(err, confine.ErrEscape):
		return dirUnknown, m.escape(name)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return dirUnknown, &hintError{plan.FileErrorf(m.shown(name), "it is a link that leads nowhere"), deadHint}
	case err != nil:
		return dirUnknown, err
	case info.IsDir():
		return dirThere, nil
	}
	return dirFile, nil
}

// deadHint is what to do about a link that leads nowhere.
const deadHint = "make what it leads to, or remove the link"

// fileInWay is the refusal of a file where a directory has to be.
func fileInWay(shown string) error {
	return &hintError{plan.FileErrorf(shown, "it is a file, and a directory has to be there"), "move it away"}
}

// escape is the refusal of the link at name.
func (m *mount) escape(name string) error {
	target, err := m.root.Readlink(name)
	if err != nil {
		return err
	}
	full := filepath.FromSlash(target)
	if !filepath.IsAbs(full) {
		full = filepath.Join(filepath.Dir(m.root.Name(name)), full)
	}
	hint := "make what it leads to, or remove the link"
	if resolved, err := filepath.EvalSymlinks(full); err == nil {
		hint = "if that is meant, allow it with --allow-link " + resolved
	}
	if m.Shut {
		hint = plan.ShutHint
	}
	return &hintError{plan.FileErrorf(m.shown(name), "it is a link to %s: %w", target, confine.ErrEscape), hint}
}
