package builtin_test

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/pack/builtin"
)

// frontmatter is what the pack's own files have above their text.
type frontmatter struct {
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	Globs       string `yaml:"globs"`
}

// files returns the text of every file of the pack, by path.
func files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(builtin.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(builtin.FS(), p)
		all[p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// split decodes a file's frontmatter, strictly, and returns it with the body.
func split(t *testing.T, p, text string) (frontmatter, string) {
	t.Helper()
	head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !ok || !strings.HasPrefix(text, "---\n") {
		t.Fatalf("%s: no frontmatter", p)
	}
	var f frontmatter
	if err := yaml.Unmarshal([]byte(head), &f); err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return f, body
}

// stems returns the base names without extension of the files in dir.
func stems(all map[string]string, dir string) []string {
	var out []string
	for p := range all {
		if path.Dir(p) == dir {
			out = append(out, strings.TrimSuffix(path.Base(p), ".md"))
		}
	}
	slices.Sort(out)
	return out
}

// destinations returns where pack.toml puts the payload, below the Claude home.
func destinations(t *testing.T, all map[string]string) map[string]bool {
	t.Helper()
	var manifest struct {
		Payload []struct{ From, To string }
	}
	if _, err := toml.Decode(all["pack.toml"], &manifest); err != nil {
		t.Fatal(err)
	}
	dest := map[string]bool{}
	for p := range all {
		for _, row := range manifest.Payload {
			if rest, ok := strings.CutPrefix(p, row.From+"/"); ok {
				for d := path.Join(row.To, rest); d != "."; d = path.Dir(d) {
					dest[d] = true
				}
			}
		}
	}
	return dest
}

func TestWorkflowIsComplete(t *testing.T) {
	all := files(t)
	want := []string{"debug", "discuss", "execute", "help", "map-codebase", "new-project", "plan", "progress", "quick", "ship", "verify"}
	if got := stems(all, "commands"); !slices.Equal(got, want) {
		t.Errorf("commands %v, want %v", got, want)
	}
}

func TestCommands(t *testing.T) {
	for p, text := range files(t) {
		if path.Dir(p) != "commands" {
			continue
		}
		stem := strings.TrimSuffix(path.Base(p), ".md")
		f, body := split(t, p, text)
		if f.Name != "gsd-"+stem {
			t.Errorf("%s: name %q", p, f.Name)
		}
		if n := utf8.RuneCountInString(f.Description); n == 0 || n > 180 {
			t.Errorf("%s: description of %d characters, want 1 to 180", p, n)
		}
		if n := strings.Count(body, "$ARGUMENTS"); n != 1 {
			t.Errorf("%s: $ARGUMENTS stands %d times, want once", p, n)
		}
		for _, heading := range []string{"\n## Stop\n", "\n## Next\n"} {
			if stem != "help" && stem != "progress" && !strings.Contains(body, heading) {
				t.Errorf("%s: no section %q", p, strings.TrimSpace(heading))
			}
		}
	}
}

func TestAgentsSkillsRules(t *testing.T) {
	for p, text := range files(t) {
		switch {
		case path.Dir(p) == "agents":
			f, _ := split(t, p, text)
			if f.Name != strings.TrimSuffix(path.Base(p), ".md") || f.Description == "" {
				t.Errorf("%s: name %q, description %q", p, f.Name, f.Description)
			}
		case path.Base(p) == "SKILL.md":
			f, _ := split(t, p, text)
			if f.Name != path.Base(path.Dir(p)) || f.Description == "" {
				t.Errorf("%s: name %q, description %q", p, f.Name, f.Description)
			}
		case path.Dir(p) == "rules":
			f, _ := split(t, p, text)
			if f.Description == "" || f.Globs == "" {
				t.Errorf("%s: description %q, globs %q", p, f.Description, f.Globs)
			}
		}
	}
}

// reference is a path below the Claude home, with or without the @ in front.
var reference = regexp.MustCompile(`~/\.claude/[A-Za-z0-9_./-]*`)

func TestReferencesResolve(t *testing.T) {
	all := files(t)
	dest := destinations(t, all)
	used := map[string]bool{}
	for p, text := range all {
		for _, ref := range reference.FindAllString(text, -1) {
			target := strings.Trim(strings.TrimPrefix(ref, "~/.claude/"), "/.")
			used[target] = true
			if !dest[target] {
				t.Errorf("%s: %s is not in the payload", p, ref)
			}
		}
	}
	for d := range dest {
		if path.Dir(d) == "gsd/references" && !used[d] {
			t.Errorf("%s: no text refers to it", d)
		}
	}
	for p := range all {
		if path.Dir(p) == "gsd/templates" && !used[p] {
			t.Errorf("%s: no text refers to it", p)
		}
	}
}

var mention = regexp.MustCompile(`/gsd[:-]([a-z-]+)`)

func TestMentionedCommandsExist(t *testing.T) {
	all := files(t)
	commands := stems(all, "commands")
	called := map[string]bool{}
	for p, text := range all {
		for _, m := range mention.FindAllStringSubmatchIndex(text, -1) {
			name := text[m[2]:m[3]]
			if before := text[:m[0]]; before != "" && strings.ContainsAny(before[len(before)-1:], "abcdefghijklmnopqrstuvwxyz.") {
				continue // part of a path: agents/gsd-planner.md
			}
			called[name] = true
			if !slices.Contains(commands, name) {
				t.Errorf("%s: no command %s", p, text[m[0]:m[1]])
			}
			if strings.HasPrefix(p, "gsd/") {
				t.Errorf("%s: %s: hosts spell a command differently and share this file", p, text[m[0]:m[1]])
			}
		}
	}
	for _, c := range commands {
		if !called[c] {
			t.Errorf("command %s: no text mentions it", c)
		}
	}
}

var name = regexp.MustCompile("`(gsd-[a-z-]+)`")

func TestMentionedAgentsExist(t *testing.T) {
	all := files(t)
	known := append(stems(all, "agents"), "gsd-planning-files", "gsd-x", "gsd-install")
	dispatched := map[string]bool{}
	for p, text := range all {
		for _, m := range name.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(known, m[1]) {
				t.Errorf("%s: no agent or skill %s", p, m[1])
			}
			if path.Dir(p) == "commands" {
				dispatched[m[1]] = true
			}
		}
	}
	for _, a := range stems(all, "agents") {
		if !dispatched[a] {
			t.Errorf("agent %s: no command dispatches it", a)
		}
	}
}

// A host that has no agents reads the text in the payload, so each command that
// dispatches must say where it is.
func TestDispatchSaysWhereTheTextIs(t *testing.T) {
	for p, text := range files(t) {
		if path.Dir(p) == "commands" && strings.Contains(text, "\nAgent") && !strings.Contains(text, "~/.claude/gsd/agents/") {
			t.Errorf("%s: dispatches an agent and does not say where its text is", p)
		}
	}
}

// The pack is read by the same code as everybody's, without a note.
func TestRead(t *testing.T) {
	p, err := pack.Read(builtin.FS(), "builtin")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range p.Notes {
		t.Errorf("%s:%d: %s", n.File, n.Line, n.Message)
	}
	count := map[pack.Kind]int{}
	for _, it := range p.Items {
		count[it.Kind]++
	}
	if count[pack.Command] != 11 || count[pack.Agent] != 7 || count[pack.Skill] != 1 || count[pack.Rule] != 1 {
		t.Errorf("items %v", count)
	}
	if len(p.Hooks) != 1 || p.Hooks[0].Output != "json" || p.Hooks[0].Run != "sh" {
		t.Fatalf("hooks %+v", p.Hooks)
	}
	at := slices.IndexFunc(p.Payload, func(f pack.File) bool { return f.Dest == p.Hooks[0].Script })
	if at < 0 || !p.Payload[at].Exec || p.Payload[at].Rewrite != pack.Verbatim {
		t.Errorf("the hook's script %q is not an executable, verbatim file of the payload", p.Hooks[0].Script)
	}
	for _, f := range p.Payload {
		if strings.HasSuffix(f.Dest, ".md") && f.Rewrite != pack.Prose {
			t.Errorf("%s: not respelled for the host", f.Dest)
		}
	}
}

// The core profile holds what carries a phase, with its agents.
func TestCoreProfile(t *testing.T) {
	p, err := pack.Read(builtin.FS(), "builtin")
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.Select("core"); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, it := range p.Items {
		if it.Kind == pack.Command || it.Kind == pack.Agent {
			names = append(names, it.Name)
		}
	}
	want := []string{"gsd-execute", "gsd-help", "gsd-new-project", "gsd-plan", "gsd-progress", "gsd-quick", "gsd-verify",
		"gsd-executor", "gsd-plan-checker", "gsd-planner", "gsd-researcher", "gsd-verifier"}
	if !slices.Equal(names, want) {
		t.Errorf("%v\nwant %v", names, want)
	}
}
