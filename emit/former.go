package emit

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// former is what a predecessor has recorded in a mount.
type former struct {
	*plan.Predecessor
	claim Claim
	// at is the mount with the manifest, mounts are all of the host's directories, that one first.
	at     *mount
	mounts []*mount
	// files are the recorded paths with their sums, known those and the residue.
	files map[string]plan.Sum
	known map[string]bool
	// from and to are when the predecessor ran, as far as its own records tell.
	from, to time.Time
	// end is when it was over at the latest.
	end   time.Time
	taken *Taken
}

// Taken is what a run takes over from a predecessor.
type Taken struct {
	Claim Claim
	// Name and Version are the predecessor's.
	Name, Version string
	// Replaced, Removed and Kept are how many of its files ours take the place of, go, and
	// stay since they were edited; Entries is how many of its entries in files of the user's go.
	Replaced, Removed, Kept, Entries int
	// Places are the paths of the changes.
	Places []plan.Place
	// Notes tell of what stays.
	Notes []plan.Note

	// project reports that what is told of lies in the project itself.
	project bool
}

func (f *former) note(path, format string, args ...any) {
	f.taken.Notes = append(f.taken.Notes, plan.Note{Rule: "predecessor", Path: path, Message: fmt.Sprintf(format, args...)})
}

// manifestLimit is how large a manifest may be; real ones have a tenth of a megabyte.
const manifestLimit = 16 << 20

// formers finds what predecessors of the plans' packs have recorded. Their files become
// records that no ledger has, so that they go the way of ours; nothing else in a manifest
// has any effect.
func (t *tally) formers() {
	seen := map[*mount]bool{}
	for i, p := range t.req.Plans {
		for _, pred := range t.req.Predecessors[p.Pack.Prefix] {
			for _, m := range t.directories(i + 1) {
				if m.root == nil || seen[m] {
					continue
				}
				f := formerAt(&pred, planClaim(p), m)
				found, err := f.read()
				if err != nil {
					f.note(m.shown(pred.Manifest), "%s's own installer has left it, and it is not heeded: %v", pred.Name, err)
				}
				if !found {
					continue
				}
				seen[m] = true
				t.taken = append(t.taken, f.taken)
				if err != nil {
					continue
				}
				for _, o := range t.directories(i + 1) {
					if o != m && o.root != nil {
						f.mounts = append(f.mounts, o)
					}
				}
				if pred.Beyond != "" {
					f.note(m.shown(pred.Manifest), "%s", pred.Beyond)
				}
				t.formerFiles(f)
				t.formerEntries(f, i+1)
			}
			t.formerProject(&pred, &p, i+1)
		}
	}
}

// formerAt is one of whom nothing is read yet.
func formerAt(pred *plan.Predecessor, claim Claim, at *mount) *former {
	return &former{
		Predecessor: pred, claim: claim, at: at, mounts: []*mount{at}, files: map[string]plan.Sum{}, known: map[string]bool{},
		taken: &Taken{Claim: claim, Name: pred.Name},
	}
}

// formerProject tells of what a predecessor has put into a project itself, which is no folder
// of a host's. Of several hosts the first tells of it.
func (t *tally) formerProject(pred *plan.Predecessor, p *plan.Plan, list int) {
	project := t.req.Project
	if p.Scope != plan.Local || pred.Elsewhere == "" || project == "" {
		return
	}
	told := slices.ContainsFunc(t.taken, func(have *Taken) bool { return have.project })
	if told || slices.ContainsFunc(t.directories(list), func(m *mount) bool { return m.Dir == project }) {
		return
	}
	root, err := confine.Open(project)
	if err != nil {
		return // then it has no manifest either
	}
	defer root.Close()
	f := formerAt(pred, planClaim(*p), &mount{root: root, dirs: map[string]dirState{}})
	f.taken.project = true
	if found, err := f.read(); !found || err != nil {
		return
	}
	f.note(pred.Manifest, "%s", strings.ReplaceAll(pred.Elsewhere, "VERSION", cmp.Or(f.taken.Version, "latest")))
	t.taken = append(t.taken, f.taken)
}

// directories are the mounts of a list in which any name may be opened, in path order.
func (t *tally) directories(list int) []*mount {
	var dirs []*mount
	for _, m := range t.all {
		for _, of := range t.by[list] {
			if of == m && m.Only == "" && len(m.Names) == 0 && !slices.Contains(dirs, m) {
				dirs = append(dirs, m)
			}
		}
	}
	return dirs
}

