package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// state is what a path holds: "" for nothing, the sum of a file, with "+x" if
// its owner may run it, "link:" and a sum for a link, or odd.
type state string

// odd is a directory, a pipe or another thing that is neither file nor link.
const odd state = "odd"

func fileState(sum plan.Sum, exec bool) state {
	if sum != "" && exec && runtime.GOOS != "windows" {
		return state(sum) + "+x"
	}
	return state(sum)
}

// sum is the sum of a file's bytes; empty for anything else.
func (s state) sum() plan.Sum {
	if s == odd || s.link() {
		return ""
	}
	sum, _ := strings.CutSuffix(string(s), "+x")
	return plan.Sum(sum)
}

func (s state) link() bool { return strings.HasPrefix(string(s), "link:") }

func (s state) exec() bool { return strings.HasSuffix(string(s), "+x") }

// sameBytes reports whether both are files of equal bytes.
func (s state) sameBytes(t state) bool { return s.sum() != "" && s.sum() == t.sum() }

// valid reports whether s, read from a journal, is a state.
func (s state) valid() bool {
	t, _ := strings.CutPrefix(string(s), "link:")
	t, _ = strings.CutSuffix(t, "+x")
	return s == "" || validSum(plan.Sum(t))
}

func validSum(s plan.Sum) bool {
	b, err := hex.DecodeString(string(s))
	return err == nil && len(b) == sha256.Size && strings.ToLower(string(s)) == string(s)
}

// hasher is what reading one file needs, kept for the next.
type hasher struct {
	sum hash.Hash
	buf []byte
}

var hashers = sync.Pool{New: func() any { return &hasher{sha256.New(), make([]byte, 64<<10)} }}

// stateOf reads the state of name below root, and describes what is there; info
// is nil if nothing is.
func stateOf(root *confine.Root, name string) (state, fs.FileInfo, error) {
	f, info, err := root.OpenRead(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return "", nil, nil
	case errors.Is(err, confine.ErrIrregular):
		return irregular(root, name)
	case err != nil:
		return "", nil, err
	}
	defer f.Close()
	h := hashers.Get().(*hasher)
	defer hashers.Put(h)
	h.sum.Reset()
	if _, err := io.CopyBuffer(writerOnly{h.sum}, readerOnly{f}, h.buf); err != nil {
		return "", nil, err
	}
	return fileState(plan.Sum(hex.EncodeToString(h.sum.Sum(nil))), info.Mode()&0o100 != 0), info, nil
}

// irregular is stateOf for what is no plain file.
func irregular(root *confine.Root, name string) (state, fs.FileInfo, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return "", nil, err
	}
	if info.Mode()&fs.ModeSymlink == 0 {
		return odd, info, nil
	}
	target, err := root.Readlink(name)
	return "link:" + state(plan.SumOf([]byte(target))), info, err
}

// writerOnly and readerOnly keep io.CopyBuffer to the buffer it is given.
type writerOnly struct{ io.Writer }
type readerOnly struct{ io.Reader }
