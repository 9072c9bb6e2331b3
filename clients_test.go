package gsdinstall_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

// What a host's own client says it loaded; see testdata/oracles/README.md.
type seen struct {
	Version  string
	Skills   []any
	Rules    []any
	Servers  []any
	Agents   []string
	Commands []any
	Hooks    []struct {
		Event, Trust, Phase, Outcome, Stderr string
		Exit                                 *int
	}
	Errors []map[string]any
	// AgentFiles are agents with what they are told, Requests what the model was sent.
	AgentFiles []struct{ Name, Mode, Text string }
	Requests   []struct {
		System, User string
		Tools        []string
		Results      []struct{ ID, Text string }
	}
	// Answers is what the client makes of the hooks of a call, by when they run.
	Answers map[string]any
	// Turns are the texts that the model was sent, by prompt.
	Turns []string
}

// names returns the strings of list, or the "name" of its objects.
func names(list []any) []string {
	var out []string
	for _, e := range list {
		switch e := e.(type) {
		case string:
			out = append(out, e)
		case map[string]any:
			out = append(out, fmt.Sprint(e["name"]))
		}
	}
	return out
}

// clientsDir is where install.sh puts the clients.
func clientsDir(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("CLIENTS"); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(home, ".cache", "gsd-install-clients")
}

// ask runs the oracle of a client on the sandbox; the client writes into it.
func ask(t *testing.T, client string, s sandbox, env ...string) seen {
	t.Helper()
	v, err := oracle(clientsDir(t), client, s, env...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// perTurn is held by oracles: more of them than processors only slows them past
// their own time limits.
var perTurn = make(chan struct{}, runtime.NumCPU())

func oracle(clients, client string, s sandbox, env ...string) (v seen, err error) {
	perTurn <- struct{}{}
	defer func() { <-perTurn }()
	cmd := exec.Command(filepath.Join(clients, "node", "node_modules", ".bin", "node"),
		filepath.Join("testdata", "oracles", "clients", client+".mjs"), s.home, s.proj)
	cmd.Env = append(os.Environ(), append(env, "CLIENTS="+clients)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return seen{}, fmt.Errorf("oracle %s: %w", client, err)
	}
	if err := json.Unmarshal(out, &v); err != nil {
		return seen{}, fmt.Errorf("oracle %s: %w in\n%.2000s", client, err, out)
	}
	return v, nil
}

// needClient ends the test if client, or the node that runs the oracles, is not installed.
func needClient(t *testing.T, client string) {
	t.Helper()
	for _, name := range []string{"node", client} {
		if _, err := os.Stat(filepath.Join(clientsDir(t), name, "node_modules")); err != nil {
			unavailable(t, "the %s client is not installed (testdata/oracles/clients/install.sh node %s): %v", name, client, err)
		}
	}
}

// wanted is what the pack should make a host list, by public name.
type wanted struct{ source, commands, skills, agents []string }

// packs are the two packs that every client is shown, by name.
func packs(t *testing.T) map[string]wanted {
	t.Helper()
	peer := packtest.GSDCore(t)
	full := wanted{source: []string{"--pack", peer}, commands: stems(t, peer+"/commands/gsd", "gsd-"), agents: stems(t, peer+"/agents", "")}
	full.agents = slices.DeleteFunc(full.agents, func(n string) bool { return strings.HasSuffix(n, ".compact") })
	if len(full.commands) != 72 || len(full.agents) != 35 {
		t.Fatalf("gsd-core has %d commands and %d agents, want 72 and 35", len(full.commands), len(full.agents))
	}
	own := "pack/builtin/content/"
	small := wanted{commands: stems(t, own+"commands", "gsd-"), agents: stems(t, own+"agents", "")}
	dirs, err := os.ReadDir(own + "skills")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		small.skills = append(small.skills, d.Name())
	}
	return map[string]wanted{"builtin": small, "gsd-core": full}
}

// stems lists the .md files of dir without extension, after prefix.
func stems(t *testing.T, dir, prefix string) []string {
	t.Helper()
	files, err := filepath.Glob(dir + "/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no commands or agents in %s: %v", dir, err)
	}
	var out []string
	for _, f := range files {
		stem := strings.TrimSuffix(filepath.Base(f), ".md")
		out = append(out, prefix+strings.TrimPrefix(stem, prefix))
	}
	return out
}

// whole are the hosts whose clients are shown both packs in both scopes. Others differ less from
// scope to scope, and are shown the builtin pack in a project and gsd-core in the home.
var whole = []string{"codex", "claude", "opencode", "kilo", "gemini", "qwen"}

// each runs f for both packs and scopes, in a sandbox with the pack installed; all four with
// GSD_TURNS=all.
func each(t *testing.T, host string, before func(*testing.T, sandbox), f func(*testing.T, sandbox, string, wanted)) {
	needClient(t, host)
	for name, w := range packs(t) {
		for _, scope := range []string{"global", "local"} {
			if !slices.Contains(whole, host) && (name == "builtin") == (scope == "global") && os.Getenv("GSD_TURNS") != "all" {
				continue
			}
			t.Run(name+"-"+scope, func(t *testing.T) {
				t.Parallel()
				s := newSandbox(t)
				if before != nil {
					before(t, s)
				}
				s.run(t, append([]string{"install", "--" + host, "--" + scope, "--yes"}, w.source...)...)
				f(t, s, scope, w)
			})
		}
	}
}

