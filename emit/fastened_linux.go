package emit

import (
	"path"

	"golang.org/x/sys/unix"

	"github.com/gsd-install/gsd-install/confine"
)

// attributes are what a file system says of a name beside its mode, as STATX_ATTR bits; 0 where
// it cannot tell. A test puts something else in its place.
var attributes = func(root *confine.Root, name string) uint64 {
	d, err := root.OS().Open(path.Dir(name))
	if err != nil {
		return 0
	}
	defer d.Close()
	var st unix.Statx_t
	if err := unix.Statx(int(d.Fd()), path.Base(name), unix.AT_SYMLINK_NOFOLLOW, unix.STATX_MODE, &st); err != nil {
		return 0
	}
	return st.Attributes & st.Attributes_mask
}

// fastened says why name can be neither replaced nor removed, whatever its mode: nil if nothing of
// that kind is known.
func fastened(root *confine.Root, name string) error {
	attrs := attributes(root, name)
	if name != "." && attrs&unix.STATX_ATTR_MOUNT_ROOT != 0 {
		return errMounted
	}
	if attrs&(unix.STATX_ATTR_IMMUTABLE|unix.STATX_ATTR_APPEND) != 0 {
		return errImmutable
	}
	return nil
}
