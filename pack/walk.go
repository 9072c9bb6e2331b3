package pack

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// walk lists one folder of a tree.
type walk struct {
	*tree
	report *report
	files  []file
	// open are the real paths of the folders that the walk is in.
	open []string
}

func (w *walk) dir(p, real string) {
	for _, o := range w.open {
		if o == real {
			w.report.problem(p, 0, "%v: it leads back to %s", errLoop, real)
			return
		}
	}
	if !w.count() {
		return
	}
	list, err := fs.ReadDir(w.fsys, real)
	if err != nil {
		w.report.problem(p, 0, "%v", reason(err))
		return
	}
	w.open = append(w.open, real)
	trees := w.expected(real, list)
	for _, e := range list {
		if !junk(e.Name()) && !slices.Contains(trees, e.Name()) {
			w.entry(path.Join(p, e.Name()), path.Join(real, e.Name()), e.Type())
		}
	}
	w.open = w.open[:len(w.open)-1]
}

func (w *walk) entry(p, real string, mode fs.FileMode) {
	if !fs.ValidPath(p) || !utf8.ValidString(p) {
		w.report.problem(strings.ToValidUTF8(p, "?"), 0, "the name is not valid UTF-8")
		return
	}
	if mode&fs.ModeSymlink != 0 {
		var err error
		if real, err = w.resolve(real); err != nil {
			w.report.problem(p, 0, "%v", reason(err))
			return
		}
	}
	info, err := fs.Lstat(w.fsys, real)
	switch {
	case err != nil:
		w.report.problem(p, 0, "%v", reason(err))
	case info.IsDir():
		w.dir(p, real)
	case !info.Mode().IsRegular():
		w.report.problem(p, 0, "neither a file nor a folder nor a link (%s)", info.Mode().Type())
	case w.count():
		w.files = append(w.files, file{p, real, info.Mode()&0o111 != 0})
	}
}

// count reports whether one more file or folder is within the limit. Links
// between folders can make few of them look like very many.
func (w *walk) count() bool {
	w.tree.files++
	if w.tree.files == maxFiles+1 {
		w.report.problem("", 0, "%v", errSize)
	}
	return w.tree.files <= maxFiles
}
