package project

import (
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// TestServerVariables holds that variables in a server's values are spelled as each host does,
// and that a note says which of them a host does not put in.
func TestServerVariables(t *testing.T) {
	const keep, put = "; it stays as it is", "; its default stands there"
	for name, c := range map[string]struct {
		host, entry, want string
		lost              []string
	}{
		"in all values": {"opencode", `{"command":"${A}/x","args":["--k=${B1}","${_c}"],"env":{"D":"${D}"}}`,
			`{"enabled":true,"type":"local","command":["{env:A}/x","--k={env:B1}","{env:_c}"],"environment":{"D":"{env:D}"}}`, nil},
		"of an address":        {"cursor", `{"type":"http","url":"${U}/mcp","headers":{"K":"Bearer ${T}"}}`, `{"type":"http","url":"${env:U}/mcp","headers":{"K":"Bearer ${env:T}"}}`, nil},
		"as they are":          {"gemini", `{"command":"x","args":["${A}","${B:-c d}","${C:-}"]}`, `{"command":"x","args":["${A}","${B:-c d}","${C:-}"]}`, nil},
		"as JSON may write it": {"opencode", `{"command":"\u0024{A}\u002f\"","args":["a\/b"]}`, `{"enabled":true,"type":"local","command":["{env:A}/\"","a\/b"]}`, nil},
		"twice in a row":       {"vscode", `{"command":"x","args":["${A}${B}"]}`, `{"command":"x","args":["${env:A}${env:B}"]}`, nil},
		"no variables":         {"codex", `{"command":"x","args":["$A","${1}","${a b}","{B}","$${"]}`, `{"command":"x","args":["$A","${1}","${a b}","{B}","$${"]}`, nil},
		"not in names":         {"codex", `{"command":"x","cwd":"${A}"}`, `{"command":"x","cwd":"${A}"}`, nil},

		"no defaults": {"qwen", `{"command":"x","args":["${A:-\"q\" \\ 100%s}","${B:-<b>}"]}`, `{"command":"x","args":["\"q\" \\ 100%s","<b>"]}`,
			[]string{`MCP server s: Qwen Code cannot expand ${A:-"q" \ 100%s} in args` + put, "MCP server s: Qwen Code cannot expand ${B:-<b>} in args" + put}},
		"no defaults, but one that is empty": {"qwen", `{"command":"x","args":["${A:-}"]}`, `{"command":"x","args":["${A}"]}`, nil},
		"none": {"codex", `{"command":"x","args":["${A}","${A}","${B:-100%}"],"env":{"A":"${A}"}}`, `{"command":"x","args":["${A}","${A}","100%"],"env":{"A":"${A}"}}`,
			[]string{"MCP server s: Codex does not expand ${A} in args" + keep, "MCP server s: Codex cannot expand ${B:-100%} in args" + put, "MCP server s: Codex does not expand ${A} in env" + keep}},
		"not in this value": {"pi", `{"command":"x","args":["${A}","${B:-1}"],"env":{"A":"${A}"}}`, `{"command":"x","args":["${A}","1"],"env":{"A":"${A}"}}`,
			[]string{"MCP server s: pi does not expand ${A} in args" + keep, "MCP server s: pi cannot expand ${B:-1} in args" + put}},
		"not known": {"zcode", `{"command":"x","args":["${A}","${B:-1}"]}`, `{"command":"x","args":["${A}","${B:-1}"]}`,
			[]string{"MCP server s: ZCode is not known to expand ${A} in args" + keep, "MCP server s: ZCode is not known to expand ${B:-1} in args" + keep}},
		"the plugin's folder in a default": {"gemini", `{"command":"x","args":["${A:-${CLAUDE_PLUGIN_ROOT}/z}"]}`, `{"command":"x","args":["${A:-/no/such/home/.agents/gsd/z}"]}`, nil},
		"the same where there are no defaults": {"codex", `{"command":"x","args":["${A:-${CLAUDE_PLUGIN_ROOT}/z}"]}`, `{"command":"x","args":["/no/such/home/.agents/gsd/z"]}`,
			[]string{"MCP server s: Codex cannot expand ${A:-${CLAUDE_PLUGIN_ROOT}/z} in args" + put}},
		"the plugin's own host": {"claude", `{"command":"x","args":["${A}"],"env":{"B":"${B:-1}"}}`, `{"command":"x","args":["${A}"],"env":{"B":"${B:-1}"}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, notes := registeredServer(t, c.host, c.entry)
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if !slices.Equal(notes, c.lost) {
				t.Errorf("notes %q, want %q", notes, c.lost)
			}
		})
	}
}

// TestServerTokens holds that a server is left out where the host would put in something else than
// the pack's words, and stays where they are only words.
func TestServerTokens(t *testing.T) {
	for _, h := range descriptors.All() {
		for _, token := range []string{"{file:a}", "{env:A}", "${input:a}", "${command:a}"} {
			in := input(t, readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"s":{"command":"x","args":["a` + token + `"]},"t":{"command":"y"}}}`}), h.ID, plan.Global, testEnv)
			if h.MCP.File[in.Scope] == "" {
				continue
			}
			in.MCP = true
			pl, err := Render(in)
			if err != nil {
				t.Fatal(err)
			}
			own := slices.ContainsFunc(h.MCP.Variables.Own, func(one string) bool { return strings.HasPrefix(token, one) })
			if left := len(pl.Edits[0].Ops) == 1; left != own || own != (len(noted(pl, "mcp-token-lost")) == 1) {
				t.Errorf("%s: %s: %d servers, %q", h.ID, token, len(pl.Edits[0].Ops), noted(pl, "mcp-token-lost"))
			}
		}
	}
}

// TestServerNames holds that a host gets no server of a name that it refuses, and all others.
func TestServerNames(t *testing.T) {
	for _, h := range descriptors.All() {
		in := input(t, readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"a b":{"command":"x"},"a_b-1":{"command":"y"}}}`}), h.ID, plan.Global, testEnv)
		if h.MCP.File[in.Scope] == "" {
			continue
		}
		in.MCP = true
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		want := 2
		if h.MCP.Names != "" {
			want = 1
		}
		if got := len(pl.Edits[0].Ops); got != want || len(noted(pl, "mcp-name-lost")) != 2-want {
			t.Errorf("%s: %d servers, want %d; %q", h.ID, got, want, noted(pl, "mcp-name-lost"))
		}
	}
}

// TestServerRootIsNoVariable holds that no host takes the plugin's folder for a variable.
func TestServerRootIsNoVariable(t *testing.T) {
	for _, h := range descriptors.All() {
		if h.MCP.File[plan.Global] == "" {
			continue
		}
		with, notes := registeredServer(t, h.ID, `{"command":"${CLAUDE_PLUGIN_ROOT}/x","args":["${A}"]}`)
		without, same := registeredServer(t, h.ID, `{"command":"$CLAUDE_PLUGIN_ROOT/x","args":["${A}"]}`)
		if with != without || !slices.Equal(notes, same) {
			t.Errorf("%s: %s, %q, want %s, %q", h.ID, with, notes, without, same)
		}
	}
}

// registeredServer is how a server "s" is registered on a host, and what is said of its variables.
func registeredServer(t *testing.T, host, entry string) (config string, notes []string) {
	t.Helper()
	in := input(t, readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"s":` + entry + `}}`}), host, plan.Global, testEnv)
	if in.Host.MCP.File[in.Scope] == "" {
		in = input(t, in.Pack, host, plan.Local, testEnv)
	}
	in.MCP = true
	pl, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(pl.Edits[0].Ops[0].Value), noted(pl, variableRule)
}
