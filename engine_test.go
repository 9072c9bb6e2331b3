package gsdinstall_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack/packtest"
	"github.com/gsd-install/gsd-install/plan"
)

// placed is one file of a run's output, with the pack's file it was made of.
type placed struct {
	root, path, rule string
	data             []byte
	// source is a path in the pack, empty for what no file of it made. Lines
	// start to end of it are an item's body; none are given for a copied file.
	source     string
	start, end int
}

// TestEngine installs gsd-core on each host and scope, holds every file against
// what it was made of, and lets the pack's engine answer from where it was put: once
// from each place, since what lies there is one payload for all hosts that share it.
func TestEngine(t *testing.T) {
	t.Parallel()
	pack := packtest.GSDCore(t)
	node := nodeDir(t)
	answered := &sync.Map{}
	for i, h := range descriptors.All() {
		for j, scope := range scopes {
			if thinned(i + 2*j) {
				continue
			}
			t.Run(h.ID+"-"+scope, func(t *testing.T) {
				t.Parallel()
				s := memorySandbox(t)
				files := s.installed(t, pack, h.ID, scope)
				home, own := payloadHome(t, h, s, scope)
				payload := 0
				for _, f := range files {
					if strings.HasPrefix(f.source, "gsd-core/") {
						payload++
						if want := filepath.Join(home, f.source); filepath.Join(f.root, f.path) != want {
							t.Errorf("%s is at %s, not %s", f.source, f.path, want)
						}
					}
					checkSource(t, pack, h, f)
					checkText(t, s, h, f)
				}
				if payload != 606 {
					t.Errorf("%d files of gsd-core/, not 606", payload)
				}
				checkMarks(t, h, home, own)
				place, err := filepath.Rel(s.root, home)
				if err != nil {
					t.Fatal(err)
				}
				if _, done := answered.LoadOrStore(place, true); !done {
					checkEngine(t, s, node, home)
				}
			})
		}
	}
}

// payloadHome is where a host's descriptor puts a pack's payload, and whether that is a
// folder that no other host has.
func payloadHome(t *testing.T, h descriptors.Host, s sandbox, scope string) (home string, own bool) {
	t.Helper()
	root := s.home
	if scope == "local" {
		root = s.proj
	}
	for _, row := range h.ArtifactLayout {
		if row.Kind != "payload" || !row.Scopes.Has(plan.Scope(scope)) {
			continue
		}
		if shared, ok := descriptors.SharedByID(row.Mount); ok && scope == "local" {
			return filepath.Join(root, shared.Local, row.DestSubpath), false
		} else if ok {
			return filepath.Join(root, shared.Global, row.DestSubpath), false
		}
		dir, ok := h.Folder(row.Mount, plan.Scope(scope))
		if !ok {
			t.Fatalf("no folder %s", row.Mount)
		}
		return filepath.Join(root, dir, row.DestSubpath), true
	}
	t.Fatal("no payload in the descriptor")
	return "", false
}

// nodeDir returns the folder of a node program.
func nodeDir(t *testing.T) string {
	t.Helper()
	if node, err := exec.LookPath("node"); err == nil {
		return filepath.Dir(node)
	}
	dir := filepath.Join(clientsDir(t), "node", "node_modules", ".bin")
	if _, err := os.Stat(filepath.Join(dir, "node")); err != nil {
		unavailable(t, "node is not here: %v", err)
	}
	return dir
}

// installed installs a pack on one host and returns what that made.
func (s sandbox) installed(t *testing.T, pack, host, scope string) []placed {
	t.Helper()
	out := s.run(t, "install", "--"+host, "--"+scope, "--pack", pack, "--yes", "--json")
	var plans []struct {
		Roots   map[string]string
		Changes []struct {
			Root, Path, Rule string
			Sources          []struct {
				Path       string
				Start, End int
			}
		}
	}
	decode(t, out, &plans)
	var files []placed
	for _, p := range plans {
		for _, c := range p.Changes {
			f := placed{root: p.Roots[c.Root], path: c.Path, rule: c.Rule}
			var err error
			if f.data, err = os.ReadFile(filepath.Join(f.root, f.path)); err != nil {
				t.Fatal(err)
			}
			if first := c.Sources[0]; !strings.Contains(first.Path, "#") && !strings.HasPrefix(first.Path, "recipes/") {
				f.source, f.start, f.end = first.Path, first.Start, first.End
			}
			files = append(files, f)
		}
	}
	return files
}

