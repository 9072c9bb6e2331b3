package pack

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// TestFrom holds that hooks, servers and filled-in files say all the lines that they come
// from, and that Text has these.
func TestFrom(t *testing.T) {
	p, err := Read(mapFS(map[string]string{
		"commands/go.md": "Go.\n",
		"pack.toml":      "version = \"1.2\"\nprefix = \"t\"\n\n[[payload]]\nfrom = \"bin\"\ntemplate = [\"*.sh\"]\n\n[tokens]\nTOKEN = \"v{version}\"\nOTHER = \"o\"\n\n[[generated]]\nto = \"bin/V\"\ntext = \"{version}\"\n\n[[hooks]]\nevent = \"Stop\"\nscript = \"bin/a.sh\"\ntimeout = 3\n",
		"bin/a.sh":       "echo TOKEN\n",
		"bin/b.sh":       "echo OTHER\n",
		"bin/c.sh":       "echo\n",
		".mcp.json":      "{\"mcpServers\": {\n  \"s\": {\n    \"command\": \"x\"\n  }\n}}\n",
	}), "t")
	if err != nil {
		t.Fatal(err)
	}
	version := "version = \"1.2\""
	tokens := "[tokens]\nTOKEN = \"v{version}\"\nOTHER = \"o\"\n"
	hook := "[[hooks]]\nevent = \"Stop\"\nscript = \"bin/a.sh\"\ntimeout = 3"
	want := map[string]string{
		"bin/a.sh": tokens + "|" + version + "|" + hook,
		"bin/b.sh": tokens,
		"bin/c.sh": "",
		"bin/V":    "[[generated]]\nto = \"bin/V\"\ntext = \"{version}\"\n|" + version,
		"Stop":     hook + "|echo TOKEN\n|[[payload]]\nfrom = \"bin\"\ntemplate = [\"*.sh\"]\n",
		"s":        "  \"s\": {\n    \"command\": \"x\"\n  }",
	}
	got := map[string]string{}
	for _, f := range p.Payload {
		got[f.Dest] = said(t, p, f.From)
	}
	for _, h := range p.Hooks {
		got[h.Event] = said(t, p, h.From)
	}
	for _, s := range p.Servers {
		got[s.Name] = said(t, p, []plan.Source{{Path: s.Source, Start: s.Line, End: s.End}})
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s comes from %q, want %q", name, got[name], text)
		}
	}
	if _, _, ok := p.Text("bin/none"); ok {
		t.Error("a file that is not there has a text")
	}
}

// TestHookGroups holds that a hook of hooks.json comes from the line of its event and from
// all of its own group.
func TestHookGroups(t *testing.T) {
	text := "{\"hooks\": {\n\"PreToolUse\": [\n{\n\"matcher\": \"Read\",\n\"hooks\": [{\"command\": \"true\"}]\n},\n{\n\"matcher\": \"Bash\",\n\"hooks\": [{\"command\": \"true\"}]\n}\n]}}\n"
	p, err := Read(mapFS(map[string]string{"commands/go.md": "Go.\n", "hooks/hooks.json": text}), "t")
	if err != nil || len(p.Hooks) != 2 {
		t.Fatal(err, p)
	}
	for i, matcher := range []string{"Read", "Bash"} {
		want := "\"PreToolUse\": [|{\n\"matcher\": \"" + matcher + "\",\n\"hooks\": [{\"command\": \"true\"}]\n}"
		if got := strings.ReplaceAll(said(t, p, p.Hooks[i].From), "},", "}"); got != want {
			t.Errorf("%s comes from %q, want %q", matcher, got, want)
		}
	}
}

// TestVersion holds where each kind of manifest gives the version.
func TestVersion(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  plan.Source
	}{
		"pack.toml":    {map[string]string{"pack.toml": "name = \"t\"\nversion = \"1\"\n"}, plan.Source{Path: "pack.toml", Start: 2, End: 2}},
		"plugin.json":  {map[string]string{".claude-plugin/plugin.json": "{\n\"name\": \"t\",\n\"version\": \"1\"}\n"}, plan.Source{Path: ".claude-plugin/plugin.json", Start: 3, End: 3}},
		"package.json": {map[string]string{"package.json": "{\n\"version\": \"1\"}\n", "pack.toml": "name = \"t\"\n"}, plan.Source{Path: "package.json", Start: 2, End: 2}},
	} {
		p, err := Read(mapFS(with(tt.files, "commands/go.md", "Go.\n")), "t")
		if err != nil {
			t.Fatal(err)
		}
		if p.manifest.version != tt.want {
			t.Errorf("%s: %+v, want %+v", name, p.manifest.version, tt.want)
		}
	}
}

// TestManifest holds that the version is no part of what a manifest says, and all else is.
func TestManifest(t *testing.T) {
	says := func(toml string) Manifest {
		t.Helper()
		p, err := Read(mapFS(map[string]string{"commands/go.md": "Go.\n", "pack.toml": toml}), "t")
		if err != nil {
			t.Fatal(err)
		}
		m := p.Manifest()
		if m.Path != "pack.toml" {
			t.Errorf("the manifest is %q", m.Path)
		}
		return m
	}
	one := says("version = \"1\"\n")
	if says("# said otherwise\nversion = '2'\n") != one {
		t.Error("the version or a comment counts")
	}
	more := says("version = \"1\"\n\n[[payload]]\nfrom = \"commands\"\n")
	if more.Says == one.Says || more.Names == one.Names {
		t.Error("the payload does not count")
	}
	if less := says("version = \"1\"\n\n[[payload]]\nfrom = \"commands\"\nexclude = [\"x\"]\n"); less.Says == more.Says || less.Names != more.Names {
		t.Error("what is left out counts as a name, or not at all")
	}
}

// said joins what sources say.
func said(t *testing.T, p *Pack, from []plan.Source) string {
	t.Helper()
	var all []string
	for _, s := range from {
		data, _, ok := p.Text(s.Path)
		if !ok {
			t.Fatalf("no text of %s", s.Path)
		}
		text := string(data)
		if s.Start > 0 {
			text = strings.Join(strings.Split(text, "\n")[s.Start-1:s.End], "\n")
		}
		all = append(all, text)
	}
	return strings.Join(all, "|")
}
