// Package attribution compares what two states of a pack become, and explains each path that
// moved by a source that changed. What no changed source explains has rippled further than
// somebody meant. It is pure: what sources say is asked of its caller.
package attribution

import "github.com/gsd-install/gsd-install/plan"

// Side is what one state of a pack, and of the descriptors, becomes.
type Side struct {
	// Plans are those of all hosts and scopes.
	Plans []plan.Plan
	// Text returns the whole of a source by its path in plans; false if there is none.
	Text func(path string) (Text, bool)
	// Manifest is what says which files of the pack are emitted.
	Manifest Manifest
	// Places are the descriptor fields that decide where artifacts of a kind lie in a plan,
	// and what the texts in them call that; an empty kind is that of edits but for rules.
	Places func(p plan.Plan, kind string) []string
}

// Text is a source, whole.
type Text struct {
	Data string
	Exec bool
}

// Manifest says which files of a pack are emitted, in a form that can be compared.
type Manifest struct {
	// Path is the file that it was read from; empty if none was.
	Path string
	Says string
	// Names is the part by which texts call the pack and its folders.
	Names string
}

// Move is an emitted path that is not in both states the same.
type Move struct {
	// Path is the path as people spell it: "~/.config/x/commands/a.md".
	Path string `json:"path"`
	// Action is Create, Update or Remove.
	Action plan.Action `json:"action"`
	// Hosts are the ids of those that it is the same for, sorted.
	Hosts []string   `json:"hosts"`
	Scope plan.Scope `json:"scope"`
	Rule  string     `json:"rule"`
	// Sources are what the path is made of now, or was if it is removed.
	Sources []plan.Source `json:"sources"`
	// Causes are the changed sources that explain it; none if it is unexplained.
	Causes []Cause `json:"causes"`
	// Reason is that of the acknowledgment of an unexplained move; empty if there is none.
	Reason string `json:"acknowledged,omitempty"`
	// Difference is where an unexplained update begins; nil for all others.
	Difference *Difference `json:"difference,omitempty"`
}

// Unexplained returns the moves that no changed source explains and nobody has acknowledged.
func Unexplained(moves []Move) []Move {
	var all []Move
	for _, m := range moves {
		if len(m.Causes) == 0 && m.Reason == "" {
			all = append(all, m)
		}
	}
	return all
}

// Difference is the first line in which two texts differ; the line is "" where a text has
// ended.
type Difference struct {
	Line int    `json:"line"`
	Was  string `json:"was"`
	Is   string `json:"is"`
}
