package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
)

// journalSchema is the version of journals and pointers. A later program may find those of an
// earlier one.
const journalSchema = 1

// journal is what a committed run has still to do. Each step can be done again
// without harm, so that whoever finds the journal can finish the run.
type journal struct {
	Schema int `json:"schema"`
	// Run is a random word that the pointers of the run carry as well.
	Run string `json:"run"`
	// Sites are the directories of the run: first those with a state folder, in
	// path order, then single files.
	Sites []site `json:"sites"`
	Steps []step `json:"steps"`
}

// stagedLedger is the ledger that a run leaves behind, until it does.
const stagedLedger = stagePath + "/ledger.json"

// stagedJournal is the journal until the commit, which is its rename.
const stagedJournal = stagePath + "/journal.json"

// site is a directory that steps are for.
type site struct {
	// Dir is the absolute OS path, Only and Store are as in plan.Mount, but Store is
	// an index of Sites.
	Dir   string `json:"dir"`
	Only  string `json:"only,omitempty"`
	Store int    `json:"store"`
	// Lock is as in plan.Mount: directories of ours go only below it.
	Lock string `json:"lock"`
	// Key is what records of a file mount carry in the ledger.
	Key string `json:"key,omitempty"`
	// Ledger reports that the stage has the ledger to leave behind; if not, the
	// ledger goes.
	Ledger bool `json:"ledger,omitempty"`
}

// verb is what a step does.
type verb string

const (
	doAside  verb = "aside"  // move Path to From, a place in the backup folder
	doRemove verb = "remove" // remove Path
	doPrune  verb = "prune"  // remove the directory Path if it is empty
	doMkdir  verb = "mkdir"  // make the directory Path
	doPut    verb = "put"    // move From to Path
	doWrite  verb = "write"  // write the bytes of From into the user's file Path
)

// step is one thing to do, unless what is at Path is not in the state Have any
// more.
type step struct {
	Do   verb   `json:"do"`
	Site int    `json:"site"`
	Path string `json:"path"`
	// From is a path below the state folder of the site's store.
	From string `json:"from,omitempty"`
	// Pristine, of an aside, is likewise what we had installed, to be kept beside From.
	Pristine string `json:"pristine,omitempty"`
	Have     state  `json:"have,omitempty"`
	Want     state  `json:"want,omitempty"`
	// Edit reports that Path is a file of the user's with pieces of ours, and
	// Name is the path it has in the ledger, which a link may make another.
	Edit bool   `json:"edit,omitempty"`
	Name string `json:"name,omitempty"`
}

func (s step) name() string {
	if s.Name != "" {
		return s.Name
	}
	return s.Path
}

// restores reports whether the step brings back what was put aside.
func (s step) restores() bool { return s.Do == doPut && strings.HasPrefix(s.From, backupPath+"/") }

// original reports whether that is a file that was not ours.
func (s step) original() bool { return s.restores() && pristineOf(s.From) == "" }

// pointer leads from any mount of a run to its journal.
type pointer struct {
	Schema int    `json:"schema"`
	Run    string `json:"run"`
	// Journal is the absolute OS path of the mount that has the journal.
	Journal string `json:"journal"`
	// Made is how many directories go with the state folder if nothing else is
	// in them.
	Made int `json:"made,omitempty"`
	// Dirs are the directories below the mount that the run makes, outermost first; they
	// go again if it ends without anything in them.
	Dirs []string `json:"dirs,omitempty"`
}

func decodePointer(b []byte) (pointer, error) {
	var p pointer
	if err := decodeStrict(b, &p); err != nil {
		return p, err
	}
	switch {
	case p.Schema != journalSchema:
		return p, fmt.Errorf("pointer: schema %d is not %d", p.Schema, journalSchema)
	case p.Made < 0:
		return p, fmt.Errorf("pointer: %d directories made", p.Made)
	case !filepath.IsAbs(p.Journal):
		return p, fmt.Errorf("pointer: the journal's %q is no absolute path", p.Journal)
	}
	for _, d := range p.Dirs {
		if err := checkPath(d); err != nil {
			return p, fmt.Errorf("pointer: %w", err)
		}
	}
	return p, nil
}

// decodeJournal reads a journal and checks that no path in it leaves its site.
func decodeJournal(b []byte) (journal, error) {
	var j journal
	if err := decodeStrict(b, &j); err != nil {
		return j, err
	}
	switch {
	case j.Schema != journalSchema:
		return j, fmt.Errorf("journal: schema %d is not %d", j.Schema, journalSchema)
	case j.Run == "":
		return j, fmt.Errorf("journal: it has no run")
	}
	for i, s := range j.Sites {
		if err := s.check(i, j.Sites); err != nil {
			return j, fmt.Errorf("journal: site %d, %s: %w", i, s.Dir, err)
		}
	}
	for i, s := range j.Steps {
		if err := s.check(len(j.Sites)); err != nil {
			return j, fmt.Errorf("journal: step %d, %s: %w", i, s.Path, err)
		}
	}
	return j, nil
}

func (s site) check(i int, sites []site) error {
	switch {
	case !filepath.IsAbs(s.Dir):
		return fmt.Errorf("no absolute path")
	case !filepath.IsAbs(s.Lock):
		return fmt.Errorf("the lock's %q is no absolute path", s.Lock)
	case s.Store < 0 || s.Store >= len(sites):
		return fmt.Errorf("its store is site %d of %d", s.Store, len(sites))
	case sites[s.Store].Only != "":
		return fmt.Errorf("its store is a single file")
	case s.Only == "" && s.Store != i:
		return fmt.Errorf("a directory has its own store, not site %d", s.Store)
	case s.Only == "" && s.Key != "":
		return fmt.Errorf("a directory has no key, not %q", s.Key)
	case s.Only != "" && s.Key == "":
		return fmt.Errorf("the single file %s has no key", s.Only)
	}
	return nil
}

func (s step) check(sites int) error {
	switch {
	case s.Site < 0 || s.Site >= sites:
		return fmt.Errorf("it is for site %d of %d", s.Site, sites)
	case !s.Have.valid():
		return fmt.Errorf("%q is no state", s.Have)
	case !s.Want.valid():
		return fmt.Errorf("%q is no state", s.Want)
	}
	for _, p := range []string{s.Path, s.name()} {
		if err := checkPath(p); err != nil {
			return err
		}
	}
	folder := ""
	switch s.Do {
	case doRemove, doPrune, doMkdir:
		if s.From == "" {
			return nil
		}
	case doAside:
		folder = backupPath + "/"
	case doPut:
		folder = stagePath + "/"
		if s.restores() {
			folder = backupPath + "/"
		}
	case doWrite:
		folder = stagePath + "/"
	}
	if folder == "" || !strings.HasPrefix(s.From, folder) || path.Clean(s.From) != s.From {
		return fmt.Errorf("%s from %q: not possible", s.Do, s.From)
	}
	if s.Pristine != "" && (pristineOf(s.From) == "" || !strings.HasPrefix(s.Pristine, stagePath+"/") || path.Clean(s.Pristine) != s.Pristine) {
		return fmt.Errorf("%s with %q: not possible", s.Do, s.Pristine)
	}
	return nil
}

// decodeStrict reads one JSON value with known keys only, and nothing after it.
func decodeStrict(b []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("there is more after its end, at byte %d", dec.InputOffset())
	}
	return nil
}
