package gsdinstall_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "github.com/gsd-install/gsd-install/"

// mayImport holds what ARCHITECTURE.md has in its table: what the files of a package
// other than tests may import beside the standard library. Each imports only packages
// that stand above it here. A package that is not here may not exist.
var mayImport = []struct {
	pkg     string
	imports []string
}{
	{"hostapi", nil},
	{"plan", []string{"golang.org/x/text/unicode/norm"}},
	{"descriptors", []string{"hostapi", "plan", "github.com/BurntSushi/toml"}},
	{"descriptors/capability", []string{"hostapi", "plan", "descriptors", "github.com/BurntSushi/toml"}},
	{"confine", nil},
	{"pack/builtin", nil},
	{"pack", []string{"plan", "pack/builtin", "gopkg.in/yaml.v3", "github.com/BurntSushi/toml"}},
	{"layout", []string{"descriptors", "pack", "plan", "confine"}},
	{"project", []string{"hostapi", "descriptors", "pack", "layout", "plan", "gopkg.in/yaml.v3", "github.com/BurntSushi/toml"}},
	{"lint", []string{"descriptors", "pack", "layout", "project", "plan", "github.com/BurntSushi/toml"}},
	{"edit", []string{"plan", "github.com/BurntSushi/toml", "gopkg.in/yaml.v3", "github.com/tailscale/hujson"}},
	{"added", []string{"plan", "descriptors", "descriptors/capability", "confine"}},
	{"emit", []string{"plan", "edit", "confine", "github.com/google/renameio/v2", "github.com/gofrs/flock", "golang.org/x/sys/unix"}},
	{"engine", []string{"plan", "descriptors", "pack", "layout", "project", "emit"}},
	{"attribution", []string{"plan"}},
	{"golden", []string{"plan", "edit", "github.com/rogpeppe/go-internal/diff"}},
	{"adapter", []string{"hostapi", "plan", "descriptors", "pack", "layout", "project", "confine", "added", "emit", "engine"}},
	{"examples/embed", []string{"hostapi", "layout", "pack", "adapter"}},
	{"cmd/gsd-install/unasked", nil},
	{"cmd/gsd-install", []string{
		"cmd/gsd-install/unasked", "engine", "hostapi", "descriptors", "descriptors/capability", "added", "pack", "plan", "layout", "project", "lint", "edit", "confine", "emit", "attribution", "golden",
		"github.com/BurntSushi/toml",
		"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/charmbracelet/huh", "github.com/charmbracelet/x/ansi", "github.com/charmbracelet/bubbles/key",
		"github.com/charmbracelet/bubbletea", "github.com/rogpeppe/go-internal/diff", "golang.org/x/term",
	}},
}

// pure are the packages that know no disk, clock, environment or network.
var pure = []string{"hostapi", "plan", "project", "lint", "edit", "attribution"}

// impureImports are what they may not import, clock and disk what they may not take from
// packages time and path/filepath.
var impureImports = []string{"os", "os/exec", "os/user", "net", "net/http", "syscall", "math/rand", "math/rand/v2"}

var clock = []string{"After", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}

var disk = []string{"Abs", "EvalSymlinks", "Glob", "Walk", "WalkDir"}

// writers are the functions of package os that change a disk, and pathWriters those of
// renameio that do it by path.
var writers = []string{
	"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Lchown", "Link", "Mkdir", "MkdirAll", "MkdirTemp",
	"OpenFile", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
}

var pathWriters = []string{"NewTempFile", "Symlink", "TempDir", "TempFile", "WriteFile"}

