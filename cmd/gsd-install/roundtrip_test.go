package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// oddConfigs are settings files that people have. Each holds the word mine, or is empty
// in one of the ways a file can be.
var oddConfigs = map[string]string{
	"one line":         `{"model":"mine"}`,
	"no last newline":  "{\n  \"model\": \"mine\"\n}",
	"tabs and numbers": "{\n\t\"zeta\": 1,\n\t\"alpha\": 12345678901234567890,\n\t\"f\": 1.0,\n\t\"cmd\": \"mine && b <c>\",\n\t\"u\": \"\\u00e9\"\n}",
	"comments":         "{\n  // mine\n  \"model\": \"opus\",\n  /* and */ \"env\": {\"A\": \"1\",},\n}\n",
	"comment at end":   "{\n  \"a\": 1 // mine\n}\n// bye\n",
	"bom and crlf":     "\ufeff{\r\n  \"model\": \"mine\"\r\n}\r\n",
	"empty object":     "{}",
	"spread object":    "{\n}\n",
	"empty":            "",
	"blank":            " \n\n",
	"null":             "null\n",
	"no hooks":         `{"hooks":{},"x":"mine"}`,
	"null hooks":       `{"hooks":null,"x":"mine"}`,
	"own hooks":        `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"echo mine"}]}],"Other":[ ]},"version":1}`,
	"hooks like ours":  `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"sh '/mine/.agents/gsd/hooks/gsd-session-start.sh'"}]}]}}`,
	"deep indent":      "{\n        \"a\": {\n                \"b\": [ 1,\n 2 ]  },\n  \"mine\"  : null }\n\n\n",
}

// oddTOML are the same in TOML.
var oddTOML = map[string]string{
	"one line":        `model = "mine"`,
	"own hooks":       "model = \"x\"\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"echo mine\"\n\n[providers.x]\nkey = \"v\"\n",
	"hooks in a list": "hooks = [\n  { event = \"Stop\", command = \"mine\" }, # one\n]\n[t]\nx = 1\n",
	"hooks like ours": "[[hooks]]\nevent = \"SessionStart\"\ncommand = \"sh '/mine/.agents/gsd/hooks/gsd-session-start.sh'\"",
	"bom and crlf":    "\ufeffmodel = \"mine\"\r\n[[hooks]]\r\nevent = \"Stop\"\r\ncommand = \"x\"\r\n",
	"comments":        "# [[hooks]]\n# mine\n\n",
	"in a string":     "notes = \"\"\"\n[[hooks]]\nmine\n\"\"\"\n",
	"empty":           "",
	"blank":           " \n\n",
}

// configs are the odd ones in the format of h's hooks in a scope, none where no file of the
// user's in h's own folder is edited for them.
func configs(h descriptors.Host, scope plan.Scope) map[string]string {
	mount := h.Hooks.Mount[scope]
	switch {
	case h.Hooks.File[scope] == "", h.Hooks.Form != "" && h.Hooks.Form != "edit", mount != "" && mount != "config":
		return nil
	case h.Hooks.Format == plan.TOML:
		return oddTOML
	case h.Hooks.Format == plan.YAML:
		return oddYAML
	default:
		return oddConfigs
	}
}

