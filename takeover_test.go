package gsdinstall_test

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

// The files with settings that the people of these tests have, as the peer writes such files.
const (
	userHooks = `{
  "theme": "dark",
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "sh ~/mine.sh"
          }
        ]
      }
    ]
  },
  "permissions": {
    "allow": [
      "Bash(ls *)"
    ]
  }
}
`
	userFlatHooks = `{
  "version": 1,
  "hooks": {
    "stop": [
      {
        "command": "sh ~/mine.sh"
      }
    ]
  }
}
`
	userModel = "{\n  \"model\": \"some/model\"\n}\n"
	userTOML  = "default_model = \"k\"\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"echo u\"\n"
	userText  = "# Mine\n\nBe brief.\n"
)

// predecessors are the hosts that the peer installs for, with the folder in which it leaves
// its manifest, global and local, empty where it does not install; settings are files of the
// user's by path below the folder.
var predecessors = []struct {
	host, global, local string
	settings            map[string]string
}{
	{"claude", ".claude", ".claude", map[string]string{"settings.json": userHooks, "settings.local.json": userHooks}},
	{"codex", ".codex", ".codex", map[string]string{"hooks.json": userHooks, "config.toml": "model = \"x\"\n"}},
	{"opencode", ".config/opencode", ".opencode", map[string]string{"opencode.json": userModel}},
	{"kilo", ".config/kilo", ".kilo", map[string]string{"kilo.json": userModel}},
	{"copilot", ".copilot", "", map[string]string{"copilot-instructions.md": userText}},
	{"cursor", ".cursor", ".cursor", map[string]string{"hooks.json": userFlatHooks}},
	{"windsurf", ".codeium/windsurf", ".windsurf", map[string]string{"hooks.json": userFlatHooks}},
	{"antigravity", ".gemini/antigravity", ".agents", map[string]string{"settings.json": userHooks}},
	{"augment", ".augment", ".augment", map[string]string{"settings.json": userHooks}},
	{"trae", ".trae", ".trae", nil},
	{"qwen", ".qwen", ".qwen", map[string]string{"settings.json": userHooks}},
	{"hermes", ".hermes", ".hermes", map[string]string{"settings.json": userHooks}},
	{"cline", ".cline", "", nil},
	{"codebuddy", ".codebuddy", ".codebuddy", map[string]string{"settings.json": userHooks}},
	{"zcode", ".zcode", ".zcode", nil},
	{"kimi", ".config/agents", "", nil},
	{"kimi-code", ".kimi-code", "", map[string]string{"config.toml": userTOML}},
	{"pi", ".pi/agent", ".pi", nil},
}

// TestTakeover installs what the peer's own installer has installed, in a home with files of
// the user's: what is there then is what an install of ours makes in that home alone, and
// after our uninstall the home is as it was before the peer came, but for what is the user's.
func TestTakeover(t *testing.T) {
	node := nodeDir(t)
	ours := packtest.GSDCore(t)
	for _, version := range []string{"1.8.0", packtest.GSDCoreVersion} {
		peer := packtest.GSDCoreAt(t, version)
		for i, p := range predecessors {
			if p.host == "kimi-code" && version == "1.8.0" {
				continue // it takes that for Claude Code
			}
			for scope, dir := range map[string]string{"global": "home/" + p.global, "local": "proj/" + p.local} {
				if thinned(i) {
					continue
				}
				if scope == "local" && (p.local == "" || (version == packtest.GSDCoreVersion) != (i%2 == 0)) {
					continue // in projects every other host comes from the older version
				}
				t.Run(p.host+"-"+scope+"-"+version, func(t *testing.T) {
					t.Parallel()
					s := memorySandbox(t)
					takeover(t, s, node, ours, peer, p.host, scope, dir, p.settings)
				})
			}
		}
	}
}

// TestTakeoverLoads has clients list everything once where the peer's own installer has been
// before, and run the hooks of ours.
func TestTakeoverLoads(t *testing.T) {
	node, w := nodeDir(t), packs(t)["gsd-core"]
	for host, loads := range map[string]func(*testing.T, sandbox, string, wanted){
		"codex": codexLoads, "claude": claudeLoads, "qwen": qwenLoads, "copilot": copilotLoads,
	} {
		t.Run(host, func(t *testing.T) {
			needClient(t, host)
			t.Parallel()
			s := newSandbox(t)
			s.peer(t, node, packtest.GSDCore(t), host, "global")
			s.run(t, append([]string{"install", "--yes", "--" + host}, w.source...)...)
			loads(t, s, "global", w)
		})
	}
}

