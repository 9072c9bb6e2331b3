package emit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// A plan is brought onto the disk and taken back. What a user has changed meanwhile is in
// conflict, and kept.
func ExampleDiff() {
	home, err := os.MkdirTemp("", "home-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	if err := installAndLeave(home); err != nil {
		fmt.Println(err)
	}
	// Output:
	// create skills/hello-greet/SKILL.md new
	// conflict skills/hello-greet/SKILL.md edited since it was installed; it stays and is yours
}

func installAndLeave(home string) error {
	wanted, err := greeting(home)
	if err != nil {
		return err
	}
	in := emit.Request{Plans: []plan.Plan{wanted}, Mounts: wanted.Mounts}
	if err := carryOut(in); err != nil {
		return err
	}
	edited := filepath.Join(wanted.Mounts[0].Dir, filepath.FromSlash(wanted.Artifacts[0].Path))
	if err := os.WriteFile(edited, []byte("my own words\n"), 0o600); err != nil {
		return err
	}
	out := emit.Request{Leave: []emit.Claim{{Host: wanted.Host, Prefix: wanted.Pack.Prefix}}, Mounts: wanted.Mounts, Policy: emit.Keep}
	return carryOut(out)
}

// carryOut compares under a lock, so that nobody writes meanwhile, and then writes.
func carryOut(req emit.Request) error {
	ctx := context.Background()
	locked, err := emit.Lock(ctx, req.Mounts, nil)
	if err != nil {
		return err
	}
	defer locked.Unlock()
	run, err := emit.Diff(req)
	if err != nil {
		return err
	}
	for _, c := range run.Changes {
		fmt.Println(c.Action, c.Path, c.Why)
	}
	return run.Apply(ctx)
}

// greeting is the plan of a pack with one command.
func greeting(home string) (plan.Plan, error) {
	p, err := pack.Read(fstest.MapFS{
		"commands/greet.md": {Data: []byte("---\ndescription: Greet somebody\n---\nSay hello to $ARGUMENTS.\n")},
	}, "./hello")
	if err != nil {
		return plan.Plan{}, err
	}
	host, _ := descriptors.Builtin().Get("claude")
	mounts, _, err := layout.Mounts(host, plan.Global, layout.Env{Home: home})
	if err != nil {
		return plan.Plan{}, err
	}
	return project.Render(project.Input{Host: host, Scope: plan.Global, Pack: p, Mounts: mounts})
}
