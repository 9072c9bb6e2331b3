package pack

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// packageSpec is a registry package with an optional version, range or tag. Anything
// else that npm takes (a folder, a git or http address) is not for npm:.
var packageSpec = regexp.MustCompile(`^((?:@[a-z0-9~][a-z0-9._~-]*/)?[A-Za-z0-9~][A-Za-z0-9._~-]*)(?:@([A-Za-z0-9^~<>=*.+ |_-]+))?$`)

// packageName returns the name in an npm spec.
func packageName(spec string) (string, error) {
	m := packageSpec.FindStringSubmatch(spec)
	if m == nil {
		return "", errors.New("want npm:NAME or npm:NAME@VERSION")
	}
	return m[1], nil
}

// packed is what "npm pack --json" says of one package:
// https://docs.npmjs.com/cli/commands/npm-pack.
type packed struct {
	Filename  string `json:"filename"`
	Integrity string `json:"integrity"`
}

// npmPack fetches a package with the user's own npm, so that their registry,
// proxy and login apply, checks the sum that npm reports, and leaves nothing
// behind. SearchPath is the PATH to find npm on.
func npmPack(ctx context.Context, spec, searchPath string) ([]byte, error) {
	npm, ok := lookPath("npm", searchPath)
	if !ok {
		return nil, &SourceError{
			Source: NpmPrefix + spec, Err: errors.New("npm is not on the PATH"),
			Advice: "install Node.js with npm, or give the package's directory or .tgz",
		}
	}
	dir, err := os.MkdirTemp("", "gsd-install-npm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, npm, "pack", "--json", "--ignore-scripts", "--no-update-notifier", "--pack-destination", dir, "--", spec)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second // npm's own children may hold its pipes open
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, npmError(err, stdout.Bytes(), stderr.String())
	}
	p, err := parsePacked(stdout.Bytes())
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.Base(p.Filename)))
	if err != nil {
		return nil, err
	}
	return data, checkIntegrity(data, p.Integrity)
}

// keptAt is where a cache keeps the archive of an exact version.
func keptAt(cache, source string) string {
	return filepath.Join(cache, strings.ReplaceAll(strings.TrimPrefix(source, NpmPrefix), "/", "+")+".tgz")
}

// kept reads a pack from the cache; nil if it is not there or not the one recorded.
func kept(source, name string, opt LoadOptions) *Pack {
	if opt.Cache == "" || opt.Integrity == "" {
		return nil
	}
	data, err := os.ReadFile(keptAt(opt.Cache, source))
	if err != nil {
		return nil
	}
	p, err := exact(source, name, data)
	if err != nil || p.Source != source || p.Integrity != opt.Integrity {
		return nil
	}
	return p
}

// keep puts an archive into the cache. Where that fails, npm is asked again next time.
func keep(source string, data []byte, cache string) {
	if cache == "" || os.MkdirAll(cache, 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(cache, ".new-")
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if errors.Join(err, f.Close()) != nil || os.Rename(f.Name(), keptAt(cache, source)) != nil {
		os.Remove(f.Name())
	}
}

// lookPath finds a program in the folders of searchPath.
func lookPath(name, searchPath string) (string, bool) {
	for _, dir := range filepath.SplitList(searchPath) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if p, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return p, true
		}
	}
	return "", false
}

// parsePacked reads npm's report: a list of one, or an object of one by name.
func parsePacked(stdout []byte) (packed, error) {
	var list []packed
	if json.Unmarshal(stdout, &list) != nil {
		var byName map[string]packed
		if err := json.Unmarshal(stdout, &byName); err != nil {
			return packed{}, fmt.Errorf("npm pack --json: %w", err)
		}
		for _, p := range byName {
			list = append(list, p)
		}
	}
	if len(list) != 1 || list[0].Filename == "" {
		return packed{}, fmt.Errorf("npm pack --json: want one package, got %d", len(list))
	}
	return list[0], nil
}

// npmError is what npm itself says: the summary in its JSON, else its messages.
func npmError(err error, stdout []byte, stderr string) error {
	var out struct {
		Error struct {
			Summary string `json:"summary"`
			Detail  string `json:"detail"`
		} `json:"error"`
	}
	if json.Unmarshal(stdout, &out) == nil && out.Error.Summary != "" {
		detail, _, _ := strings.Cut(strings.TrimSpace(out.Error.Detail), "\n")
		return fmt.Errorf("npm pack: %s", strings.TrimSpace(strings.TrimSpace(out.Error.Summary)+"\n"+detail))
	}
	if text := strings.TrimSpace(stderr); text != "" {
		return fmt.Errorf("npm pack: %s", text)
	}
	return fmt.Errorf("npm pack: %w", err)
}

// checkIntegrity compares data with a subresource integrity, of which the sha512 part counts.
func checkIntegrity(data []byte, integrity string) error {
	sum := sha512.Sum512(data)
	want := "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
	for _, part := range strings.Fields(integrity) {
		if part == want {
			return nil
		}
	}
	return fmt.Errorf("the archive's sum is %s, npm reported %q", want, integrity)
}
