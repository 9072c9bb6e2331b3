package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// noteHooks notes that hooks of the pack are registered for another host in the file or
// folder of r, which the host reads as well: it would run each of them twice.
func (o *outcome) noteHooks(r descriptors.AlsoRead, all []outcome) {
	place := o.alsoRead(r.Path)
	if !slices.ContainsFunc(o.Changes, func(c change) bool { return c.registers() && !within(place, o.absolute(c)) }) {
		return
	}
	others := hookHosts(o.ref.Prefix, o.Host, place, o.base, all)
	if len(others) == 0 {
		return
	}
	var titles, flags []string
	for _, id := range others {
		h, _ := o.host.Set().Get(id)
		titles, flags = append(titles, h.Title), append(flags, "--"+id)
	}
	o.Notes = append(o.Notes, plan.Note{Rule: "seen-twice", Path: o.alsoShown(r), Message: fmt.Sprintf(
		"%s runs the hooks in it too, where those of the pack stand for %s, so that each runs twice; to run them once, leave the pack to one host: gsd-install uninstall %s --%s --prefix %s%s",
		o.host.Title, strings.Join(titles, ", "), strings.Join(flags, " "), o.Scope, o.ref.Prefix, o.dirs(o.Scope))})
}

// registers reports whether a file has hooks of ours when the run has ended.
func (c change) registers() bool {
	return c.there && slices.Contains(strings.Split(c.Rule, "+"), "hook")
}

// within reports whether p is place or lies below it.
func within(place, p string) bool {
	rel, err := filepath.Rel(place, p)
	return err == nil && filepath.IsLocal(rel)
}

// hookHosts are the ids of the other hosts for which hooks of a pack are registered at a
// place below base: by the run, or by what ledgers say where the run knows nothing.
func hookHosts(prefix, host, place, base string, all []outcome) []string {
	var ids []string
	known := map[string]bool{}
	for _, o := range all {
		known[o.Host] = true
		if o.Host != host && o.ref.Prefix == prefix && slices.ContainsFunc(o.Changes, func(c change) bool { return c.registers() && within(place, o.absolute(c)) }) {
			ids = append(ids, o.Host)
		}
	}
	for dir := place; within(base, dir) && dir != base; dir = filepath.Dir(dir) {
		l, err := emit.ReadLedger(plan.Mount{Dir: dir})
		if err != nil || l == nil {
			continue // one that cannot be read is told of elsewhere
		}
		for _, c := range hookClaims(l, dir, base, place) {
			if c.Prefix == prefix && !known[c.Host] {
				ids = append(ids, c.Host)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// hookClaims are the claims on hooks at a place that the ledger in dir records, there or of
// single files in base.
func hookClaims(l *emit.Ledger, dir, base, place string) []emit.Claim {
	var claims []emit.Claim
	at := func(mount, p string) bool {
		from := dir
		if mount != "" {
			from = base
		}
		return within(place, filepath.Join(from, filepath.FromSlash(p)))
	}
	for _, e := range l.Edits {
		for _, o := range e.Stack {
			if at(e.Mount, e.Path) && slices.Contains(strings.Split(o.Rule, "+"), "hook") {
				claims = append(claims, o.Claim)
			}
		}
	}
	for _, r := range l.Records {
		if at(r.Mount, r.Path) && r.Rule == "hook" {
			claims = append(claims, r.Claims...)
		}
	}
	return claims
}
