package adapter

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Config is what is embedded, and where.
type Config struct {
	// Pack is what the host gets.
	Pack *pack.Pack
	// Scope is the user's home or one project; empty is plan.Global.
	Scope plan.Scope
	// Env has the absolute paths of the home, and in local scope of the project, both of
	// directories that are there. Its nil functions mean that the environment does not count.
	Env layout.Env
	// MCP registers the pack's MCP servers, which are programs that the host runs. The
	// declarative adapter goes on with those that an earlier run has registered; the imperative
	// one registers none.
	MCP bool
	// Policy is what is done about files of somebody else's where the pack's would be; empty is
	// emit.Keep. Where an engine's state is in no folder of the host, nothing can be put aside,
	// and emit.Replace is missing.
	Policy emit.Policy
}

func (c Config) scope() plan.Scope { return cmp.Or(c.Scope, plan.Global) }

// check records what is missing. Directories are needed where files are to be written.
func (c Config) check(n *needs, files bool) {
	n.has(c.Pack != nil, "Config.Pack", "there is nothing to embed")
	n.has(slices.Contains([]plan.Scope{plan.Global, plan.Local}, c.scope()), "Config.Scope", "it is global or local")
	n.has(slices.Contains([]emit.Policy{"", emit.Keep, emit.Replace, emit.Stop}, c.Policy), "Config.Policy", "it is keep, replace or stop")
	if !files {
		n.has(c.Policy != emit.Replace, "Config.Policy", "it is keep or stop: the host has no folder to which what is replaced could be put aside")
		return
	}
	n.has(isDir(c.Env.Home), "Config.Env.Home", "it is the absolute path of a directory that is there")
	if c.scope() == plan.Local {
		n.has(isDir(c.Env.Project), "Config.Env.Project", "local scope is in the absolute path of a directory that is there")
	}
}

func isDir(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && filepath.IsAbs(dir)
}
