// Package emit makes disks match plans, atomically and with a journal. It is
// the only writer into a mount.
//
// Diff compares what plans want with what is on disk and what ledgers remember,
// and finds everything that stands in the way before the first byte is written.
// Run.Apply stages the new files, commits with one rename of the journal and rolls
// forward from there; Recover does the rest of a run that was killed. Nothing is
// overwritten or removed unless its sum is the one that Diff saw.
package emit

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Claim says that a host uses something of a pack. A path leaves the disk when
// its last claim goes.
type Claim struct {
	Host string
	// Prefix is the pack's. In Request.Leave and Verify an empty one means every pack.
	Prefix string
}

// String is the claim as ledgers spell it, "host/prefix".
func (c Claim) String() string { return c.Host + "/" + c.Prefix }

// MarshalText spells the claim as String does.
func (c Claim) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *Claim) UnmarshalText(b []byte) error {
	host, prefix, ok := strings.Cut(string(b), "/")
	if !ok || host == "" || prefix == "" || strings.Contains(prefix, "/") {
		return fmt.Errorf("claim %q: not HOST/PREFIX", b)
	}
	*c = Claim{host, prefix}
	return nil
}

func compareClaims(a, b Claim) int {
	return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Prefix, b.Prefix))
}

// covers reports whether c, of a request, means the claim o.
func (c Claim) covers(o Claim) bool {
	return c.Host == o.Host && (c.Prefix == o.Prefix || c.Prefix == "")
}

// Policy says what becomes of a path that holds somebody else's bytes.
type Policy string

const (
	// Keep leaves the bytes there and does the rest; it is the default.
	Keep Policy = "keep"
	// Replace puts them aside in the mount's backup folder first. Foreign bytes
	// come back at uninstall, edits of our own files stay in the folder.
	Replace Policy = "replace"
	// Stop makes Apply write nothing at all if there is a conflict.
	Stop Policy = "stop"
)

// Request is what one run is to bring about.
type Request struct {
	// Plans are the wanted trees, one for each host and pack.
	Plans []plan.Plan
	// Leave are the claims to give up; a claim that a plan makes stays.
	Leave []Claim
	// Mounts are the mounts of the hosts of the run, further ones than the plans
	// name if a host leaves.
	Mounts []plan.Mount
	// Policy is for all conflicts that Decide does not settle.
	Policy Policy
	// Decide, if not nil, is asked about each conflict, with the bytes on disk and
	// those wanted, or those installed if none are wanted any more. Nil bytes are no plain
	// file, a very large one, or not known. An empty answer means Policy, and
	// Stop is an answer for all of them, after which nothing more is asked.
	Decide func(c plan.Change, have, want []byte) Policy
	// Pristine, if not nil, renders again what an earlier run has installed: the bytes of
	// the sum, or nil if no recorded pack yields them any more. They are kept beside the
	// copy of a file of ours that was edited and is put aside.
	Pristine func(sum plan.Sum) []byte
	// Restore, if not nil, is to come back in its place. What is there then is put aside
	// unless it is as recorded.
	Restore *Backup
	// Predecessors are, by prefix of packs, other installers whose work a plan of such a pack
	// takes over where it finds their records.
	Predecessors map[string][]plan.Predecessor
	// Project is the real directory of the project of the plans of local scope, in which a
	// predecessor may have left its manifest; empty if there is none.
	Project string
	// Repair puts back what is of ours and was changed, after a backup, and
	// rebuilds a ledger that is lost or cannot be read: only then equal files
	// that are found are taken for ours.
	Repair bool
}

// ErrStopped is what Apply returns if Policy is Stop and there is a conflict.
var ErrStopped = errors.New("nothing was written, since there are conflicts")

// ErrInterrupted is what the errors of Diff and Verify wrap for a run that was
// killed and has not been finished by Recover. Without a lock it may be under way as well.
var ErrInterrupted = errors.New("a run was interrupted there")

// ErrLedger is what the error for a ledger that cannot be read wraps. What
// belongs to whom is unknown then, and only a repair goes on.
var ErrLedger = errors.New("ledger cannot be read")

// hintError is an error that knows what to do about it.
type hintError struct {
	error
	hint string
}

// Hint returns what to do about the error.
func (e *hintError) Hint() string { return e.hint }

// Unwrap returns the error.
func (e *hintError) Unwrap() error { return e.error }

// ClaimantsError is the refusal to change a pack in a folder that other hosts
// use as well, while they are not part of the run.
type ClaimantsError struct {
	// Mount is the shared folder.
	Mount plan.Mount
	// Have is the pack that is there, Want the one of the run.
	Have, Want plan.PackRef
	// Hosts are the ids of the hosts that the run leaves out, sorted.
	Hosts []string
}

// Error says which folder, packs and hosts.
func (e *ClaimantsError) Error() string {
	have, want := packTexts(e.Have, e.Want)
	where := e.Mount.Shown
	if where == "." {
		where = "the project itself"
	}
	return fmt.Sprintf("%s: it holds %s for %s too, and %s would take its place",
		where, have, strings.Join(e.Hosts, ", "), want)
}

// Place returns the folder.
func (e *ClaimantsError) Place() (file string, line int) { return e.Mount.Shown, 0 }

// Hint says what to do about it.
func (e *ClaimantsError) Hint() string {
	return "name these hosts in the same command: " + strings.Join(e.Hosts, ", ")
}

// packTexts name two packs so that they can be told apart: if need be by where they are
// from, or by the beginnings of their sums.
func packTexts(a, b plan.PackRef) (string, string) {
	x, y := packText(a), packText(b)
	switch {
	case x != y:
		return x, y
	case a.Source != b.Source:
		return x + " from " + a.Source, y + " from " + b.Source
	}
	return x + " of " + sumText(a.Integrity), y + " of " + sumText(b.Integrity)
}

// sumText is as much of a pack's sum as people compare.
func sumText(integrity string) string {
	if n := len("sha256-") + 12; len(integrity) > n {
		return integrity[:n] + "…"
	}
	return integrity
}

func packText(p plan.PackRef) string {
	s := "pack " + p.Name
	if p.Version != "" {
		s += " " + p.Version
	}
	if p.Profile != "" && p.Profile != "full" {
		s += " (" + p.Profile + ")"
	}
	return s
}
