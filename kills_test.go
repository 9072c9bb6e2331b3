package gsdinstall_test

import (
	"cmp"
	"context"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

// nothing is the state of a home without a pack; the others are versions of gsd-core.
const nothing = "nothing"

// killer kills runs of the program at any time, from outside.
type killer struct {
	*testing.T
	sandbox
	rand  *rand.Rand
	flags []string
	packs map[string]string
	// trees are what is there in each state, took how long a run took that led there.
	trees map[string]picture
	took  map[string]time.Duration
	// users are the paths of files of the user's in which runs change something.
	users []string
	state string
	// killed counts the runs that had not ended, settled those of them after which the new
	// tree was there.
	killed, settled int
}

// TestKills kills runs of install, upgrade, repair and uninstall with the real pack, GSD_KILLS
// of them at times that follow from GSD_SEED. Files of the user's are whole right after each,
// and after the next run the tree is the old one or the new one, with nothing left over.
func TestKills(t *testing.T) {
	number := func(name, usual string) int {
		n, err := strconv.Atoi(cmp.Or(os.Getenv(name), usual))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return n
	}
	usual := "20"
	if testing.Short() {
		usual = "5"
	}
	kills, seed := number("GSD_KILLS", usual), number("GSD_SEED", "1")
	k := &killer{
		T: t, sandbox: memorySandbox(t), rand: rand.New(rand.NewSource(int64(seed))), state: nothing,
		flags: []string{"--claude", "--codex", "--gemini"}, trees: map[string]picture{}, took: map[string]time.Duration{},
		packs: map[string]string{"1.8.0": packtest.GSDCoreAt(t, "1.8.0"), packtest.GSDCoreVersion: packtest.GSDCore(t)},
	}
	k.userFiles(t)
	k.trees[nothing] = k.picture(t)
	for _, to := range append(slices.Sorted(maps.Keys(k.packs)), nothing) {
		start := time.Now()
		k.run(t, k.way(to)...)
		k.took[to], k.trees[to] = time.Since(start), k.picture(t)
	}
	for name, before := range k.trees[nothing] {
		if after := k.trees[packtest.GSDCoreVersion][name]; after != before && !strings.HasPrefix(before, "d") {
			k.users = append(k.users, name)
		}
	}
	if len(k.users) < 2 {
		t.Fatalf("runs change only %v of the user's", k.users)
	}
	for k.killed < kills && !t.Failed() {
		k.kill()
	}
	t.Logf("seed %d: %d runs killed, %d of them had come to the new tree", seed, k.killed, k.settled)
}

// way are the words of the run that leads to a state.
func (k *killer) way(to string) []string {
	if to == nothing {
		return append([]string{"uninstall", "--yes"}, k.flags...)
	}
	return append([]string{"install", "--yes", "--pack", k.packs[to]}, k.flags...)
}

// kill starts a run to another state, or a repair of a damaged tree, kills it, and lets the next
// one finish.
func (k *killer) kill() {
	to := slices.Sorted(maps.Keys(k.trees))[k.rand.Intn(len(k.trees))]
	words, repair := k.way(to), []string{"repair", "--yes"}
	switch {
	case to != k.state:
	case to == nothing:
		return
	default:
		k.damage()
		words = repair
	}
	what := strings.Join(words, " ") + " from " + k.state
	after := time.Duration(k.rand.Int63n(int64(k.took[to])))
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	cmd := k.command(k.T, words...)
	must(k.T, cmd.Start())
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	stop()
	if err != nil && cmd.ProcessState.ExitCode() >= 0 {
		k.Fatalf("%s: %v", what, err)
	}
	if err != nil {
		k.killed++
	}
	what += ", killed after " + after.String()
	k.whole(what, to)
	// The same again leads on, a repair to either side.
	next := words
	if k.rand.Intn(2) == 0 {
		next = repair
	}
	k.run(k.T, next...)
	got := k.picture(k.T)
	switch {
	case maps.Equal(got, k.trees[to]):
		k.state = to
		if err != nil && slices.Equal(next, repair) {
			k.settled++
		}
	case slices.Equal(next, words) || !maps.Equal(got, k.trees[k.state]):
		k.Fatalf("%s, then %s: the tree is neither the old nor the new one (-new +now):\n%.6000s", what, next[0], gocmp.Diff(k.trees[to], got))
	}
}

// damage removes some files of ours.
func (k *killer) damage() {
	names := slices.Sorted(maps.Keys(k.trees[k.state]))
	for range 5 {
		name := names[k.rand.Intn(len(names))]
		if _, theirs := k.trees[nothing][name]; !theirs && !strings.HasPrefix(k.trees[k.state][name], "d") {
			os.Remove(filepath.Join(k.root, name)) // one may be drawn twice
		}
	}
}

// whole checks that each file of the user's is as it was, or as it is to be.
func (k *killer) whole(what, to string) {
	now := k.picture(k.T)
	for _, name := range k.users {
		if now[name] != k.trees[k.state][name] && now[name] != k.trees[to][name] {
			k.Errorf("%s: %s is neither the old nor the new file", what, name)
		}
	}
}
