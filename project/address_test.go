package project

import (
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
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
			got, err := respellServer([]byte(c.entry), h.MCP)
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v, want %s", got, err, c.want)
			}
		})
	}
}
