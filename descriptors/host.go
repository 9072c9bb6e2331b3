// Package descriptors holds one TOML file for each host, and one for each
// folder that several hosts share, parsed and validated. It is the only place
// where a host is known by name.
package descriptors

import "github.com/gsd-install/gsd-install/plan"

// Host is all that the program knows about one AI coding host. Field names in
// TOML are those of ADR-1016 and ADR-1239 where these have one.
type Host struct {
	ID    string `toml:"id"`
	Title string `toml:"title"`
	// Lifecycle is "current" or "sunset"; LifecycleNote says what its makers say.
	Lifecycle     string `toml:"lifecycle"`
	LifecycleNote string `toml:"lifecycleNote"`
	// Successor is the id of the host that its makers name in its place; empty if
	// they name none.
	Successor string `toml:"successor"`
	// SupportTier is 1 (first class) to 3 (best effort).
	SupportTier int `toml:"supportTier"`
	// Docs is the address of the host's own documentation.
	Docs string `toml:"docs"`
	// Binaries are names of programs on PATH that show the host is installed.
	Binaries []string `toml:"binaries"`
	Client   Client   `toml:"client"`
	// InstallSurface and SandboxTier are the words of ADR-1016 for the kind of file an
	// installer edits there and for what keeps agents in bounds: "none" if nothing.
	InstallSurface string `toml:"installSurface"`
	SandboxTier    string `toml:"sandboxTier"`

	ConfigHome ConfigHome `toml:"configHome"`
	// Folders are further folders of the host, by the name that a mount is given with.
	Folders map[string]Folder `toml:"folders"`
	// MovedFrom are folders that earlier descriptors put the host's files in: each below the
	// home or the project, or the id of a shared folder that it has left. What our records
	// there say is of the host moves with the next install.
	MovedFrom MovedFrom `toml:"movedFrom"`
	// SharedRoots are where the host looks for a shared folder before its usual place.
	SharedRoots []SharedRoot `toml:"sharedRoots"`
	// Candidates are files of which the host reads one before the others.
	Candidates []Candidates `toml:"candidates"`

	ArtifactLayout []Row              `toml:"artifactLayout"`
	Dialects       map[string]Dialect `toml:"dialects"`
	Text           Text               `toml:"text"`
	Tools          Tools              `toml:"tools"`
	Hooks          Hooks              `toml:"hooks"`
	NeedsTrust     []Trust            `toml:"needsTrust"`
	MCP            MCP                `toml:"mcp"`
	Permissions    Permissions        `toml:"permissions"`
	Listing        Listing            `toml:"listing"`
	AlsoReads      []AlsoRead         `toml:"alsoReads"`
	Builtin        BuiltinNames       `toml:"builtin"`
	// Next are lines to print after an install, in the host's own words: how
	// to call the first command, what to restart or trust. {help} stands for
	// the pack's help command in this host's spelling, {command} for its first one,
	// {agents} for the file that names all its agents.
	Next []string `toml:"next"`

	HostIntegration      HostIntegration  `toml:"hostIntegration"`
	OrchestratorExec     OrchestratorExec `toml:"orchestratorExec"`
	HarnessIsolationFlag string           `toml:"harnessIsolationFlag"`
	Effort               Effort           `toml:"effort"`

	// set is what it was read with, nil for a built-in one among built-in ones.
	set *Set
	// added reports that it is none of the program's.
	added bool
}

// ConfigHome says where a host's own files are.
type ConfigHome struct {
	// Kind is dot-home, dot-home-nested, xdg, generic-agents-root or none.
	Kind string `toml:"kind"`
	// Name is the folder below the home, ".codex"; Local the one below a project.
	Name   string `toml:"name"`
	Local  string `toml:"local"`
	Source string `toml:"source"`
	Env    []Env  `toml:"env"`
	// Probes are the folders below the home that Name is chosen from: the one that
	// holds our records, else the first that holds its marker, else the first that
	// exists, else Name. Usually none, and then it is Name.
	Probes []Probe `toml:"probes"`
	// Signs are further paths below the home that show the host is installed.
	Signs []string `toml:"signs"`
}

