package gsdinstall_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// upgraded installs, changes the pack, installs again and checks that the tree is
// that of a fresh install of the new pack; then it uninstalls.
func (c *caseRun) upgraded(change func(), flags ...string) {
	c.Helper()
	empty := c.tree()
	c.install(flags...)
	change()
	c.install(flags...)
	after := c.tree()
	c.exits(0, append([]string{"verify"}, flags...)...)
	c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
	c.same(empty, "an upgrade and uninstall")
	c.install(flags...)
	fresh := c.tree()
	for _, path := range after.added(fresh) {
		c.Errorf("%v: %s is left of the old pack", flags, path)
	}
	for path, state := range fresh {
		if after[path] != state && !strings.Contains(path, "/.gsd-install/") {
			c.Errorf("%v: after the upgrade %s is %q, want %q", flags, path, after[path], state)
		}
	}
	c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
}

// B033: what moves leaves nothing behind.
func movedFiles(c *caseRun) {
	for _, scope := range scopes {
		c := c.bare()
		c.upgraded(func() {
			must(c, os.Rename(c.path("${PACK}/pack"), c.path("${PACK}/other")))
			c.replace("${PACK}/pack.toml", "from = \"pack\"", "from = \"other\"\nto = \"moved/deep\"")
			c.remove("${PACK}/hooks")
			c.put("${PACK}/pack.toml", strings.Split(c.read("${PACK}/pack.toml"), "\n[[payload]]\nfrom = \"hooks\"")[0])
			c.remove("${PACK}/agents")
			c.remove("${PACK}/rules")
		}, "--"+scope)

		// A file becomes a folder, and a folder a file.
		c = c.bare()
		c.put("${PACK}/pack/a", "x")
		c.put("${PACK}/pack/b/c/d", "x")
		c.upgraded(func() {
			c.remove("${PACK}/pack/a")
			c.remove("${PACK}/pack/b")
			c.put("${PACK}/pack/a/b", "y")
			c.put("${PACK}/pack/b", "y")
		}, "--"+scope)

		// A name changes its case only.
		c = c.bare()
		c.put("${PACK}/pack/Name.txt", "x")
		c.upgraded(func() { must(c, os.Rename(c.path("${PACK}/pack/Name.txt"), c.path("${PACK}/pack/name.txt"))) }, "--"+scope)
	}
}

// B032: what the new pack does not have any more is removed.
func staleFiles(c *caseRun) {
	for _, scope := range scopes {
		c := c.bare()
		c.addCommand("old", "description: d", "Do the thing.\n")
		c.put("${PACK}/skills/notes/SKILL.md", "---\nname: notes\ndescription: d\n---\nb\n")
		c.upgraded(func() { c.remove("${PACK}/commands") }, "--"+scope)
	}
	// An edited one is not removed.
	c.addCommand("old", "description: d", "Do the thing.\n")
	c.install()
	path := skillAt("codex", "global", "gsd-old")
	c.put(path, c.read(path)+"mine\n")
	c.remove("${PACK}/commands/old.md")
	if r := c.exits(3, c.installing()...); !strings.Contains(r.out+r.err, "skills/gsd-old/SKILL.md") || !strings.HasSuffix(c.read(path), "mine\n") {
		c.Errorf("the edited file: %s%s", r.out, r.err)
	}
	c.install()
}

// B082: an edit survives an upgrade: kept in its place, or put aside once, with the
// text of ours that it was made from.
func editedThenUpgraded(c *caseRun) {
	path := agentAt("claude", "global", "gsd-planner")
	c.install()
	pristine := c.read(path)
	c.put(path, pristine+"mine\n")
	upgrade := func(version string) {
		c.put("${PACK}/agents/gsd-planner.md", "---\nname: gsd-planner\ndescription: Plans\ntools: Read\n---\nYou plan, version "+version+".\n")
	}
	upgrade("2")
	r := c.exits(3, c.installing()...)
	if c.read(path) != pristine+"mine\n" || !strings.Contains(r.out+r.err, "agents/gsd-planner.md") {
		c.Errorf("it was not kept and named: %q\n%s%s", c.read(path), r.out, r.err)
	}
	r = c.exits(0, c.installing("--on-conflict=replace")...)
	if !strings.Contains(c.read(path), "version 2.") {
		c.Error("ours was not put in")
	}
	backups := func() []string {
		return slices.DeleteFunc(c.find("mine\n"), func(f string) bool { return f == path })
	}
	first := backups()
	if len(first) != 1 || c.read(first[0]) != pristine+"mine\n" {
		c.Fatalf("the edit is in %v", first)
	}
	// The pack's own folder has another text now, so that nobody knows the old one.
	if was := strings.Replace(first[0], "/backup/edited/", "/backup/pristine/", 1); c.exists(was) || !strings.Contains(r.out, "cannot be rendered again") {
		c.Errorf("%s: what was it made from?\n%s", was, r.out)
	}
	for _, version := range []string{"3", "4"} {
		upgrade(version)
		c.install()
	}
	if now := backups(); len(now) != 1 || now[0] != first[0] || c.read(first[0]) != pristine+"mine\n" {
		c.Errorf("the first copy has been changed: %v", now)
	}
	c.put(path, c.read(path)+"again mine\n")
	upgrade("5")
	c.exits(0, c.installing("--on-conflict=replace")...)
	if now := backups(); len(now) != 2 || c.read(first[0]) != pristine+"mine\n" {
		c.Errorf("after a second edit the copies are %v", now)
	}
	r = c.exits(0, "uninstall", "--yes")
	if now := backups(); len(now) != 2 {
		c.Errorf("after uninstall the copies are %v", now)
	}
	if !strings.Contains(r.out+r.err, ".gsd-install/backup") {
		c.Errorf("uninstall does not name the copies:\n%s%s", r.out, r.err)
	}
}