// tried are the names that a client takes a turn with, of some seconds each. Others of a kind
// differ in their text only, and are listed; those of a project in paths. GSD_TURNS=all is for all.
func tried(names []string, scope string) []string {
	most := map[string]int{"global": 4, "local": 2}[scope]
	if os.Getenv("GSD_TURNS") == "all" || len(names) <= most {
		return names
	}
	var some []string
	for i := range most {
		some = append(some, names[i*len(names)/most])
	}
	return some
}

// same reports names of want that got lacks, lists twice, and those of ours that nobody wanted.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	count := map[string]int{}
	for _, g := range got {
		if strings.HasPrefix(g, "gsd") {
			count[g]++
		}
	}
	for _, w := range want {
		if count[w] != 1 {
			t.Errorf("%s %s is listed %d times, want once", what, w, count[w])
		}
		delete(count, w)
	}
	for g := range count {
		t.Errorf("%s %s is listed and should not be", what, g)
	}
}

// expected are messages that are no complaints: Claude Code cannot lock its own
// state file, which a fresh home does not have yet, and Gemini CLI announces each
// project's hooks before it runs them.
var expected = []string{
	"Failed to save config with lock",
	"WARNING: The following project-level hooks have been detected in this workspace",
}

// noErrors reports what the client complained of.
func noErrors(t *testing.T, v seen) {
	t.Helper()
	for _, e := range v.Errors {
		message := fmt.Sprint(e["message"])
		if slices.ContainsFunc(expected, func(m string) bool { return strings.Contains(message, m) }) {
			continue
		}
		t.Errorf("the client says: %v", e)
	}
}

func TestCodexLoads(t *testing.T) {
	trust := func(t *testing.T, s sandbox) {
		s.write(t, "home/.codex/config.toml", fmt.Sprintf("[projects.%q]\ntrust_level = \"trusted\"\n", s.proj))
	}
	each(t, "codex", trust, codexLoads)
}

func codexLoads(t *testing.T, s sandbox, scope string, w wanted) {
	v := ask(t, "codex", s)
	same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
	same(t, "agent role", v.Agents, w.agents)
	noErrors(t, v)
	if len(v.Hooks) == 0 {
		t.Error("no hook is listed")
	}
	for _, h := range v.Hooks {
		if h.Trust != "untrusted" {
			t.Errorf("hook %s has trust %q; the note about trusting hooks would be wrong", h.Event, h.Trust)
		}
	}
}

func TestClaudeLoads(t *testing.T) { each(t, "claude", nil, claudeLoads) }

func claudeLoads(t *testing.T, s sandbox, scope string, w wanted) {
	v := ask(t, "claude", s)
	if scope == "global" {
		same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
	}
	same(t, "slash command", names(v.Commands), append(slices.Clone(w.commands), w.skills...))
	same(t, "agent", v.Agents, w.agents)
	ran := 0
	for _, h := range v.Hooks {
		if h.Exit == nil {
			continue
		}
		ran++
		if *h.Exit != 0 {
			t.Errorf("hook %s ended with %d: %s", h.Event, *h.Exit, h.Stderr)
		}
	}
	if ran == 0 {
		t.Error("no hook ran")
	}
	noErrors(t, v)
}

func TestGeminiLoads(t *testing.T) {
	each(t, "gemini", nil, func(t *testing.T, s sandbox, scope string, w wanted) {
		if scope == "local" {
			acknowledge(t, s)
		}
		var want []string
		for _, c := range w.commands {
			want = append(want, "gsd:"+strings.TrimPrefix(c, "gsd-"))
		}
		sort.Strings(want)
		tried := tried(want, scope)
		v, err := oracle(clientsDir(t), "gemini", s, "COMMANDS="+strings.Join(tried, ","))
		must(t, err)
		var got []string
		for _, c := range v.Commands {
			c := c.(map[string]any)
			if c["loaded"] != true || c["argPassed"] != true {
				t.Errorf("command %v: loaded %v, argument passed %v", c["name"], c["loaded"], c["argPassed"])
			}
			got = append(got, fmt.Sprint(c["name"]))
		}
		noErrors(t, v)
		same(t, "agent", v.Agents, w.agents)
		same(t, "skill", names(v.Skills), w.skills)
		same(t, "command", got, tried)
		files, _ := filepath.Glob(filepath.Join(map[string]string{"global": s.home, "local": s.proj}[scope], ".gemini", "commands", "gsd", "*.toml"))
		if len(files) != len(want) {
			t.Errorf("%d command files, want %d", len(files), len(want))
		}
	})
}

// acknowledge writes what Gemini CLI stores when the user accepts the project's
// agents: per project directory, agent name to the SHA-256 of its file
// (packages/core/src/agents/acknowledgedAgents.ts).
func acknowledge(t *testing.T, s sandbox) {
	t.Helper()
	agents := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(s.proj, ".gemini", "agents", "*.md"))
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		agents[strings.TrimSuffix(filepath.Base(f), ".md")] = hex.EncodeToString(sum[:])
	}
	text, err := json.Marshal(map[string]map[string]string{s.proj: agents})
	if err != nil {
		t.Fatal(err)
	}
	s.write(t, "home/.gemini/acknowledgments/agents.json", string(text))
}
