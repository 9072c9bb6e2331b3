package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootHelp = `gsd-install puts a pack of commands, agents, skills and hooks onto AI coding
hosts, each in the host's own form, and keeps it in order afterwards.

Name hosts by their flags. Without any, on a terminal, it asks. What is yours is
never overwritten unless you say so, and uninstall gives every byte back.`

const rootExamples = `  # the builtin pack, in your home
  gsd-install --{host}
  # for two hosts, in this project only
  gsd-install --{host} --{other} --local
  # what it would do for the hosts found on this machine
  gsd-install --detected --dry-run
  # another pack
  gsd-install --{host} --pack npm:@opengsd/gsd-core@1.14.0
  # take all of it back
  gsd-install uninstall --{host}`

// command returns the whole command tree.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:           "gsd-install [--HOST ...] [flags]",
		Short:         "Install a pack of commands, agents, skills and hooks onto AI coding hosts",
		Long:          rootHelp,
		Example:       rootExamples,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if show, _ := cmd.Flags().GetBool("version"); show {
				return a.printVersion()
			}
			if err := checkUninstall(cmd.Flags()); err != nil {
				return err
			}
			if a.opt.uninstall {
				return a.uninstall(cmd.Context())
			}
			return a.install(cmd.Context())
		},
	}
	a.opt.installFlags(root.Flags())
	root.Flags().BoolVarP(&a.opt.uninstall, "uninstall", "u", false, "same as the command uninstall")
	root.Flags().StringVar(&a.opt.prefix, "prefix", "", "with --uninstall: only the pack with this prefix `NAME`")
	root.Flags().Bool("version", false, "print the version")
	root.SetFlagErrorFunc(a.flagError)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return noEmptyValues(cmd) }
	root.AddCommand(
		a.installCommand(),
		a.planCommand(),
		a.verifyCommand(),
		a.repairCommand(),
		a.uninstallCommand(),
		a.statusCommand(),
		a.doctorCommand(),
		a.explainCommand(),
		a.hostsCommand(),
		a.negotiateCommand(),
		a.handshakeCommand(),
		a.matrixCommand(),
		a.renderCommand(),
		a.lintCommand(),
		a.attributeCommand(),
		a.goldenCommand(),
		a.completionCommand(),
	)
	root.SetHelpCommand(a.helpCommand())
	root.InitDefaultHelpCmd() // it is finished like the others
	root.CompletionOptions.DisableDefaultCmd = true
	a.finish(root, root.UsageTemplate())
	return root
}

// checkUninstall refuses flags that mean something only with --uninstall, or only
// without.
func checkUninstall(f *pflag.FlagSet) error {
	if !f.Changed("uninstall") {
		if f.Changed("prefix") {
			return usagef("--prefix goes with --uninstall only; a pack brings its own prefix")
		}
		return nil
	}
	for _, name := range []string{"pack", "profile", "minimal", "mcp"} {
		if f.Changed(name) {
			return usagef("--%s says what to install and excludes --uninstall", name)
		}
	}
	return nil
}

// finish gives every command what all of them have: flags in the order they were
// declared, no words unless it says so, what a shell completes, hosts in its examples, and
// its exit statuses behind the usage.
func (a *app) finish(cmd *cobra.Command, usage string) {
	cmd.Flags().SortFlags = false
	cmd.DisableFlagsInUseLine = true
	if cmd.Args == nil {
		cmd.Args = a.noWords
	}
	a.completable(cmd)
	cmd.SetUsageTemplate(usage + statusHelp(cmd))
	hosts := exampleHosts()
	cmd.Example = strings.NewReplacer("{host}", hosts[0], "{other}", hosts[1]).Replace(cmd.Example)
	for _, c := range cmd.Commands() {
		a.finish(c, usage)
	}
}

// noWords refuses arguments of a command that takes none.
func (a *app) noWords(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	word := args[0]
	if _, ok := a.set.Get(word); ok && cmd.Flags().Lookup(word) != nil {
		return &usageError{
			message: fmt.Sprintf("unexpected word %q", word),
			hint:    "a host is named by a flag: --" + word,
		}
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return &usageError{
		message: fmt.Sprintf("unexpected word %q", word),
		hint:    suggest(word, names, "", cmd.CommandPath()+" --help lists what it takes"),
	}
}

// words are those of a command behind the program's name, which errors begin with already.
func words(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// flagError turns a parser's error into one of ours, with the nearest flag.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	help := cmd.CommandPath() + " --help lists the flags"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		name := unknown.GetSpecifiedName()
		if at := a.strayOf(name); at != "" && a.unread != nil {
			return a.lostHosts()
		} else if at != "" {
			return &usageError{
				message: fmt.Sprintf("unknown flag --%s: nobody has agreed to the host in %s", name, at),
				hint:    "look at it and agree with gsd-install hosts add " + a.pathWord(at) + dirFlag("--home", a.opt.home),
			}
		}
		if err := a.orphanFlag(name); err != nil {
			return err
		}
		return &usageError{
			message: "unknown flag --" + name,
			hint:    suggest(name, flagNames(cmd), "--", help),
		}
	}
	var value *pflag.InvalidValueError
	if errors.As(err, &value) && value.GetFlag().Value.Type() == "bool" {
		return &usageError{message: fmt.Sprintf("--%s is on or off and takes no value %q", value.GetFlag().Name, value.GetValue()), hint: help}
	}
	return &usageError{message: err.Error(), hint: help}
}

// noEmptyValues refuses flags whose value is empty, as a variable of a script that was
// never set leaves them.
func noEmptyValues(cmd *cobra.Command) error {
	var errs []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if slices.Contains(values, "") {
			errs = append(errs, usagef("--%s: its value is empty", f.Name))
		}
	})
	return errors.Join(errs...)
}

// flagNames lists the flags of cmd, sorted.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	slices.Sort(names)
	return names
}

// run runs the program with args and returns its exit status.
func (a *app) run(ctx context.Context, args []string) status {
	a.findAdded(args)
	root := a.command()
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		plainUsage(root)
	}
	a.args = args
	// A usage error may be found before this flag is read, and is JSON too.
	a.opt.json = asksJSON(args)
	defer a.busy.over()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	result := done
	if err := root.ExecuteContext(ctx); err != nil {
		result = a.report(err)
	}
	if err := a.out.err; err != nil {
		fmt.Fprintf(a.err, "gsd-install: the result could not be written: %v\n", err)
		return failed
	}
	return result
}

// asksJSON reports whether arguments that cannot be parsed ask for JSON, as the last of them
// that say so.
func asksJSON(args []string) bool {
	asked := false
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if arg == "--json" {
			asked = true
		}
		if value, ok := strings.CutPrefix(arg, "--json="); ok {
			on, err := strconv.ParseBool(value)
			asked = on || err != nil
		}
	}
	return asked
}
