package project

// agentMD writes an agent as a markdown file whose body is its instructions.
func (o *output) agentMD() error {
	if err := o.needBody(); err != nil {
		return err
	}
	return o.markdown()
}
