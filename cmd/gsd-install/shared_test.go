package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// fixture is the pack that the golden trees are of.
const fixture = "../../testdata/fixture/pack"

// memoryBox is newBox in memory, where there is one: nothing has to be made durable.
func memoryBox(t *testing.T) box {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "gsd-install-box-")
	if err != nil {
		return newBox(t)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	b := box{filepath.Join(dir, "home"), filepath.Join(dir, "project")}
	for _, dir := range []string{b.home, b.project} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// tree is what a box holds, but for times.
func (b box) tree(t *testing.T) []string {
	t.Helper()
	return strings.Split(withoutTimes(b.picture(t)), "\n")
}

// emitted is tree without our own records.
func (b box) emitted(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(b.tree(t), func(line string) bool { return strings.Contains(line, plan.StateDir) })
}

func sameTree(t *testing.T, what string, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// mine puts files of a user's into the places of hosts.
func (b box) mine(t *testing.T) {
	t.Helper()
	for name, text := range map[string]string{
		"AGENTS.md": "# Mine\n", ".mcp.json": "{\"mcpServers\": {}}\n", "src/main.go": "package main\n",
		".agents/skills/mine/SKILL.md": "---\nname: mine\ndescription: d\n---\n", ".cursor/hooks.json": "{\"version\": 1, \"hooks\": {}}",
		".claude/settings.json": "{\n\t\"model\": \"opus\" // mine\n}\n", ".github/agents/mine.agent.md": "mine",
	} {
		b.write(t, filepath.Join(b.home, name), text)
		b.write(t, filepath.Join(b.project, name), text)
	}
}

func flagsOf(ids []string) []string {
	var flags []string
	for _, id := range ids {
		flags = append(flags, "--"+id)
	}
	return flags
}

// sharers are the ids of the hosts that share each folder in a scope, and of all hosts.
func sharers(t *testing.T, scope plan.Scope) map[string][]string {
	t.Helper()
	b := memoryBox(t)
	all := map[string][]string{}
	for _, h := range descriptors.All() {
		mounts, _, err := layout.Mounts(h, scope, layout.Env{Home: b.home, Project: b.project})
		if err != nil {
			t.Fatal(err)
		}
		all["all"] = append(all["all"], h.ID)
		for _, m := range mounts {
			if m.Shared {
				all[m.ID] = append(all[m.ID], h.ID)
			}
		}
	}
	return all
}

// shuffled is a permutation by a seed.
func shuffled(ids []string, seed int) []string {
	ids = slices.Clone(ids)
	rand.New(rand.NewPCG(uint64(seed), 1)).Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids
}

// TestSharedOrders installs the hosts that share a folder, and all hosts, in orders that
// seeds give: the tree is that of one run for all of them. They leave in another order,
// each of the others is whole after that, and the last one leaves what was there before.
func TestSharedOrders(t *testing.T) {
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		for name, ids := range sharers(t, scope) {
			for seed := range 3 {
				if thinned(seed) {
					continue
				}
				in := shuffled(ids, seed)
				if seed > 0 && name != "all" { // two or three of them
					in = in[:min(len(in), seed+1)]
				}
				t.Run(fmt.Sprintf("%s/%s/%d", scope, name, seed), func(t *testing.T) {
					t.Parallel()
					b := memoryBox(t)
					if seed > 0 {
						b.mine(t)
					}
					b.ordered(t, scope, in, shuffled(in, seed+100))
				})
			}
		}
	}
}

// ordered installs hosts one by one, and again all at once, and takes them back in another
// order.
func (b box) ordered(t *testing.T, scope plan.Scope, in, out []string) {
	t.Helper()
	at := "--" + string(scope)
	install := []string{"install", at, "--pack", fixture, "--mcp"}
	before := b.tree(t)
	for _, id := range in {
		b.runs(t, done, append(slices.Clone(install), "--"+id)...)
	}
	single := b.emitted(t)
	b.runs(t, done, "verify", at)
	for i, id := range out {
		b.runs(t, done, "uninstall", at, "--"+id)
		if i < len(out)-1 {
			b.runs(t, done, append([]string{"verify", at}, flagsOf(out[i+1:])...)...)
		}
	}
	sameTree(t, "after they have left one by one", b.tree(t), before)
	b.runs(t, done, append(slices.Clone(install), flagsOf(in)...)...)
	sameTree(t, "installed one by one, against all at once", single, b.emitted(t))
	installed := b.picture(t)
	for _, id := range out { // whoever comes again finds everything in its place
		b.runs(t, done, append(slices.Clone(install), "--"+id)...)
	}
	if again := b.picture(t); again != installed {
		sameTree(t, "installed again", strings.Split(again, "\n"), strings.Split(installed, "\n"))
	}
	b.runs(t, done, "uninstall", at)
	sameTree(t, "after they have left together", b.tree(t), before)
}

// TestSharedOnePayload installs for all hosts: each folder that is the payload's place for
// some of them has it once, and no other.
func TestSharedOnePayload(t *testing.T) {
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		b := memoryBox(t)
		want := map[string]bool{}
		for _, h := range descriptors.All() {
			mounts, _, err := layout.Mounts(h, scope, layout.Env{Home: b.home, Project: b.project})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range h.ArtifactLayout {
				if row.Kind != "payload" || !row.Scopes.Has(scope) {
					continue
				}
				id, at := layout.Own(mounts, layout.MountID(h, row.Mount), filepath.Join(row.DestSubpath, "demo/guide.md"))
				for _, m := range mounts {
					if m.ID == id {
						want[filepath.Join(m.Dir, at)] = true
					}
				}
			}
		}
		b.runs(t, done, "--all", "--"+string(scope), "--pack", fixture)
		got := map[string]bool{}
		for _, root := range []string{b.home, b.project} {
			for _, pattern := range []string{"demo/guide.md", "*/demo/guide.md", "*/*/demo/guide.md", "*/*/*/demo/guide.md"} {
				for _, p := range glob(t, filepath.Join(root, pattern)) {
					got[p] = true
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: payloads (-want +got):\n%s", scope, diff)
		}
	}
}

// glob matches dotted names too.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// secondPack is one with everything that a pack has, under another prefix.
func secondPack(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pack.toml":                "name = \"second\"\nversion = \"1\"\nprefix = \"second\"\nhome = \"second\"\n[[payload]]\nfrom = \"second\"\n[[payload]]\nfrom = \"hooks\"\nto = \"second/hooks\"\ninclude = [\"*.sh\"]\nexec = [\"*.sh\"]\n",
		"commands/greet.md":        "---\nname: greet\ndescription: Greets.\n---\nGreet $ARGUMENTS.\n",
		"agents/second-a.md":       "---\nname: second-a\ndescription: Works.\ntools: Read, Write\n---\nWork.\n",
		"skills/second-s/SKILL.md": "---\nname: second-s\ndescription: Knows.\n---\nKnow.\n",
		"rules/second-r.md":        "---\ndescription: Rules.\nalways: true\n---\nRule.\n",
		"hooks/hooks.json":         `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"sh ${CLAUDE_PLUGIN_ROOT}/hooks/start.sh"}]}]}}`,
		"hooks/start.sh":           "#!/bin/sh\n",
		"second/guide.md":          "Guide.\n",
		".mcp.json":                `{"mcpServers":{"second":{"command":"second-server"}}}`,
	} {
		box{}.write(t, filepath.Join(dir, name), text)
	}
	return dir
}

// TestSharedTwoPacks has two packs side by side on every host, and on all hosts at once.
// Each leaves the other as it is, in either order.
func TestSharedTwoPacks(t *testing.T) {
	second := secondPack(t)
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		all := sharers(t, scope)["all"]
		runs := [][]string{all}
		for _, id := range all {
			runs = append(runs, []string{id})
		}
		for i, ids := range runs {
			if thinned(i) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", scope, strings.Join(ids[:1], "")+fmt.Sprint(len(ids))), func(t *testing.T) {
				t.Parallel()
				b := memoryBox(t)
				if i%2 == 0 {
					b.mine(t)
				}
				at := "--" + string(scope)
				run := func(want status, args ...string) {
					t.Helper()
					b.runs(t, want, append(append([]string{args[0], at}, args[1:]...), flagsOf(ids)...)...)
				}
				before := b.tree(t)
				run(done, "install", "--pack", second, "--mcp")
				alone := b.emitted(t)
				run(done, "install", "--pack", fixture, "--mcp")
				both := b.picture(t)
				run(done, "verify")
				run(done, "install", "--pack", second)
				run(done, "install", "--pack", fixture)
				if again := b.picture(t); again != both {
					sameTree(t, "installed again", strings.Split(again, "\n"), strings.Split(both, "\n"))
				}
				run(done, "uninstall", "--prefix", "demo")
				run(done, "verify")
				sameTree(t, "after the one that came last has left", b.emitted(t), alone)
				run(done, "install", "--pack", fixture, "--mcp")
				run(done, "uninstall", "--prefix", "second")
				run(done, "verify")
				run(done, "uninstall")
				sameTree(t, "after both have left", b.tree(t), before)
			})
		}
	}
}
