package pack

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// errSpecial is about what is neither a file nor a folder: a pipe, a socket, a device.
var errSpecial = errors.New("neither a file nor a folder")

// diskFS is what os.DirFS returns.
type diskFS interface {
	fs.StatFS
	fs.ReadDirFS
	fs.ReadLinkFS
}

// disk is a folder of the disk in which nothing but files and folders is opened, so that a pipe
// that stands where a file was does not keep a run waiting.
type disk struct {
	diskFS
	dir string
}

func openDisk(dir string) disk { return disk{os.DirFS(dir).(diskFS), dir} }

// Open opens a file or a folder.
func (d disk) Open(name string) (fs.File, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := os.OpenFile(filepath.Join(d.dir, local), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: name, Err: errSpecial}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ReadFile reads a file, of which no more than a pack may have.
func (d disk) ReadFile(name string) ([]byte, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := bytes.NewBuffer(make([]byte, 0, min(info.Size(), maxBytes)+bytes.MinRead))
	_, err = b.ReadFrom(io.LimitReader(f, maxBytes+1))
	return b.Bytes(), err
}
