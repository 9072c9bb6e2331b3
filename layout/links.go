package layout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// realDir resolves the links of the longest part of dir that exists; what does not
// exist yet is kept as it is. A link that leads nowhere and a file where a
// directory has to be are errors.
func realDir(env Env, dir string) (string, error) {
	if !env.native() {
		return dir, nil
	}
	var rest []string
	for p := filepath.Clean(dir); ; p = filepath.Dir(p) {
		info, err := os.Lstat(p)
		if errors.Is(err, fs.ErrNotExist) && p != filepath.Dir(p) {
			rest = append([]string{filepath.Base(p)}, rest...)
			continue
		}
		if errors.Is(err, syscall.ENOTDIR) && p != filepath.Dir(p) {
			rest = append([]string{filepath.Base(p)}, rest...)
			continue
		}
		if err != nil {
			return "", err
		}
		return realPart(p, shown(p, plan.Global, env), info, rest)
	}
}

// RealProject is the directory of the project with its links resolved.
func RealProject(env Env) (string, error) { return realDir(env, env.Project) }

// realPart resolves the links of p, which exists, and puts the rest behind it.
func realPart(p, spelled string, info fs.FileInfo, rest []string) (string, error) {
	target, err := filepath.EvalSymlinks(p)
	if errors.Is(err, fs.ErrNotExist) && info.Mode()&fs.ModeSymlink != 0 {
		to, _ := os.Readlink(p)
		return "", &inWayError{plan.FileErrorf(spelled, "it is a link to %s, which does not exist", to), deadHint}
	}
	if err != nil {
		return "", plan.FileErrorf(spelled, "its links cannot be resolved: %w", err)
	}
	if info, err = os.Stat(target); err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", &inWayError{plan.FileErrorf(spelled, "it is a file, and a directory has to be there"), "move it away"}
	}
	return filepath.Join(append([]string{target}, rest...)...), nil
}

// deadHint is what to do about a link that leads nowhere.
const deadHint = "make the directory that it leads to, or remove the link"

// inWayError is about something of the user's where ours has to be.
type inWayError struct {
	error
	hint string
}

// Unwrap returns the error itself.
func (e *inWayError) Unwrap() error { return e.error }

// Hint says what to do about it.
func (e *inWayError) Hint() string { return e.hint }

// allowedLinks finds the links in the mounts whose targets env allows, now or from
// before, and makes a mount of each. Of those that nobody has allowed before, only the
// ones in folders that h writes into are looked for.
func allowedLinks(h descriptors.Host, s plan.Scope, env Env, mounts []plan.Mount) ([]plan.Mount, error) {
	if !env.native() {
		return nil, nil
	}
	allowed, err := allowedTargets(env)
	if err != nil {
		return nil, err
	}
	var linked []plan.Mount
	for _, m := range mounts {
		if m.Only != "" || len(allowed) == 0 || len(m.Names) > 0 {
			continue
		}
		for _, dir := range foldersOf(h, s, m.ID) {
			found, err := linksIn(m, dir, allowed, env)
			if err != nil {
				return nil, err
			}
			linked = append(linked, found...)
		}
	}
	var errs []error
	for _, l := range env.Links {
		holder, ok := find(mounts, l.Mount)
		known := slices.IndexFunc(linked, func(m plan.Mount) bool { return m.Holder == l.Mount && m.Link == l.Path })
		if !ok || known >= 0 && (l.leads(linked[known]) || !l.left()) {
			continue
		}
		m, err := l.again(holder, s, env)
		if err != nil {
			errs = append(errs, err)
		} else if m.ID != "" {
			linked = append(linked, m)
		}
	}
	return linked, errors.Join(errs...)
}

// leads reports whether the link leads to m.
func (l Link) leads(m plan.Mount) bool { return filepath.Join(m.Dir, m.Only) == l.Target }

// left reports whether records of ours are in the directory that the link led to.
func (l Link) left() bool {
	_, err := os.Lstat(filepath.Join(l.Target, plan.StateDir))
	return err == nil
}

