package attribution

import "slices"

// Ack is the acknowledgment of moves that no source explains.
type Ack struct {
	// Path is a glob that the path of a move, as people spell it, matches.
	Path   string `json:"path"`
	Reason string `json:"reason"`
	// Line is where it stands in its file, counted from 1.
	Line int `json:"line"`
}

// Spent is an acknowledgment that can go.
type Spent struct {
	Ack
	Why string `json:"why"`
}

// Acknowledge gives each unexplained move the reason of the first acknowledgment that
// matches it, and returns those that are spent: no move needs them, or base has had them
// already, so that the moves they were for are in base too. What base has had counts for
// nothing, or a stale one would hide new moves.
func Acknowledge(moves []Move, acks, had []Ack, match func(glob, path string) bool) []Spent {
	var spent []Spent
	for _, a := range acks {
		if slices.ContainsFunc(had, func(b Ack) bool { return a.Path == b.Path && a.Reason == b.Reason }) {
			spent = append(spent, Spent{a, "base has it already"})
			continue
		}
		used := false
		for i := range moves {
			m := &moves[i]
			if len(m.Causes) > 0 || !match(a.Path, m.Path) {
				continue
			}
			used = true
			if m.Reason == "" {
				m.Reason = a.Reason
			}
		}
		if !used {
			spent = append(spent, Spent{a, "no unexplained move matches it"})
		}
	}
	return spent
}
