package emit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// configs are files of the user's in forms that hosts accept.
var configs = []string{
	"{}", "{}\n", "", "null\n", "{\"hooks\": {}}", "\ufeff{\r\n\t\"model\": \"x\"\r\n}\r\n",
	"{\n  // mine\n  \"big\": 12345678901234567890, \"f\": 1.0,\n  \"hooks\": {\"Stop\": [ {\"command\": \"mine\"}, ],},\n}\n",
	"{\"u\": \"\\u00e9 <&>\"}", "{\n\t\"hooks\": {\n\t\t\"Start\": []\n\t}\n}",
}

// paths are what plans want; some are below others' folders.
var paths = []string{
	"agents/a.toml", "agents/b.toml", "skills/x/SKILL.md", "skills/x/deep/ref.md", "skills/y/SKILL.md", "top.md", "bin/run.sh",
}

// furnish fills the home with things of the user's: files beside ours, below our
// folders and in our places, of all modes, links, and config files.
func furnish(h *house, rnd *rand.Rand) {
	for _, mount := range []string{".codex", ".agents", ".cursor"} {
		if rnd.IntN(3) == 0 {
			continue
		}
		h.do(os.MkdirAll(h.path(mount), 0o755))
		for _, p := range paths {
			switch name := mount + "/" + p; rnd.IntN(8) {
			case 0:
				h.write(name, fmt.Sprintf("theirs %d", rnd.IntN(3)))
				h.do(os.Chmod(h.path(name), []os.FileMode{0o644, 0o600, 0o755, 0o444}[rnd.IntN(4)]))
			case 1:
				h.write(name, content(p, rnd.IntN(3))) // perhaps equal to ours
			case 2:
				h.write(name, "x")
				h.do(os.Remove(h.path(name)))
				h.do(os.Symlink([]string{"/none", "other", ".."}[rnd.IntN(3)], h.path(name)))
			case 3:
				h.write(name+".mine", "theirs")
			}
		}
		if rnd.IntN(2) == 0 {
			h.write(mount+"/hooks.json", configs[rnd.IntN(len(configs))])
		}
	}
}

func content(path string, version int) string { return fmt.Sprintf("%s in %d", path, version) }

// random is a plan of the host with some of the paths; a shared path has the same
// bytes whichever host wants it.
func (h *house) random(host string, version int, seed uint64) *plan.Plan {
	rnd := rand.New(rand.NewPCG(seed, uint64(version)))
	p := h.pack(host, fmt.Sprint(version), h.mount(host, "."+host), h.mount("agents", ".agents"))
	for _, mount := range []string{host, "agents"} {
		for _, path := range paths {
			if rnd.IntN(2) == 0 {
				add(p, mount, path, content(path, version))
			}
		}
	}
	if rnd.IntN(3) > 0 {
		addHook(p, host, "hooks.json", fmt.Sprintf("run %d", version))
	}
	return p
}

// obey checks the laws for the home and plans of a seed.
func obey(t testing.TB, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 0))
	h := newHouse(t)
	furnish(h, rnd)
	before := h.tree()
	policy := []Policy{Keep, Replace}[rnd.IntN(2)]
	do := func(req Request) {
		t.Helper()
		req.Policy = policy
		if _, err := run(req); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	hosts := []string{"codex", "cursor"}
	version := 1
	for range 1 + rnd.IntN(4) {
		switch rnd.IntN(3) {
		case 0:
			version = 1 + rnd.IntN(3)
			do(install(h.random(hosts[0], version, seed), h.random(hosts[1], version, seed)))
		case 1:
			i := rnd.IntN(2)
			do(uninstall(h.random(hosts[i], version, seed)))
			continue
		case 2:
			// One host, in the version that is there, or alone.
			l, err := ReadLedger(h.mount("agents", ".agents"))
			h.do(err)
			if l != nil && len(l.Packs) > 0 {
				fmt.Sscan(l.Packs[0].Version, &version)
			}
			do(install(h.random(hosts[rnd.IntN(2)], version, seed)))
		}
		l, err := ReadLedger(h.mount("agents", ".agents"))
		h.do(err)
		if l != nil && len(l.Hosts()) == 2 {
			do(install(h.random(hosts[0], version, seed), h.random(hosts[1], version, seed)))
			again := h.times()
			do(install(h.random(hosts[0], version, seed), h.random(hosts[1], version, seed)))
			h.same(fmt.Sprintf("seed %d: install after install", seed), h.times(), again)
			continue
		}
	}
	order := []int{0, 1}
	if rnd.IntN(2) == 0 {
		slices.Reverse(order)
	}
	for _, i := range order {
		do(uninstall(h.random(hosts[i], version, seed)))
	}
	h.same(fmt.Sprintf("seed %d: uninstalled", seed), h.tree(), before)
	for _, line := range h.tree() {
		if strings.Contains(line, stateDir) {
			t.Errorf("seed %d: left: %s", seed, line)
		}
	}
}

// Whatever is in a home, installs change nothing the second time, and uninstalling
// everything gives back every byte, mode, link and directory.
func FuzzRoundTrip(f *testing.F) {
	for seed := range uint64(120) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { obey(t, seed) })
}
