package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// listedHost is one element of hosts list --json.
type listedHost struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Lifecycle string `json:"lifecycle"`
	// LifecycleNote is what its makers say about its future, Successor the id of the host
	// that they name in its place; both may be empty.
	LifecycleNote string `json:"lifecycleNote,omitempty"`
	Successor     string `json:"successor,omitempty"`
	SupportTier   int    `json:"supportTier"`
	Detected      bool   `json:"detected"`
	// Why says what was found; empty if nothing was.
	Why  string `json:"why"`
	Docs string `json:"docs"`
	// Added is where a host comes from that is none of the program's.
	Added *hostAdded `json:"added,omitempty"`
}

// hostAdded is what a user has agreed to.
type hostAdded struct {
	From string   `json:"from"`
	Sum  plan.Sum `json:"sha256"`
	// Problem says why nothing may be written for it; empty if it may.
	Problem string `json:"problem,omitempty"`
}

// addedAs is where a host comes from; nil for one of the program's.
func (a *app) addedAs(h descriptors.Host) *hostAdded {
	e, ok := a.record.Find(h.ID)
	if !ok || !h.Added() {
		return nil
	}
	added := &hostAdded{From: e.From, Sum: e.Sum}
	if err := a.usable(h); err != nil {
		added.Problem = a.fail(err).problems[0].String()
	}
	return added
}

func listed(h descriptors.Host, env layout.Env) listedHost {
	d := layout.Detect(h, env)
	return listedHost{h.ID, h.Title, h.Lifecycle, h.LifecycleNote, h.Successor, h.SupportTier, d.Found, d.Why, h.Docs, nil}
}

// shownHost is what hosts show --json prints.
type shownHost struct {
	listedHost
	Binaries []string `json:"binaries"`
	// Tried are the versions of its program that what is emitted was tried with; empty if
	// none was at hand.
	Tried string   `json:"tried"`
	Home  hostHome `json:"home"`
	// Env are the variables that move the host's files, with what each means.
	Env    []hostVariable `json:"env"`
	Places []hostPlace    `json:"places"`
	// CommandStyle is how a command is called, over {name}, {short} and {prefix}.
	CommandStyle    string      `json:"commandStyle"`
	Arguments       string      `json:"arguments"`
	InstructionFile string      `json:"instructionFile"`
	Hooks           hostHooks   `json:"hooks"`
	NeedsTrust      []hostTrust `json:"needsTrust"`
	AlsoReads       []hostReads `json:"alsoReads"`
	// Builtin are the names of its own commands and agents.
	Builtin hostBuiltin `json:"builtin"`
	Limits  []string    `json:"limits"`
	Axes    []hostAxis  `json:"axes"`

	InstallSurface string   `json:"installSurface"`
	SandboxTier    string   `json:"sandboxTier"`
	Exec           hostExec `json:"orchestratorExec"`
	IsolationFlag  string   `json:"harnessIsolationFlag,omitempty"`
	Effort         struct {
		Param  string            `json:"param,omitempty"`
		Levels []string          `json:"levels"`
		Clamp  map[string]string `json:"clamp,omitempty"`
		Source string            `json:"source,omitempty"`
	} `json:"effort"`
}

type hostHome struct {
	Global string `json:"global,omitempty"`
	Local  string `json:"local,omitempty"`
	// Probes are the folders that the global one is chosen from, if there are several.
	Probes []string `json:"probes,omitempty"`
	// Instead are folders that the host reads in place of a shared one.
	Instead []string `json:"sharedRoots,omitempty"`
	Source  string   `json:"source"`
}

type hostVariable struct {
	Name string `json:"name"`
	// Means is the descriptor's word, Says what that is.
	Means  string `json:"means"`
	Says   string `json:"says"`
	Source string `json:"source"`
}

type hostHooks struct {
	Surface string `json:"hooksSurface"`
	// Events maps Claude Code's names to the host's; Extended are all that the host has.
	Events      map[string]string `json:"events"`
	Extended    []string          `json:"extendedHookEvents,omitempty"`
	NoMatcher   []string          `json:"noMatcher,omitempty"`
	TimeoutUnit string            `json:"timeoutUnit,omitempty"`
	Output      string            `json:"hookOutput,omitempty"`
	Source      string            `json:"source,omitempty"`
}

type hostTrust struct {
	Kind   string       `json:"kind"`
	Scopes []plan.Scope `json:"scopes"`
	How    string       `json:"how"`
	Text   string       `json:"text"`
	Source string       `json:"source"`
}

type hostReads struct {
	Scope plan.Scope `json:"scope"`
	Kind  string     `json:"kind"`
	Path  string     `json:"path"`
	// Own reports that it is another folder of the host's own.
	Own    bool   `json:"own"`
	Source string `json:"source"`
}

type hostAxis struct {
	Name   string `json:"name"`
	Value  any    `json:"value"`
	Source string `json:"source"`
}

type hostExec struct {
	Command    string   `json:"command,omitempty"`
	Args       []string `json:"args,omitempty"`
	CwdFlag    string   `json:"cwdFlag,omitempty"`
	PromptFlag string   `json:"promptFlag,omitempty"`
	ModelFlag  string   `json:"modelFlag,omitempty"`
	Unasked    bool     `json:"unasked,omitempty"`
	Source     string   `json:"source,omitempty"`
}

