package gsdinstall_test

import (
	"os"
	"os/exec"
	"strings"
	"sync"
)

// B046: of several runs at once one works and the others wait.
func threeAtOnce(c *caseRun) {
	c.bareHome()
	c.setup()
	single := func() picture {
		c := c.again()
		c.install()
		return c.names()
	}()
	var wg sync.WaitGroup
	results := make([]result, 5)
	for i := range results {
		args := c.installing()
		switch i {
		case 3:
			args = c.installing("--claude")
		case 4:
			args = []string{"repair", "--yes"}
		}
		cmd := c.sandbox.command(c.T, args...)
		wg.Go(func() { results[i] = finish(c.T, cmd) })
	}
	wg.Wait()
	for i, r := range results {
		if r.code != 0 && !(r.code == 1 && strings.Contains(r.err, "busy")) {
			c.Errorf("run %d: exit status %d\n%s%s", i, r.code, r.out, r.err)
		}
	}
	got := c.names()
	for path, state := range single {
		if got[path] != state {
			c.Errorf("%s is %q, want %q", path, got[path], state)
		}
	}
	for path := range got {
		if _, ok := single[path]; !ok {
			c.Errorf("%s is left", path)
		}
	}
	c.exits(0, "verify")
	// Installs and uninstalls at once end in one of the two.
	for i := range results {
		args := c.installing()
		if i%2 == 0 {
			args = []string{"uninstall", "--yes"}
		}
		cmd := c.sandbox.command(c.T, args...)
		wg.Go(func() { results[i] = finish(c.T, cmd) })
	}
	wg.Wait()
	for i, r := range results {
		if r.code != 0 {
			c.Errorf("mixed run %d: exit status %d\n%s%s", i, r.code, r.out, r.err)
		}
	}
	c.exits(0, "verify")
	c.exits(0, "uninstall", "--yes")
	if files := c.files("${HOME}"); len(files) != 1 {
		c.Errorf("after all there is %v", files)
	}
}

// names is a picture without the sandbox's own path, which hooks and ledgers hold:
// of such files only that they are there.
func (c *caseRun) names() picture {
	c.Helper()
	t := c.tree()
	for path := range t {
		if strings.HasSuffix(path, ".json") {
			t[path] = "json"
		}
	}
	return t
}

// B047: killed at any point, the next run ends in the old tree or the new one.
func killed(c *caseRun) {
	clean := func() picture {
		c := c.again()
		c.install()
		return c.names()
	}()
	// Each is something that a run makes on its way; the kill comes at once after it.
	for i, sign := range []string{
		"${HOME}/.agents", "${HOME}/.agents/.gsd-install", "${HOME}/.agents/.gsd-install/stage", "${HOME}/.claude/.gsd-install/pointer.json",
		"${HOME}/.agents/.gsd-install/journal.json", "${HOME}/.agents/skills/gsd-help/SKILL.md", "${HOME}/.claude/agents/gsd-planner.md",
		"${HOME}/.gemini/settings.json", "${HOME}/.agents/.gsd-install/ledger.json", "${HOME}/.gemini/.gsd-install/ledger.json",
	} {
		c := c.again()
		before := c.tree()
		c.killWhen(func() bool { return c.exists(sign) }, c.installing()...)
		var settings map[string]any
		decode(c.T, c.json("${HOME}/.claude/settings.json"), &settings)
		if settings["model"] != "x" {
			c.Errorf("killed at %s: settings.json is %v", sign, settings)
		}
		if r := c.gsd("verify"); r.code != 0 && r.code != 3 {
			c.Errorf("killed at %s: verify ends with %d\n%s", sign, r.code, r.err)
		}
		switch i % 3 {
		case 0:
			c.install()
			c.samePicture(clean, "killed at "+sign+", then install")
			c.exits(0, "verify")
		case 1:
			c.exits(0, "repair", "--yes")
			c.exits(0, "verify")
			if got := c.names(); len(got) != len(clean) {
				c.same(before, "killed at "+sign+", then repair")
			}
		}
		c.exits(0, "uninstall", "--yes")
		c.same(before, "killed at "+sign+", then uninstall")
	}
	// An uninstall that is killed.
	for _, sign := range []string{"${HOME}/.agents/skills/gsd-help/SKILL.md", "${HOME}/.claude/agents/gsd-planner.md", "${HOME}/.agents/.gsd-install/ledger.json"} {
		c := c.again()
		before := c.tree()
		c.install()
		c.killWhen(func() bool { return !c.exists(sign) }, "uninstall", "--yes")
		c.exits(0, "uninstall", "--yes")
		c.same(before, "uninstall killed at "+sign+", then uninstall")
	}
}

func (c *caseRun) samePicture(want picture, after string) {
	c.Helper()
	got := c.names()
	for path, state := range want {
		if got[path] != state {
			c.Errorf("%s: %s is %q, want %q", after, path, got[path], state)
		}
	}
	for path := range got {
		if _, ok := want[path]; !ok {
			c.Errorf("%s: %s is left", after, path)
		}
	}
}

// killWhen runs the program and kills it as soon as seen, or lets it end.
func (c *caseRun) killWhen(seen func() bool, args ...string) {
	c.Helper()
	cmd := c.sandbox.command(c.T, args...)
	must(c, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for !seen() {
		select {
		case err := <-ended:
			if _, died := err.(*exec.ExitError); err != nil && !died {
				c.Fatal(err)
			}
			return
		default:
		}
	}
	if err := cmd.Process.Kill(); err != nil && err != os.ErrProcessDone {
		c.Fatal(err)
	}
	<-ended
}
