package confine

import (
	"errors"
	"io/fs"
)

// Replace puts a whole file in the place of name: whoever reads it meanwhile, or after a crash,
// finds the old one or the new one. It is written as temp, in the same directory, and renamed
// once it is on the disk; a file that is at temp, which an earlier call has left that was killed,
// goes. The mode, less the umask, is for a new file; that of one that is there stays. A link or
// another thing that is no plain file is ErrIrregular, and not replaced. Sync makes the name
// durable.
func (r *Root) Replace(name, temp string, data []byte, mode fs.FileMode) error {
	info, err := r.Lstat(name)
	switch {
	case err == nil && info.Mode().IsRegular():
		mode = info.Mode().Perm()
	case err == nil:
		return &fs.PathError{Op: "replace", Path: r.Name(name), Err: ErrIrregular}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := r.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := r.Create(temp, mode)
	if err != nil {
		return err
	}
	if info != nil {
		err = f.Chmod(mode) // the umask is for new files
	}
	if err == nil {
		_, err = f.Write(data)
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = r.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, r.Remove(temp))
	}
	return nil
}