// B125: a file in a folder that stays goes when the pack has it no more.
func fileInSkill(c *caseRun) {
	for _, scope := range scopes {
		c := c.again()
		c.put("${PACK}/skills/s/scripts/run.sh", "#!/bin/sh\n")
		c.upgraded(func() {
			c.remove("${PACK}/skills/s/references")
			c.remove("${PACK}/skills/s/scripts")
		}, "--"+scope)
	}
	c.install()
	for _, host := range four {
		ref := filepath.Dir(skillAt(host, "global", "s")) + "/references"
		if !c.exists(ref + "/r.md") {
			c.Errorf("%s: no references/r.md", host)
		}
	}
	must(c, os.Remove(c.path("${PACK}/skills/s/references/r.md")))
	c.install()
	for _, host := range four {
		if ref := filepath.Dir(skillAt(host, "global", "s")) + "/references"; c.exists(ref) {
			c.Errorf("%s: references is left", host)
		}
	}
}

// B128: an older pack replaces a newer one the same way, and records of a newer
// program are not touched.
func downgrade(c *caseRun) {
	older := filepath.Join(c.root, "older")
	must(c, os.CopyFS(older, os.DirFS(c.pack)))
	c.replace("${PACK}/pack.toml", "1.0.0", "2.0.0")
	c.addCommand("new", "description: d", "Do the thing.\n")
	c.upgraded(func() { c.pack = older })
	c.install()
	var all []planned
	if r := c.exits(0, "status", "--json"); !strings.Contains(r.out, "1.0.0") {
		c.Errorf("status: %s", r.out)
	}
	decode(c.T, []byte(c.exits(0, "verify", "--json").out), &all)
	if len(all) != 4 {
		c.Errorf("verify sees %d hosts", len(all))
	}
	ledger := "${HOME}/.claude/.gsd-install/ledger.json"
	text := c.read(ledger)
	c.put(ledger, strings.Replace(text, `"schema": 2`, `"schema": 3`, 1))
	if c.read(ledger) == text {
		c.Fatalf("the ledger has no schema:\n%.300s", text)
	}
	before := c.tree()
	for _, args := range [][]string{c.installing(), {"uninstall", "--yes"}} {
		if r := c.exits(1, args...); !strings.Contains(r.err, "ledger.json") {
			c.Errorf("%v: %s", args, r.err)
		}
		c.same(before, "a run over newer records")
	}
}

// B150: the content comes from the pack named now, wherever the last one was.
func newSource(c *caseRun) {
	other := filepath.Join(c.root, "other")
	must(c, os.CopyFS(other, os.DirFS(c.pack)))
	c.install()
	must(c, os.WriteFile(filepath.Join(other, "pack/x.md"), []byte("# Other\n"), 0o644))
	first := c.pack
	c.pack = other
	c.install()
	for _, host := range four {
		if got := c.read(payloadAt(host, "global") + "pack/x.md"); got != "# Other\n" {
			c.Errorf("%s: x.md is %q", host, got)
		}
	}
	must(c, os.WriteFile(filepath.Join(first, "pack/x.md"), []byte("# First\n"), 0o644))
	// Without --pack it is the one recorded last; if that is gone, it says so.
	c.exits(0, "install", "--yes", "--claude", "--codex", "--cursor", "--gemini")
	if got := c.read("${HOME}/.claude/pack/x.md"); got != "# Other\n" {
		c.Errorf("x.md is %q", got)
	}
	must(c, os.RemoveAll(other))
	before := c.tree()
	if r := c.gsd("install", "--yes", "--claude", "--codex", "--cursor", "--gemini"); r.code == 0 || !strings.Contains(r.err, "other") {
		c.Errorf("a pack that is gone: exit status %d\n%s", r.code, r.err)
	}
	c.same(before, "an install of a pack that is gone")
	c.exits(0, "verify")
	c.exits(0, "uninstall", "--yes")
	if files := c.files("${HOME}"); len(files) > 0 {
		c.Errorf("after uninstall there is %v", files)
	}
}