// outsideMounts are the calls that oneWriter would report but that never touch a
// mount, as "FILE FUNCTION", and what they touch.
var outsideMounts = map[string]string{
	"pack/npm.go MkdirTemp": "the directory that npm pack writes into",
	"pack/npm.go RemoveAll": "the same",

	"pack/npm.go MkdirAll":   "the user's cache of what npm gave",
	"pack/npm.go CreateTemp": "the same",
	"pack/npm.go Rename":     "the same",
	"pack/npm.go Remove":     "the same",

	"pack/disk.go OpenFile": "a pack's own files, which are opened to be read",

	"added/write.go MkdirAll": "the folder of the program's own settings",
	"added/write.go Remove":   "the same, when it is empty",

	"cmd/gsd-install/render_tree.go MkdirAll":   "the folder that render --out names",
	"cmd/gsd-install/render_tree.go WriteFile":  "the same",
	"cmd/gsd-install/render_tree.go CreateTemp": "the archive that render --out names",
	"cmd/gsd-install/render_tree.go Rename":     "the same",
	"cmd/gsd-install/render_tree.go Remove":     "the same",
	"cmd/gsd-install/golden.go Remove":          "the trees that golden --update names",
}

// packFormat are the words of the format that packs are written in, which
// happen to hold the name of the host whose format it is; formatReaders may say them.
var (
	packFormat    = regexp.MustCompile(`\.claude(-plugin)?\b`)
	formatReaders = []string{"pack", "project"}
)

const longestFile = 400

// laws are what TestArchitecture holds. Each comes with a tree that breaks it
// once and the fault to report.
var laws = []struct {
	name   string
	check  func(*tree) []string
	breach map[string]string
	fault  string
}{
	{
		"imports", (*tree).imports,
		map[string]string{"plan/plan.go": "package plan\n\nimport (\n\t\"os\"\n\t\"" + module + "emit\"\n)\n"},
		`plan/plan.go:5: package plan may not import emit`,
	},
	{
		"third-party imports", (*tree).imports,
		map[string]string{"hostapi/axes.go": "package hostapi\n\nimport \"gopkg.in/yaml.v3\"\n"},
		`hostapi/axes.go:3: package hostapi may not import gopkg.in/yaml.v3`,
	},
	{
		"packages", (*tree).imports,
		map[string]string{"more/more.go": "package more\n"},
		`more/more.go:1: package more is not in the import table`,
	},
	{
		"pure packages", (*tree).purity,
		map[string]string{"edit/json.go": "package edit\n\nimport \"os\"\n"},
		`edit/json.go:3: package edit is pure and may not import os`,
	},
	{
		"timeless packages", (*tree).purity,
		map[string]string{"edit/json.go": "package edit\n\nimport \"time\"\n\nvar zero time.Time\nvar now = time.Now()\n"},
		`edit/json.go:6: package edit is pure and may not use time.Now`,
	},
	{
		"diskless packages", (*tree).purity,
		map[string]string{"project/paths.go": "package project\n\nimport \"path/filepath\"\n\nvar clean, real = filepath.Clean, filepath.EvalSymlinks\n"},
		`project/paths.go:5: package project is pure and may not use filepath.EvalSymlinks`,
	},
	{
		"one writer", (*tree).oneWriter,
		map[string]string{"layout/own.go": "package layout\n\nimport sys \"os\"\n\nvar f = sys.RemoveAll\n"},
		`layout/own.go:5: os.RemoveAll: only emit writes, and through confine`,
	},
	{
		"one way into a mount", (*tree).oneWriter,
		map[string]string{"emit/apply.go": "package emit\n\nimport \"os\"\n\nvar f = os.OpenRoot\n"},
		`emit/apply.go:5: os.OpenRoot: only confine opens a root`,
	},
	{
		"no way past confine", (*tree).oneWriter,
		map[string]string{"emit/apply.go": "package emit\n\nimport \"os\"\n\nvar f = os.WriteFile\n"},
		`emit/apply.go:5: os.WriteFile: only emit writes, and through confine`,
	},
	{
		"no renaming past confine", (*tree).oneWriter,
		map[string]string{"emit/apply.go": "package emit\n\nimport \"github.com/google/renameio/v2\"\n\nvar f, g = renameio.WriteFile, renameio.WithRoot\n"},
		`emit/apply.go:5: renameio.WriteFile: only emit writes, and through confine`,
	},
	{
		"no host by name", (*tree).noHost,
		map[string]string{
			"cmd/gsd-install/main.go": "package main\n\nvar flag = \"--codex\"\nvar other = \"codexes, pi-bond\"\n",
			"pack/plugin.go":          "package pack\n\nvar file = \".claude-plugin/plugin.json\"\n",
			"descriptors/load.go":     "package descriptors\n\nvar first = \"codex\"\n",
		},
		`cmd/gsd-install/main.go:3: "--codex" names the host codex`,
	},
	{
		"no host by short name", (*tree).noHost,
		map[string]string{"layout/place.go": "package layout\n\nvar x = `pi`\n"},
		"layout/place.go:3: `pi` names the host pi",
	},
	{
		"no host's folder", (*tree).noHost,
		map[string]string{"layout/place.go": "package layout\n\nvar x = \"~/.claude/skills\"\n"},
		`layout/place.go:3: "~/.claude/skills" names the host claude`,
	},
	{
		"documented functions", (*tree).documented,
		map[string]string{"plan/plan.go": "// Package plan is.\npackage plan\n\nfunc Make() {}\n\nfunc make() {}\n\ntype word int\n\nfunc (word) String() string { return \"\" }\n"},
		`plan/plan.go:4: Make has no doc comment`,
	},
	{
		"documented methods", (*tree).documented,
		map[string]string{"plan/plan.go": "// Package plan is.\npackage plan\n\n// Word is.\ntype Word[T any] struct{ Field T }\n\nfunc (w *Word[T]) Make() {}\n"},
		`plan/plan.go:7: Word.Make has no doc comment`,
	},
	{
		"documented constants", (*tree).documented,
		map[string]string{"plan/plan.go": "// Package plan is.\npackage plan\n\nconst (\n\tA = 1 // A is.\n\tB = 2\n)\n\n// These are.\nvar (\n\tC = 1\n)\n"},
		`plan/plan.go:6: B has no doc comment`,
	},
	{
		"documented types", (*tree).documented,
		map[string]string{"plan/plan.go": "// Package plan is.\npackage plan\n\n// These are.\ntype (\n\tWord int\n)\n"},
		`plan/plan.go:6: Word has no doc comment`,
	},
	{
		"documented packages", (*tree).documented,
		map[string]string{"plan/plan.go": "package plan\n"},
		`plan/plan.go:1: package plan has no package comment`,
	},
	{
		"names", (*tree).names,
		map[string]string{"plan/string_utils.go": "package plan\n"},
		`plan/string_utils.go:1: "util" names no thing`,
	},
	{
		"length", (*tree).length,
		map[string]string{"plan/plan.go": "package plan\n" + strings.Repeat("\n", longestFile)},
		`plan/plan.go:401: longer than 400 lines`,
	},
}

