package pack

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestLoadBuiltin(t *testing.T) {
	for _, src := range []string{"builtin", ""} {
		p, err := Load(t.Context(), src, LoadOptions{})
		if err != nil || p.Prefix != "gsd" || p.Source != "builtin" {
			t.Errorf("%q: %+v %v", src, p, err)
		}
	}
}

func TestLoadDirectory(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "packs", "tiny")
	if err := os.MkdirAll(filepath.Join(dir, "commands"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "commands", "x.md"), []byte("# X\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for src, in := range map[string]string{
		dir: "", dir + "/": "", "packs/tiny": home, "./packs/../packs/tiny": home, ".": dir, "~/packs/tiny": "/nowhere", "..": filepath.Join(dir, "commands"),
	} {
		p, err := Load(t.Context(), src, LoadOptions{Home: home, Dir: in})
		if err != nil || p.Source != dir || p.Prefix != "tiny" {
			t.Errorf("%s in %s: %+v %v", src, in, p, err)
		}
	}
}

func TestLoadRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.zip"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		src  string
		word bool
		want string
	}{
		{"builtn", true, "pack builtn: there is no such directory or file"},
		{"./nowhere", false, "pack ./nowhere: there is no such directory or file"},
		{"gone.tgz", false, "pack gone.tgz: there is no such directory or file"},
		{"x.zip", false, "pack x.zip: neither a directory nor a .tgz"},
		{"npm:", true, "pack npm: want npm:NAME or npm:NAME@VERSION"},
		{"npm:../x", true, "pack npm:../x: want npm:NAME or npm:NAME@VERSION"},
		{"npm:--registry=x", true, "pack npm:--registry=x: want npm:NAME or npm:NAME@VERSION"},
		{"npm:git+ssh://x/y", true, "pack npm:git+ssh://x/y: want npm:NAME or npm:NAME@VERSION"},
		{"npm:a/b", true, "pack npm:a/b: want npm:NAME or npm:NAME@VERSION"},
	}
	for _, tt := range tests {
		_, err := Load(t.Context(), tt.src, LoadOptions{Dir: dir, Home: dir})
		var e *SourceError
		if !errors.As(err, &e) || e.Word != tt.word || err.Error() != tt.want {
			t.Errorf("%s: %+v", tt.src, err)
		}
	}
}

func TestPackageName(t *testing.T) {
	for spec, want := range map[string]string{
		"a": "a", "a@1.2.3": "a", "@s/a": "@s/a", "@s/a@^1.0.0": "@s/a", "a.b-c_d@next": "a.b-c_d", "a@>=1 <2 || 3.x": "a",
	} {
		if got, err := packageName(spec); got != want || err != nil {
			t.Errorf("%s: %q %v", spec, got, err)
		}
	}
}

// fakeNpm puts a program npm first on the PATH that gives out data and reports
// integrity, or fails as npm does. It returns the file that it records its call in.
func fakeNpm(t *testing.T, data []byte, integrity, failure string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for npm is a shell script")
	}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "data.tgz"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`#!/bin/sh
echo "$PWD $*" > '%[1]s/called'
if [ -n '%[3]s' ]; then echo 'npm error code E404' >&2; printf '%%s' '%[3]s'; exit 1; fi
while [ "$1" != --pack-destination ]; do shift; done
cp '%[1]s/data.tgz' "$2/x-tiny-1.0.0.tgz"
echo '[{"filename": "x-tiny-1.0.0.tgz", "integrity": "%[2]s"}]'
`, bin, integrity, failure)
	if err := os.WriteFile(filepath.Join(bin, "npm"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("TMPDIR", filepath.Join(bin, "tmp"))
	if err := os.Mkdir(filepath.Join(bin, "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left, _ := os.ReadDir(filepath.Join(bin, "tmp")); len(left) > 0 {
			t.Errorf("left in the temporary directory: %v", left)
		}
	})
	return filepath.Join(bin, "called")
}

