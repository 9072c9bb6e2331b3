package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gsd-install/gsd-install/plan"
)

// gsd and other are plans of two packs for one host that edit the same file.
func (h *house) other(version string) *plan.Plan {
	p := h.pack("codex", version, h.mount("codex", ".codex"), h.mount("agents", ".agents"))
	p.Pack.Prefix, p.Pack.Name = "other", "other"
	add(p, "agents", "skills/other-x/SKILL.md", "x "+version)
	addHook(p, "codex", "hooks.json", "other "+version)
	return p
}

// permutations calls do with every order of n things.
func permutations(n int, do func([]int)) {
	var with func(order []int)
	with = func(order []int) {
		if len(order) == n {
			do(order)
			return
		}
		for i := range n {
			if !slices.Contains(order, i) {
				with(append(slices.Clone(order), i))
			}
		}
	}
	with(nil)
}

// Hosts and packs that share folders and files come and go in any order, and at
// the end everything is as it was.
func TestEveryOrder(t *testing.T) {
	plans := func(h *house) []*plan.Plan {
		return []*plan.Plan{h.codex("1"), h.cursor("1"), h.other("7")}
	}
	setups := map[string]func(h *house){
		"nothing": func(h *house) {},
		"files":   func(h *house) { userFiles(h); h.write(".agents/skills/mine/SKILL.md", "mine") },
		"no last newline": func(h *house) {
			h.write(".codex/hooks.json", "{ \"hooks\": {\"Stop\": []} }")
		},
	}
	for name, setup := range setups {
		permutations(3, func(in []int) {
			permutations(3, func(out []int) {
				h := newHouse(t)
				setup(h)
				before := h.tree()
				for _, i := range in {
					h.run(install(plans(h)[i]))
				}
				for _, i := range out {
					p := plans(h)[i]
					h.run(Request{Leave: []Claim{planClaim(*p)}, Mounts: p.Mounts})
				}
				h.same(fmt.Sprintf("%s, in %v, out %v", name, in, out), h.tree(), before)
			})
		})
	}
}

func TestSharedFilesStayWithTheLast(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1")))
	r := h.run(install(h.cursor("1")))
	if c := action(t, r, "skills/gsd-help/SKILL.md"); c.Action != plan.Keep {
		t.Errorf("the second host's install: %v", c)
	}
	l, err := ReadLedger(h.mount("agents", ".agents"))
	h.do(err)
	if hosts := l.Hosts(); !slices.Equal(hosts, []string{"codex", "cursor"}) {
		t.Errorf("hosts are %v", hosts)
	}
	r = h.run(uninstall(h.codex("1")))
	if c := action(t, r, "skills/gsd-help/SKILL.md"); c.Action != plan.Keep {
		t.Errorf("the first host's uninstall: %v", c)
	}
	if !h.has(".agents/skills/gsd-help/SKILL.md") || h.has(".codex") {
		t.Errorf("after the first host has left: %v", h.tree())
	}
}

func TestOneRunForTwoHostsIsOneChange(t *testing.T) {
	h := newHouse(t)
	r := h.run(install(h.codex("1"), h.cursor("1")))
	n := 0
	for _, c := range r.Changes {
		if c.Path == "gsd/run.sh" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d changes for one path", n)
	}
}

// A new version in a shared folder needs all hosts that are there.
func TestClaimantsMustAgree(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1"), h.cursor("1")))
	before := h.times()
	_, err := run(install(h.codex("2")))
	var claimants *ClaimantsError
	if !errors.As(err, &claimants) || !slices.Equal(claimants.Hosts, []string{"cursor"}) || claimants.Have.Version != "1" {
		t.Fatalf("error is %v", err)
	}
	h.same("refused", h.times(), before)

	h.run(install(h.codex("2"), h.cursor("2")))
	if got := h.read(".agents/gsd/run.sh"); !strings.Contains(got, "2") {
		t.Errorf("run.sh is %q", got)
	}
	req := install(h.codex("3"))
	req.Leave, req.Mounts = []Claim{{Host: "cursor"}}, h.cursor("2").Mounts
	h.run(req)
	if h.has(".cursor") || h.has(".codex/agents/old.toml") || !strings.Contains(h.read(".agents/gsd/run.sh"), "3") {
		t.Errorf("after one host upgraded and the other left: %v", visible(h.tree()))
	}
}

