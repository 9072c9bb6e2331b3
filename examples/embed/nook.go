package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/gsd-install/gsd-install/adapter"
)

// nook is a made-up host: a program that runs other people's code. It has a palette of commands,
// agents, tools, and a text that goes before the model.
type nook struct {
	commands     map[string]adapter.Item
	agents       map[string]adapter.Item
	tools        map[string]adapter.Tool
	instructions map[string]adapter.Item
}

// registrar adds to one of the host's registers, and never over what is there.
func registrar[T any](to map[string]T, name func(T) string) adapter.Registrar[T] {
	return adapter.Registrar[T]{
		Add: func(_ context.Context, it T) error {
			if _, taken := to[name(it)]; taken {
				return errors.New("the name is taken")
			}
			to[name(it)] = it
			return nil
		},
		Remove: func(_ context.Context, name string) error {
			delete(to, name)
			return nil
		},
	}
}

// primitives are what the host does for an engine that runs in it.
func (n *nook) primitives(stateDir string) adapter.Primitives {
	item := func(it adapter.Item) string { return it.Name }
	return adapter.Primitives{
		Commands:     registrar(n.commands, item),
		Agents:       registrar(n.agents, item),
		Tools:        registrar(n.tools, func(t adapter.Tool) string { return t.Name }),
		Instructions: registrar(n.instructions, item),
		Run:          run,
		SendRequest:  n.ask,
		State:        adapter.Backend{Dir: stateDir},
	}
}

// ask is where the host would call its model.
func (n *nook) ask(_ context.Context, r adapter.Request) (string, error) {
	return fmt.Sprintf("you said %q", r.Prompt), nil
}

// run runs the program of a hook.
func run(ctx context.Context, p adapter.Process) (adapter.Result, error) {
	if p.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.Timeout)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, p.Args[0], p.Args[1:]...)
	cmd.Env = append(os.Environ(), p.Env...)
	cmd.Stdin = bytes.NewReader(p.Stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second // what the program has started may still hold its output
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && ctx.Err() == nil {
		err = nil
	}
	code := -1
	if cmd.ProcessState != nil {
		code = cmd.ProcessState.ExitCode()
	}
	return adapter.Result{Exit: code, Stdout: stdout.Bytes(), Stderr: stderr.Bytes()}, err
}
