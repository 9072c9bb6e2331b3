package descriptors

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// agreeShared refuses shared folders that lie in each other: one path would
// have two forms.
func agreeShared(all []Shared) error {
	var errs []error
	for i, a := range all {
		if a.Payload != "" && !slices.ContainsFunc(all, func(b Shared) bool { return b.ID == a.Payload && b.holdsPayload() }) {
			errs = append(errs, fmt.Errorf("shared folder %s: payload: there is no shared folder %q that holds payload", a.ID, a.Payload))
		}
		for _, b := range all[:i] {
			for _, scope := range []plan.Scope{plan.Global, plan.Local} {
				if a.At(scope) == "" || b.At(scope) == "" || len(a.Files) > 0 || len(b.Files) > 0 {
					continue
				}
				if below(a.At(scope), b.At(scope)) || below(b.At(scope), a.At(scope)) {
					errs = append(errs, fmt.Errorf("shared folders %s and %s: both hold %s, and would put unequal bytes there", b.ID, a.ID, a.At(scope)))
					break
				}
			}
		}
	}
	return errors.Join(errs...)
}

// agreeScanned refuses a shared folder that does not name a folder in it in which one of the
// hosts looks for items in a scope.
func agreeScanned(hosts []Host, shared []Shared) error {
	var errs []error
	for _, s := range shared {
		if !s.holdsPayload() {
			continue
		}
		for _, h := range hosts {
			for _, scope := range Scopes(nil).Each() {
				for _, l := range h.Looks(scope) {
					if dir, ok := strings.CutPrefix(l.Path, s.At(scope)+"/"); ok && !s.scans(dir, scope) {
						errs = append(errs, fmt.Errorf("shared folder %s: scanned: %s looks for %s in %s in %s scope", s.ID, h.ID, l.Kind, dir, scope))
					}
				}
			}
		}
	}
	return errors.Join(errs...)
}

func (s Shared) scans(dir string, scope plan.Scope) bool {
	return slices.ContainsFunc(s.Scanned, func(one Scanned) bool { return one.Path == dir && one.Scopes.Has(scope) })
}

// idleScanned refuses a shared folder that names a folder, in a scope, in which none of the
// hosts looks for items of that kind.
func idleScanned(hosts []Host, shared []Shared) error {
	var errs []error
	for _, s := range shared {
		for _, one := range s.Scanned {
			for _, scope := range one.Scopes.Each() {
				look := Look{s.At(scope) + "/" + one.Path, one.Kind}
				if !slices.ContainsFunc(hosts, func(h Host) bool { return slices.Contains(h.Looks(scope), look) }) {
					errs = append(errs, fmt.Errorf("shared folder %s: scanned: no host looks for %s in %s in %s scope", s.ID, one.Kind, one.Path, scope))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// agreeHosts refuses two hosts that would put unequal bytes at one path. A place that
// several hosts use is a shared folder.
func agreeHosts(all []Host, shared []Shared) error {
	type owned struct {
		host string
		place
	}
	near := map[string][]owned{}
	faults := map[string]bool{}
	for _, h := range all {
		for _, p := range h.places(shared) {
			top, _, _ := strings.Cut(pattern(p.path), "/")
			at := string(p.scope) + " " + top
			for _, other := range near[at] {
				if other.host != h.ID && p.clash(other.place) != "" {
					way := "describe that folder in shared/"
					if p.what == other.what && p.form == other.form {
						way = fmt.Sprintf("one names payload in %s and one in %s; give one of them mcp.rooted without %s scope", other.names, p.names, p.scope)
					}
					faults[fmt.Sprintf("hosts %s and %s: both would put their own bytes at %s; %s", other.host, h.ID, p.path, way)] = true
				}
			}
			near[at] = append(near[at], owned{h.ID, p})
		}
	}
	var errs []error
	for _, fault := range slices.Sorted(maps.Keys(faults)) {
		errs = append(errs, errors.New(fault))
	}
	return errors.Join(errs...)
}