// Two packs that are called the same are told apart by where they are from, or by their sums.
func TestPackTexts(t *testing.T) {
	a := plan.PackRef{Name: "pk", Version: "1", Source: "../a", Integrity: "sha256-0123456789abcdef"}
	b := a
	b.Integrity = "sha256-fedcba9876543210"
	moved, newer := b, b
	moved.Source, newer.Version = "../b", "2"
	for _, tt := range []struct {
		with plan.PackRef
		want [2]string
	}{
		{newer, [2]string{"pack pk 1", "pack pk 2"}},
		{moved, [2]string{"pack pk 1 from ../a", "pack pk 1 from ../b"}},
		{b, [2]string{"pack pk 1 of sha256-0123456789ab…", "pack pk 1 of sha256-fedcba987654…"}},
	} {
		if one, two := packTexts(a, tt.with); one != tt.want[0] || two != tt.want[1] {
			t.Errorf("%q and %q, want %q", one, two, tt.want)
		}
	}
}

func TestDifferentBytesForOnePath(t *testing.T) {
	h := newHouse(t)
	_, err := run(install(h.codex("1"), h.cursor("2")))
	if err == nil || !strings.Contains(err.Error(), "codex/gsd and cursor/gsd want different files") {
		t.Errorf("error is %v", err)
	}
	h.same("refused", h.tree(), newHouse(t).tree())
}

func TestTwoPacksWantOnePath(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1")))
	before := h.times()
	p := h.other("7")
	add(p, "agents", "skills/gsd-help/SKILL.md", "help 1")
	_, err := run(install(p))
	if err == nil || !strings.Contains(err.Error(), "pack gsd 1 (gsd)") || !strings.Contains(err.Error(), "pack other 7 (other)") {
		t.Errorf("error is %v", err)
	}
	h.same("refused", h.times(), before)
}

// Two ids for one directory are one mount.
func TestSameDirectoryUnderTwoIDs(t *testing.T) {
	h := newHouse(t)
	before := h.tree()
	p := h.cursor("1")
	p.Mounts[0].Dir = h.path(".codex")
	h.run(install(h.codex("1"), p))
	first := h.times()
	h.run(install(h.codex("1"), p))
	h.same("second install", h.times(), first)
	h.run(uninstall(h.codex("1")))
	h.run(uninstall(p))
	h.same("uninstall", h.tree(), before)
}

// Folders that mounts make for each other go with the last of them.
func TestMadeFoldersAreShared(t *testing.T) {
	for _, dirs := range [][2]string{{".config/a", ".config/b"}, {".g", ".g/config"}, {".g/config", ".g"}} {
		for first := range 2 {
			h := newHouse(t)
			before := h.tree()
			var plans []*plan.Plan
			for i, dir := range dirs {
				p := h.pack(fmt.Sprintf("host%d", i), "1", h.mount(fmt.Sprintf("host%d", i), dir))
				add(p, p.Host, "x/y.md", "y")
				plans = append(plans, p)
				h.run(install(p))
			}
			h.run(uninstall(plans[first]))
			h.run(uninstall(plans[1-first]))
			h.same(fmt.Sprintf("%v, %d first", dirs, first), h.tree(), before)
		}
	}
}

// Runs at the same time come one after the other, and the tree is that of one.
func TestRunsAtOnce(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	var wg sync.WaitGroup
	errs := make([]error, 10)
	for i := range errs {
		wg.Go(func() {
			p := h.codex("1")
			if i%2 == 0 {
				p = h.cursor("1")
			}
			_, errs[i] = run(install(p))
		})
	}
	wg.Wait()
	h.do(errors.Join(errs...))
	got := h.tree()
	one := newHouse(t)
	userFiles(one)
	one.run(install(one.codex("1"), one.cursor("1")))
	h.same("ten at once", visible(got), visible(one.tree()))
	for _, m := range []plan.Mount{h.mount("agents", ".agents"), h.mount("codex", ".codex")} {
		l, err := ReadLedger(m)
		h.do(err)
		want, err := ReadLedger(plan.Mount{Dir: one.path(m.Shown[2:])})
		h.do(err)
		if string(l.encode()) != string(want.encode()) {
			t.Errorf("%s: ledger\n%s\nwant\n%s", m.ID, l.encode(), want.encode())
		}
	}
}

