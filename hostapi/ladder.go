package hostapi

// Point is one of the six points at which an engine meets its host.
type Point string

// The interface points.
const (
	PointCommand  Point = "command"
	PointDispatch Point = "dispatch"
	PointModel    Point = "model"
	PointHooks    Point = "hooks"
	PointState    Point = "state"
	PointArtifact Point = "artifact"
)

// Points returns the six interface points in the order of ADR-1239.
func Points() []Point {
	return []Point{PointCommand, PointDispatch, PointModel, PointHooks, PointState, PointArtifact}
}

// Level is how much of an interface point there is.
type Level string

// The levels, from most to least.
const (
	Full     Level = "full"
	Degraded Level = "degraded"
	Absent   Level = "absent"
)

// step is the level that a value gives a point, and what is done instead.
type step struct {
	level    Level
	fallback string
}

// The rungs of the five points that one word decides. A word that is not there
// is Absent.
var (
	commandSteps = map[CommandSurface]step{
		CommandSlashFile:         {level: Full},
		CommandSlashProgrammatic: {level: Full},
		CommandSlashTOML:         {Degraded, "commands are TOML prompts called by the pack's name and theirs"},
		CommandPalette:           {Degraded, "commands are entries of the host's palette"},
		CommandProseOnly:         {Absent, "commands are skills, and prose in the instruction file names them"},
	}
	modelSteps = map[ModelMode]step{
		ModelActive:  {level: Full},
		ModelPassive: {Degraded, "the user's model runs; agents and instructions can only ask for another"},
	}
	hookSteps = map[HookBus]step{
		BusHost:   {level: Full},
		BusEngine: {Degraded, "the engine fires its own events; the host registers none"},
		BusNone:   {Absent, "what hooks would check is written as rules for the model"},
	}
	stateSteps = map[StateIO]step{
		StateFilesystem: {level: Full},
		StateSandboxed:  {Degraded, "state is kept in the storage that the host gives its extensions"},
		StateSessionLog: {Degraded, "state is added to the session's log and never rewritten"},
	}
	artifactSteps = map[CommandSurface]step{
		CommandSlashFile:         {level: Full},
		CommandSlashProgrammatic: {level: Full},
		CommandSlashTOML:         {Degraded, "skills and agents are reached by menu or mention, not by typing a command"},
		CommandProseOnly:         {Degraded, "skills and agents are reached by menu or mention, not by typing a command"},
		CommandPalette:           {Absent, "skills become tools of the model, reached from palette or chat"},
	}
)

// DegradationFor returns the level that axes give a point and what is done
// instead, which is empty if the level is [Full]. A point that rests on an axis of
// which nothing is known is [Absent].
func DegradationFor(p Point, a Axes) (level Level, fallback string) {
	var s step
	switch p {
	case PointCommand:
		s = commandSteps[a.CommandSurface]
	case PointDispatch:
		s = dispatchStep(a.Dispatch)
	case PointModel:
		s = modelSteps[a.ModelMode]
	case PointHooks:
		s = hookSteps[a.HookBus]
	case PointState:
		s = stateSteps[a.StateIO]
	case PointArtifact:
		s = artifactSteps[a.CommandSurface]
	}
	if s.level == "" {
		s = step{Absent, "not known, so nothing is counted on"}
	}
	return s.level, s.fallback
}

func dispatchStep(d Dispatch) step {
	deep := d.MaxDepth < 0 || d.Nested && d.MaxDepth >= 2
	switch {
	case !d.NamedDispatch || d.MaxDepth == 0:
		return step{Absent, "one agent does all work itself, in order"}
	case !deep:
		return step{Degraded, "agents start no others; waves run inline"}
	case d.SubagentToolkit != ToolkitFull:
		return step{Degraded, "agents have fewer tools; work that needs more stays with the first agent"}
	default:
		return step{level: Full}
	}
}
