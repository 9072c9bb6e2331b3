package main

import (
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// noteNothing says for which hosts nothing is installed, and where.
func (a *app) noteNothing() {
	env, err := a.environment()
	if err != nil {
		return // it was good enough to find nothing
	}
	var titles []string
	hosts, _ := a.flagged()
	for _, h := range hosts {
		titles = append(titles, h.Title)
	}
	text := "nothing is installed"
	if a.opt.pack != "" {
		text = "the pack " + a.opt.pack + " is not installed"
	} else if a.opt.prefix != "" {
		text = "no pack with the prefix " + a.opt.prefix + " is installed"
	}
	if len(titles) > 0 {
		text += " for " + strings.Join(titles, ", ")
	}
	if a.opt.scope() == plan.Local {
		a.note(text + " in the project " + env.Project)
	} else {
		a.note(text + " in your home, " + env.Home)
	}
	a.noteElsewhere()
}

// noteElsewhere says if the hosts have something in the scope that the run is not about.
func (a *app) noteElsewhere() {
	env, err := a.environment()
	if err != nil {
		return
	}
	hosts, _ := a.flagged()
	if len(hosts) == 0 {
		hosts = a.set.Hosts()
	}
	for _, h := range hosts {
		switch {
		case len(a.elsewhere(h, env)) == 0:
			continue
		case a.opt.scope() == plan.Local:
			a.note("your home has something; leave --local out to see it")
		default:
			a.note("this project has something; see it with --local")
		}
		return
	}
}
