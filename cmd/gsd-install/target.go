package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// target is one host in the scope of the run, with its folders and what their
// ledgers say.
type target struct {
	host  descriptors.Host
	scope plan.Scope
	// base is the home or the project.
	base   string
	mounts []plan.Mount
	notes  []plan.Note
	// packs are the packs that the host has, by prefix.
	packs []plan.PackRef
	// elsewhere are the packs that the host has in the other scope.
	elsewhere []plan.PackRef
	// joined are the packs that other hosts have in a folder this one shares.
	joined []plan.PackRef
	// claims are the claims on each file.
	claims map[file][]emit.Claim
	// servers are the prefixes of packs whose MCP servers are registered.
	servers map[string]bool
	// broken is what is wrong with ledgers that cannot be read; lost reports that one
	// of them is in a folder of the host's own.
	broken error
	lost   bool
	// interrupted reports that a run was killed in one of the mounts.
	interrupted bool
}

// file is a path below a real directory.
type file struct{ dir, path string }

// targets resolves the folders of hosts in the scope of the run. What is wrong with
// any of them is reported together.
func (a *app) targets(hosts []descriptors.Host) ([]target, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	var all []target
	var errs []error
	for _, h := range hosts {
		t, err := a.target(h, env)
		if err != nil {
			errs = append(errs, refuse(h, err))
			continue
		}
		all = append(all, t)
	}
	return all, errors.Join(errs...)
}

// target resolves the folders of one host.
func (a *app) target(h descriptors.Host, env layout.Env) (target, error) {
	mounts, notes, err := a.mountsFor(h, a.opt.scope(), env)
	t := target{host: h, scope: a.opt.scope(), elsewhere: a.elsewhere(h, env), base: env.Home, mounts: mounts, notes: notes, claims: map[file][]emit.Claim{}, servers: map[string]bool{}}
	if t.scope == plan.Local {
		t.base = env.Project
	}
	t.notes = append(t.notes, layout.Variants(h, env)...)
	t.host = layout.Choose(h, t.scope, mounts)
	a.readLedgers(&t)
	return t, err
}

