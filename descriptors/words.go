package descriptors

import (
	"regexp"
	"slices"
	"strings"
)

// The closed vocabularies of a descriptor.
var (
	lifecycles    = []string{"current", "sunset"}
	homeKinds     = []string{"dot-home", "dot-home-nested", "xdg", "generic-agents-root", "none"}
	envMeanings   = []string{"directory", "file", "parent", "xdg-root", "extra"}
	rowKinds      = []string{"commands", "agents", "skills", "rules", "payload"}
	scopes        = []string{"global", "local"}
	nestings      = []string{"flat", "namespace"}
	statuses      = []string{"client-verified", "documented", "source", "community"}
	placeholders  = []string{"{name}", "{short}", "{stem}", "{prefix}"}
	renderers     = []string{"slash-md", "slash-toml", "skill-md", "agent-md", "agent-toml", "agent-yaml", "rule-mdc", "rule-md", "marked-block"}
	keyOrigins    = []string{"name", "description", "argument-hint", "tools", "denied-tools", "sandbox", "readonly", "globs", "always", "when", "model", "effort", "const", "meta:KEY"}
	ruleTimes     = []string{"always", "globs", "description", "asked"}
	keyForms      = []string{"string", "quoted", "plain", "list", "flow", "comma", "map", "permission", "bool", "source"}
	prefaceTopics = []string{"command", "arguments", "tools", "dispatch"}
	hookSurfaces  = []string{
		"settings-json", "codex-hooks-json", "cursor-hooks-json", "copilot-hooks-json", "antigravity-hooks-json", "devin-hooks-json",
		"trae-hooks-json", "zcode-config-json", "kimi-hooks-toml", "config-yaml", "hook-scripts", "plugin", "extension", "none",
	}
	// hookDialects and extensionDialects are the sets of event names that hostapi has.
	extensionDialects = []string{"opencode", "pi", "none"}
	hookDialects      = []string{"claude", "gemini"}
	hookForms         = []string{"edit", "file", "scripts", "module"}
	hookFormats       = []string{"json", "toml", "yaml"}
	hookShapes        = []string{"groups", "flat", "list"}
	timeoutUnits      = []string{"s", "ms", "none"}
	installSurfaces   = []string{
		"settings-json", "codex-toml", "cursor-hooks-json", "copilot-instructions", "cline-rules", "profile-marker-only", "none",
	}
	sandboxTiers      = []string{"codex-agent-sandbox", "none"}
	permissionWriters = []string{"opencode", "kilo", "antigravity", "none"}
	permissionWords   = []string{"allow", "ask", "deny"}
	listingKinds      = []string{"commands", "skills"}
	hookOutputs       = []string{"text", "json", "no-text"}
	trustKinds        = []string{"hooks", "agents", "commands", "skills", "project"}
	trustWays         = []string{"approve", "trust-project", "acknowledge", "switch-on"}
	mcpFormats        = []string{"json", "toml", "yaml"}
	mcpTransports     = []string{"stdio", "http", "sse", "ws"}
	mcpTakes          = []string{"alwaysLoad", "cwd", "headersHelper", "oauth", "timeout"}
	mcpValues         = []string{"command", "args", "env", "url", "headers"}
	readKinds         = []string{"skills", "agents", "commands", "hooks"}
	nextPlaceholders  = []string{"{help}", "{command}", "{agents}"}
	toolPlaceholders  = []string{"{server}", "{tool}"}
	efforts           = []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}
)

// What package project can write: a text, a truth value and a list in these
// forms, a value of the source's own as a text or as it is there.
var (
	textForms = []string{"string", "quoted", "plain"}
	boolForms = []string{"bool", "string", "quoted", "plain"}
	listForms = []string{"list", "flow", "comma", "map", "permission"}
	metaForms = []string{"string", "quoted", "plain", "source"}
	// noTOMLForms are those of them that only YAML has.
	noTOMLForms = []string{"map", "permission", "source"}
)

// agentOrigins are origins that need to know the host's tools, or say what an agent
// may do; a folder that hosts share knows no host.
var agentOrigins = []string{"tools", "denied-tools", "sandbox", "readonly", "model", "effort"}

// claudeTools are the tools that packs name, and claudeEvents the events that
// their hooks name, in the words of Claude Code.
// https://code.claude.com/docs/en/tools-reference and
// https://code.claude.com/docs/en/hooks; names it had before stay, as packs use them.
var (
	claudeTools = []string{
		"Agent", "AskUserQuestion", "Bash", "BashOutput", "CronCreate", "CronDelete", "CronList", "Edit", "EnterPlanMode",
		"EnterWorktree", "ExitPlanMode", "ExitWorktree", "Glob", "Grep", "KillShell", "LS", "LSP", "ListMcpResourcesTool",
		"Monitor", "MultiEdit", "NotebookEdit", "NotebookRead", "PowerShell", "PushNotification", "Read",
		"ReadMcpResourceTool", "RemoteTrigger", "ScheduleWakeup", "SendMessage", "SendUserFile", "Skill", "SlashCommand",
		"Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch",
		"WebFetch", "WebSearch", "Workflow", "Write",
	}
	claudeEvents = []string{
		"ConfigChange", "CwdChanged", "DirectoryAdded", "Elicitation", "ElicitationResult", "FileChanged",
		"InstructionsLoaded", "MessageDisplay", "Notification", "PermissionDenied", "PermissionRequest", "PostCompact",
		"PostModelSwitch", "PostToolBatch", "PostToolUse", "PostToolUseFailure", "PreCompact", "PreModelSwitch",
		"PreSkillShellCommand", "PreToolUse", "SessionEnd", "SessionStart", "Setup", "Stop", "StopFailure",
		"SubagentStart", "SubagentStop", "TaskCompleted", "TaskCreated", "TeammateIdle", "UserPromptExpansion",
		"UserPromptSubmit", "WorktreeCreate", "WorktreeRemove",
	}
)

// SourceTools are the tools that packs name, in the words of their own format.
func SourceTools() []string { return slices.Clone(claudeTools) }

// SourceEvents are the events that hooks of packs name, in the same words.
func SourceEvents() []string { return slices.Clone(claudeEvents) }

var (
	variableForm = regexp.MustCompile(`^[A-Z_][A-Z0-9_]*$`)
	keyForm      = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
	idForm       = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	sourceForm   = regexp.MustCompile(`^(https?://[^\s/]+\.[^\s/]+(/\S*)?|client:\S+@\S+:\S.*)$`)
)

func list(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}
