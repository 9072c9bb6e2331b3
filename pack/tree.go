package pack

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// The most that a pack may have: far above any real one, far below what would
// fill a machine's memory.
const (
	maxFiles = 50_000
	maxBytes = 512 << 20
	maxLinks = 40
)

var (
	errLeaves = errors.New("link leaves the pack")
	errLoop   = errors.New("link loop")
	errSize   = errors.New("the pack is too large: more than 50000 files or 512 MiB")
)

// tree reads a pack's files by their path in the pack. Links inside the pack
// are followed; links that leave it are problems. Each file is read once.
type tree struct {
	fsys  fs.FS
	files int
	// later has files that are copied as they are only summed.
	later bool

	lock  sync.Mutex
	seen  map[string]contents // by real path
	bytes int64
}

// contents are the bytes of a file, and their sum.
type contents struct {
	data []byte
	sum  [sha256.Size]byte
	// left reports that only the sum was kept.
	left bool
}

// file is a regular file of a tree.
type file struct {
	// path is how the pack names it, real the same with links resolved.
	path, real string
	exec       bool
}

func newTree(fsys fs.FS) *tree {
	return &tree{fsys: fsys}
}

// stat returns the file at p, or false if there is none or p is a directory.
func (t *tree) stat(p string) (file, bool) {
	real, err := t.resolve(p)
	if err != nil {
		return file{}, false
	}
	info, err := fs.Lstat(t.fsys, real)
	if err != nil || !info.Mode().IsRegular() {
		return file{}, false
	}
	return file{p, real, info.Mode()&0o111 != 0}, true
}

// find is stat for a file that need not be there: one that is there and cannot
// be reached is a problem.
func (t *tree) find(p string, r *report) (file, bool) {
	_, err := t.resolve(p)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.problem(p, 0, "%v", reason(err))
	}
	return t.stat(p)
}

// isDir reports whether p is a directory, or a link to one, inside the pack.
func (t *tree) isDir(p string) bool {
	real, err := t.resolve(p)
	if err != nil {
		return false
	}
	info, err := fs.Lstat(t.fsys, real)
	return err == nil && info.IsDir()
}

// read returns the bytes of f, which the caller must not change.
func (t *tree) read(f file) ([]byte, error) {
	c, err := t.contents(f)
	return c.data, err
}

// contents returns what is in f. It may be called from several goroutines.
func (t *tree) contents(f file) (contents, error) { return t.look(f, false) }

// look is contents, or only the sum if that is enough.
func (t *tree) look(f file, sumOnly bool) (contents, error) {
	t.lock.Lock()
	c, ok := t.seen[f.real]
	tooMuch := t.bytes > maxBytes
	t.lock.Unlock()
	if ok && (sumOnly || !c.left) {
		return c, nil
	}
	if tooMuch {
		return contents{}, errSize
	}
	was, had := c, ok
	var size int64
	var err error
	if sumOnly {
		c, size, err = sumOf(t.fsys, f.real)
	} else {
		c.data, err = fs.ReadFile(t.fsys, f.real)
		c, size = contents{data: c.data, sum: sha256.Sum256(c.data)}, int64(len(c.data))
	}
	if err == nil && had && was.sum != c.sum {
		err = errChanged
	}
	if err != nil {
		return contents{}, err
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.seen == nil {
		t.seen = map[string]contents{}
	}
	if !had {
		t.bytes += size
	}
	t.seen[f.real] = c
	if t.bytes > maxBytes {
		return contents{}, errSize
	}
	return c, nil
}

// list returns the regular files at or below p in path order, without version
// control's and package managers' own folders. What cannot be
// listed is reported to r.
func (t *tree) list(p string, r *report) []file {
	if f, ok := t.stat(p); ok {
		return []file{f}
	}
	real, err := t.resolve(p)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			r.problem(p, 0, "%v", reason(err))
		}
		return nil
	}
	w := &walk{tree: t, report: r}
	w.dir(p, real)
	return w.files
}

// entries returns the names directly below p, without following anything.
func (t *tree) entries(p string) []fs.DirEntry {
	list, _ := fs.ReadDir(t.fsys, p)
	return list
}

// resolve follows the links in p and returns the path of what it means.
func (t *tree) resolve(p string) (string, error) {
	if !fs.ValidPath(p) {
		return "", errLeaves
	}
	real, links := ".", 0
	rest := strings.Split(p, "/")
	for len(rest) > 0 {
		next := path.Join(real, rest[0])
		rest = rest[1:]
		info, err := fs.Lstat(t.fsys, next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			real = next
			continue
		}
		if links++; links > maxLinks {
			return "", errLoop
		}
		target, err := fs.ReadLink(t.fsys, next)
		if err != nil {
			return "", err
		}
		target = filepath.ToSlash(target)
		joined := path.Join(path.Dir(next), target)
		if path.IsAbs(target) || filepath.VolumeName(target) != "" || !fs.ValidPath(joined) {
			return "", errLeaves
		}
		rest = append(strings.Split(joined, "/"), rest...)
		real = "."
	}
	return real, nil
}

// junk reports whether a name belongs to version control, a package manager
// or a desktop, and never to a pack.
func junk(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", "node_modules", ".DS_Store", "Thumbs.db":
		return true
	}
	return strings.HasPrefix(name, "._") // macOS keeps file attributes there
}

// reason is what an error says without the path that is printed before it.
func reason(err error) error {
	var pe *fs.PathError
	switch {
	case errors.As(err, &pe) && errors.Is(err, fs.ErrNotExist):
		return errors.New("link to nothing")
	case errors.As(err, &pe):
		return pe.Err
	}
	return err
}