func takeover(t *testing.T, s sandbox, node, ours, peer, host, scope, dir string, settings map[string]string) {
	for _, name := range []string{"agents/mine.md", "skills/mine/SKILL.md", "commands/mine.md", "hooks/mine.sh"} {
		s.write(t, dir+"/"+name, "mine\n")
	}
	for name, text := range settings {
		s.write(t, dir+"/"+name, text)
	}
	before := s.picture(t)
	flags := []string{"--" + host, "--" + scope}
	install := append([]string{"install", "--yes", "--pack", ours}, flags...)
	s.run(t, install...)
	want := s.picture(t)
	s.run(t, append([]string{"uninstall", "--yes"}, flags...)...)

	s.peer(t, node, peer, host, scope)
	theirs := []string{dir + "/gsd-core/USER-PROFILE.md", dir + "/skills/gsd-dev-preferences/SKILL.md", dir + "/gsd-core/mine.md"}
	for _, name := range theirs {
		s.write(t, name, "mine as well\n")
	}
	plan := string(s.run(t, append([]string{"plan", "-v", "--pack", ours}, flags...)...))
	if !strings.Contains(plan, "taken over from gsd-core "+path.Base(strings.TrimPrefix(filepath.Base(filepath.Dir(peer)), "gsd-core-"))+"'s own installer: ") {
		t.Errorf("the plan does not say what is taken over:\n%.1500s", plan)
	}
	r := finish(t, s.command(t, append(install, "-v")...))
	if r.code != 0 {
		t.Fatalf("install: exit status %d\n%.3000s%s", r.code, r.out, r.err)
	}
	for _, name := range theirs {
		_, shown, _ := strings.Cut(name, "/")
		if _, err := os.Stat(filepath.Join(s.root, name)); err != nil || !strings.Contains(r.out+r.err, shown) {
			t.Errorf("%s is not kept, or nothing is said of it (%v)", name, err)
		}
		must(t, os.Remove(filepath.Join(s.root, name)))
	}
	if scope == "local" {
		// One version puts what it records for a project into the home: nothing there is of a
		// run for the project.
		must(t, os.RemoveAll(filepath.Join(s.home, ".agents")))
	}
	s.dangling(t)
	must(t, os.RemoveAll(filepath.Join(s.home, ".gsd")))
	for _, name := range []string{"gsd-core", "skills/gsd-dev-preferences"} {
		os.Remove(filepath.Join(s.root, dir, name)) // our own files may be in it
	}
	if diff := cmp.Diff(want, s.picture(t)); diff != "" {
		t.Errorf("a takeover makes something else than an install (-install +takeover):\n%.6000s", diff)
	}
	s.run(t, append([]string{"uninstall", "--yes"}, flags...)...)
	if diff := cmp.Diff(before, s.picture(t)); diff != "" {
		t.Errorf("after our uninstall (-before the peer +now):\n%.6000s", diff)
	}
}

// peer runs the peer's own installer.
func (s sandbox) peer(t *testing.T, node, dir, host, scope string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(node, "node"), filepath.Join(dir, "bin/install.js"), "--"+host, "--"+scope)
	cmd.Dir = s.proj
	cmd.Env = []string{"HOME=" + s.home, "PATH=" + node + string(filepath.ListSeparator) + os.Getenv("PATH"), "NO_COLOR=1"}
	if r := finish(t, cmd); r.code != 0 {
		t.Fatalf("the peer's installer: exit status %d\n%s%s", r.code, r.out, r.err)
	}
}

// picture is the tree without our own records, which tell of different beginnings.
func (s sandbox) picture(t *testing.T) picture {
	t.Helper()
	p := (&caseRun{T: t, sandbox: s}).tree()
	maps.DeleteFunc(p, func(name, _ string) bool { return strings.HasSuffix(name, "/.gsd-install/ledger.json") })
	return p
}

// script is a script that a file with settings names by an absolute path.
var script = regexp.MustCompile(`/[\w./-]+\.(?:c?js|sh)\b`)

// dangling reports scripts that files with settings name and that are not there.
func (s sandbox) dangling(t *testing.T) {
	t.Helper()
	for name := range s.picture(t) {
		if ext := path.Ext(name); ext != ".json" && ext != ".toml" && ext != ".yaml" || strings.Contains(name, "/gsd-core/") || strings.Contains(name, "/.gsd-install/") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(s.root, name))
		must(t, err)
		for _, m := range script.FindAllString(string(data), -1) {
			if _, err := os.Stat(m); strings.HasPrefix(m, s.root) && err != nil {
				t.Errorf("%s names %s, which is not there", name, m)
			}
		}
	}
}
