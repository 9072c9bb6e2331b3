//go:build unix

package emit

import (
	"errors"
	"io/fs"
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

// Whichever folder may not be written to, a run does its work or says so before its first byte.
func TestEachUnwritableFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	type story struct {
		before, now func(h *house) Request
	}
	first := func(h *house) Request { return install(h.deep("1")) }
	stories := map[string]story{
		"install":   {nil, first},
		"upgrade":   {first, func(h *house) Request { return install(h.deep("2")) }},
		"uninstall": {first, func(h *house) Request { return uninstall(h.deep("1")) }},
	}
	for name, s := range stories {
		t.Run(name, func(t *testing.T) {
			refused, done := 0, 0
			for i := 0; ; i++ {
				h := newHouse(t)
				h.write(".codex/mine/x", "")
				h.write("elsewhere/x", "")
				if s.before != nil {
					h.run(s.before(h))
				}
				var dirs []string
				h.do(filepath.WalkDir(h.dir, func(p string, d fs.DirEntry, err error) error {
					if err == nil && d.IsDir() {
						dirs = append(dirs, p)
					}
					return err
				}))
				if i == len(dirs) {
					break
				}
				h.do(os.Chmod(dirs[i], 0o555))
				before := h.times()
				_, err := run(s.now(h))
				if err == nil {
					done++
				} else {
					refused++
					h.same("refused", h.times(), before)
					if !errors.Is(err, os.ErrPermission) {
						t.Errorf("%s: %v", dirs[i], err)
					}
				}
				if _, err := os.Lstat(dirs[i]); err == nil {
					h.do(os.Chmod(dirs[i], 0o755))
				}
				t.Logf("%s: %v", dirs[i][len(h.dir):], err)
			}
			if refused == 0 || done == 0 {
				t.Errorf("%d refused, %d done", refused, done)
			}
		})
	}
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
