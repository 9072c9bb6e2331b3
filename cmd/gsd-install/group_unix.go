//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// asGroup starts a program in a group of its own, all of which is killed when its time is up.
func asGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
