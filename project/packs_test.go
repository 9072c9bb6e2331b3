package project

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/pack/packtest"
	"github.com/gsd-install/gsd-install/plan"
)

// TestBuiltinPack holds the laws of every rendered pack for ours.
func TestBuiltinPack(t *testing.T) {
	p, err := pack.Load(context.Background(), pack.BuiltinSource, pack.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	holdLaws(t, p, nil)
}

// TestFixturePack holds them for the tiny one.
func TestFixturePack(t *testing.T) {
	holdLaws(t, load(t, filepath.FromSlash("../testdata/fixture/pack")), nil)
}

// TestLater holds that a plan is of the same bytes if copied files are read later.
func TestLater(t *testing.T) {
	dir, err := filepath.Abs(filepath.FromSlash("../testdata/fixture/pack"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.Load(context.Background(), dir, pack.LoadOptions{Later: true})
	if err != nil {
		t.Fatal(err)
	}
	whole, later := render(t, load(t, dir), "claude", plan.Global), render(t, p, "claude", plan.Global)
	left := 0
	for i, a := range later.Artifacts {
		data, err := a.Bytes()
		if w := whole.Artifacts[i]; err != nil || !bytes.Equal(data, w.Data) || a.Sum != w.Sum {
			t.Errorf("%s: %q, not %q, %v", a.Path, data, w.Data, err)
		}
		if a.Later != nil {
			left++
		}
	}
	if left == 0 {
		t.Error("nothing is read later")
	}
}

// TestGSDCore holds them for the pack of the program this one takes after, and
// that all of it arrives.
func TestGSDCore(t *testing.T) {
	dir := packtest.GSDCore(t)
	holdLaws(t, load(t, dir), func(t *testing.T, pl plan.Plan) {
		count := map[string]int{}
		seen := map[[2]string]bool{}
		for _, a := range pl.Artifacts {
			if key := [2]string{a.Kind, a.Name}; a.Kind == "payload" || a.Name != "" && !seen[key] {
				count[a.Kind]++
				seen[key] = true
			}
			source := a.Sources[0].Path
			if a.Rule != "copy" {
				continue
			}
			want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(source)))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a.Data, want) {
				t.Errorf("%s is not %s", a.Path, source)
			}
		}
		agents := 35
		if h, _ := descriptors.Get(pl.Host); !takes(h, pl.Scope, pack.Agent) {
			agents = 0
		}
		if count["command"] != 72 || count["agent"] != agents || count["payload"] < 606 {
			t.Errorf("artifacts by kind: %v", count)
		}
	})
}

