package gsdinstall_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// literalScripts checks that the script of each hook is one literal argument of the
// command, whatever the home is called.
func literalScripts(c *caseRun) {
	c.Helper()
	c.everywhere(func(h onHost) {
		commands := h.commands()
		if h.hasHooks() != (len(commands) > 0) && !h.noted("hook-lost") {
			h.errorf("hooks %v, but it has %q and no note says why: %v", h.hasHooks(), commands, h.notes)
		}
		base := map[string]string{"global": c.home, "local": c.proj}[h.scope] + "/"
		for _, command := range commands {
			out, err := c.shell("set -- "+command+`; for last; do :; done; case $last in /*) ;; *) last=$PWD/$last;; esac; test -e "$last" && printf %s "$last"`,
				"", append(c.projectEnv(), "PATH=/usr/bin:/bin")...)
			if err != nil || !strings.HasPrefix(out, base) {
				h.errorf("%s: %q, %v", command, out, err)
			}
		}
	})
}

// runnableHooks checks that each hook of each host runs with a bare PATH, prints what
// its script prints, and does no harm where there is no node.
func runnableHooks(c *caseRun) {
	c.Helper()
	node, err := exec.LookPath("node")
	c.everywhere(func(h onHost) {
		for _, command := range h.commands() {
			out, bad := c.shell(command, "{}", append(c.projectEnv(), "PATH=/usr/bin:/bin")...)
			if bad != nil {
				h.errorf("%s: %v", command, bad)
			}
			if strings.Contains(command, "start.sh") && out != "gsd is here\n" {
				h.errorf("%s prints %q", command, out)
			}
			if err == nil && filepath.Dir(node) == "/usr/bin" && strings.Contains(command, "guard.js") && !strings.Contains(out, "seen") {
				h.errorf("%s prints %q", command, out)
			}
			if err == nil && strings.Contains(command, node) {
				h.errorf("%s names this machine's node", command)
			}
		}
	})
}

// oneCommandEach checks that a host has each hook of the pack once, or a note that says
// that it has not.
func oneCommandEach(c *caseRun) {
	c.Helper()
	c.everywhere(func(h onHost) {
		commands := h.commands()
		for _, script := range []string{"start.sh", "guard.js"} {
			n := 0
			for _, command := range commands {
				if strings.Contains(command, "/hooks/"+script) {
					n++
				}
			}
			if n > 1 || n == 0 && h.hasHooks() && !h.noted("hook-lost") && !h.noted("hook-output") {
				h.errorf("%s is run by %d of %q; notes %v", script, n, commands, h.notes)
			}
		}
		if !h.hasHooks() && !h.noted("hook") && !h.noted("hooks") && !h.noted("hook-lost") && !h.noted("kind-lost") {
			h.errorf("no note says that it runs no hooks: %v", h.notes)
		}
	})
}

// hookFile is the file of the user's that the host's hooks are put into, "" if theirs
// is a file of its own.
func (h onHost) hookFile() string {
	h.Helper()
	if h.Hooks.Form != "" && h.Hooks.Form != "edit" {
		return ""
	}
	for _, f := range h.made["hooks/hooks.json"] {
		if f.rule == "hook" {
			return f.path
		}
	}
	return ""
}

// eachHookFile calls f for each host and scope with the file that hooks are put into,
// in a sandbox where nothing is.
func (c *caseRun) eachHookFile(f func(c *caseRun, h descriptors.Host, scope, file string)) {
	c.Helper()
	c.everywhere(func(h onHost) {
		file := h.hookFile()
		if file == "" || strings.Contains(h.Hooks.File[plan.Scope(h.scope)], "{prefix}") {
			return
		}
		rel, err := filepath.Rel(c.root, file)
		must(c, err)
		bare := c.bare()
		f(bare, h.Host, h.scope, filepath.Join(bare.root, rel))
	})
}

// brokenHookFiles checks that a file that is broken is refused by name, and what the
// host's format has for comments is kept.
func brokenHookFiles(c *caseRun) {
	c.Helper()
	tried := 0
	c.eachHookFile(func(c *caseRun, h descriptors.Host, scope, file string) {
		broken := []string{"{\"hooks\": ", "= 1\n\x00", "[1, 2]\n"}
		c.put(file, broken[tried%len(broken)])
		tried++
		c.refuses([]string{filepath.Base(file)}, "--"+h.ID, "--"+scope)
		comment := "# mine\n"
		if slices.Contains([]string{".json", ".jsonc"}, filepath.Ext(file)) {
			comment = "{\n  // mine\n}\n"
		}
		c.put(file, comment)
		c.roundTrip(func() {
			if text := c.read(file); !strings.Contains(text, "mine") || !strings.Contains(text, "hooks/") {
				c.Errorf("%s %s: %s is\n%s", h.ID, scope, file, text)
			}
		}, "--"+h.ID, "--"+scope)
	})
}