// TestRoundTrip installs over each odd config, for every host and scope, and wants
// every byte back.
func TestRoundTrip(t *testing.T) {
	for i, h := range descriptors.All() {
		for j, scope := range []plan.Scope{plan.Global, plan.Local} {
			if thinned(i + 2*j) {
				continue
			}
			for name, config := range configs(h, scope) {
				t.Run(h.ID+"/"+string(scope)+"/"+name, func(t *testing.T) {
					t.Parallel()
					box := newBox(t)
					at := box.config(h, scope)
					box.write(t, at, config)
					before := box.picture(t)
					args := []string{"--" + h.ID, "--" + string(scope)}

					box.runs(t, done, append(args, "install")...)
					installed := box.picture(t)
					now := box.read(t, at)
					if now == config || strings.Contains(config, "mine") && !strings.Contains(now, "mine") {
						t.Errorf("%s is %q after the install over %q", at, now, config)
					}
					box.runs(t, done, append(args, "install")...)
					if again := box.picture(t); again != installed {
						t.Errorf("a second install changed something:\n%s\nafter\n%s", again, installed)
					}
					if info, err := os.Stat(at); err != nil || info.Mode().Perm() != 0o600 {
						t.Errorf("%s: mode %v, %v; want 0600", at, info.Mode(), err)
					}
					box.runs(t, done, append(args, "verify")...)
					box.runs(t, done, append(args, "uninstall")...)
					if got := box.read(t, at); got != config {
						t.Errorf("%s is %q after uninstall, want %q", at, got, config)
					}
					if after := withoutTimes(box.picture(t)); after != withoutTimes(before) {
						t.Errorf("after uninstall there is\n%s\nwant\n%s", after, withoutTimes(before))
					}
				})
			}
		}
	}
}

// TestRoundTripServers registers a pack's MCP server in odd TOML files, and wants every
// byte back.
func TestRoundTripServers(t *testing.T) {
	pack := t.TempDir()
	server := `{"mcpServers":{"docs":{"command":"docs-server","args":["--fast"]}}}`
	for name, text := range map[string]string{".mcp.json": server, "agents/w.md": "---\nname: w\ndescription: d\n---\nWork.\n"} {
		box{}.write(t, filepath.Join(pack, name), text)
	}
	for name, config := range map[string]string{
		"absent":      "",
		"no newline":  "model = \"x\"",
		"crlf":        "model = \"x\"\r\n[features]\r\nhooks = true\r\n",
		"bom":         "\ufeffmodel = \"x\"\n",
		"inline":      "agents = { max_threads = 3 }\n",
		"tables":      "[[agents]]\nname = \"mine\"\n",
		"values":      "since = 1979-05-27T07:32:00Z\nhex = 0xDEADBEEF\nf = 20.0\ng = inf\n",
		"quoted":      "[projects.\"/srv/a#b\"]\ntrust_level = \"trusted\"\n[\"features\"]\nhooks = true\n",
		"in a string": "notes = \"\"\"\n[features]\nhooks = false\n[mcp_servers.docs]\n\"\"\"\nmodel = \"x\"\n",
		"own server":  "[mcp_servers.mine]\ncommand = \"x\" # mine\n\n[profiles.work]\nmodel = \"y\"\n",
		"comments":    "# top\n[features]\nhooks = false # off for now\nweb_search = true\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			box := newBox(t)
			at := filepath.Join(box.home, ".codex", "config.toml")
			if config != "" {
				box.write(t, at, config)
			}
			before := withoutTimes(box.picture(t))
			for range 2 {
				box.runs(t, done, "--codex", "--mcp", "--pack", pack)
			}
			now := box.read(t, at)
			if !strings.Contains(now, "docs-server") || strings.Count(now, "mcp_servers.docs]") > 1+strings.Count(config, "mcp_servers.docs]") {
				t.Errorf("config.toml is %q", now)
			}
			var values map[string]any
			if err := toml.Unmarshal([]byte(strings.TrimPrefix(now, "\ufeff")), &values); err != nil {
				t.Errorf("config.toml is %q: %v", now, err)
			}
			box.runs(t, done, "verify")
			box.runs(t, done, "uninstall", "--codex")
			if after := withoutTimes(box.picture(t)); after != before {
				t.Errorf("after uninstall there is\n%s\nwant\n%s", after, before)
			}
		})
	}
}

