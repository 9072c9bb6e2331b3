package builtin_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/pack/builtin"
)

const sessionStart = "hooks/gsd-session-start.sh"

// shell returns the path of sh; a system without one runs no shell hooks.
func shell(t testing.TB) string {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this system")
	}
	return sh
}

// unpack writes a script of the pack to a file.
func unpack(t testing.TB, name string) string {
	t.Helper()
	data, err := fs.ReadFile(builtin.FS(), name)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), path.Base(name))
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestScriptsParse(t *testing.T) {
	sh := shell(t)
	scripts, err := fs.Glob(builtin.FS(), "hooks/*")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	for _, name := range scripts {
		if out, err := exec.Command(sh, "-n", unpack(t, name)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// start runs the session hook in dir with nothing but PATH and env, and returns
// what it prints. It must end with success and be quiet on stderr.
func start(t testing.TB, script, dir string, env ...string) string {
	t.Helper()
	cmd := exec.Command(shell(t), script)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("%v, stderr %q", err, stderr.String())
	}
	return stdout.String()
}

// project makes a folder with the given STATE.md.
func project(t testing.TB, state string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".planning"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".planning", "STATE.md"), []byte(state), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// claude decodes what hosts of Claude Code's form read; some refuse other keys.
func claude(t testing.TB, out string) string {
	t.Helper()
	var doc struct {
		Output struct {
			Event   string `json:"hookEventName"`
			Context string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	decode(t, out, &doc)
	if doc.Output.Event != "SessionStart" {
		t.Errorf("event %q in %s", doc.Output.Event, out)
	}
	return doc.Output.Context
}

// cursor decodes what Cursor reads.
func cursor(t testing.TB, out string) string {
	t.Helper()
	var doc struct {
		Context string `json:"additional_context"`
	}
	decode(t, out, &doc)
	return doc.Context
}

func decode(t testing.TB, out string, doc any) {
	t.Helper()
	if strings.ContainsFunc(out, func(r rune) bool { return r >= utf8.RuneSelf }) || strings.Count(out, "\n") != 1 {
		t.Errorf("not one line of ASCII: %q", out)
	}
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(doc); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
}

func TestSessionStart(t *testing.T) {
	const (
		head = "This project is planned in .planning/."
		from = " Where it stands, quoted from .planning/STATE.md:"
		tail = "\nRead .planning/STATE.md before you go on with planned work. Other requests need not touch it."
	)
	tests := []struct{ name, state, want string }{
		{"as the template has it",
			"# State\n\nProject: Tidepool\nPhase: 02 user login (2 of 5)\nStatus: planned\nNext: execute 2\nBlocked: no\nUpdated: 2026-01-31\n\n## Notes\n\n- x\n",
			head + from + "\nProject: Tidepool\nPhase: 02 user login (2 of 5)\nStatus: planned\nNext gsd command: execute 2\nUpdated: 2026-01-31" + tail},
		{"blocked", "Status: planned\nBlocked: the key, from Ada\n", head + from + "\nStatus: planned\nBlocked: the key, from Ada" + tail},
		{"mark, carriage returns, no last newline", "\ufeff# State\r\n\r\nPhase: 01 é\r\nBlocked: no\r\nNext: plan 1", head + from + "\nPhase: 01 é\nNext gsd command: plan 1" + tail},
		{"quotes, backslash, beyond the basic plane", `Project: "a\b" ` + "\U0001f41a\n", head + from + "\nProject: \"a\\b\" \U0001f41a" + tail},
		{"control characters go", "Status: a\x00\x01\x1b[31m\tb\x7f\n", head + from + "\nStatus: a[31mb" + tail},
		{"not UTF-8", "Status: \xff \xc3( \xe2\x82 \xc0\xaf \xed\xa0\x80 \xf5 \xe0\x80\xaf\n", head + from + "\nStatus: \ufffd \ufffd( \ufffd \ufffd\ufffd \ufffd \ufffd \ufffd" + tail},
		{"cut off in a character", "Status: ok\nNext: \xe2\x82", head + from + "\nStatus: ok\nNext gsd command: \ufffd" + tail},
		{"the first of each key counts", "Status: one\nStatus: two\n", head + from + "\nStatus: one" + tail},
		{"a long line is cut", "Project: " + strings.Repeat("é", 500) + "\nStatus: ok\n", head + from + "\nProject: " + strings.Repeat("é", 151) + "\nStatus: ok" + tail},
		{"another tool's format", "---\nstatus: x\n---\n# Where we are\n", head + tail},
		{"empty", "", head + tail},
		{"a key without a value", "Status:\nPhase: \n", head + tail},
	}
	script := unpack(t, sessionStart)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := project(t, tt.state)
			if got := claude(t, start(t, script, dir)); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if got := cursor(t, start(t, script, dir, "CURSOR_VERSION=1.0")); got != tt.want {
				t.Errorf("for Cursor: got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestSessionStartWithoutProject(t *testing.T) {
	script, dir := unpack(t, sessionStart), t.TempDir()
	if out := start(t, script, dir); out != "" {
		t.Errorf("printed %q", out)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".planning", "STATE.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out := start(t, script, dir, "CURSOR_VERSION=1.0"); out != "" {
		t.Errorf("printed %q for a STATE.md that is a folder", out)
	}
}

// A user's hook does not always start in the project.
func TestSessionStartFindsProject(t *testing.T) {
	script, dir := unpack(t, sessionStart), project(t, "Status: planned\n")
	for _, name := range []string{"CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR"} {
		if out := start(t, script, t.TempDir(), name+"="+dir); !strings.Contains(out, "planned") {
			t.Errorf("%s: printed %q", name, out)
		}
	}
	if out := start(t, script, dir, "CLAUDE_PROJECT_DIR="+project(t, "Status: elsewhere\n")); !strings.Contains(out, "Status: planned") {
		t.Errorf("the folder it starts in comes first: printed %q", out)
	}
}

// Whatever STATE.md holds, the output is JSON that hosts can read.
func FuzzSessionStart(f *testing.F) {
	noise := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		b := []byte("Status: ")
		for range noise.IntN(300) {
			b = append(b, byte(noise.Uint32()))
		}
		f.Add(b)
	}
	f.Add(bytes.Repeat([]byte("Next: \xf0\x9f\x90\x9a\n"), 1000))
	script := unpack(f, sessionStart)
	f.Fuzz(func(t *testing.T, state []byte) {
		context := claude(t, start(t, script, project(t, string(state))))
		if !utf8.ValidString(context) || len(context) > 6*4*160+400 {
			t.Errorf("context %q", context)
		}
	})
}
