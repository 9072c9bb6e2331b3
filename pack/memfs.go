package pack

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"
	"time"
)

// memFS is a file system in memory with links that it does not follow.
type memFS struct {
	nodes map[string]*memNode
	root  string
}

// memNode is a file, a folder or a link, whose target is its data.
type memNode struct {
	mode     fs.FileMode
	data     []byte
	children map[string]bool
}

func newMemFS() *memFS {
	return &memFS{nodes: map[string]*memNode{".": {mode: fs.ModeDir | 0o755}}, root: "."}
}

// add puts n at name and makes its parents. A file that is there already is
// replaced, as tar does.
func (m *memFS) add(name string, n *memNode) error {
	if old, ok := m.nodes[name]; ok && (old.mode.IsDir() || n.mode.IsDir()) {
		if old.mode.IsDir() && n.mode.IsDir() {
			return nil
		}
		return fmt.Errorf("it is both a file and a folder")
	}
	parent := path.Dir(name)
	if _, ok := m.nodes[parent]; !ok {
		if err := m.add(parent, &memNode{mode: fs.ModeDir | 0o755}); err != nil {
			return err
		}
	}
	p := m.nodes[parent]
	if !p.mode.IsDir() {
		return fmt.Errorf("%s is not a folder", parent)
	}
	if p.children == nil {
		p.children = map[string]bool{}
	}
	p.children[path.Base(name)] = true
	m.nodes[name] = n
	return nil
}

// strip returns the file system below the one folder that holds everything,
// and that folder's name; m itself and "" if there is no such folder.
func (m *memFS) strip() (*memFS, string) {
	top := m.nodes["."].children
	if len(top) != 1 {
		return m, ""
	}
	for name := range top {
		if m.nodes[name].mode.IsDir() && !kindFolder(name) {
			return &memFS{m.nodes, name}, name
		}
	}
	return m, ""
}

func (m *memFS) node(op, name string) (*memNode, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	n, ok := m.nodes[path.Join(m.root, name)]
	if !ok {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

// Open opens a file or folder; a link reads as its target's name.
func (m *memFS) Open(name string) (fs.File, error) {
	n, err := m.node("open", name)
	if err != nil {
		return nil, err
	}
	list, _ := m.ReadDir(name)
	return &memFile{info: memInfo{path.Base(name), n}, data: n.data, list: list}, nil
}

// ReadFile returns a copy of a file's bytes.
func (m *memFS) ReadFile(name string) ([]byte, error) {
	n, err := m.node("read", name)
	if err == nil && !n.mode.IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return bytes.Clone(n.data), nil
}

// ReadDir lists a folder by name.
func (m *memFS) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := m.node("readdir", name)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(n.children))
	for child := range n.children {
		names = append(names, child)
	}
	sort.Strings(names)
	list := make([]fs.DirEntry, len(names))
	for i, child := range names {
		list[i] = fs.FileInfoToDirEntry(memInfo{child, m.nodes[path.Join(m.root, name, child)]})
	}
	return list, nil
}

// Lstat describes what is at name.
func (m *memFS) Lstat(name string) (fs.FileInfo, error) {
	n, err := m.node("lstat", name)
	if err != nil {
		return nil, err
	}
	return memInfo{path.Base(name), n}, nil
}

// ReadLink returns the target of a link.
func (m *memFS) ReadLink(name string) (string, error) {
	n, err := m.node("readlink", name)
	if err == nil && n.mode&fs.ModeSymlink == 0 {
		err = &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return "", err
	}
	return string(n.data), nil
}

type memInfo struct {
	name string
	node *memNode
}

func (i memInfo) Name() string       { return i.name }
func (i memInfo) Size() int64        { return int64(len(i.node.data)) }
func (i memInfo) Mode() fs.FileMode  { return i.node.mode }
func (i memInfo) ModTime() time.Time { return time.Time{} }
func (i memInfo) IsDir() bool        { return i.node.mode.IsDir() }
func (i memInfo) Sys() any           { return nil }

type memFile struct {
	info memInfo
	data []byte
	list []fs.DirEntry
}

func (f *memFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *memFile) Close() error               { return nil }

func (f *memFile) Read(p []byte) (int, error) {
	if len(f.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.data)
	f.data = f.data[n:]
	return n, nil
}

func (f *memFile) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.list)
	} else if len(f.list) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.list))
	list := f.list[:n]
	f.list = f.list[n:]
	return list, nil
}
