package main

import (
	"fmt"
	"os/exec"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/spf13/cobra"
)

// listedHost is one element of hosts list --json.
type listedHost struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Lifecycle string `json:"lifecycle"`
	Detected  bool   `json:"detected"`
	// Why says what was found; empty if nothing was.
	Why  string `json:"why"`
	Docs string `json:"docs"`
}

func (a *app) hostsCommand() *cobra.Command {
	list := &cobra.Command{
		Use:     "list",
		Short:   "List the hosts, and which of them are on this machine",
		Example: "  gsd-install hosts list --json",
		RunE:    func(*cobra.Command, []string) error { return a.listHosts() },
	}
	show := &cobra.Command{
		Use:     "show HOST",
		Short:   "Show where a host keeps what is installed for it",
		Example: "  gsd-install hosts show {host}",
		Args:    oneHost,
		RunE:    func(_ *cobra.Command, args []string) error { return a.showHost(args[0]) },
	}
	cmd := &cobra.Command{
		Use:     "hosts",
		Short:   "List the hosts, or show one",
		Example: "  gsd-install hosts\n  gsd-install hosts show {host}",
		RunE:    func(*cobra.Command, []string) error { return a.listHosts() },
	}
	for _, c := range []*cobra.Command{cmd, list, show} {
		a.opt.commonFlags(c.Flags())
	}
	cmd.AddCommand(list, show)
	return cmd
}

// oneHost wants the id of a host as the only argument.
func oneHost(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return &usageError{
			message: fmt.Sprintf("%s takes one host, not %d words", cmd.CommandPath(), len(args)),
			hint:    "for example: " + cmd.CommandPath() + " " + descriptors.All()[0].ID,
		}
	}
	if _, ok := descriptors.Get(args[0]); ok {
		return nil
	}
	return &usageError{
		message: fmt.Sprintf("unknown host %q", args[0]),
		hint:    suggest(args[0], hostIDs(), "", "gsd-install hosts list shows them all"),
	}
}

// hostIDs lists the ids of all hosts, sorted.
func hostIDs() []string {
	var ids []string
	for _, h := range descriptors.All() {
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
	for _, h := range descriptors.All() {
		d := layout.Detect(h, env)
		hosts = append(hosts, listedHost{h.ID, h.Title, h.Lifecycle, d.Found, d.Why, h.Docs})
	}
	if a.opt.json {
		return a.printJSON(hosts)
	}
	var rows [][]string
	for _, h := range hosts {
		title, found := h.Title, "-"
		if h.Lifecycle != "current" {
			title += " (" + h.Lifecycle + ")"
		}
		if h.Detected {
			found = h.Why
		}
		rows = append(rows, []string{h.ID, title, found})
	}
	printTable(a.out, "", rows)
	return nil
}

// lookPath finds a program as a shell would.
func (a *app) lookPath(name string) (string, error) { return exec.LookPath(name) }
