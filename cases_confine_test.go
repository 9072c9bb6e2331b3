package gsdinstall_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// B030: a settings file that is a link stays one: refused, or written through.
func linkedSettings(c *caseRun) {
	c.refuses([]string{".claude/settings.json", "--allow-link"}, "--claude")
	before := c.tree()
	c.install("--claude", "--allow-link", c.path("${HOME}/dot"))
	if target, err := os.Readlink(c.path("${HOME}/.claude/settings.json")); err != nil || target != c.path("${HOME}/dot/settings.json") {
		c.Errorf("the link leads to %q: %v", target, err)
	}
	c.hooked("claude", "global", `"model":"x"`)
	c.exits(0, "verify", "--claude", "--allow-link", c.path("${HOME}/dot"))
	c.exits(0, "uninstall", "--yes", "--claude", "--allow-link", c.path("${HOME}/dot"))
	c.same(before, "install and uninstall through the link")

	// A link that stays in its folder needs nobody's leave.
	for _, host := range four {
		c := c.bare()
		dir := "${HOME}/." + host + "/"
		c.put(dir+"dot/real.json", "{\"mine\": 1}")
		must(c, os.Symlink("dot/real.json", c.path(hooksAt(host, "global"))))
		c.roundTrip(func() {
			c.hooked(host, "global", `"mine": 1`)
			if target, err := os.Readlink(c.path(hooksAt(host, "global"))); err != nil || target != "dot/real.json" {
				c.Errorf("%s: the link leads to %q: %v", host, target, err)
			}
		}, "--"+host)
	}
}

// B041: a folder that is a link out of its root is refused, and the flag that
// allows it is named; with it our files go through it and come back.
func linkedFolder(c *caseRun) {
	c.refuses([]string{".claude/skills", "--allow-link"}, "--claude")
	before := c.tree()
	allow := []string{"--claude", "--allow-link", c.path("${HOME}/dot/skills")}
	c.roundTrip(func() {
		if !c.exists("${HOME}/dot/skills/gsd-help/SKILL.md") {
			c.Error("the skill is not behind the link")
		}
	}, allow...)
	c.same(before, "a round trip through the link")
	for host, dir := range map[string]string{"codex": ".codex/agents", "cursor": ".cursor/agents", "gemini": ".gemini/commands", "claude": ".agents/skills"} {
		c := c.bare()
		c.put("${HOME}/elsewhere/", "")
		c.put("${HOME}/"+dir, "SYMLINK -> ${HOME}/elsewhere")
		if host == "claude" {
			host = "codex"
		}
		c.refuses([]string{dir, "--allow-link"}, "--"+host)
		c.roundTrip(nil, "--"+host, "--allow-link", c.path("${HOME}/elsewhere"))
	}
}

