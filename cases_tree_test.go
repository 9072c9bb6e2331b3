package gsdinstall_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// picture is what lies in the home and the project: by path below the sandbox the
// mode and the sum of a file, the target of a link.
type picture map[string]string

// tree takes a picture of the home and the project.
func (c *caseRun) tree() picture {
	c.Helper()
	t := picture{}
	c.walk(func(rel string, info fs.FileInfo, content string) { t[rel] = info.Mode().String() + " " + content })
	return t
}

// stamps is a picture with the times of files, which a run that changes nothing
// leaves alone.
func (c *caseRun) stamps() picture {
	c.Helper()
	t := picture{}
	c.walk(func(rel string, info fs.FileInfo, content string) {
		t[rel] = info.Mode().String() + " " + content
		if !info.IsDir() {
			t[rel] += info.ModTime().UTC().Format(" 15:04:05.000000000")
		}
	})
	return t
}

func (c *caseRun) walk(see func(rel string, info fs.FileInfo, content string)) {
	c.Helper()
	for _, dir := range []string{c.home, c.proj} {
		must(c, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			content := ""
			switch {
			case info.Mode().IsRegular():
				var data []byte
				data, err = os.ReadFile(path)
				content = fmt.Sprintf("%x", sha256.Sum256(data))
			case info.Mode()&fs.ModeSymlink != 0:
				content, err = os.Readlink(path)
			}
			rel, _ := filepath.Rel(c.root, path)
			see(rel, info, content)
			return err
		}))
	}
}

// same checks that the home and the project are as they were.
func (c *caseRun) same(want picture, after string) {
	c.Helper()
	if diff := cmp.Diff(want, c.tree()); diff != "" {
		c.Errorf("after %s (-before +after):\n%s", after, diff)
	}
}

func (c *caseRun) sameStamps(want picture, after string) {
	c.Helper()
	if diff := cmp.Diff(want, c.stamps()); diff != "" {
		c.Errorf("after %s (-before +after):\n%s", after, diff)
	}
}

// added are the files of t that before has not, without the program's own records.
func (t picture) added(before picture) []string {
	var paths []string
	for _, p := range slices.Sorted(maps.Keys(t)) {
		if _, had := before[p]; !had && !strings.HasPrefix(t[p], "d") && !strings.Contains(p, "/.gsd-install/") {
			paths = append(paths, p)
		}
	}
	return paths
}

// files are the paths of regular files and links below a directory.
func (c *caseRun) files(dir string) []string {
	c.Helper()
	var paths []string
	root := c.path(dir)
	if _, err := os.Lstat(root); err != nil {
		return nil
	}
	must(c, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(root, path)
			paths = append(paths, rel)
		}
		return err
	}))
	return paths
}

// find returns the files of the home and the project whose text holds words.
func (c *caseRun) find(words string) []string {
	c.Helper()
	var found []string
	for _, dir := range []string{"${HOME}", "${PROJ}"} {
		for _, f := range c.files(dir) {
			data, err := os.ReadFile(filepath.Join(c.path(dir), f))
			if err == nil && strings.Contains(string(data), words) {
				found = append(found, dir+"/"+f)
			}
		}
	}
	return found
}
