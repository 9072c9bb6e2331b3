package project

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// TestServerAddress holds that a server is reached in the way that it says, where a host
// tells the ways by the key of the address or by a key of another name.
func TestServerAddress(t *testing.T) {
	for name, c := range map[string]struct{ host, entry, want string }{
		"streaming, by the address":   {"qwen", `{"type":"http","url":"https://x/mcp","headers":{"A":"<b>"}}`, `{"httpUrl":"https://x/mcp","headers":{"A":"<b>"}}`},
		"events, by the address":      {"qwen", `{"url":"https://x/sse","type":"sse"}`, `{"url":"https://x/sse"}`},
		"no word, by the address":     {"qwen", `{"url":"https://x/mcp"}`, `{"httpUrl":"https://x/mcp"}`},
		"a program":                   {"qwen", `{"type":"stdio","command":"x","args":["url"],"timeout":5000}`, `{"command":"x","args":["url"],"timeout":5000}`},
		"streaming, by another key":   {"kimi-code", `{"type":"http","url":"https://x/mcp"}`, `{"transport":"http","url":"https://x/mcp"}`},
		"events, by another key":      {"kimi-code", `{"url":"https://x/sse","type":"sse"}`, `{"url":"https://x/sse","transport":"sse"}`},
		"a program, by another key":   {"kimi", `{"type":"stdio","command":"x"}`, `{"transport":"stdio","command":"x"}`},
		"a program that says nothing": {"kimi", `{"command":"x"}`, `{"command":"x"}`},
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := descriptors.Get(c.host)
			p := readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"s":` + c.entry + `}}`})
			got, _, err := respellServer(p.Servers[0], h.MCP)
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v, want %s", got, err, c.want)
			}
		})
	}
}

// TestServersOfAllHosts holds, on every host, that a server reaches it over a transport that
// it has, with no more keys than it is known to take, and else a note says what is lost.
func TestServersOfAllHosts(t *testing.T) {
	entries := map[string]string{
		"stdio": `{"command":"x","args":["a"],"env":{"A":"1"},"cwd":"/d","timeout":5000,"enabled":"yes"}`,
		"http":  `{"type":"streamable-http","url":"https://x/mcp","oauth":{"clientId":"c"}}`,
		"sse":   `{"type":"sse","url":"https://x/sse","alwaysLoad":true}`,
		"ws":    `{"type":"ws","url":"wss://x"}`,
	}
	for _, h := range descriptors.All() {
		for _, scope := range []plan.Scope{plan.Global, plan.Local} {
			if h.MCP.File[scope] == "" {
				continue
			}
			for transport, entry := range entries {
				p := readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"s":` + entry + `}}`})
				in := input(t, p, h.ID, scope, testEnv)
				in.MCP = true
				pl, err := Render(in)
				if err != nil {
					t.Fatal(err)
				}
				if got := len(noted(pl, "mcp-transport-lost")) == 0; got != h.MCP.Reaches(transport) || got != (len(pl.Edits) == 1) {
					t.Errorf("%s, %s: %s has %d edits, %v", h.ID, scope, transport, len(pl.Edits), pl.Notes)
					continue
				}
				if len(pl.Edits) == 0 {
					continue
				}
				var config map[string]any
				if err := json.Unmarshal(pl.Edits[0].Ops[0].Value, &config); err != nil {
					t.Fatal(err)
				}
				for _, key := range []string{"cwd", "timeout", "oauth", "alwaysLoad"} {
					had := strings.Contains(entry, `"`+key+`"`)
					takes := slices.Contains(h.MCP.Takes, key) || h.Text.Native
					if _, ok := config[key]; ok != (had && takes) {
						t.Errorf("%s: %s of %s: %v", h.ID, key, transport, config)
					}
				}
				if word, ok := config["type"].(string); ok && transport == "http" && !h.Text.Native && word == "streamable-http" {
					t.Errorf("%s is given a word of another host's: %v", h.ID, config)
				}
				if _, ok := config["enabled"].(string); ok && !h.Text.Native {
					t.Errorf("%s is given a key that is not known: %v", h.ID, config)
				}
			}
		}
	}
}

// TestTransportsAreKnown holds what two clients do with a server over SSE: one takes its
// address for another transport's, the other refuses it.
func TestTransportsAreKnown(t *testing.T) {
	for host, want := range map[string]bool{"codex": false, "pi": false, "claude": true, "gemini": true} {
		h, _ := descriptors.Get(host)
		if h.MCP.Reaches("sse") != want {
			t.Errorf("%s has servers over SSE: %v", host, !want)
		}
	}
}
