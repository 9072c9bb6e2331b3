package project

// ruleTexts says for each rule what it does. Where a host is meant, it is the one that reads
// the file.
var ruleTexts = map[string]string{
	"skill-md":      "written as SKILL.md in a folder of its own, with the frontmatter that the host reads",
	"slash-md":      "written as a command in markdown, with the frontmatter that the host reads",
	"slash-toml":    "written as a command in TOML, whose prompt is the body",
	"agent-md":      "written as an agent in markdown, with the frontmatter that the host reads",
	"agent-toml":    "written as an agent in TOML, whose instructions are the body",
	"agent-yaml":    "written as an agent in YAML, with its prompt in a file beside it",
	"agent-index":   "lists the agents for a host that finds none by itself",
	"rule-md":       "written as a rule in markdown",
	"rule-mdc":      "written as a rule in .mdc, with description and globs",
	"marked-block":  "put between marks into the instruction file",
	"copy":          "copied byte for byte",
	"copy-prose":    "copied; paths, commands, tools and arguments in it are spelled for the host",
	"copy-template": "copied, with its tokens filled in",
	"generated":     "written as the recipe of the pack says",
	"hook":          "registers a hook",
	"mcp-server":    "registers an MCP server",
	"permission":    "lets the host read the pack's own files",
	"node-launcher": "finds node for hooks that are programs",

	"token":            "a token of the pack, as the pack says what it stands for",
	"path":             "a path of the pack or of the host it is written for, where that lies here",
	"command-mention":  "a command of the pack, as it is called here",
	"instruction-file": "the instruction file, by its name here",
	"tool-name":        "a tool, by its name here",
	"arguments":        "what is written after a command, as it is named here",
	"host-token":       "text that the host would take for an order to it, parted so that it does not",
	"placeholder":      "a name in braces, in the form that the host does not stumble over",
}

// RuleText says what a rule of a plan, or of a Step, does; empty if there is no such rule.
func RuleText(rule string) string { return ruleTexts[rule] }
