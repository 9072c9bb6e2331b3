package plan

import "io/fs"

// Action is what a Change does to a path.
type Action string

// The actions, in the words that plans print.
const (
	Create   Action = "create"
	Update   Action = "update"
	Remove   Action = "remove"
	Keep     Action = "keep"
	Conflict Action = "conflict"
	Forget   Action = "forget"
)

// Change is one difference between the wanted tree, the disk and the ledger.
type Change struct {
	Action Action
	// Mount is the id of the mount, Path the path below it.
	Mount string
	Path  string
	// Why says the reason in a few words: "new", "edited since it was installed".
	Why     string
	Rule    string
	Sources []Source
	// Want is the sum wanted, Have the one on disk, Last the one recorded.
	Want, Have, Last Sum
	// Mode is the file mode wanted; zero for a removal.
	Mode fs.FileMode
	// Edit reports that the path belongs to the user and only our pieces in
	// it change.
	Edit bool
	// Backup is the path below the mount that the bytes on disk are put aside
	// to; empty if they are not.
	Backup string
	// Pristine is the path below the mount that what we had installed is put to, beside a
	// Backup that is an edit of it; empty if it is not.
	Pristine string
	// Original is the path below the mount of the user's own file that an earlier
	// run has put aside for ours, if it stays there and no ledger tells of it any
	// more: what is at Path now is the user's as well. Empty in all other cases.
	Original string
}
