package project

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// TestServerRoots holds that a server's entry has the plugin's folder where a string of it
// names it, however the string is written, and that everything else stays as it is written.
func TestServerRoots(t *testing.T) {
	const root = "/no/such/home/.claude/gsd"
	for _, c := range []struct{ entry, want string }{
		{`{"command":"${CLAUDE_PLUGIN_ROOT}/x","args":["$CLAUDE_PLUGIN_ROOT"]}`, `{"command":"` + root + `/x","args":["` + root + `"]}`},
		{`{"command":"\u0024{CLAUDE_PLUGIN_ROOT}\u002fx","args":["\u0024CLAUDE\u005fPLUGIN_ROOT/\"q\""]}`, `{"command":"` + root + `/x","args":["` + root + `/\"q\""]}`},
		{`{"command":"x","args":["$CLAUDE_PLUGIN_ROOT_X","$CLAUDE_PLUGIN_ROOTS/a","$CLAUDE_PLUGIN_ROOT-x"]}`, ""},
		{`{"command":"\u003cx","env":{"${CLAUDE_PLUGIN_ROOT}":"a\/b"},"timeout":1.50e3}`, ""},
		{`{"timeout":10.0,"command":"x","x":[1e400,{"b":"${CLAUDE_PLUGIN_ROOT}","a":"\u0041"}]}`, `{"timeout":10.0,"command":"x","x":[1e400,{"b":"` + root + `","a":"\u0041"}]}`},
	} {
		if c.want == "" {
			c.want = c.entry
		}
		if got, _ := registeredServer(t, "claude", c.entry); got != c.want {
			t.Errorf("%s is\n%s, want\n%s", c.entry, got, c.want)
		}
	}
}

// TestServerNamesRoot holds that a server is left out of a file that hosts with other folders
// share if a string of it names the plugin's folder, and only then.
func TestServerNamesRoot(t *testing.T) {
	for arg, lost := range map[string]bool{
		`\u0024{CLAUDE_PLUGIN_ROOT}/x`: true, "$CLAUDE_PLUGIN_ROOT/x": true, "$CLAUDE_PLUGIN_ROOT_X": false, "${CLAUDE_PLUGIN_ROOT_X}": false,
	} {
		p := readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"s":{"command":"x","args":["` + arg + `"]}}}`})
		in := input(t, p, "codebuddy", plan.Local, testEnv)
		in.MCP = true
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(noted(pl, "mcp-root-lost")); (n == 1) != lost || (len(pl.Edits) == 0) != lost {
			t.Errorf("%s: lost %d times, edits %v", arg, n, pl.Edits)
		}
	}
}

// TestServerKeyIsNamed holds that a note names a key as the pack has it, whatever is in it.
func TestServerKeyIsNamed(t *testing.T) {
	p := readPack(t, map[string]string{".mcp.json": `{"mcpServers":{"s":{"command":"x","100%d":1}}}`})
	in := input(t, p, "codex", plan.Global, testEnv)
	in.MCP = true
	pl, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	if got := noted(pl, "mcp-key-lost"); len(got) != 1 || !strings.Contains(got[0], " is not known to take 100%d; ") {
		t.Errorf("%+v", got)
	}
}
