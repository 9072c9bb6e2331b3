package main

import (
	"fmt"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// abandoned is a folder that a host has left and that its descriptor does not name any more, so
// that what an earlier version has put there would stay.
type abandoned struct {
	Host  string     `json:"host"`
	Scope plan.Scope `json:"scope"`
	// Folder is below the home or the project, or the id of a shared one.
	Folder string `json:"folder"`
}

// abandonedBy lists such folders of the hosts that both sides have.
func abandonedBy(from, to *side) []abandoned {
	now := map[string]descriptors.Host{}
	for _, h := range to.hosts {
		now[h.ID] = h
	}
	all := []abandoned{}
	for _, h := range from.hosts {
		for _, scope := range (descriptors.Scopes{}).Each() {
			if _, ok := now[h.ID]; !ok {
				continue
			}
			for _, dir := range layout.Abandoned(h, now[h.ID], scope) {
				all = append(all, abandoned{h.ID, scope, dir})
			}
		}
	}
	return all
}

// String says what is wrong and what to do.
func (l abandoned) String() string {
	return fmt.Sprintf("%s, %s: %s is a folder of the host no more; what was put there stays unless movedFrom.%[2]s names it", l.Host, l.Scope, l.Folder)
}

// printAbandoned lists them for people.
func (a *app) printAbandoned(all []abandoned) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\nleft behind")
	for _, l := range all {
		fmt.Fprintln(a.out, a.painter(a.out).paint(red, "! "+l.String()))
	}
}
