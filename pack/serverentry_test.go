package pack

import (
	"errors"
	"slices"
	"testing"
)

// TestServerForm refuses each entry of .mcp.json that is not of Claude Code's form, by its
// line, server and key.
func TestServerForm(t *testing.T) {
	for entry, want := range map[string]string{
		`{"command":"x","env":{"A":1}}`:                          `env.A is 1: want a string; write it in quotes`,
		`{"command":"x","env":{"A":true}}`:                       `env.A is true: want a string; write it in quotes`,
		`{"command":"x","env":{"A":["b"]}}`:                      `env.A is a list: want a string`,
		`{"command":"x","env":{"A":null}}`:                       `env.A is null; leave it out`,
		`{"command":"x","env":{"A":"1","A":"2"}}`:                `env.A stands there twice`,
		`{"command":"x","env":["A=1"]}`:                          `env is a list: want an object of strings`,
		`{"command":["x","y"]}`:                                  `command is a list: want a string`,
		`{"command":7}`:                                          `command is 7: want a string; write it in quotes`,
		`{"command":" "}`:                                        `command is empty`,
		`{"command":"x","args":"-y z"}`:                          `args is a string: want a list of strings`,
		`{"command":"x","args":["-p",8080]}`:                     `args[1] is 8080: want a string; write it in quotes`,
		`{"command":"x","args":null}`:                            `args is null; leave it out`,
		`{"command":"x","args":["a\u0000b"]}`:                    `args[0] holds what no program can be given: U+0000, or half of a surrogate pair`,
		`{"command":"x\ud83d"}`:                                  `command holds what no program can be given: U+0000, or half of a surrogate pair`,
		`{"command":"x","url":"https://x"}`:                      `has a command and a url; a server is run or reached, so leave one of them out`,
		`{}`:                                                     `has neither a command nor a url`,
		`{"type":"http"}`:                                        `has neither a command nor a url`,
		`{"url":""}`:                                             `url is empty`,
		`{"url":"https://x","type":"carrier pigeon"}`:            `type is "carrier pigeon": want "stdio", "http", "sse" or "ws"`,
		`{"url":"https://x","type":"stdio"}`:                     `type is "stdio", and it has a url`,
		`{"command":"x","type":"sse"}`:                           `type is "sse", and it has a command`,
		`{"url":"https://x","env":{"A":"1"}}`:                    `env is of a server with a command, and this one has a url`,
		`{"command":"x","headers":{"A":"1"}}`:                    `headers is of a server with a url, and this one has a command`,
		`{"url":"https://x","headers":{"A":1}}`:                  `headers.A is 1: want a string; write it in quotes`,
		`{"url":"https://x","type":"http","oauth":{"a":[null]}}`: `oauth.a[0] is null; leave it out`,
		`{"command":"x","timeout":"5"}`:                          `timeout is a string: want a number`,
		`{"command":"x","command":"y"}`:                          `command stands there twice`,
		`{"command":"x","mine":null}`:                            `mine is null; leave it out`,
	} {
		_, err := Read(mapFS(map[string]string{"commands/a.md": "A", ".mcp.json": "{\"mcpServers\": {\n\"a\":\n" + entry + "}}"}), "/packs/tiny")
		var e *Error
		if !errors.As(err, &e) || len(e.Problems) != 1 {
			t.Errorf("%s: %v", entry, err)
			continue
		}
		p := e.Problems[0]
		if p.File != ".mcp.json" || p.Line < 2 || p.Message != `MCP server "a": `+want {
			t.Errorf("%s: %s\nwant %s", entry, p, want)
		}
	}
}

// TestServerTransports takes what Claude Code takes, in each of its words.
func TestServerTransports(t *testing.T) {
	for entry, want := range map[string][]string{
		`{"command":"x","args":[],"env":{}}`:                      {"stdio", `{"command":"x","args":[],"env":{}}`},
		`{"type":"stdio","command":"\ud83d\ude00","cwd":"/a"}`:    {"stdio", `{"type":"stdio","command":"\ud83d\ude00","cwd":"/a"}`},
		`{"command":"a\\u0000"}`:                                  {"stdio", `{"command":"a\\u0000"}`},
		`{"url":"https://x"}`:                                     {"http", `{"url":"https://x","type":"http"}`},
		`{"type":"streamable-http","url":"https://x"}`:            {"http", `{"type":"streamable-http","url":"https://x"}`},
		`{"type":"sse","url":"https://x","headers":{"A":"${B}"}}`: {"sse", `{"type":"sse","url":"https://x","headers":{"A":"${B}"}}`},
		`{"type":"ws","url":"wss://x","alwaysLoad":false}`:        {"ws", `{"type":"ws","url":"wss://x","alwaysLoad":false}`},
	} {
		p, err := Read(mapFS(map[string]string{"commands/a.md": "A", ".mcp.json": `{"mcpServers": {"a":` + entry + `}}`}), "/packs/tiny")
		if err != nil {
			t.Errorf("%s: %v", entry, err)
			continue
		}
		if got := []string{p.Servers[0].Transport, string(p.Servers[0].Config)}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", entry, got, want)
		}
	}
}
