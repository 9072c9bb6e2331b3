package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// plainly is the text of an error in which the system's own errors name no calls, and no
// path stands twice. Paths in the home begin with a tilde.
func plainly(err error, home string) string {
	line := err.Error()
	var at *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case errors.As(err, &at) && !filepath.IsAbs(at.Path) && line != at.Error():
		line = strings.Replace(line, at.Error(), at.Err.Error(), 1) // what it is about stands before it
	case errors.As(err, &at):
		path := tilde(at.Path, home) + ": "
		line = strings.Replace(line, at.Error(), path+at.Err.Error(), 1)
		line = strings.Replace(line, path+path, path, 1)
	case errors.As(err, &link):
		line = strings.Replace(line, link.Error(), tilde(link.New, home)+": "+link.Err.Error(), 1)
	case errors.As(err, &call):
		line = strings.Replace(line, call.Error(), call.Err.Error(), 1)
	}
	return strings.Replace(line, "EvalSymlinks: ", "", 1)
}

// tilde spells a path in the home as people do.
func tilde(path, home string) string {
	rel, err := filepath.Rel(home, path)
	if home == "" || err != nil || !filepath.IsLocal(rel) || rel == "." {
		return path
	}
	return "~/" + filepath.ToSlash(rel)
}

// permissionHint is what to do about files that may not be used.
const permissionHint = "let your user read and write there, then run again"

// together makes one error of all those that have one cause: a path that may not be
// used.
func together(errs []error) []error {
	var kept []error
	first, below := map[string]int{}, map[string]int{}
	for _, err := range errs {
		path, cause := denied(err)
		if cause == "" {
			kept = append(kept, err)
			continue
		}
		i, seen := first[cause]
		if !seen {
			i, first[cause] = len(kept), len(kept)
			kept = append(kept, err)
		}
		if path != cause {
			below[cause]++
		}
		if n := below[cause]; seen && n > 1 {
			kept[i] = &fs.PathError{Op: "open", Path: cause, Err: fmt.Errorf("%w, for %d paths in it", fs.ErrPermission, n)}
		}
	}
	return kept
}

// denied is the path that an error says may not be used, and the deepest one above it
// that can be seen; both are empty if it says something else.
func denied(err error) (path, cause string) {
	var at *fs.PathError
	if !errors.As(err, &at) || !errors.Is(at.Err, fs.ErrPermission) || !filepath.IsAbs(at.Path) {
		return "", ""
	}
	cause = at.Path
	for {
		if _, err := os.Lstat(cause); err == nil || cause == filepath.Dir(cause) {
			return at.Path, cause
		}
		cause = filepath.Dir(cause)
	}
}
