package hostapi

// Profile is a class of hosts that integrate alike.
type Profile string

// The profiles. ProfileNone is a host that does not say how it embeds.
const (
	ProfileNone            Profile = ""
	ProfileProgrammaticCLI Profile = "programmatic-cli"
	ProfileDeclarativeCLI  Profile = "declarative-cli"
	ProfileIDE             Profile = "ide"
)

// ProfileOf classifies a host by its axes. Give it what the host declares itself,
// [Declaration.Axes]: an agreement always has an embedding mode, so it would give
// every host a profile.
func ProfileOf(a Axes) Profile {
	switch {
	case a.EmbeddingMode == ModeDeclarative:
		return ProfileDeclarativeCLI
	case a.EmbeddingMode != ModeImperative:
		return ProfileNone
	case a.Runtime == RuntimeSandboxedWeb:
		return ProfileIDE
	default:
		return ProfileProgrammaticCLI
	}
}

// Baseline returns what a typical host of the profile has, for people who write a
// declaration to start from. It is all empty for ProfileNone. No baseline
// claims isolation, concurrency or an effort: these have to be documented.
func (p Profile) Baseline() Axes {
	a := Axes{
		EmbeddingMode:  ModeImperative,
		CommandSurface: CommandSlashFile,
		Dispatch: Dispatch{
			NamedDispatch: true, Nested: true, MaxDepth: -1, Background: true, BackgroundDispatch: true,
			SubagentToolkit: ToolkitFull, Isolation: IsolationNone, MaxConcurrency: 1,
		},
		ModelMode:     ModelPassive,
		HookBus:       BusHost,
		StateIO:       StateFilesystem,
		Transport:     TransportMCP,
		Runtime:       RuntimeNode,
		EffortSurface: EffortNone,
	}
	switch p {
	case ProfileProgrammaticCLI:
	case ProfileDeclarativeCLI:
		a.EmbeddingMode = ModeDeclarative
		a.Dispatch = Dispatch{NamedDispatch: true, MaxDepth: 1, SubagentToolkit: ToolkitFull, Isolation: IsolationNone, MaxConcurrency: 1}
	case ProfileIDE:
		a.CommandSurface = CommandPalette
		a.Dispatch.MaxDepth = 5
		a.ModelMode = ModelActive
		a.HookBus = BusEngine
		a.StateIO = StateSandboxed
		a.Runtime = RuntimeSandboxedWeb
	case ProfileNone:
		return Axes{}
	default:
		return Axes{}
	}
	return a
}
