package layout

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

func TestOwn(t *testing.T) {
	mounts := []plan.Mount{
		{ID: "outer", Dir: "/h/.g"}, {ID: "inner", Dir: "/h/.g/config"}, {ID: "two", Dir: "/h/t", Aliases: []string{"also"}},
		{ID: "project", Dir: "/h/.g", Only: "x.json"},
	}
	for in, want := range map[string]string{
		"outer a/b":       "outer a/b",
		"outer config/a":  "inner a",
		"outer config":    "outer config",
		"outer configs/a": "outer configs/a",
		"inner a":         "inner a",
		"also a":          "two a",
		"project x.json":  "project x.json",
		"unknown a":       "unknown a",
	} {
		id, p, _ := strings.Cut(in, " ")
		if id, p = Own(mounts, id, p); id+" "+p != want {
			t.Errorf("%s is %s %s, want %s", in, id, p, want)
		}
	}
}

// TestMerge joins the mounts of a run over several hosts.
func TestMerge(t *testing.T) {
	a := []plan.Mount{{ID: "a", Dir: "/h/a"}, {ID: "agents", Dir: "/h/agents", Shared: true}}
	b := []plan.Mount{{ID: "b", Dir: "/h/agents"}, {ID: "agents", Dir: "/h/agents", Shared: true}, {ID: "home", Dir: "/h/a", Only: "x"}}
	got := Merge(a, b)
	if len(got) != 2 || strings.Join(got[1].Aliases, ",") != "b" || strings.Join(got[0].Aliases, ",") != "home" || !got[1].Shared {
		t.Errorf("%+v", got)
	}
	if id, p := Own(got, "b", "x/y"); id != "agents" || p != "x/y" {
		t.Errorf("%s %s", id, p)
	}
}

// TestWindows holds the rules for paths of a system that the test is not run on.
func TestWindows(t *testing.T) {
	env := Env{Home: `C:\Users\Ann B`, Project: `D:\src\p`, OS: "windows"}
	env.Getenv = func(name string) string {
		return map[string]string{"CODEX_HOME": `~\alt`, "CLAUDE_CONFIG_DIR": `E:\c`, "GEMINI_CLI_HOME": `\rel`}[name]
	}
	for id, want := range map[string]string{
		"codex": `codex C:\Users\Ann B\alt as ~/alt locks C:\Users\Ann B` + "\n" +
			`agents C:\Users\Ann B\.agents as ~/.agents locks C:\Users\Ann B shared`,
		"claude": `claude E:\c as E:/c locks E:\ or home`,
		"cursor": `cursor C:\Users\Ann B\.cursor as ~/.cursor locks C:\Users\Ann B` + "\n" +
			`agents C:\Users\Ann B\.agents as ~/.agents locks C:\Users\Ann B shared`,
	} {
		mounts, _, err := Mounts(get(t, id), plan.Global, env)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(mounts, "R"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if _, _, err := Mounts(get(t, "gemini"), plan.Global, env); err == nil {
		t.Error("a path without a drive is taken for absolute")
	}
	for p, want := range map[string]bool{`C:\x`: true, `c:/x`: true, `\\srv\x`: true, `C:x`: false, `/x`: false, `x`: false} {
		if isAbs("windows", p) != want {
			t.Errorf("%s", p)
		}
	}
	if rel, ok := below("windows", `C:\Users\Ann`, `c:\users\ann\.x`); !ok || rel != ".x" {
		t.Errorf("%q %v", rel, ok)
	}
}
