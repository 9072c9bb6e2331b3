package plan

// StateDir is the folder of the program's own records in a mount; nothing else
// may lie in it.
const StateDir = ".gsd-install"

// Mount is a real directory that artifacts and edits go into. It is resolved
// once, by package layout: environment, probes and links are behind it.
type Mount struct {
	// ID names the mount in plans and ledgers: the host's id for its config
	// home, "agents" for the shared folder, "project" or "home" for a single file
	// directly in the project or the home.
	ID string
	// Dir is the absolute OS path of the directory, links resolved. It need
	// not exist yet.
	Dir string
	// Only, if not empty, makes this a file mount: the single name in Dir
	// that may be opened.
	Only string
	// Names, if not empty, are the only names in Dir that may be opened, besides the
	// mount's own records; unlike a file mount it keeps these itself.
	Names []string
	// Shown is the directory as people and emitted texts spell it, with
	// slashes: "~/.codex", ".agents", or an absolute path where neither the home
	// nor the project holds it.
	Shown string
	// Store is the id of the mount whose ledger keeps this mount's records;
	// equal to ID except for file mounts.
	Store string
	// Holder and Link are the id of the mount that holds the link which leads to this
	// one, and the link's path below it; both empty if none does.
	Holder, Link string
	// Heir is the id of the mount whose ledger takes over what this one's says of single
	// files elsewhere; empty unless the host had its files here by an earlier descriptor.
	Heir string
	// Lock is the absolute OS path of the directory to lock for it: the home
	// or the project, or the parent of a mount outside both.
	Lock string
	// Shut reports that no link may lead out of it, whatever the user allows: it is of a host
	// that is none of the program's.
	Shut bool
	// Shared reports whether several hosts read this folder.
	Shared bool
	// Aliases are further ids that name this same directory; usually none.
	// Plans use ID only: layout.Own turns an alias into it.
	Aliases []string
}

// ShutHint is what to do about a link that leads out of a Mount that is Shut.
const ShutHint = "take the link away; a host that was added writes in its own folder only"
