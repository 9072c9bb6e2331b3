package gsdinstall_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
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
	{"plan", nil},
	{"descriptors", []string{"hostapi", "plan", "github.com/BurntSushi/toml"}},
	{"pack/builtin", nil},
	{"pack", []string{"plan", "pack/builtin", "gopkg.in/yaml.v3", "github.com/BurntSushi/toml"}},
	{"layout", []string{"descriptors", "pack", "plan"}},
	{"project", []string{"descriptors", "pack", "layout", "plan", "gopkg.in/yaml.v3", "github.com/BurntSushi/toml"}},
	{"lint", []string{"descriptors", "pack", "layout", "project", "plan", "github.com/BurntSushi/toml"}},
	{"edit", []string{"plan", "github.com/BurntSushi/toml", "gopkg.in/yaml.v3", "github.com/tailscale/hujson"}},
	{"confine", nil},
	{"emit", []string{"plan", "edit", "confine", "github.com/google/renameio/v2", "github.com/gofrs/flock", "golang.org/x/sys/unix"}},
	{"attribution", []string{"plan"}},
	{"golden", []string{"plan", "edit", "github.com/rogpeppe/go-internal/diff"}},
	{"cmd/gsd-install", []string{
		"hostapi", "descriptors", "pack", "plan", "layout", "project", "lint", "edit", "emit", "attribution", "golden",
		"github.com/BurntSushi/toml",
		"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/charmbracelet/huh", "github.com/charmbracelet/bubbles/key",
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

// tree is the Go source of the module without its tests. A package whose name
// ends in "test", as in the standard library, is one: nothing else may import it,
// since the import table does not have it.
type tree struct {
	fset  *token.FileSet
	files []source
	// hosts are the ids of the hosts that descriptors has.
	hosts []string
}

// source is one file; path is below the module's root.
type source struct {
	path string
	file *ast.File
}

func (s source) dir() string { return path.Dir(s.path) }

func readTree(t *testing.T, fsys fs.FS) *tree {
	t.Helper()
	tr := &tree{fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test") || p != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case path.Dir(p) == "descriptors" && path.Ext(p) == ".toml":
			tr.hosts = append(tr.hosts, strings.TrimSuffix(path.Base(p), ".toml"))
		case path.Ext(p) == ".go" && !strings.HasSuffix(p, "_test.go"):
			return tr.add(fsys, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.files) == 0 || len(tr.hosts) == 0 {
		t.Fatalf("%d files and %d hosts found", len(tr.files), len(tr.hosts))
	}
	return tr
}

func (tr *tree) add(fsys fs.FS, p string) error {
	text, err := fs.ReadFile(fsys, p)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(tr.fset, p, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	tr.files = append(tr.files, source{p, file})
	return nil
}

// fault words a finding with its place.
func (tr *tree) fault(pos token.Pos, format string, args ...any) string {
	p := tr.fset.Position(pos)
	return fmt.Sprintf("%s:%d: %s", p.Filename, p.Line, fmt.Sprintf(format, args...))
}

func imported(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value)
	return p
}

// packages are the rows of mayImport: the packages in order, and what each may import.
func packages() ([]string, map[string][]string) {
	var names []string
	imports := map[string][]string{}
	for _, row := range mayImport {
		names = append(names, row.pkg)
		imports[row.pkg] = row.imports
	}
	return names, imports
}

// order reports packages of the module that may be imported by one above them.
func order(names []string, imports map[string][]string) []string {
	var faults []string
	for i, pkg := range names {
		for _, p := range imports[pkg] {
			if slices.Contains(names[i:], p) {
				faults = append(faults, fmt.Sprintf("architecture_test.go: mayImport: %s does not stand above %s", p, pkg))
			}
		}
	}
	return faults
}

func (tr *tree) imports() []string {
	var faults []string
	_, imports := packages()
	for _, s := range tr.files {
		allowed, listed := imports[s.dir()]
		if !listed {
			faults = append(faults, tr.fault(s.file.Package, "package %s is not in the import table", s.dir()))
			continue
		}
		for _, spec := range s.file.Imports {
			p := strings.TrimPrefix(imported(spec), module)
			first, _, _ := strings.Cut(p, "/")
			standard := p == imported(spec) && !strings.Contains(first, ".")
			if !standard && !slices.Contains(allowed, p) {
				faults = append(faults, tr.fault(spec.Pos(), "package %s may not import %s", s.dir(), p))
			}
		}
	}
	return faults
}

func (tr *tree) purity() []string {
	var faults []string
	for _, s := range tr.files {
		if !slices.Contains(pure, s.dir()) {
			continue
		}
		for _, spec := range s.file.Imports {
			if p := imported(spec); slices.Contains(impureImports, p) {
				faults = append(faults, tr.fault(spec.Pos(), "package %s is pure and may not import %s", s.dir(), p))
			}
		}
		for pkg, names := range map[string][]string{"time": clock, "path/filepath": disk} {
			for _, call := range uses(s.file, pkg) {
				if slices.Contains(names, call.Sel.Name) {
					faults = append(faults, tr.fault(call.Pos(), "package %s is pure and may not use %s.%s", s.dir(), path.Base(pkg), call.Sel.Name))
				}
			}
		}
	}
	return faults
}

func (tr *tree) oneWriter() []string {
	var faults []string
	for _, s := range tr.files {
		for _, call := range uses(s.file, "os") {
			name := call.Sel.Name
			if _, ok := outsideMounts[s.path+" "+name]; ok {
				continue
			}
			switch {
			case (name == "OpenRoot" || name == "OpenInRoot") && s.dir() != "confine":
				faults = append(faults, tr.fault(call.Pos(), "os.%s: only confine opens a root", name))
			case slices.Contains(writers, name):
				faults = append(faults, tr.fault(call.Pos(), "os.%s: only emit writes, and through confine", name))
			}
		}
		for _, call := range uses(s.file, "github.com/google/renameio/v2") {
			if slices.Contains(pathWriters, call.Sel.Name) {
				faults = append(faults, tr.fault(call.Pos(), "renameio.%s: only emit writes, and through confine", call.Sel.Name))
			}
		}
	}
	return faults
}

// makes reports whether a call of outsideMounts is still there.
func (tr *tree) makes(call string) bool {
	return slices.ContainsFunc(tr.files, func(s source) bool {
		return slices.ContainsFunc(uses(s.file, "os"), func(e *ast.SelectorExpr) bool { return s.path+" "+e.Sel.Name == call })
	})
}

// uses returns where file takes a name from a package.
func uses(file *ast.File, pkg string) []*ast.SelectorExpr {
	local := ""
	for _, spec := range file.Imports {
		if imported(spec) == pkg {
			local = path.Base(strings.TrimSuffix(pkg, "/v2"))
			if spec.Name != nil {
				local = spec.Name.Name
			}
		}
	}
	var found []*ast.SelectorExpr
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && local != "" && x.Name == local {
			found = append(found, sel)
		}
		return true
	})
	return found
}

func (tr *tree) noHost() []string {
	var faults []string
	for _, s := range tr.files {
		if s.dir() == "descriptors" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			if slices.Contains(formatReaders, s.dir()) {
				text = packFormat.ReplaceAllString(text, "")
			}
			named := slices.DeleteFunc(slices.Clone(tr.hosts), func(id string) bool { return !mentions(text, id) })
			if len(named) > 0 {
				faults = append(faults, tr.fault(lit.Pos(), "%.60s names the host %s", lit.Value, strings.Join(named, ", ")))
			}
			return true
		})
	}
	return faults
}

