//go:build !windows

package emit

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/google/renameio/v2"

	"github.com/gsd-install/gsd-install/confine"
)

// owner is the user and group of a file; the zero value means ourselves.
type owner struct{ UID, GID int }

// ownerOf is the owner of the file info describes, zero if it is we.
func ownerOf(info fs.FileInfo) owner {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(st.Uid) == os.Geteuid() && int(st.Gid) == os.Getegid() {
		return owner{}
	}
	return owner{int(st.Uid), int(st.Gid)}
}

// give hands f to o.
func give(f *os.File, o owner) error {
	if o == (owner{}) {
		return nil
	}
	return f.Chown(o.UID, o.GID)
}

// replaceFile writes a whole file in the place of base, durably: whoever reads it
// meanwhile, or after a crash, finds the old one or the new one. The parent is
// opened first, since that is where renameio makes its temporary file.
func replaceFile(parent *confine.Root, base string, data []byte, mode fs.FileMode, o owner) (err error) {
	f, err := renameio.NewPendingFile(base, renameio.WithRoot(parent.OS()), renameio.WithStaticPermissions(mode))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Cleanup()) }()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := give(f.File, o); err != nil {
		return err
	}
	if o != (owner{}) {
		// A change of owner may take bits away.
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	return f.CloseAtomicallyReplace()
}

// crossesDevice reports whether a rename failed because its ends are on different
// file systems.
func crossesDevice(err error) bool { return errors.Is(err, syscall.EXDEV) }
