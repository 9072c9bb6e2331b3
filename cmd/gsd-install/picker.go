package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// picks are what a person has picked so far, so that nothing is lost on the way back.
type picks struct {
	// begun reports that the first question was reached, and the rest is filled in.
	begun bool
	// hosts are the ids of the hosts.
	hosts []string
	scope plan.Scope
	// profile is how much of the pack; nil before that was answered.
	profile *profilePick
	// scoped and profiled report that flags have answered these.
	scoped, profiled bool
	// asked are the questions that were put, by their places, in order.
	asked []int
}

// pick asks what flags have left open and puts the answers where flags would have. Who
// comes back to it is asked the last question first.
func (a *app) pick(ctx context.Context) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	if !a.picks.begun {
		o := a.opt
		a.picks = picks{
			begun: true, hosts: found(a.set.Hosts(), env), scope: o.scope(),
			scoped: o.configDir != "" || o.global || o.local, profiled: o.profile != "",
		}
	}
	questions := []func(context.Context, layout.Env) (asked bool, err error){a.pickHosts, a.pickScope, a.pickProfile}
	for n := a.picks.last(); n < len(questions); {
		asked, err := questions[n](ctx, env)
		switch {
		case errors.Is(err, errBack) && len(a.picks.asked) == 0:
			return errLeft
		case errors.Is(err, errBack):
			n = a.picks.last()
		case err != nil:
			return err
		default:
			if asked {
				a.picks.asked = append(a.picks.asked, n)
			}
			n++
		}
	}
	return a.opt.check()
}

// last takes back the last question that was put; the first if none was.
func (p *picks) last() int {
	if len(p.asked) == 0 {
		return 0
	}
	n := p.asked[len(p.asked)-1]
	p.asked = p.asked[:len(p.asked)-1]
	return n
}

// pickScope asks where, if there is a choice.
func (a *app) pickScope(ctx context.Context, env layout.Env) (bool, error) {
	if a.picks.scoped {
		return false, nil
	}
	options := a.scopeOptions(env)
	if len(options) > 1 {
		err := a.ask(ctx, huh.NewSelect[plan.Scope]().
			Title("Where?").
			Description(selectKeys).
			Options(marked(a, options, a.picks.scope)...).
			Value(&a.picks.scope), nil)
		if err != nil {
			return true, err
		}
	}
	a.opt.local = a.picks.scope == plan.Local
	return len(options) > 1, nil
}

// selectKeys are the keys of a question with one answer.
const selectKeys = "↑↓ move, enter goes on, esc goes back"

// scopeOptions are the scopes that can be chosen here: not the project where that is
// the home itself.
func (a *app) scopeOptions(env layout.Env) []huh.Option[plan.Scope] {
	options := []huh.Option[plan.Scope]{huh.NewOption(a.label("Everywhere: your home, for all projects"), plan.Global)}
	if dir, err := directory("--project", "."); err == nil && !same(dir, env.Home) {
		here := "Here only: " + oneLine(filepath.Base(dir)) + ", in files that you can commit"
		options = append(options, huh.NewOption(a.label(here), plan.Local))
	}
	return options
}

// label breaks the words of an option between words, so that what follows is seen to belong
// to it.
func (a *app) label(words string) string {
	columns := a.err.columns()
	if columns == 0 || a.accessible() {
		return words
	}
	return wrap(words, max(1, columns-len("| > ")))
}

// flags are those that say what was picked besides hosts.
func (p *picks) flags(o options) []string {
	var words []string
	if p.begun && !p.scoped && o.local {
		words = append(words, "--local")
	}
	if p.begun && !p.profiled && o.profile != "" {
		words = append(words, "--profile="+shellWord(o.profile))
	}
	return words
}

// takeHosts puts the hosts that were picked where flags would have.
func (a *app) takeHosts() {
	for id, on := range a.opt.hosts {
		*on = slices.Contains(a.picks.hosts, id)
	}
}
