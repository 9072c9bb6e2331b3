package lint

// Level is how much a finding matters.
type Level string

// The levels, the worst first.
const (
	// Error is what some host rejects, drops or mangles.
	Error Level = "error"
	// Warning is information that is lost, or a doubtful text.
	Warning Level = "warning"
	// Info is what the hosts differ in, and is to be expected.
	Info Level = "info"
)

// Levels are all levels, the worst first.
var Levels = []Level{Error, Warning, Info}

// Reaches reports whether l is at least as bad as least.
func (l Level) Reaches(least Level) bool { return l.rank() <= least.rank() }

func (l Level) rank() int {
	switch l {
	case Error:
		return 0
	case Warning:
		return 1
	default:
		return 2
	}
}
