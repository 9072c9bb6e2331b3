package added

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Names in the folder of the record.
const (
	// RecordFile is the record itself.
	RecordFile = "hosts.json"
	// Folder holds a copy of each descriptor.
	Folder = "hosts"
)

// schema is the version of the record's form.
const schema = 1

// ErrTaken is why a host cannot be used whose id the program has for something else by now.
var ErrTaken = errors.New("the program has a host or a flag of that name by now")

// Record is what a user has agreed to.
type Record struct {
	// Dir is the folder that it lies in, Shown how people spell it.
	Dir, Shown string
	// Made is how many of the folders above Dir were made for it.
	Made  int
	Hosts []Entry
	// Places are the directories, by the ids of hosts, that something was installed in besides
	// their homes in the user's own: real OS paths, sorted. The ledgers there say what is left.
	Places map[string][]string
}

// Entry is one host that was agreed to.
type Entry struct {
	ID string `json:"id"`
	// From is the file that was added, an absolute OS path.
	From string `json:"from"`
	// File is the name of the copy in Folder.
	File string `json:"file"`
	// Sum is that of the bytes that were agreed to, Text the bytes.
	Sum  plan.Sum `json:"sha256"`
	Text string   `json:"descriptor"`
	// Next is the sum of a copy that is about to replace this one's; empty if none is.
	Next plan.Sum `json:"next,omitempty"`
	// SetID and HomeName are what the user has set in it.
	SetID    string `json:"setId,omitempty"`
	HomeName string `json:"homeName,omitempty"`
}

// Source is the descriptor as it was agreed to.
func (e Entry) Source() Source {
	return Source{Name: e.File, Data: []byte(e.Text), ID: e.SetID, HomeName: e.HomeName}
}

// document is the record's file.
type document struct {
	Schema int     `json:"schema"`
	Made   int     `json:"made,omitempty"`
	Hosts  []Entry `json:"hosts"`
	// Places are as in Record.
	Places map[string][]string `json:"places,omitempty"`
}

// Read reads the record in a folder, which people spell as shown; one that is not there is empty.
func Read(dir, shown string) (Record, error) {
	r := Record{Dir: dir, Shown: shown}
	root, err := confine.Open(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	defer root.Close()
	data, _, err := root.ReadFile(RecordFile)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	var doc document
	if err == nil {
		err = json.Unmarshal(data, &doc)
	}
	at := path.Join(shown, RecordFile)
	switch {
	case err != nil:
		return r, plan.FileErrorf(at, "the record of added hosts cannot be read: %w", err)
	case doc.Schema != schema:
		return r, plan.FileErrorf(at, "the record of added hosts has the schema %d, and this program knows %d", doc.Schema, schema)
	}
	seen := map[string]bool{}
	for _, e := range doc.Hosts {
		if seen[e.ID] || !plainName(e.ID) || !plainName(e.File) {
			return r, plan.FileErrorf(at, "the record of added hosts cannot be read: %q stands twice, or is no name", e.ID)
		}
		seen[e.ID] = true
	}
	r.Hosts, r.Made, r.Places = doc.Hosts, doc.Made, doc.Places
	return r, nil
}

// plainName reports whether a word of the record can be a file's name.
func plainName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, `/\`) && plan.CheckName(name) == nil
}

// Find returns the entry of a host and whether there is one.
func (r Record) Find(id string) (Entry, bool) {
	i := slices.IndexFunc(r.Hosts, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return Entry{}, false
	}
	return r.Hosts[i], true
}

// Path is where the copy of an entry lies.
func (r Record) Path(e Entry) string { return filepath.Join(r.Dir, Folder, e.File) }

// Set returns set with the hosts that were agreed to, and why one is left out: its text in the
// record is not what the user has agreed to, or its id is that of one in set or taken otherwise.
func (r Record) Set(set *descriptors.Set, taken func(id string) bool) (*descriptors.Set, map[string]error) {
	var hosts []descriptors.Host
	out := map[string]error{}
	for _, e := range r.Hosts {
		e.Text = r.agreed(e)
		h, err := e.host()
		if taken(e.ID) || slices.ContainsFunc(set.Heads(), func(o descriptors.Head) bool { return o.ID == e.ID }) {
			err = ErrTaken
		}
		if err != nil {
			out[e.ID] = err
			continue
		}
		hosts = append(hosts, h)
	}
	if len(hosts) == 0 {
		return set, out
	}
	return set.With(hosts...), out
}

// agreed are the bytes that were agreed to: as the record has them, or else the copy.
func (r Record) agreed(e Entry) string {
	if data, err := r.read(e); e.Source().Sum() != e.Sum && err == nil {
		return string(data)
	}
	return e.Text
}

func (e Entry) host() (descriptors.Host, error) {
	if e.Source().Sum() != e.Sum {
		return descriptors.Host{}, fmt.Errorf("what the record has of it is not what was agreed to")
	}
	h, err := e.Source().Host()
	if err == nil && h.ID != e.ID {
		err = fmt.Errorf("what the record has of it is of %q", h.ID)
	}
	return h, err
}

// read is the copy of an entry.
func (r Record) read(e Entry) ([]byte, error) {
	root, err := confine.Open(r.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	data, _, err := root.ReadFile(Folder + "/" + e.File)
	return data, err
}

// Usable says why a host may not be written for: its copy is not what was agreed to, or
// the program refuses it by now. set is what it is one of.
func (r Record) Usable(e Entry, set *descriptors.Set) error {
	at := path.Join(r.Shown, Folder, e.File)
	data, err := r.read(e)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return plan.FileErrorf(at, "the descriptor of %s is gone", e.ID)
	case err != nil:
		return plan.FileErrorf(at, "the descriptor of %s cannot be read: %w", e.ID, err)
	case plan.SumOf(data) != e.Sum:
		return plan.FileErrorf(at, "the descriptor of %s has changed since it was agreed to", e.ID)
	}
	e.Text = string(data)
	_, _, err = e.Source().Check(set.Without(e.ID))
	return err
}
