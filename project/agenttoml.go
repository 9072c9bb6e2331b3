package project

// agentTOML writes an agent as a flat TOML file; its instructions decode to the
// body. Form: https://developers.openai.com/codex/subagents
func (o *output) agentTOML() error { return o.tomlFile() }
