package adapter

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

// Backend is where a host lets an engine keep its state. Which of it is needed, the agreement says:
// Dir for filesystem, Storage for sandboxed-storage, Log for session-log-append.
type Backend struct {
	// Dir is the absolute path of a directory that is there.
	Dir     string
	Storage Storage
	Log     Log
}

// Storage is the storage that a host gives its extensions. Keys satisfy fs.ValidPath. Remove and
// Read of a key that is not there are errors that wrap fs.ErrNotExist.
type Storage struct {
	Read   func(ctx context.Context, key string) ([]byte, error)
	Write  func(ctx context.Context, key string, data []byte) error
	Remove func(ctx context.Context, key string) error
	// List returns all keys, in any order.
	List func(ctx context.Context) ([]string, error)
}

// Log is a session's log, to which entries are added and never changed.
type Log struct {
	Append func(ctx context.Context, entry []byte) error
	// Entries returns the entries that Append has added, the first first.
	Entries func(ctx context.Context) ([][]byte, error)
}

// store is one kind of state.
type store interface {
	open() error
	close() error
	read(ctx context.Context, key string) ([]byte, error)
	write(ctx context.Context, key string, data []byte) error
	remove(ctx context.Context, key string) error
	list(ctx context.Context) ([]string, error)
}

// StateIO reads and writes an engine's state, in one way for all kinds. A key is a slash-separated
// path that satisfies fs.ValidPath, but not ".": "plans/1.md"; in a folder none ends in ".gsd-fresh".
// State is the user's: neither Install nor Uninstall touches any. Below plan.StateDir are the
// records of what is installed, which can be read and not changed.
type StateIO struct {
	bound
	store     store
	installed bool
}

// NewStateIO makes the adapter.
func NewStateIO(t Terms, b Backend) (*StateIO, error) {
	n := need(KindStateIO, t)
	io := t.axes().StateIO
	because := fmt.Sprintf("stateIO %s is agreed on", io)
	s := &StateIO{bound: bound{KindStateIO, t}}
	switch io {
	case hostapi.StateFilesystem:
		n.has(isDir(b.Dir), "Backend.Dir", because+", and it is the absolute path of a directory that is there")
		s.store = &folder{dir: b.Dir}
	case hostapi.StateSandboxed:
		n.has(b.Storage.Read != nil, "Backend.Storage.Read", because)
		n.has(b.Storage.Write != nil, "Backend.Storage.Write", because)
		n.has(b.Storage.Remove != nil, "Backend.Storage.Remove", because)
		n.has(b.Storage.List != nil, "Backend.Storage.List", because)
		s.store = sandboxed{b.Storage}
	case hostapi.StateSessionLog:
		n.has(b.Log.Append != nil, "Backend.Log.Append", because)
		n.has(b.Log.Entries != nil, "Backend.Log.Entries", because)
		s.store = sessionLog{b.Log}
	default:
		n.has(false, "Terms", "no kind of state is agreed on")
	}
	if err := n.err(); err != nil {
		return nil, err
	}
	return s, nil
}

// Install opens the state.
func (s *StateIO) Install(ctx context.Context) error {
	if s.installed {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.store.open(); err != nil {
		return err
	}
	s.installed = true
	return nil
}

// Uninstall closes it.
func (s *StateIO) Uninstall(context.Context) error {
	if !s.installed {
		return nil
	}
	s.installed = false
	return s.store.close()
}

// Read returns what is at a key. The error wraps fs.ErrNotExist if nothing is.
func (s *StateIO) Read(ctx context.Context, key string) ([]byte, error) {
	if err := s.check("read", key); err != nil {
		return nil, err
	}
	return s.store.read(ctx, key)
}

// Write puts data at a key: all of it, or with an error none, as far as the host keeps to that.
func (s *StateIO) Write(ctx context.Context, key string, data []byte) error {
	if err := records("write", key); err != nil {
		return err
	}
	return s.write(ctx, key, data)
}

// write is Write for the adapters themselves, which keep records.
func (s *StateIO) write(ctx context.Context, key string, data []byte) error {
	if err := s.check("write", key); err != nil {
		return err
	}
	return s.store.write(ctx, key, data)
}

// Remove takes a key away. The error wraps fs.ErrNotExist if it is not there.
func (s *StateIO) Remove(ctx context.Context, key string) error {
	if err := records("remove", key); err != nil {
		return err
	}
	return s.remove(ctx, key)
}

func (s *StateIO) remove(ctx context.Context, key string) error {
	if err := s.check("remove", key); err != nil {
		return err
	}
	return s.store.remove(ctx, key)
}

// errRecords keeps an engine from what says whose its files are.
var errRecords = fmt.Errorf("%w: below %s are the records of what is installed, which install and uninstall alone change", fs.ErrPermission, plan.StateDir)

// records refuses a key among the records, also by a name that a file system takes for theirs.
func records(op, key string) error {
	if plan.InState(key) {
		return &fs.PathError{Op: op, Path: key, Err: errRecords}
	}
	return nil
}

// List returns all keys, sorted.
func (s *StateIO) List(ctx context.Context) ([]string, error) {
	if !s.installed {
		return nil, ErrNotInstalled
	}
	keys, err := s.store.list(ctx)
	slices.Sort(keys)
	return keys, err
}

func (s *StateIO) check(op, key string) error {
	if !fs.ValidPath(key) || key == "." {
		return &fs.PathError{Op: op, Path: key, Err: fs.ErrInvalid}
	}
	if !s.installed {
		return ErrNotInstalled
	}
	return nil
}

func notThere(op, key string) error {
	return &fs.PathError{Op: op, Path: key, Err: fs.ErrNotExist}
}

// sandboxed is a Storage as a store.
type sandboxed struct{ Storage }

func (sandboxed) open() error  { return nil }
func (sandboxed) close() error { return nil }

func (s sandboxed) read(ctx context.Context, key string) (data []byte, err error) {
	err = guard("Backend.Storage.Read", func() (err error) {
		data, err = s.Read(ctx, key)
		return err
	})
	return data, err
}

func (s sandboxed) write(ctx context.Context, key string, data []byte) error {
	return guard("Backend.Storage.Write", func() error { return s.Write(ctx, key, slices.Clone(data)) })
}

func (s sandboxed) remove(ctx context.Context, key string) error {
	return guard("Backend.Storage.Remove", func() error { return s.Remove(ctx, key) })
}

func (s sandboxed) list(ctx context.Context) (keys []string, err error) {
	err = guard("Backend.Storage.List", func() (err error) {
		keys, err = s.List(ctx)
		return err
	})
	return slices.Clone(keys), err
}
