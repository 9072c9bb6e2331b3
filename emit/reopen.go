package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// reopen opens a site of a journal that was found, nil if it is gone. A directory
// has to point back to the journal, and a single file to be of this run or
// directly in what it has locked: a journal that somebody else has put there reaches
// no further than whoever put it.
func reopen(j journal, i int, s site, mounts []plan.Mount) (*confine.Root, error) {
	if s.Only != "" {
		mine := slices.ContainsFunc(mounts, func(m plan.Mount) bool {
			return sameDir(m.Lock, s.Dir) || m.Only == s.Only && sameDir(m.Dir, s.Dir)
		})
		if !mine {
			return nil, fmt.Errorf("%s in it is not of this run", s.Only)
		}
	}
	names, err := namesOf(s, mounts)
	if err != nil {
		return nil, err
	}
	root, err := openMount(plan.Mount{Dir: s.Dir, Only: s.Only, Names: names})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || s.Only != "" {
		return root, err
	}
	b, _, err := root.ReadFile(pointerPath)
	if errors.Is(err, fs.ErrNotExist) {
		// The directory was removed and made anew, or its state folder was.
		root.Close()
		if i == 0 {
			return nil, fmt.Errorf("there is a journal and no pointer")
		}
		return nil, nil
	}
	var p pointer
	if err == nil {
		p, err = decodePointer(b)
	}
	if err == nil && p.Run != j.Run {
		err = fmt.Errorf("its pointer is another run's")
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// namesOf are the names that may be opened in a site; none is all of them. A directory that
// the run has locked holds much that is not ours, so that a mount has to say it.
func namesOf(s site, mounts []plan.Mount) ([]string, error) {
	locked := false
	for _, m := range mounts {
		if sameDir(m.Dir, s.Dir) && m.Only == s.Only {
			return m.Names, nil
		}
		locked = locked || sameDir(m.Lock, s.Dir)
	}
	if locked && s.Only == "" {
		return nil, errors.New("it is not of this run")
	}
	return nil, nil
}
