package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// defaultPrefix is the prefix under which a run without --pack looks for what
// was installed before.
const defaultPrefix = "gsd"

// loader loads packs, each source and profile once.
type loader struct {
	app *app
	// home is what "~" means, project what a recorded source is relative to, links resolved.
	home, project string
	// dir is the current directory.
	dir    string
	packs  map[source]*pack.Pack
	chosen map[choice]*pack.Pack
}

// source is where a pack comes from; dir is what a relative name is relative to, and
// integrity the one recorded, empty if there is none.
type source struct{ name, dir, integrity string }

// choice is a profile of a pack.
type choice struct {
	source
	profile string
}

// loader returns the one loader of the run: what a person was shown is what they get.
func (a *app) loader() (*loader, error) {
	if a.loads != nil {
		return a.loads, nil
	}
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	project := ""
	if env.Project != "" {
		if project, err = layout.RealProject(env); err != nil {
			return nil, err
		}
	}
	a.loads, err = a.newLoader(env.Home, project)
	return a.loads, err
}

func (a *app) newLoader(home, project string) (*loader, error) {
	dir, err := os.Getwd()
	if err != nil && (a.opt.pack == "" || filepath.IsAbs(a.opt.pack) || strings.HasPrefix(a.opt.pack, pack.NpmPrefix)) {
		err = nil // nothing is relative to it
	}
	if err != nil {
		err = lostDirectory(err)
	}
	return &loader{a, home, project, dir, map[source]*pack.Pack{}, map[choice]*pack.Pack{}}, err
}

// packFor loads the pack that t is to get: the one given, else the one recorded for
// the host, else the one in a folder it joins, else the builtin one. A profile
// is remembered with its pack.
func (l *loader) packFor(ctx context.Context, t target) (*pack.Pack, error) {
	w, err := l.wholeFor(ctx, t)
	if err != nil {
		return nil, err
	}
	return l.choose(w.source, w.pack, cmp.Or(l.app.opt.profile, w.profile))
}

// whole is a pack before it is cut down, and the profile remembered with it; empty for none.
type whole struct {
	source
	pack    *pack.Pack
	profile string
}

// wholeFor is packFor but for the profile.
func (l *loader) wholeFor(ctx context.Context, t target) (whole, error) {
	if l.app.opt.pack == "" {
		ref, _ := t.Recorded(defaultPrefix)
		return l.recordedWhole(ctx, ref)
	}
	s := source{name: l.app.opt.pack, dir: l.dir}
	p, err := l.load(ctx, s)
	if err != nil {
		return whole{}, err
	}
	ref, ok := t.Recorded(p.Prefix)
	if !ok || ref.Name != p.Name {
		ref.Profile = ""
	}
	return whole{s, p, ref.Profile}, nil
}

// recorded loads a pack that a ledger names; an empty reference is the builtin one.
func (l *loader) recorded(ctx context.Context, ref plan.PackRef) (*pack.Pack, error) {
	w, err := l.recordedWhole(ctx, ref)
	if err != nil {
		return nil, err
	}
	return l.choose(w.source, w.pack, cmp.Or(l.app.opt.profile, w.profile))
}

func (l *loader) recordedWhole(ctx context.Context, ref plan.PackRef) (whole, error) {
	s := source{cmp.Or(ref.Source, pack.BuiltinSource), l.project, ref.Integrity}
	p, err := l.load(ctx, s)
	if err != nil {
		return whole{}, &hinted{err, "this is the pack recorded at the last install; name another with --pack"}
	}
	return whole{s, p, ref.Profile}, nil
}

// load reads a pack whole.
func (l *loader) load(ctx context.Context, s source) (*pack.Pack, error) {
	if p, ok := l.packs[s]; ok {
		return p, nil
	}
	l.sayLoading(s)
	p, err := pack.Load(ctx, s.name, l.options(s))
	if err != nil {
		return nil, err
	}
	l.packs[s] = p
	return p, nil
}

// sayLoading tells a person what takes its time.
func (l *loader) sayLoading(s source) {
	if name, ok := strings.CutPrefix(s.name, pack.NpmPrefix); ok && s.integrity == "" {
		l.app.busy.doing("fetching " + name + " with npm")
		return
	}
	l.app.busy.doing("reading the pack " + s.name)
}

func (l *loader) options(s source) pack.LoadOptions {
	return pack.LoadOptions{Home: l.home, Dir: s.dir, Cache: packCache(), Integrity: s.integrity, Later: !l.app.whole, Getenv: l.app.getenv}
}

// packCache is where packs from npm are kept; empty if the user has no such place, which
// we do not make.
func packCache() string {
	dir, err := os.UserCacheDir()
	if err != nil || !exists(dir) {
		return ""
	}
	return filepath.Join(dir, "gsd-install", "packs")
}

// choose cuts a pack down to a profile; an empty one is the whole pack.
func (l *loader) choose(s source, p *pack.Pack, profile string) (*pack.Pack, error) {
	c := choice{s, profile}
	if cut, ok := l.chosen[c]; ok {
		return cut, nil
	}
	cut, err := p.Select(profile)
	var unknown *pack.UnknownProfile
	switch {
	case errors.As(err, &unknown):
		return nil, &usageError{
			message: fmt.Sprintf("unknown profile %q of pack %s", unknown.Name, p.Name),
			hint:    suggest(unknown.Name, unknown.Known, "--profile=", "it has "+strings.Join(unknown.Known, ", ")),
		}
	case err != nil:
		return nil, err
	}
	l.chosen[c] = cut
	return cut, nil
}
