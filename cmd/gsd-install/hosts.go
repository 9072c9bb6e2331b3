package main

import (
	"fmt"
	"os/exec"

	"github.com/spf13/cobra"
)

func (a *app) hostsCommand() *cobra.Command {
	list := &cobra.Command{
		Use:   "list",
		Short: "List the hosts, and which of them are on this machine",
		Long: `List all hosts, those that you have added as well, and for each that is found on this
machine by what it was found; with -v where its commands go and how one is called.`,
		Example: "  gsd-install hosts list\n  gsd-install hosts list -v\n  gsd-install hosts list --json",
		RunE:    func(*cobra.Command, []string) error { return a.listHosts() },
	}
	show := &cobra.Command{
		Use:   "show HOST",
		Short: "Show all that is known of a host, and who says so",
		Long: `Show all that is known of a host: where its files are and what moves them, where
each kind of thing goes and in which form, its hooks, limits and axes. A number
in brackets names the source at the end.`,
		Example: "  gsd-install hosts show {host}\n  gsd-install hosts show {other} --json",
		Args:    a.oneHost,

		ValidArgsFunction: a.completeHost,

		RunE: func(_ *cobra.Command, args []string) error { return a.showHost(args[0]) },
	}
	cmd := &cobra.Command{
		Use:   "hosts",
		Short: "List the hosts, show one, add or remove one",
		Long: `List the hosts that there are flags for, show what is known of one, add one by its
descriptor or remove it again. Without a further word it lists them.`,
		Example: "  gsd-install hosts\n  gsd-install hosts show {host}",
		RunE:    func(*cobra.Command, []string) error { return a.listHosts() },
	}
	for _, c := range []*cobra.Command{cmd, list, show} {
		a.opt.commonFlags(c.Flags())
	}
	cmd.AddCommand(list, show, a.hostsAddCommand(), a.hostsRemoveCommand())
	return cmd
}

// oneHost wants the id of a host as the only argument.
func (a *app) oneHost(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return &usageError{
			message: fmt.Sprintf("%s takes one host, not %d words", words(cmd), len(args)),
			hint:    "for example: " + cmd.CommandPath() + " " + exampleHosts()[0],
		}
	}
	if _, ok := a.set.Get(args[0]); ok {
		return nil
	}
	return &usageError{
		message: fmt.Sprintf("unknown host %q", args[0]),
		hint:    suggest(args[0], a.hostIDs(), "", "gsd-install hosts list shows them all"),
	}
}

// hostIDs lists the ids of all hosts, sorted.
func (a *app) hostIDs() []string {
	var ids []string
	for _, h := range a.set.Heads() {
		ids = append(ids, h.ID)
	}
	return ids
}

func (a *app) listHosts() error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	hosts := []listedHost{}
	for _, h := range a.set.Hosts() {
		one := listed(h, env)
		one.Added = a.addedAs(h)
		hosts = append(hosts, one)
	}
	if a.opt.json {
		return a.printJSON(hosts)
	}
	a.printHosts(hosts)
	a.noteAdded()
	return nil
}

// printHosts prints a line for each host, and below what the makers of some say about
// their future; with -v more lines for each.
func (a *app) printHosts(hosts []listedHost) {
	var rows, notes [][]string
	for _, h := range hosts {
		title, found := h.Title, "-"
		if h.Lifecycle != "current" {
			title += " (" + h.Lifecycle + ")"
			notes = append(notes, []string{h.ID, h.LifecycleNote})
		}
		if h.Detected {
			found = h.Why
		}
		if h.Added != nil {
			title += ", added"
			if h.Added.Problem != "" {
				notes = append(notes, []string{h.ID, h.Added.Problem})
			}
		}
		rows = append(rows, []string{h.ID, title, found})
	}
	lines := tableLines("", rows)
	for i, h := range hosts {
		fmt.Fprintln(a.out, lines[i])
		if a.opt.verbose {
			a.printMore(h)
		}
	}
	if len(notes) > 0 && !a.opt.verbose {
		fmt.Fprintln(a.out)
		for _, n := range notes {
			fmt.Fprintf(a.out, "%s: %s\n", n[0], n[1])
		}
	}
}

// printMore prints what -v tells of a host.
func (a *app) printMore(h listedHost) {
	if h.LifecycleNote != "" {
		fmt.Fprintf(a.out, "    %s\n", h.LifecycleNote)
	}
	one, _ := a.set.Get(h.ID)
	for _, p := range placesOf(one) {
		if p.Kind == "commands" {
			fmt.Fprintf(a.out, "    %s commands in %s\n", p.Scope, p.Path)
		}
	}
	fmt.Fprintf(a.out, "    a command is called %s\n    %s\n", one.Text.Command, h.Docs)
}

// lookPath finds a program as a shell would.
func (a *app) lookPath(name string) (string, error) { return exec.LookPath(name) }
