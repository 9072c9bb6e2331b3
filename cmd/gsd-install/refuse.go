package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/plan"
)

// refusal is what keeps hosts from their part of a run. It stops the others too, before
// the first byte, unless --keep-going was given.
type refusal struct {
	hosts []descriptors.Host
	// named puts the hosts before the error: there are others in the run.
	named bool

	error
}

// Unwrap returns the error itself.
func (r *refusal) Unwrap() error { return r.error }

// Error is the error, after the hosts that it is about.
func (r *refusal) Error() string { return r.who() + r.error.Error() }

// who are the titles of the hosts, for the beginning of a line.
func (r *refusal) who() string {
	if !r.named {
		return ""
	}
	var titles []string
	for _, h := range r.hosts {
		titles = append(titles, h.Title)
	}
	return strings.Join(titles, ", ") + ": "
}

// refuse is the refusal of one host; nil for no error.
func refuse(h descriptors.Host, err error) error {
	var errs []error
	for _, err := range plan.Leaves(err) {
		errs = append(errs, &refusal{hosts: []descriptors.Host{h}, error: err})
	}
	return errors.Join(errs...)
}

// attributed turns what emit refuses into refusals of hosts.
func attributed(err error, targets []target) error {
	var errs []error
	for _, err := range plan.Leaves(err) {
		var r *emit.Refusal
		if !errors.As(err, &r) {
			errs = append(errs, err)
			continue
		}
		var hosts []descriptors.Host
		for _, t := range targets {
			if slices.Contains(r.Hosts, t.Host.ID) || r.Dir != "" && t.has(r.Dir) {
				hosts = append(hosts, t.Host)
			}
		}
		if err = r.Unwrap(); len(hosts) > 0 {
			err = &refusal{hosts: hosts, error: err}
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// has reports whether the directory is one of the target's.
func (t target) has(dir string) bool {
	for _, m := range t.Mounts {
		if m.Dir == dir || same(m.Dir, dir) {
			return true
		}
	}
	return false
}

// naming says once what several hosts are refused for, and says for which unless it is
// all that the command line names.
func naming(err error, hosts []descriptors.Host) error {
	var errs []error
	known := map[string]*refusal{}
	for _, err := range plan.Leaves(err) {
		r, ok := err.(*refusal) //nolint:errorlint // leaves are not wrapped
		if !ok {
			errs = append(errs, err)
			continue
		}
		text := r.error.Error()
		if known[text] == nil {
			known[text] = &refusal{error: r.error}
			errs = append(errs, known[text])
		}
		for _, h := range r.hosts {
			if !slices.ContainsFunc(known[text].hosts, func(o descriptors.Host) bool { return o.ID == h.ID }) {
				known[text].hosts = append(known[text].hosts, h)
			}
		}
		slices.SortFunc(known[text].hosts, func(a, b descriptors.Host) int { return cmp.Compare(a.ID, b.ID) })
	}
	for _, r := range known {
		r.named = len(r.hosts) != len(hosts)
	}
	return errors.Join(errs...)
}

// persist does what an errand is to do, and with --keep-going again without the hosts
// that it is refused for, until nothing stands in the way of the others. The outcomes
// tell of the refused ones. Where nothing could be done for any host, the error says why.
func (a *app) persist(e errand, do func(errand) ([]outcome, error)) ([]outcome, error) {
	for {
		outcomes, err := do(e)
		switch refused := allRefusals(err); {
		case err == nil && len(e.refused) == 0:
			return outcomes, nil
		case err == nil && len(outcomes) > 0:
			return a.withRefused(outcomes, e), nil
		case err == nil:
			return nil, naming(errors.Join(e.refused...), e.hosts)
		case !a.opt.keepGoing || refused == nil:
			return nil, naming(errors.Join(append(e.refused, err)...), e.hosts)
		default:
			e.refused = append(slices.Clone(e.refused), refused...)
		}
		if len(e.hosts) > 0 && len(e.left()) == 0 {
			return nil, naming(errors.Join(e.refused...), e.hosts)
		}
	}
}

// allRefusals takes an error apart into refusals; nil if some of it is of no host.
func allRefusals(err error) []error {
	errs := plan.Leaves(err)
	for _, err := range errs {
		if _, ok := err.(*refusal); !ok { //nolint:errorlint // leaves are not wrapped
			return nil
		}
	}
	return errs
}

// refuses reports whether the errand is refused for the host.
func (e errand) refuses(id string) bool {
	for _, err := range e.refused {
		var r *refusal
		if errors.As(err, &r) && slices.ContainsFunc(r.hosts, func(h descriptors.Host) bool { return h.ID == id }) {
			return true
		}
	}
	return false
}

// left are the hosts named for which nothing has refused the errand.
func (e errand) left() []descriptors.Host {
	return slices.DeleteFunc(slices.Clone(e.hosts), func(h descriptors.Host) bool { return e.refuses(h.ID) })
}

// withRefused adds an outcome for each refused host, in order of the hosts.
func (a *app) withRefused(outcomes []outcome, e errand) []outcome {
	if len(e.refused) == 0 {
		return outcomes
	}
	for _, h := range a.set.Hosts() {
		if !e.refuses(h.ID) {
			continue
		}
		o := newOutcome(target{Target: engine.Target{Host: h, Scope: a.opt.scope()}}, plan.PackRef{})
		for _, err := range e.refused {
			if r := err.(*refusal); slices.ContainsFunc(r.hosts, func(of descriptors.Host) bool { return of.ID == h.ID }) { //nolint:errorlint,forcetypeassert // allRefusals has seen to it
				o.refused = errors.Join(o.refused, refuse(h, r.error))
			}
		}
		body := a.fail(naming(o.refused, []descriptors.Host{h})).document().Error
		o.Result, o.Error = "refused", &body
		outcomes = append(outcomes, o)
	}
	slices.SortStableFunc(outcomes, func(a, b outcome) int { return cmp.Compare(a.Host, b.Host) })
	return outcomes
}

// printRefused says on standard error which hosts were left out and why, and returns the
// outcomes of the others.
func (a *app) printRefused(outcomes []outcome) []outcome {
	var errs []error
	var titles []string
	rest := slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool {
		if o.refused == nil {
			return false
		}
		errs, titles = append(errs, o.refused), append(titles, o.host.Title)
		return true
	})
	if len(errs) > 0 {
		a.complain(naming(errors.Join(errs...), nil))
		a.note("left out by --keep-going: " + strings.Join(titles, ", "))
	}
	return rest
}
