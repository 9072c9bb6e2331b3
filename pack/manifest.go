package pack

import "github.com/gsd-install/gsd-install/plan"

// manifest says what of a tree makes the pack. It is the schema of pack.toml
// and of the recipes in recipes/; for a plugin and for plain folders
// it is made in memory. A part that is absent (nil) has its default; an empty
// list means none.
type manifest struct {
	// Package is the package.json name that a recipe is for; recipes only.
	Package string `toml:"package"`
	// Name, Version and Prefix identify the pack. Defaults: the plugin's or
	// package's name and version; the name as prefix.
	Name    string `toml:"name"`
	Version string `toml:"version"`
	Prefix  string `toml:"prefix"`
	// Home is the folder below the payload's home that ${CLAUDE_PLUGIN_ROOT} means.
	Home *string `toml:"home"`

	// Commands, Agents, Skills and Rules are the folders (or single files) of each
	// kind. Default: the folder of that name.
	Commands []folder `toml:"commands"`
	Agents   []folder `toml:"agents"`
	Skills   []folder `toml:"skills"`
	Rules    []folder `toml:"rules"`

	// Payload are the trees that are copied. Default: every other top folder, to
	// a folder named like the prefix.
	Payload []payloadTree `toml:"payload"`
	// Generated are files with fixed text.
	Generated []generated `toml:"generated"`
	// Tokens are replaced in template files: "{version}" in a value is the version.
	Tokens map[string]string `toml:"tokens"`
	// Aliases map top folders that the texts name below the Claude home to payload folders.
	Aliases map[string]string `toml:"aliases"`

	// Hooks are the hooks. Default: those of hooks/hooks.json, if there is one.
	Hooks    []hookEntry             `toml:"hooks"`
	Profiles map[string]profileEntry `toml:"profiles"`

	// Predecessor is another installer of the pack whose work is taken over; recipes only.
	Predecessor *plan.Predecessor `toml:"predecessor"`

	// file is where the manifest was read from, "" for one made in memory;
	// lines finds its keys there.
	file  string
	lines keyLines
	// version is where the version is given.
	version plan.Source
	// rest puts all that is not an item or a manifest into the payload, top
	// files included.
	rest bool
	// hookFiles and serverFiles are read besides hooks/hooks.json and .mcp.json;
	// hookText and serverText stand in the plugin's manifest itself.
	hookFiles, serverFiles []string
	hookText, serverText   []byte
}

// folder is where items of one kind lie.
type folder struct {
	From string `toml:"from"`
	// Exclude are globs relative to From.
	Exclude []string `toml:"exclude"`
	// optional folders need not exist.
	optional bool
}

// payloadTree is a folder or file that is copied. All globs are relative to From;
// "**" stands for any number of folders.
type payloadTree struct {
	From string `toml:"from"`
	// To is where it goes below the payload's home; From if absent.
	To *string `toml:"to"`
	// Include limits the tree, Exclude takes away from it.
	Include []string `toml:"include"`
	Exclude []string `toml:"exclude"`
	// Rewrite are the files whose prose is respelled for the host. Default: all
	// markdown.
	Rewrite []string `toml:"rewrite"`
	// Template are the files in which Tokens are replaced.
	Template []string `toml:"template"`
	// Exec are files that are executable besides those that are so in the pack.
	Exec []string `toml:"exec"`
}

// generated is a file with fixed text. "{version}" in it is the pack's version,
// "{host}" the host's id.
type generated struct {
	To       string `toml:"to"`
	Text     string `toml:"text"`
	Unshared bool   `toml:"unshared"`
}

// hookEntry is a hook; fields as in Hook. One of Script and Command is needed.
type hookEntry struct {
	Event   string   `toml:"event"`
	Matcher string   `toml:"matcher"`
	Script  string   `toml:"script"`
	Args    []string `toml:"args"`
	Run     string   `toml:"run"`
	Command string   `toml:"command"`
	Timeout int      `toml:"timeout"`
	Output  string   `toml:"output"`
}

// profileEntry is a profile; fields as in Profile.
type profileEntry struct {
	Commands []string `toml:"commands"`
	Agents   []string `toml:"agents"`
	Closed   bool     `toml:"closed"`
}
