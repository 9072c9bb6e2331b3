package gsdinstall_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// toolCall is one that the model of an oracle makes.
type toolCall struct {
	Name string         `json:"name"`
	Args map[string]any `json:"args"`
}

// served asks OpenCode or Kilo Code what it has and takes one turn, in which the model
// makes the calls that stand behind a prompt; the user's is "hi".
func served(t *testing.T, client string, s sandbox, calls map[string][]toolCall) seen {
	t.Helper()
	text, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	return ask(t, "opencode-served", s, "CLIENT="+client, "PROMPT=hi", "CALLS="+string(text))
}

// startAgent has the model start a subagent with a prompt that begins with its name.
func startAgent(name string) toolCall {
	return toolCall{"task", map[string]any{"description": name, "prompt": name + ": go", "subagent_type": name}}
}

func TestOpenCodeLoads(t *testing.T) {
	loads(t, "opencode", func(names []string, scope string) []string {
		if scope == "global" {
			return names
		}
		return tried(names, scope)
	})
}

func TestKiloLoads(t *testing.T) { loads(t, "kilo", tried) }

// loads has the client list every command and skill once, with the text of its file, and
// run agents with the prompts of their own, complaining of nothing.
func loads(t *testing.T, client string, some func(names []string, scope string) []string) {
	each(t, client, nil, func(t *testing.T, s sandbox, scope string, w wanted) {
		tried := some(w.agents, scope)
		calls := map[string][]toolCall{}
		for _, name := range tried {
			calls["hi"] = append(calls["hi"], startAgent(name))
		}
		v := served(t, client, s, calls)
		all := append(slices.Clone(w.commands), w.skills...)
		same(t, "skill", names(v.Skills), all)
		same(t, "command", names(v.Commands), all)
		same(t, "agent", v.Agents, w.agents)
		noErrors(t, v)
		for _, e := range v.Skills {
			skill := e.(map[string]any)
			path := fmt.Sprint(skill["path"])
			if filepath.IsAbs(path) && strings.TrimSpace(fmt.Sprint(skill["text"])) != body(t, path) {
				t.Errorf("skill %v has another text than its file", skill["name"])
			}
		}
		folder := filepath.Join(s.home, ".config", client, "agents")
		if scope == "local" {
			folder = filepath.Join(s.proj, "."+client, "agents")
		}
		for _, name := range w.agents {
			prompt := body(t, filepath.Join(folder, name+".md"))
			holdLoaded(t, v, name, prompt)
			if slices.Contains(tried, name) {
				holdRan(t, v, name, prompt)
			}
		}
	})
}

// holdLoaded holds that an agent was loaded from its file as a subagent.
func holdLoaded(t *testing.T, v seen, name, prompt string) {
	t.Helper()
	for _, a := range v.AgentFiles {
		if a.Name == name && (a.Mode != "subagent" || strings.TrimSpace(a.Text) != prompt) {
			t.Errorf("agent %s: mode %s, a prompt of %d characters, want %d", name, a.Mode, len(a.Text), len(prompt))
		}
	}
}

// holdRan holds that the model was given all of an agent's prompt, once.
func holdRan(t *testing.T, v seen, name, prompt string) {
	t.Helper()
	ran := 0
	for _, r := range v.Requests {
		if strings.HasPrefix(r.User, name+": go") {
			ran++
			if !strings.Contains(r.System, prompt) {
				t.Errorf("agent %s ran without its prompt", name)
			}
		}
	}
	if ran != 1 {
		t.Errorf("agent %s ran %d times, want once", name, ran)
	}
}

// body is what follows the frontmatter of a file.
func body(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(data), "\n---\n")
	if !ok {
		t.Fatalf("%s has no frontmatter", path)
	}
	return strings.TrimSpace(text)
}

// A pack whose hooks print a mark for each event, and whose guard blocks what says so.
var markPack = map[string]string{
	"pack.toml": "name = \"mark\"\nversion = \"1.0.0\"\nprefix = \"mark\"\nhome = \"mark\"\n" +
		"[[payload]]\nfrom = \"docs\"\nto = \"mark/docs\"\n[[payload]]\nfrom = \"hooks\"\nto = \"mark/hooks\"\ninclude = [\"*.sh\"]\n",
	"docs/x.md":      "CONTENT\n",
	"agents/mark.md": "---\ndescription: Reads.\ntools: Read, Bash\n---\nRead.\n",
	"hooks/hooks.json": `{"hooks": {
		"SessionStart": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/start.sh"}]}],
		"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/prompt.sh"}]}],
		"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh"}]}],
		"PostToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/after.sh"}]}]}}`,
	"hooks/start.sh":  "echo MARK-START\n",
	"hooks/prompt.sh": "echo MARK-PROMPT\n",
	"hooks/guard.sh":  "if grep -q forbidden; then echo MARK-BLOCKED >&2; exit 2; fi\n",
	"hooks/after.sh":  `echo '{"hookSpecificOutput": {"additionalContext": "MARK-AFTER"}}'` + "\n",
}

func TestOpenCodeRunsHooks(t *testing.T) { runsHooks(t, "opencode") }

func TestKiloRunsHooks(t *testing.T) { runsHooks(t, "kilo") }

// runsHooks has the client run hooks in the main session and in a subagent, which reads
// the payload without being asked.
func runsHooks(t *testing.T, client string) {
	needClient(t, client)
	for _, scope := range []string{"global", "local"} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			s := newSandbox(t)
			for path, text := range markPack {
				s.write(t, "pack/"+path, text)
			}
			s.run(t, "install", "--"+client, "--"+scope, "--yes", "--pack", filepath.Join(s.root, "pack"))
			root := map[string]string{"global": s.home, "local": s.proj}[scope]
			read := toolCall{"read", map[string]any{"filePath": filepath.Join(root, ".agents/mark/docs/x.md")}}
			bash := func(command string) toolCall {
				return toolCall{"bash", map[string]any{"command": command, "description": "say"}}
			}
			v := served(t, client, s, map[string][]toolCall{
				"hi":   {startAgent("mark"), bash("echo forbidden"), bash("echo fine"), read},
				"mark": {read, bash("echo forbidden")},
			})
			noErrors(t, v)
			want := map[string][]string{"hi": {"", "MARK-BLOCKED", "fine", "CONTENT MARK-AFTER"}, "mark": {"CONTENT MARK-AFTER", "MARK-BLOCKED"}}
			for _, r := range v.Requests {
				for prompt, results := range want {
					if strings.HasPrefix(r.User, prompt) && len(r.Results) > 0 {
						delete(want, prompt)
						holdResults(t, prompt, r.Results, results)
					}
				}
				if strings.HasPrefix(r.User, "hi") && (!strings.Contains(r.User, "MARK-START") || !strings.Contains(r.User, "MARK-PROMPT")) {
					t.Errorf("the model was not told what hooks said: %s", r.User)
				}
			}
			for prompt := range want {
				t.Errorf("there is no answer of the tools to %q", prompt)
			}
		})
	}
}

// holdResults holds that each answer of a tool has the words wanted.
func holdResults(t *testing.T, prompt string, got []struct{ ID, Text string }, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d answers of tools, want %d", prompt, len(got), len(want))
		return
	}
	for i, words := range want {
		for word := range strings.FieldsSeq(words) {
			if !strings.Contains(got[i].Text, word) {
				t.Errorf("%s: answer %d lacks %s: %s", prompt, i, word, got[i].Text)
			}
		}
	}
}
