package gsdinstall_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

func init() { cases["B166"] = leavePicker }

// B166: whoever leaves the picker finds nothing written and the terminal as it
// was. The picker's answers have stories of their own in cmd/gsd-install.
func leavePicker(c *caseRun) {
	c.put("${HOME}/.codex/", "")
	before := c.tree()
	for name, keys := range map[string]string{"ctrl-c": "\x03", "down and ctrl-c": "\x1b[B \x03"} {
		code, shown := c.pick(keys)
		if code != 130 {
			c.Errorf("%s: exit status %d\n%s", name, code, shown)
		}
		c.same(before, name)
	}
}

// pick starts the program without a host on a terminal, types keys once it has
// drawn something, and returns how it ends.
func (c *caseRun) pick(keys string) (int, string) {
	c.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	must(c, err)
	terminal := os.NewFile(uintptr(fd), "terminal")
	defer terminal.Close()
	must(c, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	must(c, err)
	must(c, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100}))
	lower, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	must(c, err)
	defer lower.Close()
	was, err := unix.IoctlGetTermios(int(lower.Fd()), unix.TCGETS)
	must(c, err)
	cmd := c.sandbox.command(c.T, "--pack", c.pack)
	cmd.Env = append(cmd.Env, "TERM=screen")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = lower, lower, lower
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must(c, cmd.Start())
	var shown bytes.Buffer
	drawn, read := make(chan bool, 1), make(chan bool)
	go func() {
		defer close(read)
		buf := make([]byte, 4096)
		for {
			n, err := terminal.Read(buf)
			shown.Write(buf[:n])
			if strings.Contains(shown.String(), "Codex") {
				select {
				case drawn <- true:
				default:
				}
			}
			if err != nil {
				return
			}
		}
	}()
	late := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	defer late.Stop()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-drawn:
		_, err = terminal.WriteString(keys)
		must(c, err)
		<-ended
	case <-ended:
	}
	is, err := unix.IoctlGetTermios(int(lower.Fd()), unix.TCGETS)
	must(c, err)
	if *is != *was {
		c.Errorf("the terminal is not as it was: %+v, was %+v", is, was)
	}
	lower.Close()
	terminal.Close()
	<-read
	return cmd.ProcessState.ExitCode(), shown.String()
}
