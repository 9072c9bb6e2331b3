// Package layout resolves where a host's files are and decides which item of a
// pack becomes which path there, in which dialect. Environment, home
// directories and links are behind it: what comes out are real directories and
// paths below them.
package layout

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Env is the machine as a run sees it. Home, Project, ConfigDir and AllowLinks are
// absolute OS paths; what Getenv gives is looked at before it is believed.
type Env struct {
	// Home is the home directory, Project the project of local scope.
	Home, Project string
	// ConfigDir stands in for the host's own home variable; empty if not given.
	ConfigDir string
	// Getenv reads the environment; nil means that it does not count.
	Getenv func(string) string
	// LookPath finds a program; nil means that none is there.
	LookPath func(string) (string, error)
	// AllowLinks are the targets that a link inside a mount may lead to.
	AllowLinks []string
	// Links are the links that were allowed before, as ledgers remember them. They are
	// allowed again as long as they lead to the same target.
	Links []Link
	// OS is the system whose path rules hold, as in runtime.GOOS; empty is this one.
	OS string
	// Away reports that Home and Project stand for those of another machine that has nothing
	// yet: what is at these paths here does not count.
	Away bool
}

// UsageError is a fault in what the user asked for: an exit status of 2, and
// nothing has been written.
type UsageError struct {
	// Message says what and why.
	Message string
	// Hint says what to do instead; may be empty.
	Hint string
}

// Error returns the message.
func (e *UsageError) Error() string { return e.Message }

// Link is a link inside a mount that was allowed to lead out of it.
type Link struct {
	// Mount is the id of the mount that holds it, Path its path below that.
	Mount, Path string
	// Target is the absolute OS path that it led to.
	Target string
}

// TargetError is the refusal of a link that was allowed and does not lead to the same
// target any more, or may not do so unasked.
type TargetError struct {
	// Shown is the link as people spell it.
	Shown string
	// Was is where it was allowed to lead, Now where it leads; empty for nowhere.
	Was, Now string
	// Left reports that records of ours are still at Was, so that nothing but the old
	// link leads to them.
	Left bool
}

// Error says what the link was and is.
func (e *TargetError) Error() string {
	switch e.Now {
	case e.Was:
		return fmt.Sprintf("%s: it is a link to %s, outside the project, where files of ours are", e.Shown, e.Was)
	case "":
		return fmt.Sprintf("%s: it was a link to %s, where files of ours are, and is gone", e.Shown, e.Was)
	}
	return fmt.Sprintf("%s: it was a link to %s, where files of ours are, and leads to %s now", e.Shown, e.Was, e.Now)
}

// Hint says how to go on.
func (e *TargetError) Hint() string {
	if e.Now == "" || e.Left && e.Now != e.Was {
		return "put the link back, and uninstall before you change it"
	}
	return "if that is meant, allow it with --allow-link " + e.Now
}

// LinkError is the refusal of a folder in a project whose links lead out of it.
type LinkError struct {
	// Shown is the folder as people spell it, Dir the real directory.
	Shown, Dir string
	// Shut reports that it is of a host that was added, and nothing can allow it.
	Shut bool
}

// Error says which folder leads where.
func (e *LinkError) Error() string {
	return fmt.Sprintf("%s: links lead from it to %s, outside the project", e.Shown, e.Dir)
}

// Hint says how to allow it.
func (e *LinkError) Hint() string {
	if e.Shut {
		return plan.ShutHint
	}
	return "if that is meant, allow it with --allow-link " + e.Dir
}

// root is the directory that a scope's folders are below.
func (e Env) root(s plan.Scope) string {
	if s == plan.Local {
		return e.Project
	}
	return e.Home
}

func (e Env) os() string {
	if e.OS == "" {
		return runtime.GOOS
	}
	return e.OS
}

// native reports whether paths can be looked up on this machine's disk.
func (e Env) native() bool { return !e.Away && e.os() == runtime.GOOS }

// getenv returns a variable without the blanks around it; a blank one is unset.
func (e Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return strings.TrimSpace(e.Getenv(name))
}

// expand replaces a leading "~" or "~/" by the home directory.
func (e Env) expand(p string) string {
	if p == "~" {
		return e.Home
	}
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		return e.join(e.Home, rest)
	}
	if rest, ok := strings.CutPrefix(p, `~\`); ok && e.os() == "windows" {
		return e.join(e.Home, slash(e.os(), rest))
	}
	return p
}

// join puts a slash-separated path below an OS directory.
func (e Env) join(dir, rel string) string {
	if rel == "" || rel == "." {
		return dir
	}
	if e.native() {
		return filepath.Join(dir, filepath.FromSlash(rel))
	}
	if e.os() == "windows" {
		return strings.TrimRight(dir, `\/`) + `\` + strings.ReplaceAll(rel, "/", `\`)
	}
	return strings.TrimRight(dir, "/") + "/" + rel
}

// isAbs reports whether p is absolute by the rules of the named system.
func isAbs(goos, p string) bool {
	if goos != "windows" {
		return strings.HasPrefix(p, "/")
	}
	p = slash(goos, p)
	drive := len(p) >= 3 && p[1] == ':' && p[2] == '/' && isLetter(p[0])
	return drive || strings.HasPrefix(p, "//")
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// slash spells an OS path with slashes.
func slash(goos, p string) string {
	if goos == "windows" {
		return strings.ReplaceAll(p, `\`, "/")
	}
	return p
}

// below returns the path of p under dir, with slashes, and whether it is
// there; "." is dir itself. Windows compares without regard to case.
func below(goos, dir, p string) (string, bool) {
	dir, p = strings.TrimRight(slash(goos, dir), "/"), slash(goos, p)
	if equalPath(goos, dir, strings.TrimRight(p, "/")) {
		return ".", true
	}
	if len(p) <= len(dir)+1 || !equalPath(goos, dir, p[:len(dir)]) || p[len(dir)] != '/' {
		return "", false
	}
	return p[len(dir)+1:], true
}

func equalPath(goos, a, b string) bool {
	if goos == "windows" {
		return strings.EqualFold(a, b)
	}
	return a == b
}
