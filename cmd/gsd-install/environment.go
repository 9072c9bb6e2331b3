package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/layout"
)

// environment is what layout needs to know of this machine. Directories come out
// absolute; a stand-in for the home hides the hosts' environment variables.
func (a *app) environment() (layout.Env, error) {
	env := layout.Env{
		Getenv:   a.getenv,
		LookPath: a.lookPath,
		OS:       a.opt.os,
	}
	home, err := a.home()
	if err != nil {
		return env, err
	}
	env.Home = home
	if a.opt.home != "" {
		env.Getenv = func(string) string { return "" }
	}
	if env.Project, err = a.project(); err != nil {
		return env, err
	}
	if a.opt.configDir != "" {
		if env.ConfigDir, err = absolute(a.opt.configDir); err != nil {
			return env, err
		}
	}
	for _, link := range a.opt.allowLinks {
		link, err := absolute(link)
		if err != nil {
			return env, err
		}
		env.AllowLinks = append(env.AllowLinks, link)
	}
	for _, dir := range []string{env.Home, env.Project, env.ConfigDir} {
		if !utf8.ValidString(dir) {
			return env, fmt.Errorf("%q: the path is not UTF-8, and hosts' own files could not name it", dir)
		}
	}
	return env, nil
}

// home is the home directory of the run, absolute and there.
func (a *app) home() (string, error) {
	if a.opt.home != "" {
		return directory("--home", a.opt.home)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", &hinted{err, "name the home directory with --home"}
	}
	switch info, err := os.Stat(home); {
	case err != nil:
		return "", &hinted{err, "name the home directory with --home"}
	case !info.IsDir():
		return "", &hinted{fmt.Errorf("%s: the home is not a directory", home), "name the home directory with --home"}
	}
	return filepath.Abs(home)
}

// project is the project directory of a local run, absolute and there.
func (a *app) project() (string, error) {
	if !a.opt.local {
		return "", nil
	}
	dir := a.opt.project
	if dir == "" {
		dir = "."
	}
	return directory("--project", dir)
}

// lostDirectory is for the current directory, which cannot be found.
func lostDirectory(err error) error {
	return &hinted{fmt.Errorf("the current directory: %w", err), "change to a directory that is there"}
}

// directory makes dir absolute and checks that it is one.
func directory(flag, dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", lostDirectory(err)
	}
	switch info, err := os.Stat(abs); {
	case errors.Is(err, os.ErrNotExist):
		return "", usagef("%s: %s: no such directory", flag, dir)
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", usagef("%s: %s: not a directory", flag, dir)
	}
	return abs, nil
}

// absolute makes a path of the command line absolute, unless it begins with a
// tilde that the shell has left: layout knows the home.
func absolute(path string) (string, error) {
	if path == "~" || strings.HasPrefix(path, "~/") {
		return path, nil
	}
	return filepath.Abs(path)
}

// same reports whether two paths lead to one directory.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// exists reports whether there is something at a path, be it a link that leads nowhere.
func exists(p string) bool {
	_, err := os.Lstat(p)
	return err == nil
}
