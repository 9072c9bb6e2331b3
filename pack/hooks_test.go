package pack

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/plan"
)

// hookPack is a plain pack with one hook of each kind of script.
func hookPack(event, matcher, command string) map[string]string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(command)
	return map[string]string{
		"hooks/hooks.json": "{\n \"hooks\": {\n  \"" + event + "\": [\n   {\"matcher\": \"" + matcher + "\", \"hooks\": [\n    {\"type\": \"command\",\n     \"command\": \"" + quoted + "\", \"timeout\": 7}]}]}}",
		"hooks/x.sh":       "#!/bin/sh\n", "hooks/b.sh": "#!/usr/bin/env -S bash -e\n", "hooks/n.js": "console.log(JSON.stringify({hookSpecificOutput: {}}))\n",
		"hooks/plain.sh": "echo\n", "hooks/p.py": "print({\"decision\": \"block\"})\n", "hooks/bin": "\x7fELF", "hooks/with blank.sh": "#!/bin/sh\n",
	}
}

func TestHookCommands(t *testing.T) {
	tests := []struct {
		command, run, script string
		args                 []string
		output               string
	}{
		{"${CLAUDE_PLUGIN_ROOT}/hooks/x.sh", "sh", "tiny/hooks/x.sh", nil, "json"},
		{"$CLAUDE_PLUGIN_ROOT/hooks/x.sh", "sh", "tiny/hooks/x.sh", nil, "json"},
		{`"${CLAUDE_PLUGIN_ROOT}/hooks/b.sh"`, "bash", "tiny/hooks/b.sh", nil, "json"},
		{`"${CLAUDE_PLUGIN_ROOT}"/hooks/plain.sh one 'two three' "four"`, "sh", "tiny/hooks/plain.sh", []string{"one", "two three", "four"}, "text"},
		{`node "${CLAUDE_PLUGIN_ROOT}/hooks/n.js" --flag`, "node", "tiny/hooks/n.js", []string{"--flag"}, "json"},
		{"/usr/bin/env/node ${CLAUDE_PLUGIN_ROOT}/hooks/n.js", "node", "tiny/hooks/n.js", nil, "json"},
		{"${CLAUDE_PLUGIN_ROOT}/hooks/n.js", "node", "tiny/hooks/n.js", nil, "json"},
		{"bash ${CLAUDE_PLUGIN_ROOT}/hooks/x.sh", "bash", "tiny/hooks/x.sh", nil, "json"},
		{"python3 '${CLAUDE_PLUGIN_ROOT}/hooks/p.py'", "python3", "tiny/hooks/p.py", nil, "json"},
		{"${CLAUDE_PLUGIN_ROOT}/hooks/bin ''", "", "tiny/hooks/bin", []string{""}, "text"},
		{`"${CLAUDE_PLUGIN_ROOT}/hooks/with blank.sh"`, "sh", "tiny/hooks/with blank.sh", nil, "json"},
		{`"$CLAUDE_PROJECT_DIR"/.claude/hooks/x.sh`, "sh", "tiny/hooks/x.sh", nil, "json"},
		{`"${CLAUDE_PROJECT_DIR}/.claude/hooks/x.sh"`, "sh", "tiny/hooks/x.sh", nil, "json"},
		{"~/.claude/hooks/x.sh", "sh", "tiny/hooks/x.sh", nil, "json"},
		{`bash "$HOME/.claude/hooks/x.sh"`, "bash", "tiny/hooks/x.sh", nil, "json"},
		{"echo hello", "", "", nil, "text"},
		{"${CLAUDE_PLUGIN_ROOT}/hooks/x.sh || true", "", "", nil, "text"},
		{"${CLAUDE_PLUGIN_ROOT}/hooks/x.sh $HOME", "", "", nil, "text"},
		{"${CLAUDE_PLUGIN_ROOT}/hooks/x.sh *.md", "", "", nil, "text"},
		{"cd ${CLAUDE_PLUGIN_ROOT} && hooks/x.sh", "", "", nil, "text"},
		{"node --no-warnings ${CLAUDE_PLUGIN_ROOT}/hooks/n.js", "", "", nil, "text"},
		{"${CLAUDE_PLUGIN_ROOT}/hooks/x.sh ${CLAUDE_PLUGIN_ROOT}/hooks/n.js", "", "", nil, "text"},
		{"echo 'half", "", "", nil, "text"},
		{"echo \x00/hooks/x.sh", "", "", nil, "text"},
	}
	for _, tt := range tests {
		files := hookPack("PreToolUse", "Write|Edit", strings.ReplaceAll(tt.command, "\x00", "\x01"))
		p, err := Read(mapFS(files), "/packs/tiny")
		if strings.Contains(tt.command, "\x00") {
			continue // JSON refuses it; shellWords is asked below
		}
		if err != nil || len(p.Hooks) != 1 {
			t.Errorf("%s: %v", tt.command, err)
			continue
		}
		want := Hook{
			Event: "PreToolUse", Tools: []string{"Write", "Edit"}, Script: tt.script, Args: tt.args, Run: tt.run,
			Timeout: 7, Output: tt.output, Source: "hooks/hooks.json", Line: 6,
			From: []plan.Source{{Path: "hooks/hooks.json", Start: 3, End: 3}, {Path: "hooks/hooks.json", Start: 4, End: 6}},
		}
		if tt.script == "" {
			want.Command = tt.command
		} else {
			want.From = append(want.From, plan.Source{Path: strings.TrimPrefix(tt.script, "tiny/")})
		}
		if diff := cmp.Diff(want, p.Hooks[0]); diff != "" {
			t.Errorf("%s: %s", tt.command, diff)
		}
		for _, f := range p.Payload {
			if f.Dest == tt.script && !f.Exec {
				t.Errorf("%s: the script is not executable", tt.command)
			}
		}
	}
	if words, ok := shellWords("echo " + rootMark + "/x"); ok {
		t.Errorf("%q", words)
	}
}

