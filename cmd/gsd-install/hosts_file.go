package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors/capability"
	"github.com/gsd-install/gsd-install/plan"
)

var sumForm = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

// check finds values that cannot be.
func (w adding) check() error {
	if w.sum != "" && !sumForm.MatchString(w.sum) {
		return &usageError{message: fmt.Sprintf("--sha256: %q is no sum", w.sum), hint: "it has 64 digits, as sha256sum prints them"}
	}
	return nil
}

// mostBytes is how large a descriptor may be.
const mostBytes = 256 << 10

// entry reads the file that is to be added.
func (w adding) entry() (added.Entry, error) {
	name, err := w.file()
	if err != nil {
		return added.Entry{}, err
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return added.Entry{}, err
	case !info.Mode().IsRegular():
		return added.Entry{}, plan.FileErrorf(name, "it is no file")
	case info.Size() > mostBytes:
		return added.Entry{}, plan.FileErrorf(name, "it has %d bytes; a descriptor has at most %d", info.Size(), mostBytes)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return added.Entry{}, err
	}
	from, err := filepath.Abs(name)
	if err != nil {
		return added.Entry{}, lostDirectory(err)
	}
	return added.Entry{From: from, File: filepath.Base(name), Sum: plan.SumOf(data), Text: string(data), SetID: w.id, HomeName: w.homeName}, nil
}

// shown is the file as people have named it.
func (w adding) shown(e added.Entry) string {
	if filepath.Base(w.arg) == e.File {
		return oneLine(w.arg)
	}
	return oneLine(filepath.Join(w.arg, e.File))
}

// file is the descriptor that the argument names: itself, or the one in it.
func (w adding) file() (string, error) {
	info, err := os.Stat(w.arg)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		if ext := filepath.Ext(w.arg); ext != ".toml" && ext != ".json" {
			return "", plan.FileErrorf(w.arg, "it is neither a descriptor, NAME.toml, nor a %s", capability.File)
		}
		return w.arg, nil
	}
	found, err := filepath.Glob(filepath.Join(escapeGlob(w.arg), "*.toml"))
	if err != nil {
		return "", err
	}
	if one := filepath.Join(w.arg, capability.File); exists(one) {
		found = append(found, one)
	}
	if len(found) == 0 {
		return "", plan.FileErrorf(w.arg, "it has no descriptor, NAME.toml, and no %s", capability.File)
	}
	if len(found) > 1 {
		return "", plan.FileErrorf(w.arg, "it has %s; name the file", counted(len(found), "descriptor"))
	}
	return found[0], nil
}

// escapeGlob is a path as a pattern of itself.
func escapeGlob(p string) string {
	return regexp.MustCompile(`[\\*?\[]`).ReplaceAllString(p, `\$0`)
}
