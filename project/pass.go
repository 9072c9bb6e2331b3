package project

// pass is one rule that rewrites a text. None adds or takes away a line, so that each line
// of what was made has its line in the source.
type pass struct {
	// rule names the pass.
	rule string
	// field is the descriptor field that it follows, without the descriptor's id; empty
	// for that of the dialect.
	field string
	// loses, if not empty, is what the host does not get where the pass changes something.
	loses string
	do    func(string) string
}

// run runs passes one after another.
func run(passes []pass, s string) string {
	for _, p := range passes {
		s = p.do(s)
	}
	return s
}
