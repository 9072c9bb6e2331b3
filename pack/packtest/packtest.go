// Package packtest gets real packs for tests. They are other people's work and
// are never part of this repository.
package packtest

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// GSDCoreVersion is the version that GSDCore unpacks, GSDCoreSpec its npm spec.
const (
	GSDCoreVersion = "1.14.0"
	GSDCoreSpec    = gsdCore + "@" + GSDCoreVersion

	gsdCore = "@opengsd/gsd-core"
)

// integrity are the sums of the archives in the registry, by version.
var integrity = map[string]string{
	"1.6.1":  "0SyHK3qGoIFgN3zzASW3Pap1EvGn1PmViHepG0WPO6ePV/huSuL1uF8QzeApaUWCNkmCL1YwH/nCrRUjcgsMWg==",
	"1.8.0":  "xgz8Er1/uAaWvIkTXBuNNbVO3d113H9dJUysHSz9yP9wCf57AEs7dLgWdaatPeLVDYTbtJEugkxSUBIscEsCrg==",
	"1.11.0": "z1RLWsQshYViJIk94SB0x9/AYPykj5LIuLxwjS0s+WgaCBgVtTknCsVR3x4itrBeqmiUEvGiN6cO/bOay0zOiQ==",
	"1.14.0": "e05sV2c8KlcQ2hoJ4U3U1OBjqswQOon4C29Cs75fEAr+tq7qJ/XyFYrN/nwblREWUkPUUoxmVzLVj4Im2KjQxQ==",
}

// GSDCore returns the directory that @opengsd/gsd-core is unpacked in, which the test must
// not change. It is fetched with npm once and then kept in the user's cache directory. If it
// cannot be had the test is skipped, or fails where GSD_REQUIRE_CLIENTS is 1.
func GSDCore(t testing.TB) string {
	t.Helper()
	return GSDCoreAt(t, GSDCoreVersion)
}

// GSDCoreAt is GSDCore for another version, one of those whose sum is known here.
func GSDCoreAt(t testing.TB, version string) string {
	t.Helper()
	return filepath.Join(cached(t, version), "package")
}

// GSDCoreTgz returns the archive that GSDCore unpacks.
func GSDCoreTgz(t testing.TB) string {
	t.Helper()
	return filepath.Join(cached(t, GSDCoreVersion), tgz(GSDCoreVersion))
}

func tgz(version string) string { return "opengsd-gsd-core-" + version + ".tgz" }

var (
	fetching sync.Mutex
	fetched  = map[string]func() (string, error){}
)

func cached(t testing.TB, version string) string {
	t.Helper()
	fetching.Lock()
	fetch := fetched[version]
	if fetch == nil {
		fetch = sync.OnceValues(func() (string, error) { return fetchOnce(version) })
		fetched[version] = fetch
	}
	fetching.Unlock()
	dir, err := fetch()
	switch {
	case err == nil:
	case os.Getenv("GSD_REQUIRE_CLIENTS") == "1":
		t.Fatalf("%s@%s: %v", gsdCore, version, err)
	default:
		t.Skipf("needs %s@%s from npm: %v", gsdCore, version, err)
	}
	return dir
}

// fetchOnce returns the folder in the cache that has the archive and its files.
func fetchOnce(version string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	parent := filepath.Join(cache, "gsd-install-test")
	dir := filepath.Join(parent, "gsd-core-"+version)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(parent, "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := unpack(tmp, version); err != nil {
		return "", err
	}
	// Another test binary may have been faster; its folder is the same.
	if err := os.Rename(tmp, dir); err != nil {
		if _, there := os.Stat(dir); there != nil {
			return "", err
		}
	}
	return dir, nil
}

// unpack fetches the archive into dir, checks it and unpacks it there.
func unpack(dir, version string) error {
	if err := run(dir, "npm", "pack", "--ignore-scripts", "--pack-destination", dir, "--", gsdCore+"@"+version); err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, tgz(version)))
	if err != nil {
		return err
	}
	sum := sha512.Sum512(data)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != integrity[version] {
		return errors.New("the archive is not the one that was published: sha512-" + got)
	}
	return run(dir, "tar", "-xzf", tgz(version))
}

// run runs a program in dir; its messages are the error.
func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(stderr.Bytes()))
	}
	return nil
}
