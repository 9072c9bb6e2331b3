package added

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// ErrForeign is what the error of Put wraps for a file at the copy's place that is somebody
// else's.
var ErrForeign = errors.New("there is a file already that nobody has agreed to")

// Make makes the folder of the record, which a run has to lock before it changes anything, and
// returns how many folders above it were made for that.
func Make(dir string) (above int, err error) {
	for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
		if _, err := os.Lstat(up); !errors.Is(err, fs.ErrNotExist) {
			return above, os.MkdirAll(dir, 0o755)
		}
		above++
	}
}

// Put adds an entry, or replaces the one of the same host. The copy is written before the
// record, so that whenever it is interrupted no copy counts that the record does not have. A
// file of somebody else's at the copy's place is left there and is an error.
func (r Record) Put(e Entry) error {
	above, err := Make(r.Dir)
	if err != nil {
		return err
	}
	r.Made = max(r.Made, above)
	root, err := confine.Open(r.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Mkdir(Folder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	at := path.Join(Folder, e.File)
	old, had := r.Find(e.ID)
	_ = root.Sync(".") // as in replace
	if err := r.free(root, at, e, old); err != nil {
		return err
	}
	if had { // and know the copy for ours if nothing more comes of it
		next := old
		next.Next = e.Sum
		if err := r.write(root, r.with(next)); err != nil {
			return err
		}
	}
	if err := replace(root, at, []byte(e.Text)); err != nil {
		return err
	}
	if err := r.write(root, r.with(e)); err != nil {
		if !had {
			_ = r.drop(root, e) // the error is told already
		}
		return err
	}
	if had && old.File != e.File {
		return r.drop(root, old)
	}
	return nil
}

// with are the hosts with an entry, in place of one of the same id.
func (r Record) with(e Entry) []Entry {
	hosts := slices.DeleteFunc(slices.Clone(r.Hosts), func(o Entry) bool { return o.ID == e.ID })
	hosts = append(hosts, e)
	slices.SortFunc(hosts, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
	return hosts
}

// free checks that there is nothing at the copy's place but what was agreed to, before or now.
func (r Record) free(root *confine.Root, at string, e, old Entry) error {
	data, _, err := root.ReadFile(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if sum := plan.SumOf(data); sum == e.Sum || sum == old.Sum || sum == old.Next {
		return nil
	}
	return plan.FileErrorf(path.Join(r.Shown, at), "%w", ErrForeign)
}

// Remove takes an entry away. A copy that was changed is the user's, and stays.
func (r Record) Remove(id string) (kept string, err error) {
	root, err := confine.Open(r.Dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	e, _ := r.Find(id)
	hosts := slices.DeleteFunc(slices.Clone(r.Hosts), func(o Entry) bool { return o.ID == id })
	r.Places = maps.Clone(r.Places)
	delete(r.Places, id)
	if err := r.write(root, hosts); err != nil {
		return "", err
	}
	if err := r.drop(root, e); err != nil {
		return "", err
	}
	for _, half := range []string{RecordFile, path.Join(Folder, e.File)} { // of a run that was killed
		if err := root.Remove(half + tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if _, err := root.Lstat(path.Join(Folder, e.File)); err == nil {
		return r.Path(e), nil
	}
	if _, err = root.Prune(Folder); err != nil {
		return "", err
	}
	dir := r.Dir
	for range r.Made + 1 {
		if os.Remove(dir) != nil {
			break // something else is in it
		}
		dir = filepath.Dir(dir)
	}
	return "", nil
}

// Remember has the record say that something is installed for a host in these directories and no
// others but those where a run finds it by itself.
func (r Record) Remember(id string, dirs []string) error {
	root, err := confine.Open(r.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if r.Places = maps.Clone(r.Places); r.Places == nil {
		r.Places = map[string][]string{}
	}
	if r.Places[id] = dirs; len(dirs) == 0 {
		delete(r.Places, id)
	}
	return r.write(root, r.Hosts)
}

// drop removes the copy of an entry, unless it was changed.
func (r Record) drop(root *confine.Root, e Entry) error {
	at := path.Join(Folder, e.File)
	data, _, err := root.ReadFile(at)
	if sum := plan.SumOf(data); err != nil || sum != e.Sum && sum != e.Next {
		return nil // it is gone, or none of ours
	}
	return root.Remove(at)
}

// write writes the record; without hosts there is none.
func (r Record) write(root *confine.Root, hosts []Entry) error {
	if len(hosts) == 0 {
		if err := root.Remove(RecordFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return root.Sync(".")
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(document{schema, r.Made, hosts, r.Places}); err != nil {
		return err
	}
	return replace(root, RecordFile, b.Bytes())
}

// tmp follows the name of a file while it is written.
const tmp = ".tmp"

// replace writes a file whole or not at all.
func replace(root *confine.Root, name string, data []byte) error {
	if err := root.Replace(name, name+tmp, data, 0o644); err != nil {
		return err
	}
	_ = root.Sync(path.Dir(name)) // where that fails, the rename is all there is
	return nil
}

// Stray are the files in Folder that the record does not have, by their whole paths.
func (r Record) Stray() []string {
	list, _ := os.ReadDir(filepath.Join(r.Dir, Folder))
	var all []string
	for _, f := range list {
		known := slices.ContainsFunc(r.Hosts, func(e Entry) bool { return e.File == f.Name() })
		if !known && (strings.HasSuffix(f.Name(), ".toml") || strings.HasSuffix(f.Name(), ".json")) {
			all = append(all, filepath.Join(r.Dir, Folder, f.Name()))
		}
	}
	return all
}
