package descriptors

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/hostapi"
)

// TestExec makes a process of a turn on each host, with a model and the efforts at both ends.
func TestExec(t *testing.T) {
	dir := t.TempDir()
	for _, h := range All() {
		surface := hostapi.Negotiate(h.Declaration(), hostapi.DefaultEngine()).Effective.EffortSurface
		turn := hostapi.Turn{Prompt: "go on", Dir: dir, Model: "M", Effort: "minimal", Unasked: true}
		if h.OrchestratorExec.ModelFlag == "" {
			turn.Model = ""
		}
		var got []string
		for _, effort := range []string{"minimal", "max"} {
			turn.Effort = effort
			c, err := h.Exec().Resolve(turn, surface, func(name string) (string, error) { return name, nil })
			if err != nil {
				got = append(got, err.Error())
				break
			}
			got = append(got, strings.ReplaceAll(strings.Join(append([]string{c.Path}, c.Args...), " "), dir, "DIR"))
		}
		if all := strings.Join(got, "\n"); all != processes[h.ID] {
			t.Errorf("%q: `%s`,", h.ID, all)
		}
	}
}

// processes are those of each host, of the least effort and of the most.
var processes = map[string]string{
	"antigravity": `agy --add-dir DIR --model M --effort low -p go on
agy --add-dir DIR --model M --effort high -p go on`,
	"augment": `auggie --print --workspace-root DIR --model M --instruction go on
auggie --print --workspace-root DIR --model M --instruction go on`,
	"claude": `claude -p --model M --effort low go on
claude -p --model M --effort max go on`,
	"cline": `cline --cwd DIR --thinking low go on
cline --cwd DIR --thinking xhigh go on`,
	"codebuddy": `codebuddy --model M --effort minimal -p go on
codebuddy --model M --effort max -p go on`,
	"codex": `codex exec --cd DIR --model M -c model_reasoning_effort=low go on
codex exec --cd DIR --model M -c model_reasoning_effort=max go on`,
	"copilot": `copilot -C DIR --model M --reasoning-effort minimal -p go on
copilot -C DIR --model M --reasoning-effort max -p go on`,
	"cursor": `cursor-agent -p --workspace DIR go on
cursor-agent -p --workspace DIR go on`,
	"gemini": `gemini -m M -p go on
gemini -m M -p go on`,
	"hermes": `hermes --in DIR --model M -z go on
hermes --in DIR --model M -z go on`,
	"kilo": `kilo run --dir DIR --model M --variant minimal go on
kilo run --dir DIR --model M --variant max go on`,
	"kimi": `kimi --print --work-dir DIR --model M --prompt go on
kimi --print --work-dir DIR --model M --prompt go on`,
	"kimi-code": `kimi --model M --prompt go on
kimi --model M --prompt go on`,
	"opencode": `opencode run --dir DIR --model M --variant minimal go on
opencode run --dir DIR --model M --variant max go on`,
	"pi": `pi --print --model M --thinking minimal go on
pi --print --model M --thinking max go on`,
	"qwen": `qwen --model M go on
qwen --model M go on`,
	"trae":   `the host documents no command for a turn without a terminal`,
	"vscode": `the host documents no command for a turn without a terminal`,
	"windsurf": `devin --model M -p go on
devin --model M -p go on`,
	"zcode": `zcode --json --mode yolo --cwd DIR --prompt go on
zcode --json --mode yolo --cwd DIR --prompt go on`,
}
