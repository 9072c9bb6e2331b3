package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/pack/builtin"
)

// BuiltinSource is the source that names the pack in the program.
const BuiltinSource = "builtin"

// NpmPrefix begins a source that is a package of npm.
const NpmPrefix = "npm:"

// LoadOptions are the surroundings that a source is read in.
type LoadOptions struct {
	// Home is what "~" means, Dir what relative paths are relative to; both are
	// absolute OS paths.
	Home, Dir string
	// Npm fetches a package spec and returns the path of its .tgz, which stays
	// the caller's; nil runs the user's own npm.
	Npm func(ctx context.Context, spec string) (tgz string, err error)
	// Cache is a directory that keeps what npm gave; empty keeps nothing. Integrity is
	// the one that the pack had when it was recorded: a kept archive of an exact version
	// is used if it has that, and npm is not asked.
	Cache, Integrity string
	// Keep keeps the files of the pack in memory, for Text.
	Keep bool
	// Later has files of a directory that are copied as they are only summed: their bytes are
	// read again when they are asked for, which saves what has not changed the memory.
	Later bool
	// Getenv reads the environment, whose PATH says where npm is; nil is os.Getenv.
	Getenv func(string) string
}

// errUnfetched is what NoNpm says.
var errUnfetched = errors.New("it is not fetched again")

// NoNpm is a LoadOptions.Npm that fetches nothing, for whoever makes do without a pack that is not
// at hand.
func NoNpm(context.Context, string) (tgz string, err error) { return "", errUnfetched }

// RelativeSource is the source of a folder or an archive as it is named from a directory; any other
// source as it is. Load with that Dir finds the same.
func RelativeSource(dir, source string) string {
	rel, err := filepath.Rel(dir, source)
	if !filepath.IsAbs(source) || err != nil {
		return source
	}
	rel = filepath.ToSlash(rel)
	if rel == BuiltinSource || strings.HasPrefix(rel, NpmPrefix) || strings.HasPrefix(rel, "~") {
		return "./" + rel // it is no word
	}
	return rel
}

// Load reads a pack as --pack names it: "builtin"; a directory; a .tgz or .tar.gz;
// "npm:NAME[@VERSION]". A source that gives no files is a *SourceError, a pack
// that is not in order an *Error. Source is recorded absolute, an npm version exact.
func Load(ctx context.Context, src string, opt LoadOptions) (*Pack, error) {
	p, err := load(ctx, src, opt)
	if p != nil && !opt.Keep {
		p.files = nil
	}
	return p, err
}

// sourceForms are the ways to give a pack.
const sourceForms = "give builtin, a directory, a .tgz, or npm:NAME[@VERSION]"

func load(ctx context.Context, src string, opt LoadOptions) (*Pack, error) {
	switch {
	case src == BuiltinSource || src == "":
		return Read(builtin.FS(), BuiltinSource)
	case strings.HasPrefix(src, NpmPrefix):
		return loadNpm(ctx, strings.TrimPrefix(src, NpmPrefix), opt)
	}
	p := src
	if rest, ok := strings.CutPrefix(filepath.ToSlash(src), "~/"); ok || src == "~" {
		p = filepath.Join(opt.Home, filepath.FromSlash(strings.TrimPrefix(rest, "~")))
	} else if !filepath.IsAbs(src) {
		p = filepath.Join(opt.Dir, src)
	}
	info, err := os.Stat(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &SourceError{
			Source: src, Word: !strings.ContainsAny(src, `/\.~`), Err: errors.New("there is no such directory or file"),
			Advice: sourceForms,
		}
	case err != nil:
		return nil, &SourceError{Source: src, Err: err}
	case info.IsDir():
		dir := filepath.Clean(p)
		return readTree(&tree{fsys: openDisk(dir), later: opt.Later && !opt.Keep}, dir, filepath.Base(dir))
	case info.Mode().IsRegular() && (strings.HasSuffix(p, ".tgz") || strings.HasSuffix(p, ".tar.gz")):
		return loadArchive(src, filepath.Clean(p))
	}
	return nil, &SourceError{
		Source: src, Err: errors.New("neither a directory nor a .tgz"),
		Advice: sourceForms,
	}
}

// loadArchive reads a .tgz into memory.
func loadArchive(src, p string) (*Pack, error) {
	data, err := os.ReadFile(p)
	if err != nil {
		return nil, &SourceError{Source: src, Err: err}
	}
	return readArchive(src, p, data)
}

// readArchive reads the bytes of a .tgz. A pack without a name in it is named after its
// package.json, its top folder or the archive, in this order.
func readArchive(src, recorded string, data []byte) (*Pack, error) {
	fsys, top, err := unpack(bytes.NewReader(data))
	if err != nil {
		return nil, &SourceError{Source: src, Err: err}
	}
	fallback := top
	if pkg, _ := readPackage(newTree(fsys), &report{}); pkg.Name != "" {
		fallback = unscoped(pkg.Name)
	}
	if fallback == "" || fallback == "package" {
		fallback = strings.TrimSuffix(strings.TrimSuffix(filepath.Base(recorded), ".tgz"), ".tar.gz")
	}
	return read(fsys, recorded, fallback)
}

// loadNpm fetches a package and reads it.
func loadNpm(ctx context.Context, spec string, opt LoadOptions) (*Pack, error) {
	src := NpmPrefix + spec
	name, err := packageName(spec)
	if err != nil {
		return nil, &SourceError{Source: strings.TrimSuffix(src, ":"), Word: true, Err: err, Advice: sourceForms}
	}
	if p := kept(src, name, opt); p != nil {
		return p, nil
	}
	var data []byte
	if opt.Npm == nil {
		getenv := opt.Getenv
		if getenv == nil {
			getenv = os.Getenv
		}
		data, err = npmPack(ctx, spec, getenv("PATH"))
	} else if tgz, fetchErr := opt.Npm(ctx, spec); fetchErr != nil {
		err = fetchErr
	} else {
		data, err = os.ReadFile(tgz)
	}
	var e *SourceError
	switch {
	case errors.As(err, &e):
		return nil, err
	case err != nil:
		return nil, &SourceError{Source: src, Err: err}
	}
	p, err := exact(src, name, data)
	if err == nil {
		keep(p.Source, data, opt.Cache)
	}
	return p, err
}

// exact reads a package's archive and records the version that it has.
func exact(src, name string, data []byte) (*Pack, error) {
	fsys, _, err := unpack(bytes.NewReader(data))
	if err != nil {
		return nil, &SourceError{Source: src, Err: err}
	}
	pkg, ok := readPackage(newTree(fsys), &report{})
	if !ok || pkg.Name != name || pkg.Version == "" {
		return nil, &SourceError{Source: src, Err: fmt.Errorf("the archive that npm gave is %s@%s, not %s", pkg.Name, pkg.Version, name)}
	}
	return read(fsys, NpmPrefix+name+"@"+pkg.Version, unscoped(name))
}
