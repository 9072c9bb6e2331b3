package hostapi

// EmbeddingMode says whether a host runs the engine's code or reads its files.
type EmbeddingMode string

// The embedding modes.
const (
	ModeImperative  EmbeddingMode = "imperative"
	ModeDeclarative EmbeddingMode = "declarative"
)

// CommandSurface is how a host offers commands to its user.
type CommandSurface string

// The command surfaces.
const (
	CommandSlashFile         CommandSurface = "slash-file"
	CommandSlashProgrammatic CommandSurface = "slash-programmatic"
	CommandSlashTOML         CommandSurface = "slash-toml"
	CommandPalette           CommandSurface = "palette"
	CommandProseOnly         CommandSurface = "prose-only"
)

// ModelMode says whether the engine can call the host's model itself.
type ModelMode string

// The model modes. A passive model is only instructed, never called.
const (
	ModelActive  ModelMode = "active"
	ModelPassive ModelMode = "passive"
)

// HookBus says who fires lifecycle events.
type HookBus string

// The hook buses.
const (
	BusHost   HookBus = "host"
	BusEngine HookBus = "engine"
	BusNone   HookBus = "none"
)

// StateIO is where an engine's state can be kept.
type StateIO string

// The kinds of state.
const (
	StateFilesystem StateIO = "filesystem"
	StateSandboxed  StateIO = "sandboxed-storage"
	StateSessionLog StateIO = "session-log-append"
)

// Transport is how tools of a program reach the host.
type Transport string

// The transports.
const (
	TransportMCP    Transport = "mcp"
	TransportNative Transport = "native-extension"
)

// Runtime is what the host's own code, and any extension in it, runs on.
type Runtime string

// The runtimes.
const (
	RuntimeNode         Runtime = "node"
	RuntimeBun          Runtime = "bun"
	RuntimeSandboxedWeb Runtime = "sandboxed-web"
	RuntimePython       Runtime = "python"
	RuntimeGo           Runtime = "go"
	RuntimeRust         Runtime = "rust"
	RuntimeElectron     Runtime = "electron"
	RuntimeOther        Runtime = "other"
)

// EffortSurface is how a reasoning effort reaches the host.
type EffortSurface string

// The effort surfaces. EffortArgv is an argument when the host is started.
const (
	EffortArgv EffortSurface = "argv"
	EffortNone EffortSurface = "none"
)

// SubagentToolkit is which of its parent's tools a started agent has.
type SubagentToolkit string

// The toolkits. A host that has only its own built-in agents declares
// ToolkitBuiltInOnly; it negotiates to ToolkitReadOnly, which is all that can be
// counted on.
const (
	ToolkitFull        SubagentToolkit = "full"
	ToolkitReadOnly    SubagentToolkit = "read-only"
	ToolkitBuiltInOnly SubagentToolkit = "built-in-only"
)

// Isolation is who keeps agents that run at the same time apart.
type Isolation string

// The kinds of isolation: the host makes a worktree for each agent, the engine
// makes one and starts a process in it, or agents run one after another.
const (
	IsolationHarness      Isolation = "harness-worktree"
	IsolationOrchestrator Isolation = "orchestrator-worktree"
	IsolationNone         Isolation = "none"
)