func load(t testing.TB, dir string) *pack.Pack {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.Load(context.Background(), abs, pack.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// holdLaws renders p everywhere and checks what must hold of each plan, and
// that hosts which share a folder agree about it.
func holdLaws(t *testing.T, p *pack.Pack, more func(t *testing.T, pl plan.Plan)) {
	shared := map[string]map[string]string{}
	explained := newProvenance(p)
	everywhere(t, p, func(t *testing.T, pl plan.Plan) {
		explained.hold(t, pl)
		holdReferences(t, pl)
		holdNoForeignHome(t, p, pl)
		holdNoMachinePath(t, pl)
		holdSpelling(t, p, pl)
		holdDecodable(t, pl)
		agree(t, shared, pl)
		if more != nil {
			more(t, pl)
		}
	})
}

// reference is an at-sign and a path in a text.
var reference = regexp.MustCompile("(?m)(?:^|[\\s\"'`(:])@((?:~|\\$HOME)?/?[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)+)")

// holdReferences holds that each reference into a mount leads to an artifact.
func holdReferences(t *testing.T, pl plan.Plan) {
	t.Helper()
	files := map[string]bool{}
	for _, a := range pl.Artifacts {
		full := shownOf(pl, a)
		for dir := full; dir != "." && dir != "/"; dir = path.Dir(dir) {
			files[dir] = true
		}
	}
	for _, a := range texts(pl) {
		for _, m := range reference.FindAllStringSubmatch(linesWith(a, "@"), -1) {
			ref := strings.TrimRight(m[1], ".")
			for _, mount := range pl.Mounts {
				if strings.HasPrefix(ref, mount.Shown+"/") && mount.Only == "" && !files[ref] {
					t.Errorf("%s: @%s leads nowhere", a.Path, ref)
				}
			}
			if strings.HasPrefix(ref, "~/.claude") && pl.Host != "claude" {
				t.Errorf("%s: @%s leads to another host", a.Path, ref)
			}
		}
	}
}

func shownOf(pl plan.Plan, a plan.Artifact) string {
	for _, m := range pl.Mounts {
		if m.ID == a.Mount {
			return m.Shown + "/" + a.Path
		}
	}
	return a.Path
}

// texts are the artifacts whose text is respelled.
func texts(pl plan.Plan) (all []plan.Artifact) {
	for _, a := range pl.Artifacts {
		if a.Kind != "payload" || a.Rule == "copy-prose" {
			all = append(all, a)
		}
	}
	return all
}

// linesWith are the lines of an artifact that hold a word: patterns are slow.
func linesWith(a plan.Artifact, word string) string {
	var b strings.Builder
	for line := range strings.Lines(string(a.Data)) {
		if strings.Contains(line, word) {
			b.WriteString(line)
		}
	}
	return b.String()
}

var homeWords = regexp.MustCompile(`(?m)(?:^|[^\w/.~])(?:~|\$HOME|\$\{HOME\})/\.claude(?:$|[^\w.-]|\.(?:$|\W))`)

// holdNoForeignHome holds that no text on another host points at the home of the
// format's own host, and none anywhere at the pack by its old place.
func holdNoForeignHome(t *testing.T, p *pack.Pack, pl plan.Plan) {
	t.Helper()
	if pl.Host == "claude" && pl.Scope == plan.Global {
		return
	}
	var packs []string
	for _, top := range topFolders(p) {
		packs = append(packs, "/.claude/"+top+"/")
	}
	for _, a := range texts(pl) {
		if m := homeWords.FindString(linesWith(a, ".claude")); m != "" {
			t.Errorf("%s: %q", a.Path, m)
		}
		for _, old := range packs {
			if pl.Host != "claude" && bytes.Contains(a.Data, []byte(old)) {
				t.Errorf("%s: %s", a.Path, old)
			}
		}
	}
}

// holdNoMachinePath holds that no text has this machine's directories in it; only what
// registers a home's hooks names their scripts by them.
func holdNoMachinePath(t *testing.T, pl plan.Plan) {
	t.Helper()
	for _, a := range pl.Artifacts {
		if a.Kind == "hook" && pl.Scope == plan.Global {
			continue
		}
		if bytes.Contains(a.Data, []byte(testEnv.Home)) || bytes.Contains(a.Data, []byte(testEnv.Project)) {
			t.Errorf("%s holds an absolute path", a.Path)
		}
	}
}

// holdSpelling holds that no command is called in another way than its reader's.
func holdSpelling(t *testing.T, p *pack.Pack, pl plan.Plan) {
	t.Helper()
	var names []string
	for _, it := range p.Items {
		if it.Kind == pack.Command {
			names = append(names, regexp.QuoteMeta(it.Short))
		}
	}
	colon := regexp.MustCompile("(?m)(?:^|[\\s`\"'(*])/" + p.Prefix + ":(?:" + strings.Join(names, "|") + ")(?:$|[\\s`\"')*,;])")
	for _, a := range texts(pl) {
		if strings.Contains(styleOf(pl, a), ":") {
			continue
		}
		if m := colon.FindString(linesWith(a, p.Prefix+":")); m != "" {
			t.Errorf("%s: %q", a.Path, m)
		}
	}
}

// styleOf is how commands are called in an artifact.
func styleOf(pl plan.Plan, a plan.Artifact) string {
	if shared, ok := descriptors.SharedByID(a.Mount); ok {
		return shared.Text.Command
	}
	host, _ := descriptors.Get(pl.Host)
	return host.Text.Command
}

// holdDecodable holds that each item can be read back. Cursor's agents are read
// line by line, not as YAML.
func holdDecodable(t *testing.T, pl plan.Plan) {
	t.Helper()
	for _, a := range pl.Artifacts {
		if a.Name == "" || a.Rule == "copy" || a.Rule == "copy-prose" || pl.Host == "cursor" && a.Kind == "agent" {
			continue
		}
		keys, body := decoded(t, a)
		if strings.TrimSpace(body) == "" {
			t.Errorf("%s: no body", a.Path)
		}
		if description, ok := keys["description"].(string); ok && strings.TrimSpace(description) == "" {
			t.Errorf("%s: no description", a.Path)
		}
	}
}

// agree holds that what goes into a shared folder is the same for each kind of
// item, whichever host puts it there.
func agree(t *testing.T, seen map[string]map[string]string, pl plan.Plan) {
	t.Helper()
	for _, a := range pl.Artifacts {
		if _, ok := descriptors.SharedByID(a.Mount); !ok {
			continue
		}
		key := string(pl.Scope) + " " + a.Mount + "/" + a.Path
		is := fmt.Sprintf("%s %v %s %+v", a.Sum, a.Mode, a.Rule, a.Sources)
		for host, was := range seen[key] {
			if was != is {
				t.Errorf("%s: %s says %s, %s says %s", key, host, was, pl.Host, is)
			}
		}
		if seen[key] == nil {
			seen[key] = map[string]string{}
		}
		seen[key][pl.Host] = is
	}
}

// TestItemsAreMarked holds that of the files of each item one is it, whatever lies beside, and that
// no other file of a plan is one.
func TestItemsAreMarked(t *testing.T) {
	p := load(t, filepath.FromSlash("../testdata/fixture/pack"))
	for _, h := range descriptors.All() {
		for _, s := range scopes {
			pl := render(t, p, h.ID, s)
			is, named := map[string]int{}, map[string]bool{}
			for _, a := range pl.Artifacts {
				if a.Name != "" {
					named[a.Kind+" "+a.Name] = true
				}
				if a.Item {
					is[a.Kind+" "+a.Name]++
				}
			}
			for name := range named {
				if is[name] != 1 {
					t.Errorf("%s %s: %s: %d files are it", h.ID, s, name, is[name])
				}
			}
			if len(is) != len(named) {
				t.Errorf("%s %s: %v are items of %v", h.ID, s, is, named)
			}
		}
	}
}
