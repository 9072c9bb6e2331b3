package emit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// twinOf is a path that a plan gives as the twin of an entry.
type twinOf struct {
	*entry
	at    place
	claim Claim
}

// addTwins makes an entry of each twin that is neither wanted nor ours.
func (t *tally) addTwins() {
	ours := map[place]bool{}
	for _, store := range t.stores() {
		for _, rec := range store.old.Records {
			if m := t.at(store, rec.Mount); m != nil && rec.Sum != "" {
				ours[place{m, rec.Path}] = true
			}
		}
	}
	for _, tw := range t.twins {
		if e := t.entries[tw.at]; ours[tw.at] || e != nil && (e.want != nil || e.legacy != nil) {
			continue
		}
		e := t.entry(tw.at)
		e.vacate = true
		if !slices.Contains(e.claims, tw.claim) {
			e.claims = append(e.claims, tw.claim)
		}
		if !slices.Contains(tw.twins, e) {
			tw.twins = append(tw.twins, e)
		}
	}
}

// dropTwins forgets the twins that are no item of their own: there is nothing, or what is
// there is ours by another name.
func (t *tally) dropTwins() {
	for _, tw := range t.twins {
		tw.twins = slices.DeleteFunc(tw.twins, func(e *entry) bool { return !e.is(tw.entry) })
	}
	named := map[*entry]bool{}
	for _, tw := range t.twins {
		for _, e := range tw.twins {
			named[e] = true
		}
	}
	for at, e := range t.entries {
		if e.vacate && e.rec == nil && !named[e] {
			delete(t.entries, at)
		}
	}
}

// is reports whether the twin is a file, and another than that of the entry.
func (e *entry) is(of *entry) bool {
	if e.have != odd {
		return e.have != ""
	}
	full := func(e *entry) string { return filepath.Join(e.m.Dir, filepath.FromSlash(e.path)) }
	info, err := os.Stat(full(e))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	ours, err := os.Stat(full(of))
	return !info.IsDir() && (err != nil || !os.SameFile(info, ours))
}

// twin says what kind of twin the entry has.
func (e *entry) twin() twin {
	found := noTwin
	for _, tw := range e.twins {
		if tw.have == odd || tw.rec != nil {
			return stuckTwin // its backup folder has room for one
		}
		found = loose
	}
	return found
}

// foreignTwin is the first twin of the entry.
func (e *entry) foreignTwin() *entry { return e.twins[0] }

// settleTwins puts the twins of the entry aside where that is the policy.
func (e *entry) settleTwins(policy Policy) {
	for _, tw := range e.twins {
		if policy == Replace && e.action != plan.Conflict && tw.have != odd && tw.rec == nil {
			tw.decision = decision{plan.Remove, "another of this name; it is put aside until uninstall", discard, foreign, vacant}
		}
	}
}