// checkSource holds a file against its source: copies are equal, in the hooks'
// scripts the recipe's tokens are filled in, and a text is its source line by
// line, where only a line that names something of the pack or the host differs.
func checkSource(t *testing.T, pack string, h descriptors.Host, f placed) {
	t.Helper()
	if f.source == "" || f.rule == "agent-index" || f.rule == "permission" || f.rule == "agent-yaml" && filepath.Ext(f.path) == ".yaml" {
		return // made of data; an agent's text lies beside it
	}
	data, err := os.ReadFile(filepath.Join(pack, f.source))
	if err != nil {
		t.Error(err)
		return
	}
	ext := filepath.Ext(f.source)
	switch {
	case f.rule == "copy":
		if !bytes.Equal(f.data, data) {
			t.Errorf("%s differs from %s", f.path, f.source)
		}
	case f.rule == "copy-template" && (ext == ".js" || ext == ".sh"):
		filled := strings.NewReplacer("{{GSD_VERSION}}", "1.14.0", "/gsd:", "/gsd-").Replace(string(data))
		if string(f.data) != filled {
			t.Errorf("%s is not %s with its tokens filled in", f.path, f.source)
		}
	case ext != ".md":
		t.Errorf("%s: %s was made into something else by rule %s", f.path, f.source, f.rule)
	default:
		checkLines(t, h, f, lines(string(data)))
	}
}

// named matches what a text may name by another name on another host.
var named = regexp.MustCompile(`gsd[:-]|\.claude|CLAUDE|\$ARGUMENTS|[!@$]\{|` +
	`\b(Read|Write|Edit|MultiEdit|NotebookEdit|Bash|BashOutput|Grep|Glob|LS|Task|Agent|Skill|SlashCommand|AskUserQuestion|TodoWrite|WebFetch|WebSearch)\b`)

func checkLines(t *testing.T, h descriptors.Host, f placed, want []string) {
	t.Helper()
	got := lines(f.text(t))
	if f.end > 0 {
		want = want[f.start-1 : min(f.end, len(want))]
	}
	got, want = trim(got), trim(want)
	if len(got) != len(want) {
		t.Errorf("%s has %d lines of text, %s has %d", f.path, len(got), f.source, len(want))
		return
	}
	for i := range got {
		if got[i] != want[i] && !named.MatchString(want[i]) && !breaks(h, want[i]) {
			t.Errorf("%s: %q was %q in %s", f.path, got[i], want[i], f.source)
		}
	}
}

// breaks reports whether a line has a token that the host would act on, which is
// taken apart for it.
func breaks(h descriptors.Host, line string) bool {
	for _, d := range h.Dialects {
		if slices.ContainsFunc(d.Break, func(token string) bool { return strings.Contains(line, token) }) {
			return true
		}
	}
	return false
}

var note = regexp.MustCompile(`^<host_note>\n(?:.*\n)+?</host_note>\n`)

// text is the prose of a file: what is not its frontmatter or its other keys,
// and without the note that stands before a body.
func (f placed) text(t *testing.T) string {
	t.Helper()
	text := string(f.data)
	switch {
	case strings.HasSuffix(f.path, ".toml"):
		var keys map[string]any
		if err := toml.Unmarshal(f.data, &keys); err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		for _, key := range []string{"developer_instructions", "prompt"} {
			if body, ok := keys[key].(string); ok {
				return note.ReplaceAllLiteralString(body, "")
			}
		}
		t.Fatalf("%s has no body", f.path)
	case f.rule == "agent-yaml":
		// Text that the host would fill in is kept from it as a whole.
		text = strings.TrimPrefix(strings.TrimSpace(text), "{% raw %}\n")
		return note.ReplaceAllLiteralString(strings.TrimSuffix(text, "{% endraw %}"), "")
	case f.end > 0:
		_, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		if !ok {
			t.Fatalf("%s has no frontmatter", f.path)
		}
		return note.ReplaceAllString(strings.TrimLeft(body, "\n"), "")
	}
	return text
}