func TestNpm(t *testing.T) {
	files := with(good, "package.json", `{"name": "@x/tiny", "version": "1.0.0"}`)
	data := tgzOf(t, "package/", files)
	sum := sha512.Sum512(data)
	integrity := "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
	t.Run("good", func(t *testing.T) {
		called := fakeNpm(t, data, integrity, "")
		p, err := Load(t.Context(), "npm:@x/tiny@^1", LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Source != "npm:@x/tiny@1.0.0" || p.Version != "1.0.0" || p.Prefix != "tiny" || p.Integrity != mustRead(t, files).Integrity {
			t.Errorf("%+v", p)
		}
		call, err := os.ReadFile(called)
		if dir, args, _ := strings.Cut(string(call), " "); err != nil || !strings.Contains(dir, "gsd-install-npm-") ||
			!strings.Contains(args, " --ignore-scripts ") || !strings.HasSuffix(args, " -- @x/tiny@^1\n") {
			t.Errorf("called as %q, %v", call, err)
		}
	})
	t.Run("another archive", func(t *testing.T) {
		fakeNpm(t, data, "sha512-AAAA", "")
		if _, err := Load(t.Context(), "npm:@x/tiny", LoadOptions{}); err == nil || !strings.Contains(err.Error(), "the archive's sum is "+integrity) {
			t.Errorf("%v", err)
		}
	})
	t.Run("another package", func(t *testing.T) {
		fakeNpm(t, data, integrity, "")
		if _, err := Load(t.Context(), "npm:other", LoadOptions{}); err == nil || !strings.Contains(err.Error(), "@x/tiny@1.0.0, not other") {
			t.Errorf("%v", err)
		}
	})
	t.Run("npm fails", func(t *testing.T) {
		fakeNpm(t, nil, "", `{"error": {"code": "E404", "summary": "Not Found - GET x", "detail": "The package could not be found.\n\nNote"}}`)
		_, err := Load(t.Context(), "npm:@x/tiny", LoadOptions{})
		if want := "pack npm:@x/tiny: npm pack: Not Found - GET x\nThe package could not be found."; err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	})
	t.Run("npm fails without JSON", func(t *testing.T) {
		fakeNpm(t, nil, "", "no JSON")
		if _, err := Load(t.Context(), "npm:@x/tiny", LoadOptions{}); err == nil || err.Error() != "pack npm:@x/tiny: npm pack: npm error code E404" {
			t.Errorf("%v", err)
		}
	})
	t.Run("no npm", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := Load(t.Context(), "npm:@x/tiny", LoadOptions{})
		var e *SourceError
		if !errors.As(err, &e) || e.Word || e.Hint() == "" || err.Error() != "pack npm:@x/tiny: npm is not on the PATH" {
			t.Errorf("%v", err)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		fakeNpm(t, data, integrity, "")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Load(ctx, "npm:@x/tiny", LoadOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
	t.Run("fetched by the caller", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "x.tgz")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		fetch := func(_ context.Context, spec string) (string, error) {
			if spec != "@x/tiny" {
				return "", errors.New("offline")
			}
			return file, nil
		}
		if p, err := Load(t.Context(), "npm:@x/tiny", LoadOptions{Npm: fetch}); err != nil || p.Source != "npm:@x/tiny@1.0.0" {
			t.Errorf("%+v %v", p, err)
		}
		if _, err := Load(t.Context(), "npm:other", LoadOptions{Npm: fetch}); err == nil || !strings.Contains(err.Error(), "offline") {
			t.Errorf("%v", err)
		}
	})
}

func TestParsePacked(t *testing.T) {
	for in, want := range map[string]string{
		`[{"filename": "a.tgz", "integrity": "i"}]`: "a.tgz", `{"a": {"filename": "b.tgz"}}`: "b.tgz", `[]`: "", `[{}]`: "", `x`: "", `[{"filename":"a"},{"filename":"b"}]`: "",
	} {
		p, err := parsePacked([]byte(in))
		if p.Filename != want && err == nil || (err == nil) != (want != "") {
			t.Errorf("%s: %+v %v", in, p, err)
		}
	}
}