func TestLockWaitsAndTellsSo(t *testing.T) {
	h := newHouse(t)
	mounts := []plan.Mount{h.mount("codex", ".codex"), h.mount("agents", ".agents")}
	held, err := Lock(context.Background(), mounts, nil)
	h.do(err)
	told := make(chan string, 1)
	done := make(chan error, 1)
	go func() {
		second, err := Lock(context.Background(), mounts[:1], func(dir string) { told <- dir })
		if err == nil {
			err = second.Unlock()
		}
		done <- err
	}()
	if dir := <-told; dir != h.dir {
		t.Errorf("it waits for %s", dir)
	}
	h.do(held.Unlock())
	h.do(<-done)
	h.do(held.Unlock())
	h.same("locking", h.tree(), newHouse(t).tree())
}

func TestLockEndsWithItsContext(t *testing.T) {
	h := newHouse(t)
	mounts := []plan.Mount{h.mount("codex", ".codex")}
	held, err := Lock(context.Background(), mounts, nil)
	h.do(err)
	defer held.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Lock(ctx, mounts, func(string) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	late, cancel := context.WithDeadlineCause(context.Background(), time.Now(), errors.New("too late"))
	defer cancel()
	if _, err = Lock(late, mounts, nil); err == nil {
		t.Error("locked twice")
	}
	if _, err := Lock(context.Background(), []plan.Mount{{Lock: h.path("none")}}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a lock in a folder that is not there: %v", err)
	}
}

// A file that the user has removed is not written again for a pack that leaves, and the
// pack that stays is told to have lost its pieces.
func TestLostFileOfTwoPacks(t *testing.T) {
	h := newHouse(t)
	a, b := h.pack("codex", "1", h.mount("codex", ".codex")), h.pack("codex", "1", h.mount("codex", ".codex"))
	a.Pack.Prefix, b.Pack.Prefix = "pa", "pb"
	addHook(a, "codex", "hooks.json", "a")
	addHook(b, "codex", "hooks.json", "b")
	h.run(install(a))
	h.run(install(b))
	h.do(os.Remove(h.path(".codex/hooks.json")))
	leave := uninstall(a)
	leave.Leave[0].Prefix = "pa"
	h.run(leave)
	if h.has(".codex/hooks.json") {
		t.Errorf("it is there again: %s", h.read(".codex/hooks.json"))
	}
	changes, err := Verify(b.Mounts, nil)
	h.do(err)
	if len(changes) != 1 || changes[0].Action == plan.Keep {
		t.Errorf("verify: %v", changes)
	}
	h.run(install(b))
	if text := h.read(".codex/hooks.json"); !strings.Contains(text, `"b"`) || strings.Contains(text, `"a"`) {
		t.Errorf("installed again: %s", text)
	}
	h.run(uninstall(b))
	h.same("uninstalled", h.tree(), []string{". " + h.lstat(".")})
}

func TestTwoRootsOfOneDirectory(t *testing.T) {
	h := newHouse(t)
	h.do(os.Mkdir(h.path(".agents"), 0o755))
	h.do(os.Symlink(".agents", h.path(".cursor")))
	shared := h.codex("1")
	own := h.pack("cursor", "1", h.mount("cursor", ".cursor"))
	for _, name := range []string{"skills/gsd-help/SKILL.md", "skills/gsd-same/SKILL.md", "gsd/run.sh"} {
		add(own, "cursor", name, "cursor's")
	}
	_, err := run(install(shared, own))
	want := "~/.agents and ~/.cursor: they are one directory, " + h.path(".agents") + ", and different files belong in each"
	if err == nil || err.Error() != want {
		t.Fatalf("got %v", err)
	}
	var hint interface{ Hint() string }
	if !errors.As(err, &hint) || !strings.Contains(hint.Hint(), "leave out the hosts") {
		t.Errorf("no hint: %#v", err)
	}
}
