package main

import (
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/pflag"
)

// options are the values of all flags.
type options struct {
	// heads are the hosts that there are flags for.
	heads []descriptors.Head
	// hosts are the ids of the hosts named by a flag.
	hosts         map[string]*bool
	all, detected bool
	global, local bool
	uninstall     bool

	pack, profile string
	minimal, mcp  bool
	// model and effort are what agents are to run with; pins are the flags of the commands that
	// take them.
	model, effort string
	pins          []*pflag.FlagSet

	prefix                   string
	home, project, configDir string
	allowLinks               []string

	onConflict           string
	dryRun, yes, verbose bool
	keepGoing            bool
	json                 bool

	// restore is the path of repair --restore.
	restore string

	out string
	os  string

	// expected and update are the folders of golden --check and --update.
	expected, update string
}

// conflictWords are the values of --on-conflict.
var conflictWords = []string{string(emit.Keep), string(emit.Replace), string(emit.Stop)}

// commonFlags are on every command.
func (o *options) commonFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.json, "json", false, "print one JSON document and nothing else")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "tell more")
	f.StringVar(&o.home, "home", "", "`DIR` stands in for your home; hosts' variables are ignored")
}

// hostNames choose hosts.
func (o *options) hostNames(f *pflag.FlagSet) {
	if o.hosts == nil {
		o.hosts = map[string]*bool{}
		for _, h := range o.heads {
			o.hosts[h.ID] = new(bool)
		}
	}
	for _, h := range o.heads {
		f.BoolVar(o.hosts[h.ID], h.ID, false, h.Title)
	}
	f.BoolVar(&o.all, "all", false, "every host")
	f.BoolVar(&o.detected, "detected", false, "every host found on this machine")
}

// scopeFlags choose a scope.
func (o *options) scopeFlags(f *pflag.FlagSet) {
	f.BoolVarP(&o.global, "global", "g", false, "your home (the default)")
	f.BoolVarP(&o.local, "local", "l", false, "this project only")
}

// hostFlags choose hosts, scope and folders.
func (o *options) hostFlags(f *pflag.FlagSet) {
	o.hostNames(f)
	o.scopeFlags(f)
	f.StringVar(&o.project, "project", "", "with --local: `DIR` in place of the current one")
	f.StringVar(&o.configDir, "config-dir", "", "`DIR` is the config home of the one host named")
	f.StringArrayVar(&o.allowLinks, "allow-link", nil, "let links in hosts' folders lead to `PATH`")
}

// packFlags choose what to install.
func (o *options) packFlags(f *pflag.FlagSet) {
	f.StringVar(&o.pack, "pack", "", "`SRC` is builtin, a folder, a .tgz or npm:NAME[@VERSION]")
	f.StringVar(&o.profile, "profile", "", "the parts of the pack with these `NAMES`, by commas")
	f.BoolVar(&o.minimal, "minimal", false, "same as --profile=core")
	f.BoolVar(&o.mcp, "mcp", false, "register the pack's MCP servers too")
}

// conflictFlag is for commands that may meet somebody else's bytes.
func (o *options) conflictFlag(f *pflag.FlagSet) {
	f.StringVar(&o.onConflict, "on-conflict", "", "`WORD` is keep (default), replace (with a backup), stop")
}

// keepFlag is for commands that several hosts are named to at once.
func (o *options) keepFlag(f *pflag.FlagSet) {
	f.BoolVar(&o.keepGoing, "keep-going", false, "do the other hosts when one is refused")
}

// writeFlags are for commands that write.
func (o *options) writeFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.dryRun, "dry-run", false, "print what would change and write nothing")
	o.keepFlag(f)
	f.BoolVarP(&o.yes, "yes", "y", false, "never ask")
}

// scope is the scope of the run: global unless --local was given.
func (o *options) scope() plan.Scope {
	if o.local {
		return plan.Local
	}
	return plan.Global
}

// at are the flags that lead a command about one host to the places of this run, each with a
// blank before it; empty where the command finds them by itself.
func (o *options) at(s plan.Scope) string {
	if s == plan.Local {
		return " --local" + o.dirs(s)
	}
	return o.dirs(s)
}

// dirs is at but for the scope.
func (o *options) dirs(s plan.Scope) string {
	if s == plan.Local {
		return dirFlag("--project", o.project) + dirFlag("--home", o.home)
	}
	return dirFlag("--config-dir", o.configDir) + dirFlag("--home", o.home)
}

// dirFlag is a flag for a folder, with a blank before it; empty if none is named.
func dirFlag(name, dir string) string {
	if dir == "" {
		return ""
	}
	return " " + name + " " + shellWord(dir)
}

// again is a command, to be run in the places of this run.
func (o *options) again(command string) string {
	if o.configDir != "" { // which is of one host, and wants it named
		for _, id := range o.named() {
			command += " --" + id
		}
	}
	return "gsd-install " + command + o.at(o.scope())
}

// named returns the ids of the hosts that flags name, sorted.
func (o *options) named() []string {
	var ids []string
	for id, on := range o.hosts {
		if *on {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// check finds contradictions among the flags.
func (o *options) check() error {
	if o.global && o.local {
		return usagef("--global and --local exclude each other")
	}
	if o.project != "" && !o.local {
		return &usageError{message: "--project is for --local only", hint: "add --local, or leave --project out"}
	}
	if o.minimal {
		if o.profile != "" && o.profile != "core" {
			return usagef("--minimal means --profile=core and excludes --profile=%s", o.profile)
		}
		o.profile = "core"
	}
	if o.onConflict != "" && !slices.Contains(conflictWords, o.onConflict) {
		return &usageError{
			message: "unknown word --on-conflict=" + o.onConflict,
			hint:    suggest(o.onConflict, conflictWords, "--on-conflict=", "it takes "+strings.Join(conflictWords, ", ")),
		}
	}
	if err := o.checkPins(); err != nil {
		return err
	}
	if o.configDir != "" {
		if o.local {
			return usagef("--config-dir moves a global config home and excludes --local")
		}
		if len(o.named()) != 1 {
			return usagef("--config-dir is for one host; name exactly one")
		}
	}
	return nil
}