// hostBuiltin are the commands and agents that a host has of its own.
type hostBuiltin struct {
	Commands []string `json:"commands"`
	Agents   []string `json:"agents"`
	Source   string   `json:"source,omitempty"`
}

// shown are all facts of a host.
func shown(h descriptors.Host, env layout.Env) shownHost {
	s := shownHost{
		listedHost: listed(h, env), Binaries: append([]string{}, h.Binaries...), Tried: h.Client.Range(), Env: []hostVariable{}, Places: placesOf(h),
		CommandStyle: h.Text.Command, Arguments: h.Text.Arguments, InstructionFile: h.Text.InstructionFile,
		NeedsTrust: []hostTrust{}, AlsoReads: []hostReads{}, Limits: limits(h),
		InstallSurface: h.InstallSurface, SandboxTier: h.SandboxTier, IsolationFlag: h.HarnessIsolationFlag,
		Exec: hostExec(h.OrchestratorExec),
	}
	s.Builtin = hostBuiltin{append([]string{}, h.Builtin.Commands...), append([]string{}, h.Builtin.Agents...), h.Builtin.Source}
	s.Home = hostHome{Source: h.ConfigHome.Source}
	if _, ok := h.Folder("config", plan.Global); ok {
		s.Home.Global = inFolder(h, "config", plan.Global, "")
	}
	if _, ok := h.Folder("config", plan.Local); ok {
		s.Home.Local = inFolder(h, "config", plan.Local, "")
	}
	for _, p := range h.ConfigHome.Probes {
		s.Home.Probes = append(s.Home.Probes, "~/"+p.Dir)
	}
	for _, r := range h.SharedRoots {
		usual := inFolder(h, r.Mount, plan.Global, "")
		s.Home.Instead = append(s.Home.Instead, fmt.Sprintf("~/%s in place of %s, if it has %s", r.Dir, usual, r.Marker))
	}
	for _, e := range h.ConfigHome.Env {
		s.Env = append(s.Env, hostVariable{e.Name, e.Means, variableSays(e), e.Source})
	}
	hooks := h.HooksIn(hookScope(h))
	s.Hooks = hostHooks{h.Hooks.Surface, hooks.Events, hooks.Extended, hooks.NoMatcher, hooks.TimeoutUnit, hooks.HookOutput, hooks.Source}
	for _, t := range h.NeedsTrust {
		s.NeedsTrust = append(s.NeedsTrust, hostTrust{t.Kind, t.Scopes.Each(), t.How, t.Text, t.Source})
	}
	for _, r := range h.AlsoReads {
		at := r.Path
		if r.Scope == plan.Global {
			at = "~/" + at
		}
		s.AlsoReads = append(s.AlsoReads, hostReads{r.Scope, r.Kind, at, r.Own, r.Source})
	}
	for _, a := range h.HostIntegration.Axes() {
		s.Axes = append(s.Axes, hostAxis{a.Name, a.Value, a.Source})
	}
	s.Effort.Param, s.Effort.Clamp, s.Effort.Source = h.Effort.Param, h.Effort.Clamp, h.Effort.Source
	s.Effort.Levels = append([]string{}, h.Effort.Levels...)
	return s
}

// hookScope is the scope that says what hooks look like on h.
func hookScope(h descriptors.Host) plan.Scope {
	if h.Hooks.File[plan.Global] == "" {
		return plan.Local
	}
	return plan.Global
}

// variableSays says what a variable of the host means.
func variableSays(e descriptors.Env) string {
	says := map[string]string{
		"directory": "is the host's folder", "file": "is a file in the host's folder", "parent": "stands in for the home",
		"xdg-root": "is the folder that holds the host's", "extra": "adds a folder and moves nothing",
	}[e.Means]
	switch {
	case e.MovesShared:
		says += "; the shared folders move with it"
	case e.SharedOff:
		says += "; the shared folders are not read then"
	}
	return says
}

// limits says what the host cuts or refuses.
func limits(h descriptors.Host) []string {
	all := []string{}
	add := func(format string, args ...any) {
		if line := fmt.Sprintf(format, args...); !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	for _, row := range h.ArtifactLayout {
		d, _, _ := h.DialectOf(row)
		for _, k := range d.Keys {
			if k.Limit > 0 {
				add("%s: %s of at most %d characters", row.Kind, k.Key, k.Limit)
			}
			if k.Least > 0 {
				add("%s: %s of at least %d characters", row.Kind, k.Key, k.Least)
			}
			if len(k.Never) > 0 {
				add("%s: never called %s", row.Kind, strings.Join(k.Never, ", "))
			}
		}
		if d.BodyLimit > 0 {
			add("%s: a body of at most %d characters", row.Kind, d.BodyLimit)
		}
	}
	if l := h.Listing; l.Item > 0 {
		add("the model is told of %s at most %d characters each", strings.Join(l.Kinds, " and "), l.Item)
	}
	if l := h.Listing; l.Total > 0 {
		add("the model is told of %s at most %d characters in all", strings.Join(l.Kinds, " and "), l.Total)
	}
	if n := h.HooksIn(hookScope(h)).TimeoutLimit; n > 0 {
		add("hooks: a timeout of at most %d seconds", n)
	}
	return all
}
