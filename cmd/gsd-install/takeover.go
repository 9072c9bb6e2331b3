package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// takeover is what a host takes over from another installer, as --json prints it.
type takeover struct {
	From    string `json:"from"`
	Version string `json:"version,omitempty"`
	// Replaced, Removed and Kept count files, Entries pieces of files of the user's.
	Replaced int `json:"replaced"`
	Removed  int `json:"removed"`
	Entries  int `json:"entries"`
	Kept     int `json:"kept"`
}

// inherit takes in what a run takes over for this outcome; planned gets the files.
func (o *outcome) inherit(run *emit.Run, mounts []plan.Mount, planned map[file]bool) {
	dirs := map[string]string{}
	for _, m := range mounts {
		dirs[m.ID] = m.Dir
	}
	for _, t := range run.Taken {
		if t.Claim != (emit.Claim{Host: o.host.ID, Prefix: o.ref.Prefix}) {
			continue
		}
		for _, p := range t.Places {
			planned[file{Dir: dirs[p.Mount], Path: p.Path}] = true
		}
		o.Notes = append(o.Notes, t.Notes...)
		if t.Replaced+t.Removed+t.Entries+t.Kept > 0 {
			o.Takeovers = append(o.Takeovers, takeover{t.Name, t.Version, t.Replaced, t.Removed, t.Entries, t.Kept})
		}
	}
}

// String is "taken over from gsd-core 1.8.0's own installer: 3 files replaced, 2 removed".
func (t takeover) String() string {
	parts := []string{files(t.Replaced) + " replaced"}
	if t.Removed > 0 {
		parts = append(parts, fmt.Sprintf("%d removed", t.Removed))
	}
	if t.Entries > 0 {
		parts = append(parts, counted(t.Entries, "config entry")+" removed")
	}
	if t.Kept > 0 {
		parts = append(parts, fmt.Sprintf("%d edited since", t.Kept))
	}
	return "taken over from " + strings.TrimSpace(t.From+" "+t.Version) + "'s own installer: " + strings.Join(parts, ", ")
}

// printTakeovers says what a host takes over, a line each.
func printTakeovers(w io.Writer, o outcome) {
	for _, t := range o.Takeovers {
		fmt.Fprintf(w, "  %s\n", t)
	}
}
