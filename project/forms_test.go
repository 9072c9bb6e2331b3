package project

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// What a descriptor may say is what can be rendered: each origin in each form,
// in both syntaxes, is refused when the descriptor loads or gives a file that reads
// back with a value for the key.
func TestAcceptedFormsRender(t *testing.T) {
	p := readPack(t, map[string]string{"agents/scout.md": "---\nname: scout\ndescription: Looks.\nargument-hint: <x>\ntools: Read, Bash(git *)\n" +
		"disallowedTools: [Write]\nglobs: a/*.go, b\nalwaysApply: false\nlist: [a, b]\ntree: {a: [1]}\n---\nLook.\n"})
	readonly := readPack(t, map[string]string{"agents/scout.md": "---\ndescription: Looks.\ntools: Read\n---\nLook.\n"})
	text := map[string]string{}
	for _, host := range []string{"codex", "gemini"} {
		data, err := os.ReadFile("../descriptors/" + host + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		text[host] = string(data)
	}
	const line = `  { key = "name", from = "name", form = "string" },`
	accepted := 0
	for host, was := range text {
		was = strings.Replace(was, "[tools]\n", "[tools]\nagentMCP = \"m_{tool}\"\n", 1)
		if host == "codex" {
			was += "\n[tools.agent]\nRead = \"read\"\nWrite = \"write\"\nBash = \"bash\"\n"
		} else {
			was = strings.Replace(was, "agentMCP      =", "#", 1)
		}
		head, agent, _ := strings.Cut(was, "[dialects.agent]")
		for _, from := range []string{"name", "description", "argument-hint", "tools", "denied-tools", "sandbox", "readonly", "globs", "always", "when", "const", "meta:list", "meta:tree", "meta:description"} {
			for _, form := range []string{"string", "quoted", "plain", "list", "flow", "comma", "map", "bool", "source"} {
				key := fmt.Sprintf(`  { key = "probe", from = %q, form = %q },`, from, form)
				if from == "const" {
					key = fmt.Sprintf(`  { key = "probe", from = "const", form = %q, const = "c" },`, form)
				}
				if from == "when" {
					key = strings.Replace(key, " }", `, words = { always = "w", globs = "w", description = "w", asked = "w" } }`, 1)
				}
				h, err := descriptors.Parse(host+".toml", []byte(head+"[dialects.agent]"+strings.Replace(agent, line, key+"\n"+line, 1)))
				var e *descriptors.Error
				if errors.As(err, &e) && strings.HasSuffix(e.Problems[0].Key, ".form") {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				accepted++
				in := input(t, p, host, plan.Global, testEnv)
				in.Host = h
				if from == "readonly" {
					in.Pack = readonly
				}
				pl, err := Render(in)
				if err != nil {
					t.Errorf("%s: %s as %s: %v", host, from, form, err)
					continue
				}
				keys, _ := decoded(t, named(t, pl, "agent", "scout"))
				if v := keys["probe"]; v == nil || v == "" {
					t.Errorf("%s: %s as %s is %#v", host, from, form, v)
				}
			}
		}
	}
	if accepted < 60 {
		t.Errorf("only %d combinations were accepted", accepted)
	}
}

// A reader that ends the frontmatter at any "---" still gets all of it.
func TestLooseEnd(t *testing.T) {
	p := readPack(t, map[string]string{
		"agents/scout.md": "---\nname: scout\ndescription: Looks --- and -----looks again.\ntools: Read\n---\nLook --- here.\n",
		"rules/dates.md":  "---\ndescription: Dates --- always.\nglobs: a---b/*.md, c-----d\n---\nUse dates.\n",
	})
	pl := render(t, p, "cursor", plan.Local)
	want := map[string]string{
		"agent": "---\nname: scout\ndescription: Looks — and —looks again.\nreadonly: true\n---\nLook --- here.\n",
		"rule":  "---\ndescription: Dates — always.\nglobs: a-?-b/*.md, c-?-?-d\nalwaysApply: false\n---\nUse dates.\n",
	}
	for _, a := range pl.Artifacts {
		if w, ok := want[a.Kind]; ok && string(a.Data) != w {
			t.Errorf("got\n%s\nwant\n%s", a.Data, w)
		}
	}
	if n := len(noted(pl, "dashes")); n != 3 {
		t.Errorf("%d notes, want 3: %v", n, pl.Notes)
	}
	if keys, _ := decoded(t, named(t, render(t, p, "claude", plan.Local), "agent", "scout")); keys["description"] != "Looks --- and -----looks again." {
		t.Errorf("claude got %q", keys["description"])
	}
}