// mountsFor resolves the folders of a host in a scope, with the links that their ledgers
// say were allowed before.
func (a *app) mountsFor(h descriptors.Host, s plan.Scope, env layout.Env) ([]plan.Mount, []plan.Note, error) {
	mounts, notes, err := layout.Mounts(h, s, env)
	for _, m := range mounts {
		l, lerr := a.ledger(m)
		if lerr != nil || l == nil {
			continue // readLedgers says what is wrong with it
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

// elsewhere lists the packs that a host has in the scope that the run is not about: in
// the home, or in the project that the current directory is.
func (a *app) elsewhere(h descriptors.Host, env layout.Env) []plan.PackRef {
	other := target{host: h, scope: plan.Global, claims: map[file][]emit.Claim{}, servers: map[string]bool{}}
	if a.opt.scope() == plan.Global {
		other.scope = plan.Local
		dir, err := directory("--project", cmp.Or(a.opt.project, "."))
		if err != nil {
			return nil
		}
		env.Project = dir
	}
	mounts, _, err := a.mountsFor(h, other.scope, env)
	if err != nil {
		return nil // whatever is wrong there is not of this run
	}
	other.mounts = mounts
	a.readLedgers(&other)
	return other.packs
}

// present returns the hosts of an errand that it is not refused for: those named, or else
// every one that a ledger in the scope of the run knows or that a killed run has left
// something of.
func (a *app) present(e errand) ([]target, error) {
	if len(e.hosts) > 0 {
		return a.targets(e.left())
	}
	all, err := a.reachable(e)
	if err != nil {
		return nil, err
	}
	known := slices.DeleteFunc(slices.Clone(all), func(t target) bool {
		return len(t.packs) == 0 && !t.lost && !t.interrupted
	})
	// Who has something in a shared folder only its ledger could tell.
	return known, unknown(all, known)
}

// unknown is what is wrong with ledgers of no known host.
func unknown(all, known []target) error {
	errs := slices.DeleteFunc(distinct(brokenIn(all)), func(err error) bool {
		return slices.ContainsFunc(brokenIn(known), func(k error) bool { return k.Error() == err.Error() })
	})
	if len(errs) == 0 {
		return nil
	}
	return &hinted{errors.Join(errs...), "name the hosts that have something there: gsd-install repair --HOST"}
}

// brokenIn lists what is wrong with ledgers, without the hints of each.
func brokenIn(targets []target) []error {
	var errs []error
	for _, t := range targets {
		for _, err := range plan.Leaves(t.broken) {
			errs = append(errs, errors.New(err.Error()))
		}
	}
	return errs
}

// reachable resolves the folders of all hosts but those that the errand is refused for, and
// those whose folders cannot be used and hold no records of ours that could be found.
func (a *app) reachable(e errand) ([]target, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	var all []target
	broken := map[string]error{}
	for _, h := range descriptors.All() {
		if e.refuses(h.ID) {
			continue
		}
		t, err := a.target(h, env)
		if err != nil {
			broken[h.ID] = err
			continue
		}
		all = append(all, t)
	}
	var errs []error
	var out []descriptors.Host
	for _, h := range descriptors.All() {
		if err := broken[h.ID]; err != nil && a.matters(h, err) {
			errs = append(errs, refuse(h, err))
		} else if err != nil {
			out = append(out, h)
		}
	}
	a.noteLeftOut(out, broken)
	return all, errors.Join(errs...)
}

// matters reports whether what is wrong with the folders of a host that nobody named is to
// stop a run: a ledger knows the host, or may lie where it cannot be read.
func (a *app) matters(h descriptors.Host, err error) bool {
	var link *layout.LinkError
	if errors.As(err, &link) {
		return exists(filepath.Join(link.Dir, plan.StateDir))
	}
	var usage *layout.UsageError
	if errors.As(err, &usage) {
		return true
	}
	for _, l := range a.ledgers {
		if l.Ledger != nil && slices.Contains(l.Hosts(), h.ID) {
			return true
		}
	}
	return false
}

// noteLeftOut says, once in a run, which hosts are left out and why; not of a link that leads
// out of a project, which is for whoever names the host.
func (a *app) noteLeftOut(hosts []descriptors.Host, broken map[string]error) {
	titles, texts := map[string][]string{}, []string(nil)
	for _, h := range hosts {
		var link *layout.LinkError
		if errors.As(broken[h.ID], &link) {
			continue
		}
		for _, p := range a.fail(broken[h.ID]).problems {
			text := p.String()
			if titles[text] == nil {
				texts = append(texts, text)
			}
			titles[text] = append(titles[text], h.Title)
		}
	}
	for _, text := range texts {
		if text += "; left out: " + strings.Join(titles[text], ", "); !slices.Contains(a.told, text) {
			a.told = append(a.told, text)
			a.note(text)
		}
	}
}

func exists(p string) bool {
	_, err := os.Lstat(p)
	return err == nil
}

// readLedgers fills in what the ledgers say.
func (a *app) readLedgers(t *target) {
	var errs []error
	for _, m := range t.mounts {
		killed, err := emit.Interrupted(m)
		if err != nil {
			errs = append(errs, err)
		}
		t.interrupted = t.interrupted || killed
		l, err := a.ledger(m)
		if err != nil {
			errs = append(errs, err)
			t.lost = t.lost || !m.Shared
		}
		if l == nil {
			continue
		}
		for _, p := range l.Packs {
			if slices.Contains(p.Hosts, t.host.ID) {
				t.packs = append(t.packs, p.PackRef)
			} else {
				t.joined = append(t.joined, p.PackRef)
			}
		}
		for _, r := range l.Records {
			f := file{t.dir(m, r.Mount), r.Path}
			t.claims[f] = append(t.claims[f], r.Claims...)
		}
		for _, e := range l.Edits {
			f := file{t.dir(m, e.Mount), e.Path}
			for _, o := range e.Stack {
				t.claims[f] = append(t.claims[f], o.Claim)
				if o.Claim.Host == t.host.ID && slices.ContainsFunc(o.Receipt.Ops(), t.isServer) {
					t.servers[o.Claim.Prefix] = true
				}
			}
		}
	}
	byPrefix := func(a, b plan.PackRef) int { return cmp.Compare(a.Prefix, b.Prefix) }
	slices.SortStableFunc(t.packs, byPrefix)
	t.packs = slices.CompactFunc(t.packs, func(a, b plan.PackRef) bool { return a.Prefix == b.Prefix })
	t.broken = errors.Join(errs...)
}

// ledgerRead is what the ledger in a directory said.
type ledgerRead struct {
	*emit.Ledger
	err error
}

// ledger reads the ledger of a mount, for all hosts that have the directory once. What
// was read before the lock does not count under it.
func (a *app) ledger(m plan.Mount) (*emit.Ledger, error) {
	if m.Only != "" {
		return nil, nil
	}
	l, ok := a.ledgers[m.Dir]
	if !ok {
		l.Ledger, l.err = emit.ReadLedger(m)
		a.ledgers[m.Dir] = l
	}
	return l.Ledger, l.err
}

// isServer reports whether a piece registers an MCP server.
func (t *target) isServer(op plan.Op) bool {
	key := t.host.MCP.Key
	return len(key) > 0 && len(op.Key) == len(key)+1 && slices.Equal(op.Key[:len(key)], key)
}

// dir is the directory of a record in the ledger of m: that of the file mount it
// names, else m's own.
func (t *target) dir(m plan.Mount, fileMount string) string {
	for _, f := range t.mounts {
		if fileMount != "" && f.ID == fileMount {
			return f.Dir
		}
	}
	return m.Dir
}

// at is the file at a path of a plan.
func (t *target) at(mount, path string) file {
	for _, m := range t.mounts {
		if m.ID == mount {
			return file{m.Dir, path}
		}
	}
	return file{path: path}
}

// recorded is the pack that the host has under prefix, or else the one in a
// folder it would share; ok is false if there is none.
func (t *target) recorded(prefix string) (ref plan.PackRef, ok bool) {
	for _, p := range slices.Concat(t.packs, t.joined) {
		if p.Prefix == prefix {
			return p, true
		}
	}
	return plan.PackRef{}, false
}

// mountsOf joins the mounts of all targets, each directory once.
func mountsOf(targets []target) []plan.Mount {
	var lists [][]plan.Mount
	for _, t := range targets {
		lists = append(lists, t.mounts)
	}
	return layout.Merge(lists...)
}