// TestInterrupted runs commands whose context has ended.
func TestInterrupted(t *testing.T) {
	box := newBox(t)
	before := box.picture(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	box.runsIn(ctx, t, interrupted, "--codex")
	box.runsIn(ctx, t, interrupted, "plan", "--all", "--json")
	if after := box.picture(t); after != before {
		t.Errorf("something was written: %s", after)
	}
	box.runs(t, done, "--codex")
	before = box.picture(t)
	for _, command := range []string{"install", "uninstall", "repair", "verify"} {
		box.runsIn(ctx, t, interrupted, command, "--codex")
	}
	if after := box.picture(t); after != before {
		t.Errorf("something was written: %s", after)
	}
}

// TestRefusal meets settings files that cannot be edited: nothing at all is written.
func TestRefusal(t *testing.T) {
	for _, h := range descriptors.All() {
		if configs(h, plan.Global) == nil {
			continue
		}
		for name, config := range badConfigs(h.Hooks) {
			t.Run(h.ID+"/"+name, func(t *testing.T) {
				t.Parallel()
				box := newBox(t)
				box.write(t, box.config(h, plan.Global), config)
				before := box.picture(t)
				box.runs(t, failed, "--"+h.ID)
				if after := box.picture(t); after != before {
					t.Errorf("something was written:\n%s\nbefore\n%s", after, before)
				}
			})
		}
	}
}

// badConfigs are files that no hook can be put into.
func badConfigs(h descriptors.Hooks) map[string]string {
	if h.Format == plan.YAML {
		return badYAML
	}
	if h.Format == plan.TOML {
		return map[string]string{"no TOML": "a = [\n", "a table": "[hooks]\na = 1\n", "a text": "hooks = \"x\"\n", "plain values": "hooks = 1\n"}
	}
	at := func(value string) string {
		for _, key := range slices.Backward(h.Key) {
			value = fmt.Sprintf("{%q:%s}", strings.ReplaceAll(key, "{prefix}", "gsd"), value)
		}
		return value
	}
	return map[string]string{
		"array": "[]", "string": `"x"`, "no JSON": "{bad json", "unclosed": "{\"model\": \"opus\", \"env\": {\"A\": 1}\n",
		"hooks array": at("[]"), "event text": at(`{"SessionStart":"x","sessionStart":"x"}`),
	}
}

// box is a home and a project for a run within this process.
type box struct{ home, project string }

func newBox(t *testing.T) box {
	b := box{filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "project")}
	for _, dir := range []string{b.home, b.project} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// config is the file of h's hooks.
func (b box) config(h descriptors.Host, scope plan.Scope) string {
	if scope == plan.Local {
		return filepath.Join(b.project, h.ConfigHome.Local, h.Hooks.File[scope])
	}
	return filepath.Join(b.home, h.ConfigHome.Name, h.Hooks.File[scope])
}

// runs runs the program and checks its status.
func (b box) runs(t *testing.T, want status, args ...string) {
	t.Helper()
	b.runsIn(t.Context(), t, want, args...)
}

// runsIn is runs in a context.
func (b box) runsIn(ctx context.Context, t *testing.T, want status, args ...string) {
	t.Helper()
	if got, said := b.run(ctx, t, args...); got != want {
		t.Fatalf("gsd-install %s: status %d, want %d\n%s", strings.Join(args, " "), got, want, said)
	}
}

// run runs the program and returns its status and what it said.
func (b box) run(ctx context.Context, t *testing.T, args ...string) (status, string) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	a := &app{in: null, out: &output{file: out}, err: &output{file: out}, getenv: func(string) string { return "" }}
	args = append(args, "--home", b.home)
	for _, arg := range args {
		if arg == "--local" {
			args = append(args, "--project", b.project)
		}
	}
	got := a.run(ctx, args)
	said, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return got, string(said)
}

func (b box) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (b box) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func (b box) picture(t *testing.T) string {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return picture(check, b.home) + picture(check, b.project)
}

// withoutTimes drops the times from a picture: a file that was rewritten has a new one.
func withoutTimes(picture string) string {
	var lines []string
	for _, line := range strings.Split(picture, "\n") {
		words := strings.Fields(line)
		if n := len(words); n >= 4 {
			words = append(words[:n-2], words[n-1])
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}
