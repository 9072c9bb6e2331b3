package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// status is an exit status. As an error it ends a command that has already
// printed what there is to say.
type status int

// The exit statuses, the same for every command.
const (
	done        status = 0
	failed      status = 1
	misused     status = 2
	drifted     status = 3
	interrupted status = 130
)

// Error says the status in a word; it is never printed.
func (s status) Error() string {
	switch s {
	case done:
		return "done"
	case failed:
		return "failed"
	case misused:
		return "wrong usage"
	case drifted:
		return "drift or conflict"
	case interrupted:
		return "interrupted"
	}
	return "unknown status"
}

// statusMeans is what an exit status means.
type statusMeans struct {
	status status
	means  string
}

// statusesOf are the exit statuses of a command, as its help and its manual page have them.
func statusesOf(cmd *cobra.Command) []statusMeans {
	third := "drift or conflict found; what could be done safely was done"
	if means, ok := thirdStatus[cmd.CommandPath()]; ok {
		third = means
	}
	return []statusMeans{
		{done, "done, or in sync"},
		{failed, "error"},
		{misused, "wrong usage; nothing was written"},
		{drifted, third},
		{interrupted, "interrupted"},
	}
}

// neverThird is for commands that find no drift and no conflict.
const neverThird = "drift or conflict found; never by this command"

// thirdStatus is what status 3 means, by command, where it is not what it is elsewhere.
var thirdStatus = map[string]string{
	"gsd-install attribute":    "something moved that no source explains, or grew beyond a threshold",
	"gsd-install completion":   neverThird,
	"gsd-install doctor":       "a problem was found",
	"gsd-install explain":      neverThird,
	"gsd-install golden":       "a tree differs, is missing, or is of no host",
	"gsd-install handshake":    neverThird,
	"gsd-install help":         neverThird,
	"gsd-install hosts":        neverThird,
	"gsd-install hosts add":    neverThird,
	"gsd-install hosts list":   neverThird,
	"gsd-install hosts remove": neverThird,
	"gsd-install hosts show":   neverThird,
	"gsd-install lint":         "something of --level or worse was found",
	"gsd-install matrix":       neverThird,
	"gsd-install negotiate":    neverThird,
	"gsd-install plan":         "conflict found, or a host was left out by --keep-going",
	"gsd-install render":       neverThird,
	"gsd-install status":       neverThird,
	"gsd-install verify":       "something is not as it was installed, or a run was cut off",
}

// statusHelp is the end of a command's help.
func statusHelp(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString("\nExit status:\n")
	for _, s := range statusesOf(cmd) {
		fmt.Fprintf(&b, "  %-3d  %s\n", s.status, s.means)
	}
	return b.String()
}
