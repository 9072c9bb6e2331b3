package pack

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// LoadAt is Load, and takes "git:REV" too: the pack that the folder opt.Dir is at a revision of its
// repository. For that it runs the user's own git, and what that leaves out of archives is not
// there: https://git-scm.com/docs/git-archive.
func LoadAt(ctx context.Context, src string, opt LoadOptions) (*Pack, error) {
	if strings.HasPrefix(src, gitPrefix) {
		return loadGit(ctx, src, opt)
	}
	return Load(ctx, src, opt)
}

const gitPrefix = "git:"

func loadGit(ctx context.Context, src string, opt LoadOptions) (*Pack, error) {
	tar, err := gitArchive(ctx, strings.TrimPrefix(src, gitPrefix), opt)
	var e *SourceError
	switch {
	case errors.As(err, &e):
		e.Source = src
		return nil, e
	case err != nil:
		return nil, &SourceError{Source: src, Err: err}
	}
	files, err := untar(bytes.NewReader(tar))
	if err != nil {
		return nil, &SourceError{Source: src, Err: err}
	}
	p, err := read(files, src, filepath.Base(opt.Dir))
	if p != nil && !opt.Keep {
		p.files = nil
	}
	return p, err
}

// gitArchive returns the folder as a tar.
func gitArchive(ctx context.Context, rev string, opt LoadOptions) ([]byte, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, &SourceError{Word: true, Err: errors.New("want git:REV, a revision of the current repository")}
	}
	getenv := opt.Getenv
	if getenv == nil {
		getenv = os.Getenv
	}
	git, ok := lookPath("git", getenv("PATH"))
	if !ok {
		return nil, &SourceError{Err: errors.New("git is not on the PATH"), Advice: "install git, or give a directory or .tgz"}
	}
	run := func(args ...string) ([]byte, error) { return runGit(ctx, git, opt.Dir, args...) }
	if _, err := run("rev-parse", "--git-dir"); err != nil {
		return nil, &SourceError{Err: err, Advice: "go to the pack's folder in its repository"}
	}
	commit, err := run("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &SourceError{
			Err:    errors.New("the repository has no such revision"),
			Advice: "fetch it first (a shallow clone has the newest commits only: git fetch --unshallow)",
		}
	}
	tar, err := run("archive", "--format=tar", strings.TrimSpace(string(commit)))
	if err != nil {
		return nil, &SourceError{Err: err, Advice: "the current folder has to be in the revision"}
	}
	return tar, nil
}

// runGit runs git in a folder; its error is what git says.
func runGit(ctx context.Context, git, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, git, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch said := strings.TrimSpace(stderr.String()); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && said != "":
		return nil, errors.New(strings.TrimPrefix(said, "fatal: "))
	}
	return out, err
}
