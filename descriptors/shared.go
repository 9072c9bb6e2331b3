package descriptors

// Shared is a folder that several hosts read. Its texts are neutral: whatever
// hosts share it, the bytes in it are the same.
type Shared struct {
	ID    string `toml:"id"`
	Title string `toml:"title"`
	// Global is the folder below the home, Local the one below a project.
	Global string `toml:"global"`
	Local  string `toml:"local"`
	// Files, if not empty, are the only names in it that may be opened.
	Files []string `toml:"files"`
	// Payload is the shared folder in which every host that shares this one has its payload,
	// so that texts and commands here may name it; empty for this one itself.
	Payload string `toml:"payload"`
	// Scanned are the folders in it in which some host looks for items. No payload may lie
	// there, whichever host it is for.
	Scanned  []Scanned          `toml:"scanned"`
	Dialects map[string]Dialect `toml:"dialects"` // by kind: commands, skills, agents, rules
	Text     Text               `toml:"text"`
	// Hooks are those of all hosts that register hooks here, with the tools that
	// matchers and agents name; empty if none does.
	Hooks  Hooks  `toml:"hooks"`
	Tools  Tools  `toml:"tools"`
	Source string `toml:"source"`
}

// Scanned is a folder below a shared one in which a host looks for items of a kind.
type Scanned struct {
	Path   string `toml:"path"`
	Kind   string `toml:"kind"`
	Scopes Scopes `toml:"scopes"`
}