func lines(s string) []string { return strings.Split(s, "\n") }

// trim drops the blank lines at both ends.
func trim(list []string) []string {
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	for len(list) > 0 && blank(list[0]) {
		list = list[1:]
	}
	for len(list) > 0 && blank(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return list
}

// foreignHome matches the home of the host in whose format packs are written.
var foreignHome = regexp.MustCompile(`(~|\$HOME|\$\{HOME\})/\.claude\b|/\.claude/gsd-core`)

// reference matches a reference to a file where the pack's files may lie.
var reference = regexp.MustCompile(`@((?:~/)?\.(?:agents|claude)/(?:gsd-core|agents|skills)/[\w./-]*\w)`)

// checkText holds that what a host or its model reads names no folder of this
// machine and, but on claude, not Claude Code's home, and that what it refers
// to is there. Programs know every host's home and are not texts, nor are hooks.
func checkText(t *testing.T, s sandbox, h descriptors.Host, f placed) {
	t.Helper()
	if ext := filepath.Ext(f.path); f.rule == "hook" || ext != ".md" && ext != ".toml" && ext != ".mdc" {
		return
	}
	if bytes.Contains(f.data, []byte(s.root)) {
		t.Errorf("%s names a folder of this machine", f.path)
	}
	if m := foreignHome.Find(f.data); m != nil && h.ConfigHome.Name != ".claude" {
		t.Errorf("%s names %s", f.path, m)
	}
	for _, m := range reference.FindAllSubmatch(f.data, -1) {
		file := filepath.Join(s.proj, string(m[1]))
		if rest, ok := strings.CutPrefix(string(m[1]), "~/"); ok {
			file = filepath.Join(s.home, rest)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s refers to %s: %v", f.path, m[1], err)
		}
	}
}

// checkMarks holds the two files by which the engine knows what it is. It can
// know its host only in a folder that is that host's own.
func checkMarks(t *testing.T, h descriptors.Host, home string, own bool) {
	t.Helper()
	if version, err := os.ReadFile(filepath.Join(home, "gsd-core/VERSION")); string(version) != "1.14.0" {
		t.Errorf("VERSION %q %v", version, err)
	}
	mark, err := os.ReadFile(filepath.Join(home, "gsd-core/.gsd-runtime"))
	if own != (err == nil) || own && string(mark) != h.ID+"\n" {
		t.Errorf(".gsd-runtime %q %v", mark, err)
	}
}

// checkEngine asks the engine for the time: by its path, and as the pack's
// texts do, by the search that they all begin with.
func checkEngine(t *testing.T, s sandbox, node, home string) {
	t.Helper()
	tools := filepath.Join(home, "gsd-core/bin/gsd-tools.cjs")
	text, err := os.ReadFile(filepath.Join(home, "gsd-core/references/gsd-run-resolver.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, search, _ := strings.Cut(string(text), "```bash\n")
	search, _, _ = strings.Cut(search, "```")
	for _, args := range [][]string{
		{filepath.Join(node, "node"), tools, "current-timestamp"},
		{"bash", "-c", search + "\n[ \"$GSD_TOOLS\" -ef \"$0\" ] && gsd_run current-timestamp", tools},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = s.proj
		cmd.Env = []string{"HOME=" + s.home, "PATH=" + node + string(filepath.ListSeparator) + os.Getenv("PATH")}
		r := finish(t, cmd)
		var answer struct{ Timestamp string }
		if r.code != 0 || r.err != "" {
			t.Errorf("%s: exit status %d\n%s%s", args[0], r.code, r.out, r.err)
			continue
		}
		decode(t, []byte(r.out), &answer)
		if _, err := time.Parse(time.RFC3339, answer.Timestamp); err != nil {
			t.Errorf("%s: %q", args[0], r.out)
		}
	}
}
