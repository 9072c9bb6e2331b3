package project

// slashTOML writes a command as a TOML file whose prompt decodes to the body.
// Form: https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/custom-commands.md
func (o *output) slashTOML() error { return o.tomlFile() }

// tomlFile writes the keys, then the body under its own key.
func (o *output) tomlFile() error {
	if err := o.needBody(); err != nil {
		return err
	}
	fields, err := o.fields()
	if err != nil {
		return err
	}
	head, err := tomlTable(fields)
	if err != nil {
		return o.errorf("%v", err)
	}
	body := o.body()
	open, text, end := tomlText(body)
	o.put(head+o.Dialect.BodyKey+" = "+open, text, end+"\n")
	return nil
}
