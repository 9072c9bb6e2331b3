package pack

import (
	"encoding/json"
	"errors"
	"testing"
)

// TestBadMatcher refuses a matcher that is a regular expression nowhere, and none that a host
// can read though Go cannot.
func TestBadMatcher(t *testing.T) {
	for matcher, bad := range map[string]bool{
		"(((": true, "Write)": true, "[a": true, "+": true, "*.go": true, `Edit\`: true, "[z-a]": true, `\\(a`: true, "(?!Bash)(": true, "(?<n>a": true,
		"": false, "*": false, ".*": false, "Write|Edit": false, "mcp__.*__get": false, "^(?!Bash$).*": false, "(?<=a)b": false, "(?<n>a)": false,
		`(a)\1`: false, `\(a`: false, `\u0041`: false, `[\w-a]`: false, "a{": false, "Bash(git *)": false,
	} {
		if got := badMatcher("PreToolUse", matcher) != ""; got != bad {
			t.Errorf("%q is bad: %v", matcher, got)
		}
	}
	if why := badMatcher("FileChanged", "*.go"); why != "" {
		t.Errorf("a list of files: %s", why)
	}
}

// TestHooksHoldNoBrokenText refuses what cannot be a matcher or a command, wherever it stands.
func TestHooksHoldNoBrokenText(t *testing.T) {
	hooks := func(matcher, command string) map[string]string {
		return map[string]string{"commands/a.md": "A", "hooks/hooks.json": "{\"hooks\": {\"PreToolUse\": [{\n\"matcher\": " + matcher +
			", \"hooks\": [\n{\"type\": \"command\", \"command\": " + command + "}]}]}}"}
	}
	declared := func(text string) map[string]string {
		return map[string]string{"commands/a.md": "A", "pack.toml": "name = \"t\"\n[[hooks]]\nevent = \"PreToolUse\"\n" + text}
	}
	unfit := " holds what no program can be given: U+0000, or half of a surrogate pair"
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{hooks(`"((("`, `"true"`), `hooks/hooks.json:2: hook for PreToolUse: the matcher "(((" is no regular expression: missing closing )`},
		{hooks(`"a\ud800"`, `"true"`), `hooks/hooks.json:2: hook for PreToolUse: its matcher` + unfit},
		{hooks(`"Bash"`, `"echo \u0000"`), `hooks/hooks.json:3: hook for PreToolUse: its command` + unfit},
		{hooks(`"Bash"`, `"echo \udc00"`), `hooks/hooks.json:3: hook for PreToolUse: its command` + unfit},
		{declared("command = \"true\"\nmatcher = \"[a\"\n"), `pack.toml:2: hook for PreToolUse: the matcher "[a" is no regular expression: missing closing ]`},
		{declared("command = \"echo \\u0000\"\n"), `pack.toml:2: hook for PreToolUse: it` + unfit},
	} {
		_, err := Read(mapFS(c.files), "/packs/tiny")
		var e *Error
		if !errors.As(err, &e) || len(e.Problems) != 1 || e.Problems[0].String() != c.want {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	if _, err := Read(mapFS(hooks(`"Bash|\ud83d\ude00"`, `"echo \\u0000 \ud83d\ude00"`)), "/packs/tiny"); err != nil {
		t.Errorf("what is a text: %v", err)
	}
}

// TestUnfit reads escapes as JSON does.
func TestUnfit(t *testing.T) {
	for text, want := range map[string]bool{
		`"a"`: false, `"\\u0000"`: false, `"\u0000"`: true, `"\\\u0000"`: true, `"\ud83d\ude00"`: false, `"\ud83d"`: true,
		`"\ud83dx"`: true, `"\ud83d\n"`: true, `"\ude00\ud83d"`: true, `"\ud83d\ud83d\ude00"`: true, `"\ufffd"`: false, `"�"`: false, `"\""`: false,
	} {
		if got := unfit(json.RawMessage(text)); got != want || !json.Valid([]byte(text)) {
			t.Errorf("%s: %v", text, got)
		}
	}
}