func TestArchitecture(t *testing.T) {
	module := readTree(t, os.DirFS("."))
	faults := order(packages())
	for _, law := range laws {
		faults = append(faults, law.check(module)...)
	}
	for exception := range outsideMounts {
		if !module.makes(exception) {
			faults = append(faults, "architecture_test.go: outsideMounts: nothing is "+exception+" any more")
		}
	}
	slices.Sort(faults)
	for _, fault := range slices.Compact(faults) {
		t.Error(fault)
	}
}

// Each law reports its breach, and nothing else in the breaching tree.
func TestArchitectureCanFail(t *testing.T) {
	hosts := map[string]string{"descriptors/codex.toml": "", "descriptors/claude.toml": "", "descriptors/pi.toml": "", "descriptors/shared/agents.toml": ""}
	for _, law := range laws {
		memory := fstest.MapFS{}
		for _, files := range []map[string]string{hosts, law.breach} {
			for name, text := range files {
				memory[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		if got := law.check(readTree(t, memory)); len(got) != 1 || got[0] != law.fault {
			t.Errorf("%s: got %q, want %q", law.name, got, law.fault)
		}
	}
}

func TestOrderCanFail(t *testing.T) {
	got := order([]string{"plan", "pack"}, map[string][]string{"plan": {"pack", "x.org/y"}, "pack": {"plan"}})
	if want := []string{"architecture_test.go: mayImport: pack does not stand above plan"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
