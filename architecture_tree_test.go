package gsdinstall_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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