// everyLookAlike puts the text that an install writes, with other scripts in it, into
// the file as the user's own: it stays, and ours is added beside it once.
func everyLookAlike(c *caseRun) {
	c.Helper()
	c.eachHookFile(func(c *caseRun, h descriptors.Host, scope, file string) {
		flags := []string{"--" + h.ID, "--" + scope}
		c.install(flags...)
		theirs := strings.ReplaceAll(c.read(file), "/hooks/", "/my-hooks/")
		ours := strings.Count(c.read(file), "/hooks/")
		c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
		c.put(file, theirs)
		c.roundTrip(func() {
			text := c.read(file)
			if strings.Count(text, "/my-hooks/") != ours || strings.Count(text, "/hooks/") != ours {
				c.Errorf("%s %s: %s is\n%s", h.ID, scope, file, text)
			}
		}, flags...)
	})
}

// everyToolHook checks on each host that hooks for certain tools are there for the
// host's tools of that kind, or a note says which are not.
func everyToolHook(c *caseRun) {
	c.Helper()
	tried := 0
	c.everywhere(func(h onHost) {
		if !h.hasHooks() {
			return
		}
		names, text := h.Tools.Matcher, ""
		if s, ok := descriptors.SharedByID(h.Hooks.Mount[plan.Scope(h.scope)]); ok && len(s.Tools.Matcher) > 0 {
			names = s.Tools.Matcher
		}
		for _, f := range h.made["hooks/hooks.json"] {
			text += c.read(f.path)
		}
		commands := h.commands()
		for arg, tool := range map[string]string{"guard.sh": "Write", "todo": "TodoWrite", "ctx": "", "bash": "Bash", "tree": ""} {
			there := slices.ContainsFunc(commands, func(s string) bool {
				return strings.HasSuffix(strings.Trim(s, "'"), arg)
			})
			if !there && !h.noted("hook-lost") {
				h.errorf("the hook %q is not there and no note says so: %q %v", arg, commands, h.notes)
			}
			if there && tool != "" && !h.Text.Native && names[tool] != "" && !h.Hooks.AnyMatcher {
				tried++
				for _, name := range strings.Split(names[tool], "|") {
					if !strings.Contains(text, name) {
						h.errorf("the hook %q is not for %s:\n%s", arg, name, text)
					}
				}
			}
		}
	})
	if tried < 10 {
		c.Errorf("%d hooks for tools", tried)
	}
}

// everyMode checks on each host that a file of the user's keeps its mode and that
// scripts may be run.
func everyMode(c *caseRun) {
	c.Helper()
	c.eachHookFile(func(c *caseRun, h descriptors.Host, scope, file string) {
		rel, err := filepath.Rel(c.root, file)
		must(c, err)
		mode, bits := "-rw-------", "0600"
		if scope == "local" {
			mode, bits = "-rw-r-----", "0640"
		}
		c.put(file, " (mode "+bits+")")
		c.roundTrip(func() {
			tree := c.tree()
			if got, _, _ := strings.Cut(tree[rel], " "); got != mode {
				c.Errorf("%s %s: %s has mode %s, want %s", h.ID, scope, rel, got, mode)
			}
			for path, state := range tree {
				if strings.HasSuffix(path, "/hooks/start.sh") && !strings.HasPrefix(state, "-rwxr-xr-x") {
					c.Errorf("%s %s: %s has mode %s", h.ID, scope, path, state)
				}
			}
		}, "--"+h.ID, "--"+scope)
	})
}

// moduleFiles checks that a host that loads hooks as a module finds one with the ending
// it looks for, and that one of another ending, which an older pack had, goes.
func moduleFiles(c *caseRun) {
	tried := 0
	c.everywhere(func(h onHost) {
		if h.Hooks.Form != "module" {
			return
		}
		tried++
		for _, f := range h.made["hooks/hooks.json"] {
			if f.rule == "hook" && filepath.Ext(f.path) != ".js" {
				h.errorf("the module is %s", f.path)
			}
		}
		if found := c.find("hooks/guard.js"); slices.ContainsFunc(found, func(f string) bool { return strings.HasSuffix(f, ".cjs") || strings.HasSuffix(f, ".mjs") }) {
			h.errorf("%v name the hooks", found)
		}
		if h.scope == "local" {
			return
		}
		// A pack that had the module as a payload file of the other ending is replaced.
		c := c.bare()
		rel := "pack/extensions/gsd.cjs"
		c.put("${PACK}/"+rel, "module.exports = {};\n")
		c.install("--" + h.ID)
		old := c.find("module.exports = {};")
		c.remove("${PACK}/" + rel)
		c.install("--" + h.ID)
		if left := c.find("module.exports = {};"); len(old) == 0 || len(left) > 0 {
			h.errorf("%v became %v", old, left)
		}
	})
	if tried == 0 {
		c.Error("no host loads a module")
	}
}
