package gsdinstall_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestBuiltinTurns takes a headless turn with commands of the builtin pack, as the line "next:" of
// the install says that they are typed, and holds that the model is sent the command's own text and
// the argument. Auggie takes no turn without an account (clients_augment_test.go).
func TestBuiltinTurns(t *testing.T) {
	commands := packs(t)["builtin"].commands
	if os.Getenv("GSD_TURNS") != "all" {
		commands = []string{"gsd-help", "gsd-plan"}
	}
	for _, host := range []string{"claude", "cline", "codebuddy", "codex", "copilot", "gemini", "kilo", "kimi-code", "opencode", "pi", "qwen"} {
		t.Run(host, func(t *testing.T) {
			needClient(t, host)
			t.Parallel()
			s := newSandbox(t)
			said := string(s.run(t, "install", "--yes", "--"+host))
			typed := regexp.MustCompile(`type (\S*gsd[-:])help\b`).FindStringSubmatch(said)
			if typed == nil {
				t.Fatalf("it does not say how a command is typed:\n%s", said)
			}
			const argument = "zebra stripes 7"
			var prompts []string
			for _, c := range commands {
				prompts = append(prompts, typed[1]+strings.TrimPrefix(c, "gsd-")+" "+argument)
			}
			text, err := json.Marshal(prompts)
			must(t, err)
			v := ask(t, "turn", s, "CLIENT="+host, "PROMPTS="+string(text))
			noErrors(t, v)
			if len(v.Turns) != len(prompts) {
				t.Fatalf("%d turns, want %d", len(v.Turns), len(prompts))
			}
			for i, turn := range v.Turns {
				holdTurn(t, commands[i], argument, turn)
			}
		})
	}
}

// holdTurn holds that a turn has a command's longest line, the argument, and no variable
// that nobody has put in or explained.
func holdTurn(t *testing.T, command, argument, turn string) {
	t.Helper()
	own := body(t, "pack/builtin/content/commands/"+strings.TrimPrefix(command, "gsd-")+".md")
	line := slices.MaxFunc(strings.Split(own, "\n"), func(a, b string) int { return len(said(a)) - len(said(b)) })
	if !strings.Contains(turn, line) {
		t.Errorf("%s: the model is not sent %q, but %d characters", command, line, len(turn))
	}
	if !strings.Contains(turn, argument) {
		t.Errorf("%s: the model is not sent the argument", command)
	}
	if strings.Contains(turn, "$ARGUMENTS") || strings.Contains(turn, "{{args}}") ||
		strings.Contains(turn, "{{ARGUMENTS}}") && !strings.Contains(turn, "`{{ARGUMENTS}}` stands for the words") {
		t.Errorf("%s: the model is sent a variable", command)
	}
}

// said is a line as every host is sent it; empty if hosts spell something in it in their own way.
func said(line string) string {
	if strings.ContainsAny(line, "$`/") {
		return ""
	}
	return line
}
