package main

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

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
	a.noteOrphans()
	known := slices.DeleteFunc(slices.Clone(all), func(t target) bool {
		return len(t.Packs) == 0 && !t.Lost && !t.Interrupted
	})
	// Who has something in a shared folder only its ledger could tell.
	return known, a.unknown(all, known)
}

// unknown is what is wrong with ledgers of no known host.
func (a *app) unknown(all, known []target) error {
	errs := slices.DeleteFunc(distinct(brokenIn(all)), func(err error) bool {
		return slices.ContainsFunc(brokenIn(known), func(k error) bool { return k.Error() == err.Error() })
	})
	if len(errs) == 0 {
		return nil
	}
	return &hinted{errors.Join(errs...), "name the hosts that have something there: " + a.opt.again("repair --HOST")}
}

// brokenIn lists what is wrong with ledgers, without the hints of each.
func brokenIn(targets []target) []error {
	var errs []error
	for _, t := range targets {
		for _, err := range plan.Leaves(t.Broken) {
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
	for _, h := range a.set.Hosts() {
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
	for _, h := range a.set.Hosts() {
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
	return a.ledgers.Know(h.ID)
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
