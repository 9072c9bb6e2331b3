package project

// skillMD writes a SKILL.md, for a skill or for a command that is called as one.
// Form: https://agentskills.io/specification
func (o *output) skillMD() error { return o.markdown() }
