package emit

import (
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strconv"

	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// ledgerSchema is the version of the ledger that this program writes; older ones are migrated
// as they are read.
const ledgerSchema = 2

// The names in a mount's state folder.
const (
	stateDir    = plan.StateDir
	ledgerPath  = stateDir + "/ledger.json"
	journalPath = stateDir + "/journal.json"
	pointerPath = stateDir + "/pointer.json"
	stagePath   = stateDir + "/stage"
	backupPath  = stateDir + "/backup"
)

// Ledger is what a mount remembers: which packs are there, which paths are ours,
// and what was put into files of the user's. It has no times, so that equal
// installs have equal ledgers.
type Ledger struct {
	Schema int `json:"schema"`
	// Made is how many directories we made for the mount: 0 if it was there, 1
	// for the mount itself, 2 for its parent as well, and so on.
	Made int `json:"made,omitempty"`
	// Packs are in order of prefix.
	Packs []Pack `json:"packs"`
	// Records are in order of mount and path, and so are Edits.
	Records []Record `json:"records"`
	Edits   []Edit   `json:"edits"`
	// Dirs are the directories below the mount that we made, sorted.
	Dirs []string `json:"dirs"`
	// Links are the links in the mount behind which something of ours is, by
	// leave of the user, in order of path.
	Links []Link `json:"links,omitempty"`
}

// Link is a link below a mount, and the absolute OS path that it leads to.
type Link struct {
	Path   string `json:"path"`
	Target string `json:"target"`
}

// Pack is a pack in a mount, with the hosts that claim it, sorted.
type Pack struct {
	plan.PackRef
	Hosts []string `json:"hosts"`
}

// Record is one whole file of ours.
type Record struct {
	// Mount is the id of a file mount whose records are kept here; empty for the
	// ledger's own mount.
	Mount string `json:"mount,omitempty"`
	Path  string `json:"path"`
	// Sum and Mode are the file's as it was put there. No Sum is a path at which nothing
	// is to be: what was there is the Backup.
	Sum     plan.Sum      `json:"sum"`
	Mode    Mode          `json:"mode"`
	Rule    string        `json:"rule,omitempty"`
	Sources []plan.Source `json:"sources,omitempty"`
	// Claims are sorted and never empty.
	Claims []Claim `json:"claims"`
	// Preexisting files were the user's before us and are never removed.
	Preexisting bool `json:"preexisting,omitempty"`
	// Pack is the pack that the file is of, if the mount has another one since: somebody
	// had edited the file, and it was kept so.
	Pack *plan.PackRef `json:"pack,omitempty"`
	// Backup is the path below the backup folder of what was put aside for it
	// and comes back at uninstall; empty if nothing was.
	Backup string `json:"backup,omitempty"`
}

func (r Record) state() state { return fileState(r.Sum, r.Mode&0o100 != 0) }

// Edit is one file of the user's with pieces of ours in it.
type Edit struct {
	Mount  string      `json:"mount,omitempty"`
	Path   string      `json:"path"`
	Format plan.Format `json:"format"`
	// After is the sum of the whole file with our pieces; what it was before them
	// is the first owner's to know.
	After plan.Sum `json:"after,omitempty"`
	// Stack are the owners of pieces, in the order they were put in.
	Stack []Owner `json:"stack"`
}

// Owner is what one claim put into a file of the user's.
type Owner struct {
	Claim   Claim         `json:"claim"`
	Rule    string        `json:"rule,omitempty"`
	Sources []plan.Source `json:"sources,omitempty"`
	Receipt edit.Receipt  `json:"receipt"`
}

// file returns where the mount and the path of the file are kept.
func (r *Record) file() (mount, name *string) { return &r.Mount, &r.Path }

func (e *Edit) file() (mount, name *string) { return &e.Mount, &e.Path }

// Mode is the permission bits of a file, spelled in octal.
type Mode fs.FileMode

// MarshalText spells the mode as "0644".
func (m Mode) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%04o", uint32(m)), nil }

// UnmarshalText reads octal digits up to 0777.
func (m *Mode) UnmarshalText(b []byte) error {
	n, err := strconv.ParseUint(string(b), 8, 32)
	if err != nil || n > 0o777 {
		return fmt.Errorf("mode %q: not octal permission bits", b)
	}
	*m = Mode(n)
	return nil
}

// Hosts are the ids of all hosts with a claim, sorted.
func (l *Ledger) Hosts() []string {
	var hosts []string
	for _, p := range l.Packs {
		hosts = append(hosts, p.Hosts...)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// pack returns the pack with the prefix.
func (l *Ledger) pack(prefix string) (Pack, bool) {
	for _, p := range l.Packs {
		if p.Prefix == prefix {
			return p, true
		}
	}
	return Pack{}, false
}

// files are the mounts and paths of all that the ledger tells of, where it keeps them.
func (l *Ledger) files() iter.Seq2[*string, *string] {
	return func(yield func(mount, name *string) bool) {
		for i := range l.Records {
			if !yield(l.Records[i].file()) {
				return
			}
		}
		for i := range l.Edits {
			if !yield(l.Edits[i].file()) {
				return
			}
		}
	}
}

func (l *Ledger) empty() bool { return len(l.Records)+len(l.Edits)+len(l.Links) == 0 }

// tells reports whether the ledger tells of a file.
func (l *Ledger) tells(mount, name string) bool {
	for m, n := range l.files() {
		if *m == mount && *n == name {
			return true
		}
	}
	return false
}
