package plan

import "encoding/json"

// Always is how many bytes of the plan a host puts before the model at every start: of its
// artifacts, and of the blocks in instruction files.
func (p Plan) Always() int {
	n := 0
	for _, a := range p.Artifacts {
		n += a.Always
	}
	for _, e := range p.Edits {
		for _, op := range e.Ops {
			var text string
			if op.Kind == Insert && json.Unmarshal(op.Value, &text) == nil {
				n += len(text)
			}
		}
	}
	return n
}

// Tokens estimates how many tokens so many bytes are: a fourth of them, rounded away from 0.
func Tokens(bytes int) int {
	if bytes < 0 {
		return -Tokens(-bytes)
	}
	return (bytes + 3) / 4
}
