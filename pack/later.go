package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"sync"

	"github.com/gsd-install/gsd-install/plan"
)

// errChanged is about a file that is not what it was when its pack was read.
var errChanged = errors.New("it was changed while its pack was being used")

// Bytes returns what is in the file: Data, or what is read again of a file that was only
// summed (LoadOptions.Later). One that has changed since is an error.
func (f *File) Bytes() ([]byte, error) {
	if f.later == nil {
		return f.Data, nil
	}
	return f.later()
}

// Later returns Bytes of a file that was only summed, and nil for one with Data.
func (f *File) Later() func() ([]byte, error) { return f.later }

// Sum is the sum of Bytes.
func (f *File) Sum() plan.Sum {
	if f.later == nil {
		return plan.SumOf(f.Data)
	}
	return f.sum
}

// leave makes f one that is read again when it is asked for.
func (rd *reader) leave(f *File, at file, c contents) {
	t := rd.tree
	f.Data, f.sum = nil, plan.Sum(hex.EncodeToString(c.sum[:]))
	f.later = func() ([]byte, error) {
		data, err := fs.ReadFile(t.fsys, at.real)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errSpecial) || err == nil && sha256.Sum256(data) != c.sum {
			err = errChanged
		}
		if err != nil {
			return nil, plan.FileErrorf(at.path, "%w", reason(err))
		}
		return data, nil
	}
}

// buffers are used again and again for files that are only summed: a page of memory costs most
// when it is touched for the first time.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// sumOf returns the sum of a file and how long it is.
func sumOf(fsys fs.FS, name string) (contents, int64, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return contents{}, 0, err
	}
	defer f.Close()
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if _, err := b.ReadFrom(io.LimitReader(f, maxBytes+1)); err != nil {
		return contents{}, 0, err
	}
	return contents{sum: sha256.Sum256(b.Bytes()), left: true}, int64(b.Len()), nil
}
