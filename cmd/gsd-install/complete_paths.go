package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/spf13/cobra"
)

// located is a file of which the program knows, and the folder of a host that it lies in: both
// absolute, root the file itself where that lies in the home or project as such.
type located struct{ root, path string }

// completeInstalled completes the path of a file that packs have put there or have pieces in.
func (a *app) completeInstalled(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	dir, _ := filepath.Split(typed)
	at, err := a.folderOf(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return pathWords(typed, at, a.located(at))
}

// completeAside completes the path of a file of which a copy was put aside.
func (a *app) completeAside(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	dir, _ := filepath.Split(typed)
	at, err := a.folderOf(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	held, _ := a.held(errand{hosts: a.flaggedOrAll()}) // what cannot be read has nothing to offer
	var all []located
	for _, b := range held {
		if b.mount.Dir != "" {
			path := filepath.Join(b.mount.Dir, filepath.FromSlash(b.Path))
			all = append(all, located{path, path})
		}
	}
	return pathWords(typed, at, all)
}

// pathWords completes a word in whose folder, at, it is to be looked: by one name at a time, with
// a separator behind a folder. Where nothing is typed that leads to a folder of a host, that is
// offered whole. If nothing fits, the shell's own paths do.
func pathWords(typed, at string, all []located) ([]cobra.Completion, cobra.ShellCompDirective) {
	const slash = string(filepath.Separator)
	dir, start := filepath.Split(typed)
	directive := cobra.ShellCompDirectiveDefault
	var words []string
	for _, p := range all {
		rest, below := strings.CutPrefix(p.path, strings.TrimSuffix(at, slash)+slash)
		name, _, deeper := strings.Cut(rest, slash)
		switch {
		case filepath.IsAbs(typed) && strings.HasPrefix(p.root, typed), typed == "" && !below:
			if words = append(words, p.root); p.root != p.path {
				words[len(words)-1] += slash
				directive = cobra.ShellCompDirectiveNoSpace
			}
		case below && strings.HasPrefix(name, start):
			if words = append(words, dir+name); deeper {
				words[len(words)-1] += slash
				directive = cobra.ShellCompDirectiveNoSpace
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words), directive
}

// located lists what is recorded in the scopes that the command line leaves open: in the home, and
// in each folder from at upwards as a project.
func (a *app) located(at string) []located {
	hosts := a.flaggedOrAll()
	var all []located
	if !a.opt.local {
		all = a.locatedHere(hosts)
	}
	home, err := a.home()
	switch {
	case err != nil || a.opt.global:
		return all
	case a.opt.project != "":
		return a.locatedHere(hosts)
	}
	a.opt.local = true
	global := slices.Clone(all)
	for dir := at; ; dir = filepath.Dir(dir) {
		// A folder of a host's is no project, though it has a ledger where a project would.
		of := slices.ContainsFunc(global, func(p located) bool { return p.root == dir })
		if exists(dir) && !of && !same(dir, home) {
			a.opt.project = dir
			a.ledgers.Forget() // a folder is not in every project what it is in this one
			all = append(all, a.locatedHere(hosts)...)
		}
		if dir == filepath.Dir(dir) {
			return all
		}
	}
}

// locatedHere lists it in the scope of the run.
func (a *app) locatedHere(hosts []descriptors.Host) []located {
	var all []located
	targets, _ := a.targets(hosts) // what cannot be read has nothing to offer
	for _, t := range targets {
		for f, claims := range t.Claims {
			if !slices.ContainsFunc(claims, func(c emit.Claim) bool { return c.Host == t.Host.ID }) {
				continue
			}
			p := located{f.Dir, filepath.Join(f.Dir, filepath.FromSlash(f.Path))}
			if same(f.Dir, t.base) {
				p.root = p.path
			}
			all = append(all, p)
		}
	}
	return all
}

// flaggedOrAll are the hosts that flags name, all if none does.
func (a *app) flaggedOrAll() []descriptors.Host {
	hosts, err := a.flagged()
	if err != nil || len(hosts) == 0 {
		return a.set.Hosts()
	}
	return hosts
}