// again is the mount behind a link that was allowed before. It has no id if nothing of
// ours is there any more. In a project the ledger may be somebody else's, who
// brought it with the link; then only what lies in the project is allowed again.
func (l Link) again(holder plan.Mount, s plan.Scope, env Env) (plan.Mount, error) {
	at := filepath.Join(holder.Dir, filepath.FromSlash(l.Path))
	now, err := filepath.EvalSymlinks(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plan.Mount{}, err
	}
	if info, err := os.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink == 0 && !l.left() {
		if !info.IsDir() {
			return plan.Mount{}, nil // it was moved back to where the link was
		}
		return linkMount(holder, l.Path, now, env) // with the ledger in it
	}
	if _, err := os.Lstat(l.Target); now == "" && errors.Is(err, fs.ErrNotExist) {
		return plan.Mount{}, nil
	}
	outside := false
	if s == plan.Local {
		project, err := realDir(env, env.Project)
		if err != nil {
			return plan.Mount{}, err
		}
		_, in := below(env.os(), project, now)
		outside = !in
	}
	if now != l.Target || outside {
		return plan.Mount{}, &TargetError{Shown: path.Join(holder.Shown, l.Path), Was: l.Target, Now: now, Left: l.left()}
	}
	return linkMount(holder, l.Path, now, env)
}

func allowedTargets(env Env) ([]string, error) {
	var allowed []string
	for _, p := range env.AllowLinks {
		p = env.expand(p)
		if !filepath.IsAbs(p) {
			return nil, &UsageError{Message: fmt.Sprintf("--allow-link: %q is a relative path", p)}
		}
		target, err := filepath.EvalSymlinks(p)
		if err != nil {
			return nil, &UsageError{Message: fmt.Sprintf("--allow-link: %s does not exist", p)}
		}
		allowed = append(allowed, target)
	}
	return allowed, nil
}

// foldersOf lists the fixed folders below a mount that h's rows write into,
// the mount itself first.
func foldersOf(h descriptors.Host, s plan.Scope, id string) []string {
	folders := []string{"."}
	seen := map[string]bool{".": true}
	for _, row := range h.ArtifactLayout {
		if !row.Scopes.Has(s) || MountID(h, row.Mount) != id {
			continue
		}
		fixed, _, _ := strings.Cut(path.Join(row.DestSubpath, row.File), "{")
		dir := "."
		for _, segment := range strings.Split(path.Dir(fixed+"x"), "/") {
			if dir = path.Join(dir, segment); !seen[dir] {
				seen[dir] = true
				folders = append(folders, dir)
			}
		}
	}
	return folders
}

func linksIn(m plan.Mount, dir string, allowed []string, env Env) ([]plan.Mount, error) {
	entries, err := os.ReadDir(filepath.Join(m.Dir, filepath.FromSlash(dir)))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var linked []plan.Mount
	for _, e := range entries {
		if e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		rel := path.Join(dir, e.Name())
		target, err := filepath.EvalSymlinks(filepath.Join(m.Dir, filepath.FromSlash(rel)))
		if err != nil || !inside(env, allowed, target) {
			continue
		}
		link, err := linkMount(m, rel, target, env)
		if err != nil {
			return nil, err
		}
		linked = append(linked, link)
	}
	return linked, nil
}

func inside(env Env, allowed []string, target string) bool {
	for _, dir := range allowed {
		if _, ok := below(env.os(), dir, target); ok {
			return true
		}
	}
	return false
}

// linkMount is the mount behind the link at rel in m: the target itself, or the
// one file that it is.
func linkMount(m plan.Mount, rel, target string, env Env) (plan.Mount, error) {
	info, err := os.Stat(target)
	if err != nil {
		return plan.Mount{}, err
	}
	link := plan.Mount{ID: m.ID + "/" + rel, Dir: target, Shown: path.Join(m.Shown, rel), Shared: m.Shared, Holder: m.ID, Link: rel}
	link.Store = link.ID
	if !info.IsDir() {
		link.Dir, link.Only = filepath.Split(target)
		link.Dir = filepath.Clean(link.Dir)
		link.Store = m.ID
	}
	link.Lock = lockDir(link, m.Lock, env)
	return link, nil
}
