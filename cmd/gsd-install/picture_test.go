package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// picture is a listing of a tree, one entry a line: path, mode, link, time and sum.
// Times of directories are left out: a file that comes and goes changes them.
func picture(check func(error), dir string) string {
	var b strings.Builder
	check(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %v", rel, info.Mode())
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " -> %s", link)
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %s %x", info.ModTime().UTC().Format("15:04:05.000000000"), sha256.Sum256(data))
		}
		fmt.Fprintln(&b)
		return nil
	}))
	return b.String()
}
