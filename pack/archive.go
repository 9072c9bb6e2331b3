package pack

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// maxPadding is more than what archivers put behind the last entry.
const maxPadding = 16 << 20

// unpack reads a gzipped tar into memory. If all of it lies in one folder, as
// in npm's tarballs, that folder becomes the root; top is its name.
// It refuses absolute names, "..", and anything but files, folders and links.
func unpack(r io.Reader) (fsys fs.FS, top string, err error) {
	zr, err := gzip.NewReader(r)
	if err != nil {
		return nil, "", fmt.Errorf("not a .tgz: %w", err)
	}
	m, err := untar(zr)
	if err != nil {
		return nil, "", err
	}
	// Only whoever reads to the end learns whether the checksum is right.
	padding, err := io.Copy(io.Discard, io.LimitReader(zr, maxPadding))
	if err != nil {
		return nil, "", fmt.Errorf("reading the archive: %w", err)
	}
	if padding == maxPadding {
		return nil, "", errSize
	}
	fsys, top = m.strip()
	return fsys, top, nil
}

// untar reads a tar into memory, with the refusals of unpack.
func untar(r io.Reader) (*memFS, error) {
	m := newMemFS()
	tr := tar.NewReader(r)
	var total int64
	for {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the archive: %w", err)
		}
		if total += h.Size; total > maxBytes || len(m.nodes) > maxFiles {
			return nil, errSize
		}
		if err := m.addEntry(h, tr); err != nil {
			return nil, fmt.Errorf("archive entry %q: %w", h.Name, err)
		}
	}
}

// addEntry adds one entry of an archive.
func (m *memFS) addEntry(h *tar.Header, r io.Reader) error {
	if h.Typeflag == tar.TypeXGlobalHeader {
		return nil
	}
	name := strings.TrimSuffix(h.Name, "/")
	for strings.HasPrefix(name, "./") {
		name = strings.TrimPrefix(name, "./")
	}
	if name == "." || name == "" || junk(path.Base(name)) {
		return nil
	}
	if !fs.ValidPath(name) || strings.Contains(name, `\`) {
		return errors.New("its name leads out of the archive")
	}
	mode := fs.FileMode(h.Mode) & 0o777
	switch h.Typeflag {
	case tar.TypeReg:
		data := make([]byte, h.Size)
		if _, err := io.ReadFull(r, data); err != nil {
			return err
		}
		return m.add(name, &memNode{mode: mode, data: data})
	case tar.TypeDir:
		return m.add(name, &memNode{mode: fs.ModeDir | 0o755})
	case tar.TypeSymlink:
		return m.add(name, &memNode{mode: fs.ModeSymlink | 0o777, data: []byte(h.Linkname)})
	case tar.TypeLink:
		target, ok := m.nodes[path.Clean(h.Linkname)]
		if !ok || !target.mode.IsRegular() {
			return errors.New("hard link to something that is not in the archive")
		}
		return m.add(name, &memNode{mode: target.mode, data: target.data})
	}
	return fmt.Errorf("neither a file nor a folder nor a link (type %q)", h.Typeflag)
}
