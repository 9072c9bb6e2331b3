//go:build unix

package emit

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestUnwritableFolders(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	h := newHouse(t)
	h.write(".codex/agents/x", "")
	h.do(os.Chmod(h.path(".codex/agents"), 0o555))
	defer os.Chmod(h.path(".codex/agents"), 0o755)
	before := h.times()
	_, err := run(install(h.codex("1")))
	if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "~/.codex/agents") {
		t.Errorf("error is %v", err)
	}
	h.same("refused", h.times(), before)
}

// asNobody runs the test once more as a user who may not write everywhere.
func asNobody(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("", "nobody-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	bin, tmp := filepath.Join(dir, "emit.test"), filepath.Join(dir, "tmp")
	err = errors.Join(os.WriteFile(bin, program, 0o755), os.Mkdir(tmp, 0o755), os.Chmod(dir, 0o755), os.Chmod(tmp, 0o777))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir, cmd.Env = tmp, append(os.Environ(), "TMPDIR="+tmp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}
