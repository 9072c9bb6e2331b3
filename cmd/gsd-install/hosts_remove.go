package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

// removed is what hosts remove --json prints.
type removed struct {
	ID     string `json:"id"`
	Result string `json:"result"`
	// Kept is a descriptor that was changed since it was agreed to, which stays.
	Kept string `json:"kept,omitempty"`
}

func (a *app) hostsRemoveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remove HOST",
		Short: "Remove a host that was added",
		Long: `Remove a host that was added with hosts add, if nothing is installed for it, in your
home or in any project: whatever is, only its descriptor finds again.`,
		Example: "  gsd-install hosts remove acme",
		Args:    a.oneAdded,

		ValidArgsFunction: a.completeAdded,

		RunE: func(cmd *cobra.Command, args []string) error { return a.removeHost(cmd.Context(), args[0]) },
	}
	cmd.Flags().BoolVar(&a.opt.dryRun, "dry-run", false, "say what would be done and do nothing")
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// oneAdded wants the id of an added host as the only argument.
func (a *app) oneAdded(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return &usageError{message: fmt.Sprintf("%s takes one host, not %d words", words(cmd), len(args)), hint: "gsd-install hosts list shows which were added"}
	}
	if _, ok := a.record.Find(args[0]); ok || a.unread != nil {
		return nil
	}
	if _, ok := descriptors.Get(args[0]); ok {
		return &usageError{message: fmt.Sprintf("%s is one of the program's own hosts", args[0]), hint: "to take back what it has: gsd-install uninstall --" + args[0]}
	}
	var ids []string
	for _, e := range a.record.Hosts {
		ids = append(ids, e.ID)
	}
	return &usageError{message: fmt.Sprintf("unknown host %q", args[0]), hint: suggest(args[0], ids, "", "gsd-install hosts list shows which were added")}
}

// removeHost removes a host for which nothing is installed.
func (a *app) removeHost(ctx context.Context, id string) error {
	if a.unread != nil {
		return a.lostHosts()
	}
	now, unlock, err := a.lockRecord(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	a.record = now
	if _, ok := a.record.Find(id); !ok {
		return fmt.Errorf("%s: somebody has removed it meanwhile", id)
	}
	switch h, ok := a.set.Get(id); {
	case errors.Is(a.lost[id], added.ErrTaken):
		// Whatever a ledger has under the id is the program's own host's.
	case !ok:
		return &hinted{fmt.Errorf("%s: %w, so that nobody can tell what is installed for it", id, a.lost[id]), "add it again first, as it was"}
	default:
		locked, err := a.unclaimed(ctx, h)
		if err != nil {
			return err
		}
		defer locked.Unlock()
		if left := claimedIn(id, a.record.Places[id]); len(left) > 0 {
			return a.leftBehind(id, left)
		}
	}
	r := removed{ID: id, Result: "dry-run"}
	if !a.opt.dryRun {
		r.Result = "removed"
		if r.Kept, err = a.record.Remove(id); err != nil {
			return err
		}
	}
	if a.opt.json {
		return a.printJSON(r)
	}
	if a.opt.dryRun {
		fmt.Fprintf(a.out, "%s would be removed\n", id)
		return nil
	}
	fmt.Fprintf(a.out, "%s is removed\n", id)
	if r.Kept != "" {
		a.note(r.Kept + " was changed since it was agreed to, and is left")
	}
	return nil
}

// leftBehind is the refusal to do without a host that has files in other places.
func (a *app) leftBehind(id string, left []string) error {
	var shown []string
	for _, dir := range left {
		shown = append(shown, a.spelledHere(dir))
	}
	return &hinted{
		fmt.Errorf("%s: something is installed for it in %s", id, strings.Join(shown, ", ")),
		"take it back first: with gsd-install uninstall --" + id + " --local in a project, or with --config-dir, or the variable that leads there",
	}
}

// unclaimed locks the home of a host and checks that no ledger says that anything is
// installed for it, here or in the current project.
func (a *app) unclaimed(ctx context.Context, h descriptors.Host) (*emit.Locked, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	mounts, _, err := layout.Mounts(h, plan.Global, env)
	if err != nil {
		return nil, err
	}
	locked, err := emit.Lock(ctx, mounts, a.noteWaiting)
	if err != nil {
		return nil, err
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		if err = a.claimed(h, scope, env); err != nil {
			locked.Unlock()
			return nil, err
		}
	}
	return locked, nil
}

// claimed says what is installed for a host in a scope; nil if nothing is.
func (a *app) claimed(h descriptors.Host, scope plan.Scope, env layout.Env) error {
	t, err := a.resolve(h, scope, env)
	how := "gsd-install uninstall --" + h.ID + a.opt.at(scope)
	where := map[plan.Scope]string{plan.Global: "in your home", plan.Local: "in this project"}[scope]
	switch {
	case err != nil && scope == plan.Local:
		return nil // whatever is wrong there is not of this run
	case err != nil:
		return err
	case t.Broken != nil:
		return t.Broken
	case t.Interrupted:
		return &hinted{fmt.Errorf("%s: a run for it was interrupted %s", h.ID, where), "finish it with gsd-install repair --" + h.ID + a.opt.at(scope)}
	case len(t.Packs) == 0:
		return nil
	}
	var packs []string
	for _, p := range t.Packs {
		packs = append(packs, packText(p))
	}
	return &hinted{fmt.Errorf("%s: %s is installed for it %s", h.ID, strings.Join(packs, ", "), where), "take it back first: " + how}
}