// read reads the manifest; false means that there is none.
func (f *former) read() (bool, error) {
	file, info, err := f.at.root.OpenRead(f.Manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, manifestLimit+1))
	if err != nil {
		return true, err
	}
	if len(data) > manifestLimit {
		return true, fmt.Errorf("it has more than %d bytes", manifestLimit)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return true, err
	}
	var when string
	_ = json.Unmarshal(all[f.Version], &f.taken.Version) // without it there is only less to say
	_ = json.Unmarshal(all[f.Time], &when)
	var sums map[string]plan.Sum
	if err := json.Unmarshal(all[f.Files], &sums); err != nil || sums == nil {
		return true, fmt.Errorf("its %q are not paths and sums", f.Files)
	}
	for _, name := range sortedKeys(sums) {
		switch err := checkPath(name); {
		case err != nil:
			f.note(f.at.shown(f.Manifest), "it names %v, which is not heeded", err)
		case !validSum(sums[name]):
			f.note(f.at.shown(f.Manifest), "it has no sum of %s, which is not heeded", name)
		default:
			f.files[name], f.known[name] = sums[name], true
		}
	}
	f.ran(when, info)
	return true, nil
}

// A predecessor's run is over some seconds after it has written its manifest, and has begun not
// long before.
const (
	formerRun = time.Minute
	formerEnd = 10 * time.Second
)

// ran works out when the predecessor ran: what it writes last are its own records.
func (f *former) ran(when string, manifest fs.FileInfo) {
	written, err := time.Parse(time.RFC3339, when)
	if err != nil {
		return // nothing is known by its time then
	}
	f.from, f.to = written.Add(-formerRun), manifest.ModTime()
	for _, name := range f.records() {
		if info, err := f.at.root.Lstat(name); err == nil && info.ModTime().After(f.to) {
			f.to = info.ModTime()
		}
	}
	if f.end = written.Add(formerEnd); f.to.After(f.end) {
		f.to = f.end
	}
}

// records are the predecessor's own records in the mount of its manifest.
func (f *former) records() []string {
	var all []string
	for _, pattern := range f.State {
		folder, word := path.Split(pattern)
		folder = path.Clean(folder)
		if at, err := f.at.dir(folder); err != nil || at != dirThere {
			continue
		}
		entries, err := f.at.root.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, d := range entries {
			if ok, err := path.Match(word, d.Name()); ok && err == nil {
				all = append(all, path.Join(folder, d.Name()))
			}
		}
	}
	return all
}

// wrote reports whether a file was last written between the beginning of the predecessor's
// run and another time.
func (f *former) wrote(info fs.FileInfo, to time.Time) bool {
	at := info.ModTime()
	return info.Mode().IsRegular() && !at.Before(f.from) && !at.After(to)
}

// owned reports whether a path is the user's.
func (f *former) owned(name string) bool {
	return slices.ContainsFunc(f.Owned, func(o string) bool { return name == o || strings.HasPrefix(name, o+"/") })
}

// marked reports whether a path has a name like the predecessor's.
func (f *former) marked(name string) bool {
	for word := range strings.SplitSeq(name, "/") {
		for _, mark := range f.Marks {
			if strings.HasPrefix(word, mark) {
				return true
			}
		}
	}
	return false
}

// items are the words that "{name}" in a residue stands for: names of what is recorded, without
// a mark before them and what follows a dot.
func (f *former) items() []string {
	words := map[string]bool{}
	for name := range f.files {
		for word := range strings.SplitSeq(name, "/") {
			word, _, _ = strings.Cut(word, ".")
			for _, mark := range f.Marks {
				word = strings.TrimPrefix(word, mark)
			}
			if word != "" {
				words[word] = true
			}
		}
	}
	return sortedKeys(words)
}

// spellings are how the predecessor may spell the folder of a mount.
func spellings(m *mount) []string {
	all := []string{m.Dir}
	if rel, ok := strings.CutPrefix(m.Shown, "~/"); ok {
		return append(all, "~/"+rel, "$HOME/"+rel, "${HOME}/"+rel)
	}
	if !path.IsAbs(m.Shown) {
		all = append(all, m.Shown, "./"+m.Shown)
	}
	return all
}
