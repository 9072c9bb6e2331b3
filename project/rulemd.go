package project

// ruleMD writes a rule as plain markdown; without any key there is no
// frontmatter.
func (o *output) ruleMD() error { return o.markdown() }
