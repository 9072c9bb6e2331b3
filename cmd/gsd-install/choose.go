package main

import (
	"context"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
)

// noHost is the answer to a command line without a host where nobody can be
// asked.
func noHost() error { return &usageError{message: "no host named", hint: hostHint()} }

// hostHint says how to name a host.
func hostHint() string {
	return "name one by its flag, such as --" + exampleHosts()[0] + "; gsd-install hosts lists them"
}

// exampleHosts are the ids that examples name: of the best supported hosts.
func exampleHosts() []string {
	heads := descriptors.Heads()
	slices.SortStableFunc(heads, func(a, b descriptors.Head) int { return a.SupportTier - b.SupportTier })
	return []string{heads[0].ID, heads[1].ID}
}

// choose returns the hosts to install for, asking for them if none is named and
// somebody is there to answer.
func (a *app) choose(ctx context.Context) ([]descriptors.Host, error) {
	hosts, err := a.named()
	if err != nil || len(hosts) > 0 {
		return hosts, err
	}
	if !a.mayAsk() {
		return nil, noHost()
	}
	if err := a.pick(ctx); err != nil {
		return nil, err
	}
	a.picked = true
	return a.flagged()
}

// named returns the hosts that a command line without contradictions names.
func (a *app) named() ([]descriptors.Host, error) {
	if err := a.opt.check(); err != nil {
		return nil, err
	}
	return a.flagged()
}

// flagged returns the hosts that flags name, in order of their ids; none if no
// flag does.
func (a *app) flagged() ([]descriptors.Host, error) {
	if err := a.lostHosts(); err != nil {
		return nil, err
	}
	detected := map[string]bool{}
	if a.opt.detected {
		env, err := a.environment()
		if err != nil {
			return nil, err
		}
		for _, h := range a.set.Hosts() {
			if layout.Detect(h, env).Found {
				detected[h.ID] = true
			}
		}
		if len(detected) == 0 {
			return nil, &usageError{
				message: "--detected: no host was found on this machine",
				hint:    hostHint(),
			}
		}
	}
	var hosts []descriptors.Host
	for _, head := range a.set.Heads() {
		if a.opt.all || detected[head.ID] || *a.opt.hosts[head.ID] {
			h, _ := a.set.Get(head.ID)
			hosts = append(hosts, h)
		}
	}
	return hosts, nil
}
