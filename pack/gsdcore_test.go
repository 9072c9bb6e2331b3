package pack_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/pack/packtest"
)

func load(t testing.TB, src string) *pack.Pack {
	t.Helper()
	p, err := pack.Load(context.Background(), src, pack.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The real pack, by its recipe.
func TestGSDCore(t *testing.T) {
	p := load(t, packtest.GSDCore(t))
	if p.Name != "gsd-core" || p.Version != "1.14.0" || p.Prefix != "gsd" || p.Home != "gsd-core" || len(p.Notes) != 0 {
		t.Errorf("%s %s %s %s %v", p.Name, p.Version, p.Prefix, p.Home, p.Notes)
	}
	kinds := map[pack.Kind]int{}
	for _, it := range p.Items {
		kinds[it.Kind]++
		if it.Meta.Text("description") == "" || !strings.HasPrefix(it.Name, "gsd-") {
			t.Errorf("%s: %q", it.Source, it.Name)
		}
	}
	if kinds[pack.Command] != 72 || kinds[pack.Agent] != 35 || len(p.Items) != 107 {
		t.Errorf("items %v", kinds)
	}
	trees := map[string]int{}
	for _, f := range p.Payload {
		top, _, _ := strings.Cut(f.Source, "/")
		trees[top]++
		program := strings.HasSuffix(f.Dest, ".js") || strings.HasSuffix(f.Dest, ".cjs") || strings.HasSuffix(f.Dest, ".sh")
		if program && f.Rewrite == pack.Prose {
			t.Errorf("%s: a program is rewritten", f.Dest)
		}
		if strings.HasPrefix(f.Dest, "hooks/") && (bytes.Contains(f.Data, []byte("{{GSD_VERSION}}")) || bytes.Contains(f.Data, []byte("/gsd:"))) {
			t.Errorf("%s: the version is not filled in", f.Dest)
		}
	}
	if trees["gsd-core"] != 606 || trees["agents"] != 64 || trees["hooks"] != 33 || trees["scripts"] != 23 || trees[""] != 3 {
		t.Errorf("payload %v", trees)
	}
}

func TestGSDCoreFiles(t *testing.T) {
	p := load(t, packtest.GSDCore(t))
	find := func(dest string) pack.File {
		i := slices.IndexFunc(p.Payload, func(f pack.File) bool { return f.Dest == dest })
		if i < 0 {
			t.Fatalf("%s: not in the payload", dest)
		}
		return p.Payload[i]
	}
	for dest, text := range map[string]string{"gsd-core/VERSION": "1.14.0", "gsd-core/.gsd-runtime": "{host}\n", "hooks/package.json": "{\"type\":\"commonjs\"}\n"} {
		if f := find(dest); string(f.Data) != text || f.Source != "" || f.Exec || f.Unshared != strings.HasSuffix(dest, "runtime") {
			t.Errorf("%s: %q %+v", dest, f.Data, f)
		}
	}
	for dest, want := range map[string]pack.File{
		"gsd-core/workflows/plan-phase.md":                 {Rewrite: pack.Prose},
		"gsd-core/bin/gsd-tools.cjs":                       {Exec: true},
		"gsd-core/bin/gsd_run":                             {Exec: true},
		"gsd-core/agent-prompts/gsd-planner.md":            {Rewrite: pack.Prose},
		"gsd-core/agent-prompts/gsd-ui-auditor.compact.md": {Rewrite: pack.Prose},
		"hooks/gsd-prompt-guard.js":                        {Rewrite: pack.Template, Exec: true},
		"hooks/managed-hooks-registry.cjs":                 {Exec: true},
		"hooks/lib/hook-exit.js":                           {},
		"scripts/changeset/README.md":                      {},
		"scripts/changeset/cli.cjs":                        {Exec: true},
	} {
		if f := find(dest); f.Rewrite != want.Rewrite || f.Exec != want.Exec {
			t.Errorf("%s: %q exec=%v", dest, f.Rewrite, f.Exec)
		}
	}
	if !slices.Contains(p.Aliases, pack.Alias{From: "agents", To: "gsd-core/agent-prompts"}) {
		t.Errorf("%v", p.Aliases)
	}
}

func TestGSDCoreHooks(t *testing.T) {
	p := load(t, packtest.GSDCore(t))
	if len(p.Hooks) != 17 {
		t.Errorf("%d hooks", len(p.Hooks))
	}
	for _, h := range p.Hooks {
		run := "node"
		if strings.HasSuffix(h.Script, ".sh") {
			run = "bash" // they use what only bash has
		}
		if h.Run != run || h.Output != "json" || h.Command != "" {
			t.Errorf("%+v", h)
		}
	}
}

func TestGSDCoreProfiles(t *testing.T) {
	p := load(t, packtest.GSDCore(t))
	for profile, want := range map[string][2]int{"full": {72, 35}, "core": {8, 0}, "standard": {23, 22}, "core,standard": {23, 22}} {
		s, err := p.Select(profile)
		if err != nil {
			t.Fatal(err)
		}
		var got [2]int
		for _, it := range s.Items {
			if it.Kind == pack.Command {
				got[0]++
			} else {
				got[1]++
			}
		}
		if got != want {
			t.Errorf("%s: %v commands and agents, want %v", profile, got, want)
		}
	}
}

// A pack is the same one whichever way it came.
func TestGSDCoreSources(t *testing.T) {
	dir := load(t, packtest.GSDCore(t))
	tgz := load(t, packtest.GSDCoreTgz(t))
	if dir.Integrity != tgz.Integrity || len(dir.Payload) != len(tgz.Payload) {
		t.Errorf("directory %s, archive %s", dir.Integrity, tgz.Integrity)
	}
	fetched, err := pack.Load(t.Context(), "npm:@opengsd/gsd-core@1.14.0", pack.LoadOptions{
		Npm: func(context.Context, string) (string, error) { return packtest.GSDCoreTgz(t), nil },
	})
	if err != nil || fetched.Integrity != dir.Integrity || fetched.Source != "npm:@opengsd/gsd-core@1.14.0" {
		t.Errorf("%v", err)
	}
}

func BenchmarkLoadDirectory(b *testing.B) {
	dir := packtest.GSDCore(b)
	for b.Loop() {
		load(b, dir)
	}
}

func BenchmarkLoadArchive(b *testing.B) {
	tgz := packtest.GSDCoreTgz(b)
	for b.Loop() {
		load(b, tgz)
	}
}
