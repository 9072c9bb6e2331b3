package engine

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// Resolve finds the folders of a host in a scope and reads what their ledgers say. Its error is
// that of layout.Mounts; a ledger that cannot be read is in Broken. With an error come the folders
// that could be found.
func Resolve(h descriptors.Host, s plan.Scope, env layout.Env, ledgers *Ledgers) (Target, error) {
	mounts, notes, err := Mounts(h, s, env, ledgers)
	t := Target{
		Host: layout.Choose(h, s, env, mounts), Scope: s, Mounts: mounts,
		Notes:  append(notes, layout.Variants(h, env)...),
		Claims: map[File][]emit.Claim{}, Servers: map[string]bool{}, Pins: map[string]project.Pin{},
	}
	if s == plan.Local {
		t.Project, _ = layout.RealProject(env) // where that fails, so do the folders in it
	}
	t.read(ledgers)
	return t, err
}

// Mounts resolves the folders of a host in a scope, with the links that their ledgers say were
// allowed before. A ledger that cannot be read allows none.
func Mounts(h descriptors.Host, s plan.Scope, env layout.Env, ledgers *Ledgers) ([]plan.Mount, []plan.Note, error) {
	mounts, notes, err := layout.Mounts(h, s, env)
	for _, m := range mounts {
		l, lerr := ledgers.Of(m)
		if lerr != nil || l == nil {
			continue // Target.Broken says what is wrong with it
		}
		for _, link := range l.Links {
			env.Links = append(env.Links, layout.Link{Mount: m.ID, Path: link.Path, Target: link.Target})
		}
	}
	if err != nil || len(env.Links) == 0 {
		return mounts, notes, err
	}
	return layout.Mounts(h, s, env)
}

// read fills in what the ledgers say.
func (t *Target) read(ledgers *Ledgers) {
	var errs []error
	for _, m := range t.Mounts {
		killed, err := emit.Interrupted(m)
		if err != nil {
			errs = append(errs, err)
		}
		t.Interrupted = t.Interrupted || killed
		l, err := ledgers.Of(m)
		if err != nil {
			errs = append(errs, err)
			t.Lost = t.Lost || !m.Shared
		}
		if l != nil {
			t.take(m, l)
		}
	}
	byPrefix := func(a, b plan.PackRef) int { return cmp.Compare(a.Prefix, b.Prefix) }
	slices.SortStableFunc(t.Packs, byPrefix)
	t.Packs = slices.CompactFunc(t.Packs, func(a, b plan.PackRef) bool { return a.Prefix == b.Prefix })
	t.Broken = errors.Join(errs...)
}

// take takes over what the ledger of one mount says.
func (t *Target) take(m plan.Mount, l *emit.Ledger) {
	for _, p := range l.Packs {
		if slices.Contains(p.Hosts, t.Host.ID) {
			t.Packs = append(t.Packs, p.PackRef)
		} else {
			t.Joined = append(t.Joined, p.PackRef)
		}
	}
	for _, r := range l.Records {
		f := File{t.dir(m, r.Mount), r.Path}
		t.Claims[f] = append(t.Claims[f], r.Claims...)
		if r.Pack != nil && !slices.Contains(t.Before, *r.Pack) {
			t.Before = append(t.Before, *r.Pack)
		}
	}
	t.takePins(l)
	for _, e := range l.Edits {
		f := File{t.dir(m, e.Mount), e.Path}
		for _, o := range e.Stack {
			t.Claims[f] = append(t.Claims[f], o.Claim)
			if o.Claim.Host == t.Host.ID && slices.ContainsFunc(o.Receipt.Ops(), t.isServer) {
				t.Servers[o.Claim.Prefix] = true
			}
		}
	}
}

// isServer reports whether a piece registers an MCP server.
func (t *Target) isServer(op plan.Op) bool {
	key := t.Host.MCP.Key
	return len(key) > 0 && len(op.Key) == len(key)+1 && slices.Equal(op.Key[:len(key)], key)
}

// dir is the directory of a record in the ledger of m: that of the file mount it
// names, else m's own.
func (t *Target) dir(m plan.Mount, fileMount string) string {
	for _, f := range t.Mounts {
		if fileMount != "" && f.ID == fileMount {
			return f.Dir
		}
	}
	return m.Dir
}
