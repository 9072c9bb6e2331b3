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
	case errors.As(err, &at):
		path := tilde(at.Path, home) + ": "
		line = strings.Replace(line, at.Error(), path+at.Err.Error(), 1)
		line = strings.Replace(line, path+path, path, 1)
	case errors.As(err, &link):
		line = strings.Replace(line, link.Error(), tilde(link.New, home)+": "+link.Err.Error(), 1)
	case errors.As(err, &call):
		line = strings.Replace(line, call.Error(), call.Err.Error(), 1)
	}
	return line
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

// together makes one error of all those that have one cause: a folder that may not be
// used.
func together(errs []error) []error {
	var kept []error
	first, count := map[string]int{}, map[string]int{}
	for _, err := range errs {
		dir := deniedBy(err)
		if dir == "" || count[dir] == 0 {
			first[dir] = len(kept)
			kept = append(kept, err)
		} else {
			kept[first[dir]] = &fs.PathError{Op: "open", Path: dir, Err: fmt.Errorf("%w, for %d paths in it", fs.ErrPermission, count[dir]+1)}
		}
		count[dir]++
	}
	return kept
}

// deniedBy is the deepest folder that can be seen above a path that may not be used;
// empty if that is not what the error says.
func deniedBy(err error) string {
	var at *fs.PathError
	if !errors.As(err, &at) || !errors.Is(at.Err, fs.ErrPermission) {
		return ""
	}
	dir := filepath.Dir(at.Path)
	for {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}
