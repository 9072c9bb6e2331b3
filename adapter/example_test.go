package adapter_test

import (
	"context"
	"fmt"
	"os"

	"github.com/gsd-install/gsd-install/adapter"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

// A host that reads files has its pack installed as the command does it.
func ExampleNewDeclarative() {
	err := declare()
	fmt.Println(err)
	// Output:
	// 42 files, 42 to write
	// installed
	// <nil>
}

func declare() error {
	home, err := os.MkdirTemp("", "home-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	descriptor, err := os.ReadFile("../examples/embed/nook.toml")
	if err != nil {
		return err
	}

	ctx := context.Background()
	host, _, err := adapter.ReadHost("nook.toml", descriptor)
	if err != nil {
		return err
	}
	terms, err := adapter.Agree(host, nil, hostapi.DefaultEngine())
	if err != nil {
		return err
	}
	p, err := pack.Load(ctx, pack.BuiltinSource, pack.LoadOptions{Home: home, Dir: home})
	if err != nil {
		return err
	}
	files, err := adapter.NewDeclarative(terms, adapter.Config{Pack: p, Env: layout.Env{Home: home}})
	if err != nil {
		return err
	}
	wanted, changes, err := files.Plan(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d files, %d to write\n", len(wanted.Artifacts), len(changes))
	if err := files.Install(ctx); err != nil {
		return err
	}
	fmt.Println("installed")
	return files.Uninstall(ctx)
}
