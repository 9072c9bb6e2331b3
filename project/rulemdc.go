package project

// ruleMDC writes a rule as a .mdc file: description, globs and whether it
// always applies, then the text. Form: https://cursor.com/docs/rules
func (o *output) ruleMDC() error { return o.markdown() }
