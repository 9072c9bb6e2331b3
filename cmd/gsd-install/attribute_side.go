package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// side is one of the states that attribute compares.
type side struct {
	attribution.Side
	pack *pack.Pack
	// dir is the pack's directory; empty if it comes from elsewhere.
	dir   string
	hosts []descriptors.Host
}

// baseDescriptors are the descriptors of base: those in dir, else those in the program.
func baseDescriptors(dir string) (*descriptors.Set, error) {
	if dir == "" {
		return descriptors.Builtin(), nil
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("--base-descriptors: %s: no such directory", dir)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, usagef("--base-descriptors: %s: not a directory", dir)
	}
	set, err := descriptors.ReadSet(os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return set, nil
}

// side loads a pack and renders it.
func (a *app) side(ctx context.Context, src string, set *descriptors.Set) (*side, error) {
	p, err := a.sidePack(ctx, src)
	if err != nil {
		return nil, err
	}
	env, err := a.awayEnv()
	if err != nil {
		return nil, err
	}
	return newSide(ctx, p, set, env)
}

// newSide renders a pack for all hosts of a set in both scopes, with its MCP servers.
func newSide(ctx context.Context, p *pack.Pack, set *descriptors.Set, env layout.Env) (*side, error) {
	s := &side{pack: p, hosts: set.Hosts()}
	if info, err := os.Stat(p.Source); err == nil && info.IsDir() && filepath.IsAbs(p.Source) {
		s.dir = p.Source
	}
	s.Manifest = attribution.Manifest(p.Manifest())
	s.Text = texts(p, set)
	s.Places = func(p plan.Plan, kind string) []string { return append(placesOfPlan(p, kind), formatFields(set)...) }
	cache := &project.Cache{}
	for _, h := range set.Hosts() {
		for _, scope := range (descriptors.Scopes{}).Each() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			made, err := renderFor(h, scope, p, env, cache)
			if err != nil {
				return nil, refuse(h, err)
			}
			s.Plans = append(s.Plans, made)
		}
	}
	return s, nil
}

// renderFor makes the plan of a pack for a host.
func renderFor(h descriptors.Host, scope plan.Scope, p *pack.Pack, env layout.Env, cache *project.Cache) (plan.Plan, error) {
	mounts, _, err := layout.Mounts(h, scope, env)
	if err != nil {
		return plan.Plan{}, err
	}
	return project.Render(project.Input{
		Host: layout.Choose(h, scope, env, mounts), Scope: scope, Pack: p, Mounts: mounts, OS: env.OS, MCP: true, Cache: cache,
	})
}

// sidePack loads a pack as --pack names it, or by a git revision, with all its texts.
func (a *app) sidePack(ctx context.Context, src string) (*pack.Pack, error) {
	home, _ := os.UserHomeDir() // only for a pack below it
	dir, err := os.Getwd()
	if err != nil {
		return nil, lostDirectory(err)
	}
	opt := pack.LoadOptions{Home: home, Dir: dir, Cache: packCache(), Getenv: a.getenv, Keep: true}
	p, err := pack.LoadAt(ctx, src, opt)
	if faults := (*pack.Error)(nil); errors.As(err, &faults) {
		for i := range faults.Problems {
			at := &faults.Problems[i]
			at.File = strings.TrimSuffix(src+"/"+at.File, "/")
		}
	}
	return p, err
}

// texts tells what sources of a pack and of descriptors say; each is read once.
func texts(p *pack.Pack, set *descriptors.Set) func(string) (attribution.Text, bool) {
	type known struct {
		attribution.Text
		ok bool
	}
	seen := map[string]known{}
	read := func(path string) (k known) {
		if strings.HasPrefix(path, "descriptor:") {
			k.Data, k.ok = set.Field(path)
			return k
		}
		data, exec, ok := p.Text(path)
		return known{attribution.Text{Data: string(data), Exec: exec}, ok}
	}
	return func(path string) (attribution.Text, bool) {
		k, ok := seen[path]
		if !ok {
			k = read(path)
			seen[path] = k
		}
		return k.Text, k.ok
	}
}

// formatFields are the fields of the host in whose format packs are written by which they are read
// for all others: the tools that items name, the paths and calls in texts.
func formatFields(set *descriptors.Set) []string {
	hosts := set.Hosts()
	if len(hosts) == 0 {
		return nil
	}
	of := "descriptor:" + hosts[0].Native().ID + "#"
	return []string{of + "tools", of + "text", of + "configHome"}
}

// placesOfPlan names the fields that decide where a host's files lie: its home and its rows,
// and the same of the folders that it shares. Texts name the places of payload and skills.
func placesOfPlan(p plan.Plan, kind string) []string {
	of := "descriptor:" + p.Host + "#"
	fields := []string{
		of + "configHome", of + "folders", of + "sharedRoots", of + "candidates", of + "hooks.mount", of + "hooks.file",
		of + "artifactLayout",
	}
	switch kind {
	case string(pack.Command), string(pack.Skill):
		fields = append(fields, of+"hostIntegration.commandSurface") // commands are skills where there are none
	case "", "hook":
		fields = append(fields, of+"hostIntegration.hookBus") // a file of hooks that hosts share names none of them
	}
	for _, m := range p.Mounts {
		for _, id := range append([]string{m.ID}, m.Aliases...) {
			of := "descriptor:" + strings.TrimPrefix(id, p.Host+"-") + "#"
			fields = append(fields, of+"global", of+"local", of+"files")
		}
	}
	return fields
}
