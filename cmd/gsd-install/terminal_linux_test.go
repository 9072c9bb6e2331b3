package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is the program running on a pseudo terminal.
type terminal struct {
	t           *testing.T
	cmd         *exec.Cmd
	main, lower *os.File
	before      unix.Termios

	mu    sync.Mutex
	grown *sync.Cond
	text  string
	// seen is how much of the text, without escapes, sees has passed.
	seen int
	over bool
}

// onTerminal starts the program on a terminal of the given width with its
// environment made of env only.
func onTerminal(t *testing.T, columns int, dir string, env []string, args ...string) *terminal {
	t.Helper()
	main, lower, err := openPTY(columns)
	if err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("gsd-install")
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, main: main, lower: lower}
	term.grown = sync.NewCond(&term.mu)
	before, err := unix.IoctlGetTermios(int(lower.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	term.before = *before
	term.cmd = exec.Command(program, args...)
	term.cmd.Dir, term.cmd.Env = dir, append(slices.Clip(env), coverage()...)
	term.cmd.Stdin, term.cmd.Stdout, term.cmd.Stderr = lower, lower, lower
	term.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := term.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go term.read()
	t.Cleanup(func() {
		term.cmd.Process.Kill()
		lower.Close()
		main.Close()
	})
	return term
}

// coverage is where go test -cover has programs write what of them ran; a program that was built to
// count it complains without.
func coverage() []string {
	if dir, ok := os.LookupEnv("GOCOVERDIR"); ok {
		return []string{"GOCOVERDIR=" + dir}
	}
	return nil
}

// openPTY opens a pseudo terminal: main is our end, lower the program's.
func openPTY(columns int) (main, lower *os.File, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 30, Col: uint16(columns)}); err != nil {
		return nil, nil, err
	}
	lower, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	return os.NewFile(uintptr(fd), "/dev/ptmx"), lower, err
}

// read collects what the program prints until the terminal closes.
func (term *terminal) read() {
	buf := make([]byte, 4096)
	for {
		n, err := term.main.Read(buf)
		term.mu.Lock()
		term.text += string(buf[:n])
		term.over = err != nil
		term.grown.Broadcast()
		term.mu.Unlock()
		if err != nil {
			return
		}
	}
}

var escapes = regexp.MustCompile("\x1b(\\[[0-9;?]*[a-zA-Z]|\\][^\x07\x1b]*(\x07|\x1b\\\\)|[=>])")

// sees waits until the program has printed text after what was seen before.
func (term *terminal) sees(text string) {
	term.t.Helper()
	late := time.AfterFunc(20*time.Second, func() {
		term.mu.Lock()
		term.over = true
		term.grown.Broadcast()
		term.mu.Unlock()
	})
	defer late.Stop()
	term.mu.Lock()
	defer term.mu.Unlock()
	for {
		plain := plainText(term.text)
		if _, rest, ok := strings.Cut(plain[min(term.seen, len(plain)):], text); ok {
			term.seen = len(plain) - len(rest)
			return
		}
		if term.over {
			term.t.Fatalf("the terminal never showed %q but\n%s", text, plain)
		}
		term.grown.Wait()
	}
}

func plainText(s string) string { return strings.ReplaceAll(escapes.ReplaceAllString(s, ""), "\r", "") }

// types sends keys.
func (term *terminal) types(keys string) {
	term.t.Helper()
	if _, err := term.main.WriteString(keys); err != nil {
		term.t.Fatal(err)
	}
}

// ends waits for the program and checks its status, and that the terminal is as it
// was before.
func (term *terminal) ends(want status) {
	term.t.Helper()
	err := term.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		term.t.Fatal(err)
	}
	if got := term.cmd.ProcessState.ExitCode(); got != int(want) {
		term.mu.Lock()
		defer term.mu.Unlock()
		term.t.Fatalf("exit status %d, want %d, after\n%s", got, want, plainText(term.text))
	}
	after, err := unix.IoctlGetTermios(int(term.lower.Fd()), unix.TCGETS)
	if err != nil {
		term.t.Fatal(err)
	}
	if *after != term.before {
		term.t.Errorf("the terminal is not as it was: %+v, want %+v", *after, term.before)
	}
}

// drained waits until all that the program printed has been read.
func (term *terminal) drained() {
	term.lower.Close()
	term.mu.Lock()
	defer term.mu.Unlock()
	for !term.over {
		term.grown.Wait()
	}
}
