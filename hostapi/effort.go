package hostapi

import (
	"fmt"
	"slices"
	"strings"
)

// effortLevels are the universal levels of reasoning effort, the least first.
var effortLevels = []string{"minimal", "low", "medium", "high", "xhigh", "max"}

// EffortLevels returns the universal levels of reasoning effort, the least first. A host's own
// levels may be others.
func EffortLevels() []string { return slices.Clone(effortLevels) }

// Effort is what a host documents of how it takes a reasoning effort.
type Effort struct {
	// Param is the argument, "--effort {level}", in words that spaces part. Empty, or anything
	// that is no option, a key of a config file say, is no argument.
	Param string
	// Levels are those that the host takes; none means that they are not documented.
	Levels []string
	// Clamp maps universal levels that the host lacks to ones that it has.
	Clamp map[string]string
}

// Level is the host's own level for a universal one: that level itself if the host has it, else
// the one that Clamp gives; empty if level is, or if the host documents none to take in its place.
// A level that is not a universal one is an error.
func (e Effort) Level(level string) (string, error) {
	if level == "" {
		return "", nil
	}
	if !slices.Contains(effortLevels, level) {
		return "", fmt.Errorf("unknown effort %q, not one of %s", level, strings.Join(effortLevels, ", "))
	}
	if slices.Contains(e.Levels, level) {
		return level, nil
	}
	if own := e.Clamp[level]; slices.Contains(e.Levels, own) {
		return own, nil
	}
	return "", nil
}

// Argv spells a universal level as arguments of the host's command: the level itself if the
// host has it, else the one that Clamp gives. It is empty, and the host's default stands, if
// the level is empty, if surface, as negotiated, is not [EffortArgv], or if the host documents
// no argument, no levels or nothing to take in the place of this one. A level that is not a
// universal one is an error.
func (e Effort) Argv(surface EffortSurface, level string) ([]string, error) {
	own, err := e.Level(level)
	if err != nil || own == "" || surface != EffortArgv || !strings.HasPrefix(e.Param, "-") || !strings.Contains(e.Param, "{level}") {
		return nil, err
	}
	argv := strings.Fields(e.Param)
	for i := range argv {
		argv[i] = strings.ReplaceAll(argv[i], "{level}", own)
	}
	return argv, nil
}
