package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"github.com/gsd-install/gsd-install/plan"
)

// How long a lock is waited for: before Lock says so, between two tries, and at most.
const (
	lockQuiet = 200 * time.Millisecond
	lockRetry = 50 * time.Millisecond
	lockLimit = 5 * time.Minute
)

// lockBrief is how long a run waits that holds other locks already, so that no two of them
// wait for each other.
var lockBrief = 3 * time.Second

// Locked are held locks. The system drops them with the process, so that none
// is ever stale.
type Locked struct{ locks []*flock.Flock }

// Lock locks the directories that the mounts name, each once, in path order. If
// another run has one of them, waiting is called once with its path (it may be nil)
// and Lock waits until ctx ends, at most five minutes.
func Lock(ctx context.Context, mounts []plan.Mount, waiting func(dir string)) (*Locked, error) {
	dirs, err := lockDirs(mounts)
	if err != nil {
		return nil, err
	}
	return take(ctx, dirs, (*flock.Flock).TryLockContext, waiting)
}

// LockShared is Lock for a run that only reads: it waits for those that write, keeps them
// away, and lets other readers in. A directory that cannot be locked is left out, since
// what may be read need not be open to locks.
func LockShared(ctx context.Context, mounts []plan.Mount, waiting func(dir string)) (*Locked, error) {
	lenient := func(l *flock.Flock, ctx context.Context, delay time.Duration) (bool, error) {
		ok, err := l.TryRLockContext(ctx, delay)
		return ok || err != nil && ctx.Err() == nil, ctx.Err()
	}
	dirs, _ := lockDirs(mounts)
	return take(ctx, dirs, lenient, waiting)
}

// trying tries to lock until it can or ctx ends, and waits for delay between tries.
type trying func(l *flock.Flock, ctx context.Context, delay time.Duration) (bool, error)

// take locks directories in this order, or none of them.
func take(ctx context.Context, dirs []string, try trying, waiting func(string)) (*Locked, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, lockLimit, fmt.Errorf("another gsd-install is at work there for more than %v", lockLimit))
	defer cancel()
	held := &Locked{}
	for _, dir := range dirs {
		l := flock.New(lockName(dir), flock.SetFlag(lockFlag))
		if err := wait(ctx, l, dir, try, waiting); err != nil {
			held.Unlock()
			return nil, plan.FileErrorf(dir, "it cannot be locked: %w", err)
		}
		held.locks = append(held.locks, l)
	}
	return held, nil
}

func wait(ctx context.Context, l *flock.Flock, dir string, try trying, waiting func(string)) error {
	quiet, cancel := context.WithTimeout(ctx, lockQuiet)
	defer cancel()
	ok, err := try(l, quiet, lockRetry)
	if ok || err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if waiting != nil {
		waiting(dir)
	}
	if _, err = try(l, ctx, lockRetry); ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// lockDirs lists the directories that can be locked, each real one once, in path order; the
// error is about the first mount that has another.
func lockDirs(mounts []plan.Mount) (dirs []string, refused error) {
	var infos []os.FileInfo
	for _, m := range mounts {
		if slices.Contains(dirs, m.Lock) {
			continue
		}
		info, err := os.Stat(m.Lock)
		if err == nil && !info.IsDir() {
			err = plan.FileErrorf(m.Lock, "not a directory")
		}
		if err != nil {
			if refused == nil {
				refused = refuseAll(m.Dir, err)
			}
			continue
		}
		if !slices.ContainsFunc(infos, func(have os.FileInfo) bool { return os.SameFile(have, info) }) {
			dirs, infos = append(dirs, m.Lock), append(infos, info)
		}
	}
	slices.Sort(dirs)
	return dirs, refused
}

// Unlock gives the locks back. It may be called twice.
func (l *Locked) Unlock() error {
	var errs []error
	for _, lock := range slices.Backward(l.locks) {
		errs = append(errs, lock.Unlock())
	}
	l.locks = nil
	return errors.Join(errs...)
}
