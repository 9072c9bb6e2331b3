// Command embed shows how a program embeds the engine: Nook, a made-up host, takes a pack by calls
// into it. docs/embed.md goes through it step by step.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gsd-install/gsd-install/adapter"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

//go:embed nook.toml
var descriptor []byte

func main() {
	home, err := os.UserHomeDir()
	project, werr := os.Getwd()
	if err = errors.Join(err, werr); err == nil {
		err = embed(context.Background(), os.Stdout, home, project)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

// embed brings the builtin pack into Nook, uses it in a project, and takes it away again.
func embed(ctx context.Context, out io.Writer, home, project string) error {
	host, _, err := adapter.ReadHost("nook.toml", descriptor)
	if err != nil {
		return err
	}
	terms, err := adapter.Agree(host, nil, hostapi.DefaultEngine())
	if err != nil {
		return err
	}
	for _, point := range hostapi.Points() {
		o := terms.Agreement().Points[point]
		if o.Fallback != "" {
			fmt.Fprintf(out, "%s is %s: %s\n", point, o.EffectiveLevel, o.Fallback)
		}
	}

	p, err := pack.Load(ctx, pack.BuiltinSource, pack.LoadOptions{Home: home, Dir: home})
	if err != nil {
		return err
	}
	n := &nook{map[string]adapter.Item{}, map[string]adapter.Item{}, map[string]adapter.Tool{}, map[string]adapter.Item{}}
	cfg := adapter.Config{Pack: p, Env: layout.Env{Home: home}}
	a, err := adapter.NewImperative(terms, cfg, n.primitives(project))
	if err != nil {
		return err
	}

	if err := a.Install(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "installed: %d commands, %d agents, %d tools\n", len(n.commands), len(n.agents), len(n.tools))
	if err := use(ctx, out, a, n); err != nil {
		return err
	}
	if err := a.Uninstall(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "uninstalled: %d commands, %d agents, %d tools\n", len(n.commands), len(n.agents), len(n.tools))
	return nil
}

// use does what a session of Nook would.
func use(ctx context.Context, out io.Writer, a *adapter.Imperative, n *nook) error {
	fmt.Fprintf(out, "gsd-help: %s\n", n.commands["gsd-help"].Description)

	if err := a.State().Write(ctx, ".planning/STATE.md", []byte("Status: planning\n")); err != nil {
		return err
	}
	started, err := a.Hooks().Fire(ctx, adapter.Event{Name: "SessionStart"})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "at the start the model is told: %s\n", started.Context)

	off, err := a.Hooks().On("PreToolUse", []string{"shell"}, func(context.Context, adapter.Event) (adapter.Answer, error) {
		return adapter.Answer{Deny: true, Reason: "not on a Friday"}, nil
	})
	if err != nil {
		return err
	}
	defer off()
	before, err := a.Hooks().Fire(ctx, adapter.Event{Name: "PreToolUse", Tool: "shell"})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "shell is denied: %t, %s\n", before.Deny, before.Reason)

	answer, err := a.Model().Send(ctx, adapter.Request{Prompt: "hello"})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "the model answers: %s\n", answer)
	return nil
}
