package hostapi

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Exec is what a host documents of how a program runs one turn of it without a terminal.
type Exec struct {
	// Command is the program's name; empty means that there is no such way. Args come first.
	Command string
	Args    []string
	// CwdFlag is the option that takes the folder to work in; empty means that the process's
	// own counts.
	CwdFlag string
	// PromptFlag is the option that takes the prompt; empty means that it comes last, alone.
	PromptFlag string
	// ModelFlag is the option that takes a model's name; empty means that none can be chosen.
	ModelFlag string
	// Unasked reports that in such a turn the host asks nobody before it runs a command or
	// changes a file, be it for one of Args or by itself.
	Unasked bool
	// Effort is how the host takes a reasoning effort.
	Effort Effort
}

// Turn is one turn that a program wants a host to run.
type Turn struct {
	// Prompt is what the host is asked; it may not be empty.
	Prompt string
	// Dir is the absolute folder to work in.
	Dir string
	// Model is the model's name as the host spells it; empty leaves it to the host.
	Model string
	// Effort is a universal level, of [EffortLevels]; empty leaves it to the host. One that the
	// host cannot be given does not keep the turn from running.
	Effort string
	// Unasked is leave for a turn in which the host asks nobody before it acts.
	Unasked bool
}

// Command is a turn as a process: an absolute or found program, its arguments without the
// program's name, and the folder to start it in.
type Command struct {
	Path string
	Args []string
	Dir  string
	// Effort are those of Args that give the effort; none if the host's default stands.
	Effort []string
}

// ErrNoExec says that a host documents no way to run a turn without a terminal.
var ErrNoExec = errors.New("the host documents no command for a turn without a terminal")

// ErrUnasked says that a host asks nobody before it acts in a turn without a terminal, and that
// no leave was given for that.
var ErrUnasked = errors.New("the host asks nobody before it runs commands and changes files in a turn without a terminal")

// Resolve makes a process of a turn. look finds a program by its name, as exec.LookPath does;
// what it cannot find is an error that names the program. Nothing is run. It fails closed: a
// host without a command ([ErrNoExec]), one that asks nobody and no leave for that ([ErrUnasked]), a model where none can be chosen, a folder that is not
// absolute, and a prompt that is empty or would be taken for an option are errors too. surface
// is the negotiated one.
func (e Exec) Resolve(t Turn, surface EffortSurface, look func(name string) (path string, err error)) (Command, error) {
	if e.Command == "" {
		return Command{}, ErrNoExec
	}
	if e.Unasked && !t.Unasked {
		return Command{}, ErrUnasked
	}
	switch {
	case strings.TrimSpace(t.Prompt) == "":
		return Command{}, errors.New("the prompt is empty")
	case strings.HasPrefix(t.Prompt, "-"):
		return Command{}, errors.New(`the prompt begins with "-", which the host would take for an option`)
	case !filepath.IsAbs(t.Dir):
		return Command{}, fmt.Errorf("folder %q is not absolute", t.Dir)
	case e.ModelFlag == "" && t.Model != "":
		return Command{}, fmt.Errorf("%s has no option for a model; leave %q out", e.Command, t.Model)
	case strings.HasPrefix(t.Model, "-"):
		return Command{}, fmt.Errorf(`model %q begins with "-", which the host would take for an option`, t.Model)
	}
	effort, err := e.Effort.Argv(surface, t.Effort)
	if err != nil {
		return Command{}, err
	}
	path, err := look(e.Command)
	if err != nil {
		return Command{}, fmt.Errorf("%s is not to be found: %w", e.Command, err)
	}
	args := slices.Clone(e.Args)
	if e.CwdFlag != "" {
		args = append(args, e.CwdFlag, t.Dir)
	}
	if t.Model != "" {
		args = append(args, e.ModelFlag, t.Model)
	}
	args = append(args, effort...)
	if e.PromptFlag != "" {
		args = append(args, e.PromptFlag)
	}
	return Command{Path: path, Args: append(args, t.Prompt), Dir: t.Dir, Effort: effort}, nil
}
