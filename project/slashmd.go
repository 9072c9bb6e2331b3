package project

// slashMD writes a command as a markdown file whose body is the prompt.
func (o *output) slashMD() error {
	if err := o.needBody(); err != nil {
		return err
	}
	return o.markdown()
}