func TestMatchers(t *testing.T) {
	tests := []struct {
		event, matcher string
		tools          []string
		rest           string
	}{
		{"PreToolUse", "", nil, ""},
		{"PostToolUse", "*", nil, ""},
		{"PreToolUse", "Bash", []string{"Bash"}, ""},
		{"PostToolUse", "Write | Edit|MultiEdit", []string{"Write", "Edit", "MultiEdit"}, ""},
		{"PreToolUse", "mcp__memory__search", []string{"mcp__memory__search"}, ""},
		{"PreToolUse", "mcp__.*", nil, "mcp__.*"},
		{"PreToolUse", "^Write$", nil, "^Write$"},
		{"SessionStart", "startup|resume", nil, "startup|resume"},
		{"FileChanged", "config.json", nil, "config.json"},
	}
	for _, tt := range tests {
		h := Hook{Event: tt.event}
		h.setMatcher(tt.matcher)
		if diff := cmp.Diff(Hook{Event: tt.event, Tools: tt.tools, Matcher: tt.rest}, h); diff != "" {
			t.Errorf("%s %q: %s", tt.event, tt.matcher, diff)
		}
	}
}

func TestHookFiles(t *testing.T) {
	script := map[string]string{"hooks/x.sh": "#!/bin/sh\n"}
	tests := []struct {
		name, json string
		want       []string // hooks as describePack has them, or problems
	}{
		{"order of the file", `{"hooks": {"Stop": [{"hooks": [{"command": "a"}, {"type": "command", "command": "b"}]}], "SessionStart": [{"hooks": [{"command": "c"}]}]}}`, []string{
			`hook Stop [] ""   [] "a" 0 text`, `hook Stop [] ""   [] "b" 0 text`, `hook SessionStart [] ""   [] "c" 0 text`,
		}},
		{"events at the top", `{"description": "d", "Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}`, []string{`hook Stop [] ""   [] "a" 0 text`}},
		{"byte order mark and a fraction", "\uFEFF" + `{"hooks": {"Stop": [{"hooks": [{"command": "a", "timeout": 1.9}]}]}}`, []string{`hook Stop [] ""   [] "a" 2 text`}},
		{"less than a second", `{"hooks": {"Stop": [{"hooks": [{"command": "a", "timeout": 0.5}]}]}}`, []string{`hook Stop [] ""   [] "a" 1 text`}},
		{"no JSON", "{\n\"hooks\": {\n,}}", []string{"hooks/hooks.json:3: invalid character ',' looking for beginning of object key string"}},
		{"cut off", "{\n\"hooks\": {", []string{"hooks/hooks.json:2: unexpected end of JSON input"}},
		{"hooks is a list", "{\n\n\"hooks\": []}", []string{"hooks/hooks.json:3: hooks: want an object of events"}},
		{"event is an object", "{\"hooks\": {\n\"Stop\": {\"a\": 1}}}", []string{"hooks/hooks.json:2: hooks for Stop: want an array, not object"}},
		{"no command", "{\"hooks\": {\n\"Stop\": [{\"hooks\": [{\"type\": \"command\"}]}]}}", []string{"hooks/hooks.json:2: hook for Stop: want a command"}},
		{"timeout", `{"hooks": {"Stop": [{"hooks": [{"command": "a", "timeout": -1}]}]}}`, []string{"hooks/hooks.json:1: hook for Stop: timeout -1 is out of range"}},
		{"script that is not there", "{\"hooks\": {\"Stop\": [\n{\"hooks\": [{\"command\": \"${CLAUDE_PLUGIN_ROOT}/hooks/x.sh\"},\n{\"command\": \"${CLAUDE_PLUGIN_ROOT}/hooks/y.sh\"}]}]}}", []string{
			`hooks/hooks.json:3: hook for Stop: there is no script "tiny/hooks/y.sh" in the payload`,
		}},
		{"script outside", `{"hooks": {"Stop": [{"hooks": [{"command": "${CLAUDE_PLUGIN_ROOT}/../y.sh"}]}]}}`, []string{`hooks/hooks.json:1: hook for Stop: there is no script "y.sh" in the payload`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Read(mapFS(with(script, "hooks/hooks.json", tt.json)), "/packs/tiny")
			var got []string
			var e *Error
			if errors.As(err, &e) {
				got = messages(e.Problems)
			} else {
				for _, line := range describePack(p) {
					if strings.HasPrefix(line, "hook ") {
						got = append(got, line)
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHooksThatAreNoCommands(t *testing.T) {
	p := mustRead(t, with(good, "hooks/hooks.json", `{"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "Sure?"}]}]}}`))
	want := `hooks/hooks.json:1: hook for Stop: left out, it is of type "prompt" and only commands can be carried over`
	if got := messages(p.Notes); len(p.Hooks) != 0 || len(got) != 1 || got[0] != want {
		t.Errorf("%v %q", p.Hooks, got)
	}
}

func FuzzHookFile(f *testing.F) {
	f.Add(`{"hooks": {"Stop": [{"matcher": "a", "hooks": [{"command": "\"${CLAUDE_PLUGIN_ROOT}\"/x 'y' $z", "timeout": 1e9}]}]}}`)
	f.Add(`{"Stop": [null, {"hooks": null}]}`)
	f.Add(`{"hooks": {"A": [], "A": [{"hooks": [{}]}]}}`)
	f.Add(`{"": [{"hooks": [{"command": "a"}]}]}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, in string) {
		p, err := Read(mapFS(with(good, "hooks/hooks.json", in)), "/packs/tiny")
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
		if err == nil {
			for _, h := range p.Hooks {
				if (h.Script == "") == (h.Command == "") || h.Event == "" || h.Line < 1 {
					t.Errorf("%+v", h)
				}
			}
		}
	})
}
