package descriptors

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// two are two hosts with homes and nothing else.
func two(first, second string) []Host {
	return []Host{
		{ID: "one", ConfigHome: ConfigHome{Kind: "dot-home", Name: first, Local: first}},
		{ID: "other", ConfigHome: ConfigHome{Kind: "dot-home", Name: second, Local: second}},
	}
}

func row(kind, mount, sub, file string) Row {
	return Row{Kind: kind, Scopes: Scopes{plan.Global}, Mount: mount, DestSubpath: sub, File: file, Dialect: "d"}
}

// Two hosts may not put unequal bytes at one path, by whatever way it comes about.
func TestPlacesOfTwoHosts(t *testing.T) {
	block := map[string]Dialect{"d": {Renderer: "marked-block"}}
	global := func(file string) map[plan.Scope]string { return map[plan.Scope]string{plan.Global: file} }
	local := func(file string) map[plan.Scope]string { return map[plan.Scope]string{plan.Local: file} }
	tests := []struct {
		name string
		make func() []Host
		want string // the path, and the way out where it is another; empty if they agree
	}{
		{"apart", func() []Host {
			h := two(".a", ".b")
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "agents", "{name}.md")}, []Row{row("agents", "config", "agents", "{name}.md")}
			return h
		}, ""},
		{"nested homes", func() []Host {
			h := two(".a", ".a/config")
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "Config/agents", "{name}.md")}, []Row{row("agents", "config", "agents", "{short}.md")}
			return h
		}, ".a/config/agents/{short}.md"},
		{"nested homes apart", func() []Host {
			h := two(".a", ".a/config")
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "agents", "{name}.md")}, []Row{row("agents", "config", "agents", "{name}.md")}
			return h
		}, ""},
		{"two payloads", func() []Host {
			h := two(".a", ".a")
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("payload", "config", "", "")}, []Row{row("payload", "config", "", "")}
			return h
		}, ".a/{payload}"},
		{"a folder", func() []Host {
			h := two(".a", ".b")
			h[1].Folders = map[string]Folder{"f": {Global: ".A/agents"}}
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "agents", "{name}.md")}, []Row{row("agents", "f", "", "x-{name}.md")}
			return h
		}, ".A/agents/x-{name}.md"},
		{"a probe", func() []Host {
			h := two(".a", ".b")
			h[1].ConfigHome.Probes = []Probe{{Dir: ".a"}, {Dir: ".b"}}
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "", "{name}.md")}, []Row{row("agents", "config", "", "{name}.md")}
			return h
		}, ".a/{name}.md"},
		{"a shared root", func() []Host {
			h := two(".config/agents", ".b")
			h[1].SharedRoots = []SharedRoot{{Mount: "agents", Dir: ".config/agents"}}
			h[0].ArtifactLayout = []Row{row("skills", "config", "skills", "{name}/SKILL.md")}
			h[1].ArtifactLayout = []Row{{Kind: "skills", Scopes: Scopes{plan.Global}, Mount: "agents", DestSubpath: "skills", File: "{name}/SKILL.md"}}
			return h
		}, ".config/agents/skills/{name}/SKILL.md"},
		{"one neutral rendering", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].ArtifactLayout = []Row{{Kind: "skills", Mount: "agents", DestSubpath: "skills", File: "{name}/SKILL.md"}, {Kind: "payload", Mount: "agents"}}
			}
			h[1].ArtifactLayout[0].Kind = "commands"
			return h
		}, ""},
		{"prompts", func() []Host {
			h := two(".a", ".a")
			h[0].Dialects = map[string]Dialect{"d": {Renderer: "agent-yaml", PromptFile: "{name}.md", IndexFile: "{prefix}.yaml"}}
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "agents", "{name}.yaml")}, []Row{row("agents", "config", "agents", "{name}.md")}
			return h
		}, ".a/agents/{name}.md"},
		{"an index", func() []Host {
			h := two(".a", ".a")
			h[0].Dialects = map[string]Dialect{"d": {Renderer: "agent-yaml", PromptFile: "{name}.txt", IndexFile: "{prefix}.md"}}
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "agents", "{name}.yaml")}, []Row{row("agents", "config", "agents", "{name}.md")}
			return h
		}, ".a/agents/{name}.md"},
		{"a file in the project with the texts of two", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].Dialects = block
				h[i].ArtifactLayout = []Row{{Kind: "rules", Scopes: Scopes{plan.Local}, Mount: "project", File: "GEMINI.md", Dialect: "d"}}
			}
			return h
		}, "GEMINI.md"},
		{"a file in the project with neutral texts and a host's", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].Dialects = block
				h[i].ArtifactLayout = []Row{{Kind: "rules", Scopes: Scopes{plan.Local}, Mount: "project", File: "AGENTS.md"}}
			}
			h[1].ArtifactLayout[0].Dialect = "d"
			return h
		}, "AGENTS.md"},
		{"a file in the project with neutral texts", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].ArtifactLayout = []Row{{Kind: "rules", Scopes: Scopes{plan.Local}, Mount: "project", File: "AGENTS.md"}}
			}
			return h
		}, ""},
		{"hooks of two in one file", func() []Host {
			h := two(".a", ".a")
			h[0].Hooks, h[1].Hooks = Hooks{File: local("hooks.json")}, Hooks{File: local("Hooks.json")}
			return h
		}, ".a/Hooks.json"},
		{"servers spelled alike", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
				h[i].ArtifactLayout = []Row{{Kind: "payload", Mount: "agents"}}
			}
			return h
		}, ""},
		{"servers spelled otherwise", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
			}
			h[1].MCP.Argv = true
			return h
		}, ".mcp.json"},
		{"servers that name variables otherwise", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
			}
			h[1].MCP.Variables.Form = "${env:NAME}"
			return h
		}, ".mcp.json"},
		{"servers that are known to name no variables, of one host", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
			}
			h[1].MCP.Variables.Source = "https://x.test"
			return h
		}, ".mcp.json"},
		{"servers that name two payloads", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
				h[i].ArtifactLayout = []Row{row("payload", "config", "", "")}
				h[i].ArtifactLayout[0].Scopes = Scopes{plan.Local}
			}
			return h
		}, ".mcp.json; one names payload in .a and one in .b; give one of them mcp.rooted without local scope"},
		{"servers of which one host's alone name a payload", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
			}
			h[1].MCP.Rooted = Scopes{plan.Global}
			return h
		}, ""},
		{"servers at another key", func() []Host {
			h := two(".a", ".b")
			for i := range h {
				h[i].MCP = MCP{File: local(".mcp.json"), Mount: local("project"), Format: plan.JSON, Key: []string{"mcpServers"}}
			}
			h[1].MCP.Argv, h[1].MCP.Key = true, []string{"mcp"}
			return h
		}, ""},
		{"a file in the home", func() []Host {
			h := two(".a", ".b")
			h[0].MCP = MCP{File: global(".b/hooks.toml"), Mount: global("home"), Format: plan.TOML}
			h[1].Hooks = Hooks{File: global("hooks.toml")}
			return h
		}, ".b/hooks.toml"},
		{"a candidate", func() []Host {
			h := two(".a", ".a")
			h[0].MCP = MCP{File: global("x.json"), Mount: global("config"), Format: plan.JSON, Key: []string{"m"}, Argv: true}
			h[1].MCP = MCP{File: global("y.json"), Mount: global("config"), Format: plan.JSON, Key: []string{"m"}}
			h[1].Candidates = []Candidates{{File: "y.json", Names: []string{"y.json", "x.json"}}}
			return h
		}, ".a/x.json"},
		{"a file in the way of a folder", func() []Host {
			h := two(".a", ".a")
			h[0].Hooks = Hooks{File: global("Agents")}
			h[1].ArtifactLayout = []Row{row("agents", "config", "agents", "{name}.md")}
			return h
		}, ".a/agents/{name}.md"},
		{"an item in the way of a folder", func() []Host {
			h := two(".a", ".a/x")
			h[0].ArtifactLayout, h[1].ArtifactLayout = []Row{row("agents", "config", "", "{name}")}, []Row{row("agents", "config", "agents", "{name}.md")}
			return h
		}, ".a/x/agents/{name}.md"},
		{"permissions", func() []Host {
			h := two(".a", ".a")
			h[0].Permissions, h[1].Permissions = Permissions{File: global("x.json")}, Permissions{File: global("x.json")}
			return h
		}, ".a/x.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := agreeHosts(tt.make(), everyOne(shared))
			want := "hosts one and other: both would put their own bytes at " + tt.want
			if !strings.Contains(tt.want, ";") {
				want += "; describe that folder in shared/"
			}
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || err.Error() != want):
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

func TestMeet(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"a/{name}.md", "a/{name}.md", true},
		{"a/{name}.md", "A/x.MD", true},
		{"a/{name}.md", "a/x.y.md", false},
		{"a/{name}.md", "a/.md", false},
		{"a/{name}.md", "a/b/c.md", false},
		{"a/{prefix}-{short}.md", "a/{name}.md", true},
		{"a/{prefix}-{short}.md", "a/x.md", false},
		{"a/x-{name}", "a/{name}-y", true},
		{"a/x-{name}", "a/y-{name}", false},
		{"{name}{name}{name}b", "{short}{short}a", false},
		{"{event}", "PreToolUse", true},
		{"{payload}", "{name}", false},
		{"", "", true},
	} {
		if got := meet(tt.a, tt.b); got != tt.want {
			t.Errorf("meet(%q, %q) = %v", tt.a, tt.b, got)
		}
		if got := meet(tt.b, tt.a); got != tt.want {
			t.Errorf("meet(%q, %q) = %v", tt.b, tt.a, got)
		}
	}
}