// B042: a name that would leave the root is refused, with its file and field.
func escapingName(c *caseRun) {
	c.refuses([]string{"agents/t.md", "name"})
	for _, name := range []string{"/etc/evil", `..\evil`, "a/b", "..", "~/evil", "evil/../../x"} {
		for _, kind := range []string{"agents/t.md", "skills/t/SKILL.md"} {
			c := c.bare()
			c.put("${PACK}/"+kind, "---\nname: \""+strings.ReplaceAll(name, `\`, `\\`)+"\"\ndescription: d\n---\nYou are a worker.\n")
			c.refuses([]string{kind, "name"})
		}
	}
	c = c.bare()
	c.replace("${PACK}/pack.toml", "from = \"pack\"", "from = \"pack\"\nto = \"../evil\"")
	c.refuses([]string{"pack.toml", "../evil"})
	c = c.bare()
	c.replace("${PACK}/pack.toml", "from = \"pack\"", "from = \"pack\"\nto = \".gsd-install\"")
	c.refuses([]string{".gsd-install"})
}

// B092: for a config file that is a link the same holds, and it is decided before
// anything is written.
func linkedConfig(c *caseRun) {
	c.roundTrip(nil, "--codex") // it needs nothing in config.toml
	c.refuses([]string{".codex/config.toml", "--allow-link"}, "--codex", "--mcp")
	before := c.tree()
	c.install("--codex", "--mcp", "--allow-link", c.path("${HOME}/dot"))
	if got := c.toml("${HOME}/dot/config.toml"); got["model"] != "x" || got["mcp_servers"] == nil {
		c.Errorf("behind the link is\n%s", c.read("${HOME}/dot/config.toml"))
	}
	c.exits(0, "uninstall", "--yes", "--codex", "--allow-link", c.path("${HOME}/dot"))
	c.same(before, "install and uninstall through the link")
}

// B093: a root that is a link is resolved once and becomes the root.
func linkedRoot(c *caseRun) {
	c.refuses([]string{".claude", "dot/claude"}, "--claude") // the link leads nowhere
	c.put("${HOME}/dot/claude/", "")
	c.roundTrip(func() {
		c.hooked("claude", "global")
		if !c.exists("${HOME}/dot/claude/skills/gsd-help/SKILL.md") {
			c.Error("nothing is behind the link")
		}
	}, "--claude")
	for _, scope := range scopes {
		c := c.bare()
		flags := []string{"--" + scope}
		for _, dir := range []string{".agents", ".codex", ".cursor", ".gemini", ".claude"} {
			c.put("${HOME}/real/"+dir+"/", "")
			c.put(base(scope)+dir, "SYMLINK -> ${HOME}/real/"+dir)
			if scope == "local" {
				flags = append(flags, "--allow-link", c.path("${HOME}/real/"+dir))
			}
		}
		if scope == "local" {
			// Whoever made the project may not send us elsewhere unasked.
			c.refuses([]string{".agents", ".claude", "--allow-link"}, "--local")
		}
		c.roundTrip(func() {
			for _, host := range four {
				c.hooked(host, scope)
				if text := c.read(commandAt(host, scope, "gsd-help")); strings.Contains(text, "real") {
					c.Errorf("%s has the place behind the link in it:\n%s", host, text)
				}
			}
		}, flags...)
	}
}

// B095: a link in a pack that leaves it is refused, and what it leads to is never
// read.
func packLink(c *caseRun) {
	c.put("${HOME}/private.md", "SECRET")
	c.refuses([]string{"commands/l.md"})
	for path, target := range map[string]string{
		"agents/l.md": "${HOME}/private.md", "pack/l.md": "${HOME}/private.md", "pack/dir": "${HOME}", "commands/up.md": "../../home/private.md",
	} {
		c := c.bare()
		c.put("${HOME}/private.md", "SECRET")
		c.put("${PACK}/"+path, "SYMLINK -> "+target)
		c.refuses([]string{path})
		if found := c.find("SECRET"); len(found) != 1 {
			c.Errorf("it was copied: %v", found)
		}
	}
}

// B121: two hosts with one folder have one copy and no link.
func oneFolder(c *caseRun) {
	for _, scope := range scopes {
		c := c.bare()
		c.install("--"+scope, "--codex", "--cursor", "--gemini")
		n := 0
		for _, dir := range []string{"${HOME}", "${PROJ}"} {
			must(c, filepath.WalkDir(c.path(dir), func(path string, d fs.DirEntry, err error) error {
				if d.Type()&fs.ModeSymlink != 0 {
					c.Errorf("%s is a link", path)
				}
				if strings.HasSuffix(path, "gsd-help/SKILL.md") {
					n++
				}
				return err
			}))
		}
		if n != 1 {
			c.Errorf("%s: %d copies of the skill", scope, n)
		}
	}
	// Folders of two hosts that are one on disk.
	c.put("${HOME}/.codex/", "")
	c.put("${HOME}/.cursor", "SYMLINK -> ${HOME}/.codex")
	before := c.tree()
	if r := c.gsd(c.installing("--codex", "--cursor")...); r.code == 0 {
		c.exits(0, "uninstall", "--yes", "--codex", "--cursor")
	} else if r.code != 1 || !strings.Contains(r.err, "hooks.json") {
		c.Errorf("exit status %d\n%s", r.code, r.err)
	}
	c.same(before, "two hosts in one folder")
}

// B137: a path in a ledger that leaves the mount is never followed.
func poisonedLedger(c *caseRun) {
	sum := "de5a6f78116eca62d7fc5ce159d23ae6b889b365a1739ad2cf36f925a140d0cc" // of "V"
	for _, path := range []string{"../victim.txt", "/etc/hostname", "skills/../../victim.txt", "./../victim.txt", ".gsd-install/ledger.json"} {
		c := c.again()
		c.install("--claude")
		ledger := "${HOME}/.claude/.gsd-install/ledger.json"
		text := c.read(ledger)
		i := strings.Index(text, `"records": [`) + len(`"records": [`)
		if i < len(`"records": [`) {
			c.Fatalf("the ledger has no records:\n%.500s", text)
		}
		record := `{"path": "` + path + `", "sum": "` + sum + `", "mode": "0644", "claims": [{"host": "claude", "prefix": "gsd"}]},`
		c.put(ledger, text[:i]+record+text[i:])
		for _, args := range [][]string{c.installing("--claude"), {"uninstall", "--yes", "--claude"}, {"repair", "--yes", "--claude"}, {"uninstall", "--yes", "--claude"}} {
			c.gsd(args...)
			if c.read("${HOME}/victim.txt") != "V" {
				c.Fatalf("gsd-install %v has followed %s", args, path)
			}
		}
	}
}

// B145: what a link at a place of ours leads to is never written.
func linkedFile(c *caseRun) {
	c.addAgent("w", "description: d\ntools: Read", "You are a worker.\n")
	before := c.tree()
	r := c.gsd(c.installing("--codex")...)
	if r.code != 1 && r.code != 3 || !strings.Contains(r.out+r.err, "agents/w.toml") {
		c.Errorf("exit status %d\n%s%s", r.code, r.out, r.err)
	}
	c.gsd(c.installing("--codex", "--on-conflict=replace")...)
	if c.read("${HOME}/secret.txt") != "S" {
		c.Error("the target of the link was written")
	}
	c.gsd("uninstall", "--yes", "--codex")
	c.same(before, "install and uninstall")
	// A link that leads nowhere, and one to a folder.
	for path, target := range map[string]string{".agents/skills/gsd-help": "${HOME}/nowhere", ".codex/agents/gsd-planner.toml": "${HOME}/new.toml"} {
		c := c.bare()
		c.put("${HOME}/"+path, "SYMLINK -> "+target)
		c.gsd(c.installing("--codex")...)
		if c.exists(target) {
			c.Errorf("%s was made behind %s", target, path)
		}
	}
}

// B106: a file in the place of a folder is refused.
func fileForFolder(c *caseRun) {
	c.refuses([]string{".claude/skills"}, "--claude")
	for _, path := range []string{".claude", ".agents", ".codex", ".agents/skills", ".gemini/commands", ".gemini/commands/gsd", ".cursor/agents", ".agents/hooks", ".claude/.gsd-install"} {
		c := c.bare()
		c.put("${HOME}/"+path, "i am a file")
		c.refuses([]string{path})
	}
}

// B107: so is anything else in the place of a file.
func folderForFile(c *caseRun) {
	c.refuses([]string{".claude/settings.json"}, "--claude")
	for _, path := range []string{".codex/hooks.json", ".cursor/hooks.json", ".gemini/settings.json", ".claude/agents/gsd-planner.md", ".agents/hooks/guard.js"} {
		c := c.bare()
		c.put("${HOME}/"+path+"/x", "mine")
		c.refuses([]string{path})
	}
	c = c.bare()
	if err := exec.Command("mkfifo", c.path("${HOME}/pipe")).Run(); err == nil {
		c.put("${HOME}/.claude/agents/", "")
		must(c, os.Rename(c.path("${HOME}/pipe"), c.path("${HOME}/.claude/agents/gsd-planner.md")))
		if r := c.gsd(c.installing("--claude")...); r.code != 1 || !strings.Contains(r.err, "gsd-planner.md") {
			c.Errorf("exit status %d\n%s", r.code, r.err)
		}
	}
}