// mentions reports whether text has id as a word. An id of two letters is too
// likely a part of something else, so there it is the whole text.
func mentions(text, id string) bool {
	if len(id) <= 2 {
		return text == id
	}
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(id) + `\b`).MatchString(text)
}

func (tr *tree) documented() []string {
	var faults []string
	first := map[string]*ast.File{}
	commented := map[string]bool{}
	for _, s := range tr.files {
		if first[s.dir()] == nil {
			first[s.dir()] = s.file
		}
		commented[s.dir()] = commented[s.dir()] || s.file.Doc != nil
		for _, decl := range s.file.Decls {
			for _, name := range undocumented(decl) {
				faults = append(faults, tr.fault(name.Pos(), "%s has no doc comment", qualified(decl, name)))
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(first)) {
		if !commented[dir] {
			faults = append(faults, tr.fault(first[dir].Package, "package %s has no package comment", path.Base(dir)))
		}
	}
	return faults
}

// undocumented returns the exported names of a declaration that have no doc
// comment. Constants and variables of a group may share the group's; types and functions
// need their own. Fields are left to taste.
func undocumented(decl ast.Decl) []*ast.Ident {
	if f, ok := decl.(*ast.FuncDecl); ok {
		if f.Doc != nil || !f.Name.IsExported() || f.Recv != nil && !ast.IsExported(receiver(f)) {
			return nil
		}
		return []*ast.Ident{f.Name}
	}
	var found []*ast.Ident
	group := decl.(*ast.GenDecl)
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && spec.Doc == nil && (group.Doc == nil || group.Lparen.IsValid()) {
				found = append(found, spec.Name)
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() && spec.Doc == nil && spec.Comment == nil && group.Doc == nil {
					found = append(found, name)
				}
			}
		}
	}
	return found
}

// receiver returns the name of the type that f is a method of.
func receiver(f *ast.FuncDecl) string {
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func qualified(decl ast.Decl, name *ast.Ident) string {
	if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
		return receiver(f) + "." + name.Name
	}
	return name.Name
}

func (tr *tree) names() []string {
	var faults []string
	for _, s := range tr.files {
		for _, word := range []string{"util", "helper", "manager", "common", "misc"} {
			if strings.Contains(s.path, word) || strings.Contains(s.file.Name.Name, word) {
				faults = append(faults, tr.fault(s.file.Package, "%q names no thing", word))
			}
		}
	}
	return faults
}

func (tr *tree) length() []string {
	var faults []string
	for _, s := range tr.files {
		f := tr.fset.File(s.file.Pos())
		if f.LineCount() > longestFile {
			faults = append(faults, tr.fault(f.LineStart(longestFile+1), "longer than %d lines", longestFile))
		}
	}
	return faults
}
