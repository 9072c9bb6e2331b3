package gsdinstall_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// required reports whether a check whose tools are absent must fail instead of
// being skipped; .ci/run says so.
func required() bool { return os.Getenv("GSD_REQUIRE_CLIENTS") == "1" }

// unavailable ends a test whose tools are absent: skipped on a developer's
// machine, failed where they are required.
func unavailable(t *testing.T, format string, args ...any) {
	t.Helper()
	if required() {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

var program = sync.OnceValues(func() (string, error) {
	// Results of tests are cached unless a file has changed that they looked at, and
	// they do not look at what is built here otherwise.
	if err := filepath.WalkDir(".", lookAt); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "gsd-install-test-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "gsd-install")
	args := []string{"build", "-o", bin}
	if testing.CoverMode() != "" {
		args = append(args, "-cover", "-coverpkg=./...")
	}
	out, err := exec.Command("go", append(args, "./cmd/gsd-install")...).CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return bin, err
})

func lookAt(path string, d fs.DirEntry, err error) error {
	if err == nil && d.Name() == ".git" {
		return fs.SkipDir
	}
	os.Stat(path) // one that is gone meanwhile is none of ours
	return nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

// thinned reports whether a test leaves out the i-th of what it tries: go test -short tries one
// in four.
func thinned(i int) bool { return testing.Short() && i%4 != 0 }

// sandbox is a home and a project that nothing else writes to.
type sandbox struct{ root, home, proj string }

func newSandbox(t *testing.T) sandbox {
	t.Helper()
	return sandboxIn(t, t.TempDir())
}

// memorySandbox is a sandbox in memory where the system has such a folder, for
// tests that run the program often.
func memorySandbox(t *testing.T) sandbox {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "gsd-install-test-")
	if err != nil {
		return newSandbox(t)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return sandboxIn(t, dir)
}

func sandboxIn(t *testing.T, dir string) sandbox {
	t.Helper()
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := sandbox{root, filepath.Join(root, "home"), filepath.Join(root, "proj")}
	for _, d := range []string{s.home, s.proj} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// write puts a file below the sandbox's root.
func (s sandbox) write(t *testing.T, path, text string) {
	t.Helper()
	full := filepath.Join(s.root, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// command is the program with args, in the sandbox's project and with its home.
func (s sandbox) command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = s.proj
	cmd.Env = append([]string{"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "NO_COLOR=1"}, coverage()...)
	return cmd
}

// coverage is where go test -cover has programs write what of them ran; one that was built to count
// it complains without.
func coverage() []string {
	if dir, ok := os.LookupEnv("GOCOVERDIR"); ok {
		return []string{"GOCOVERDIR=" + dir}
	}
	return nil
}

// result is how a run of the program ended.
type result struct {
	code     int
	out, err string
}

// finish runs cmd to its end, whatever its exit status.
func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// run runs the program in the sandbox's project with its home and returns stdout.
func (s sandbox) run(t *testing.T, args ...string) []byte {
	t.Helper()
	r := finish(t, s.command(t, args...))
	if r.code != 0 {
		t.Fatalf("gsd-install %v: exit status %d\n%s%s", args, r.code, r.out, r.err)
	}
	return []byte(r.out)
}

// decode reads JSON into v or ends the test.
func decode(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%v in\n%.2000s", err, data)
	}
}