// Probe is a folder below the home that a host's files may be in.
type Probe struct {
	Dir string `toml:"dir"`
	// Marker is a path in it that tells it from a folder of another kind; may be empty.
	Marker string `toml:"marker"`
}

// Folder is a further folder of a host: below the home, and below a project. An empty
// one does not exist in that scope.
type Folder struct {
	Global string `toml:"global"`
	Local  string `toml:"local"`
	Source string `toml:"source"`
}

// MovedFrom are folders of earlier descriptors, by scope.
type MovedFrom struct {
	Global []string `toml:"global"`
	Local  []string `toml:"local"`
}

// At returns those of a scope.
func (f MovedFrom) At(s plan.Scope) []string {
	if s == plan.Local {
		return f.Local
	}
	return f.Global
}

// SharedRoot is a folder below the home that a host reads in place of a shared one if
// it has Marker in it.
type SharedRoot struct {
	// Mount is the id of the shared folder.
	Mount  string `toml:"mount"`
	Dir    string `toml:"dir"`
	Marker string `toml:"marker"`
	Source string `toml:"source"`
}

// Candidates are the names of one config file, the one that the host gives priority
// first. Other fields name it by File. An existing one is edited, else File is made.
type Candidates struct {
	File  string   `toml:"file"`
	Names []string `toml:"names"`
	// Else is one of the host's Folders that File is made in where none of them is
	// there, in place of the mount that the other fields give; may be empty.
	Else   string `toml:"else"`
	Source string `toml:"source"`
}

// HooksIn are the hooks of a scope: where the host registers them in a shared folder that
// has hooks of its own, those, and else the host's. Where and in which file they are
// registered, h.Hooks says.
func (h Host) HooksIn(s plan.Scope) Hooks {
	if shared, ok := h.Shared(h.Hooks.Mount[s]); ok && shared.Hooks.Surface != "" {
		return shared.Hooks
	}
	return h.Hooks
}

// Env is an environment variable that moves a host's files.
type Env struct {
	Name string `toml:"name"`
	// Means is "directory" (is the config home), "file" (a file in it),
	// "parent" (stands in for the home directory), "xdg-root" (the parent of
	// the config home) or "extra" (adds a folder and moves nothing).
	Means string `toml:"means"`
	// MovesShared reports that the shared folder moves with it, SharedOff that the host
	// does not read it any more, so that what belongs there goes to the config home.
	MovesShared bool   `toml:"movesShared"`
	SharedOff   bool   `toml:"sharedOff"`
	Source      string `toml:"source"`
}

// Row places one kind of item in one or both scopes.
type Row struct {
	// Kind is commands, agents, skills, rules or payload.
	Kind   string `toml:"kind"`
	Scopes Scopes `toml:"scopes"`
	// Mount is "config" for the host's own folder, the name of one of its Folders, or the
	// id of a shared one.
	Mount string `toml:"mount"`
	// DestSubpath is the folder below the mount; empty is the mount itself.
	DestSubpath string `toml:"destSubpath"`
	// File is the path below DestSubpath: "{name}/SKILL.md", "{prefix}/{short}.toml".
	// Empty for payload; one name for all items where the renderer is marked-block.
	File string `toml:"file"`
	// Nesting is "namespace" if File has a folder named by {prefix}, so that the
	// host calls the item by it, else "flat" (ADR-1016).
	Nesting string `toml:"nesting"`
	// Dialect is a key of Dialects; empty in a shared mount, which has its own.
	Dialect string `toml:"dialect"`
	// Status is how well it is checked: client-verified, documented, source, community.
	Status string `toml:"status"`
	Source string `toml:"source"`
}
