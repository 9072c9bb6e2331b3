package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"path"
	"strings"
)

// The kinds of points.
const (
	// turned is a condition, or a truth that a function returns, that becomes its contrary.
	turned = "turned"
	// skipped is a statement that is not run.
	skipped = "skipped"
	// text is a string with a character more, or a set of characters with one less.
	text = "text"
	// emptied is what a function returns, which becomes its type's zero.
	emptied = "emptied"
)

// point is a place in the source that a mutant corrupts.
type point struct {
	// n is the number that chooses it, from 1.
	n int
	// pkg is the folder of its package, file its path in the module, line where it is now.
	pkg, file string
	line      int
	// key says which it is whatever the lines: file, function, kind, source, and which of
	// several like it.
	key string
	// from and to are where its source is in the file; before and after are written around it.
	from, to      int
	before, after string
}

// sampled reports whether the point is among one in n, which depends on its key alone.
func (p point) sampled(n int) bool {
	h := fnv.New32a()
	h.Write([]byte(p.key))
	return h.Sum32()%uint32(n) == 0
}

// finder finds the points of one file.
type finder struct {
	fset *token.FileSet
	info *types.Info
	pkg  *types.Package
	file *ast.File
	// name is the path in the module, source the text of the file.
	name   string
	source []byte

	function string
	found    []point
	like     map[string]int
	// failing are the branches that end in an error, sets the texts that are sets of characters.
	failing, sets map[ast.Node]bool
}

// points are those of the file, in order.
func (f *finder) points() []point {
	f.like, f.failing, f.sets = map[string]int{}, map[ast.Node]bool{}, map[ast.Node]bool{}
	for _, decl := range f.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			f.function = decl.Name.Name
			if decl.Recv != nil {
				f.function = types.ExprString(decl.Recv.List[0].Type) + "." + f.function
				if isError(f.info.TypeOf(decl.Recv.List[0].Type)) {
					continue // it words an error
				}
			}
			f.walk(decl.Body)
		case *ast.GenDecl:
			if decl.Tok == token.VAR {
				f.function = "var"
				f.walk(decl)
			}
		}
	}
	return f.found
}

// walk finds the points below a node. What only makes an error or a note has none: it emits nothing.
func (f *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || f.onlyFails(n) || f.onlyNotes(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			f.condition(n.Cond)
			for _, branch := range []ast.Stmt{n.Body, n.Else} {
				if block, ok := branch.(*ast.BlockStmt); ok && f.endsInError(block.List) {
					f.failing[block] = true
				}
			}
		case *ast.ForStmt:
			f.condition(n.Cond)
		case *ast.SwitchStmt:
			f.cases(n)
		case *ast.BlockStmt:
			f.statements(n.List)
		case *ast.CaseClause:
			if f.endsInError(n.Body) {
				for _, e := range n.List {
					f.walk(e)
				}
				return false
			}
			f.statements(n.Body)
		case *ast.CommClause:
			f.statements(n.Body)
		case *ast.ReturnStmt:
			f.results(n)
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.CallExpr:
			if set := f.set(n); set != nil {
				f.sets[set] = true
			}
		case *ast.BasicLit:
			f.text(n)
		case *ast.Ident:
			if _, ok := f.info.Uses[n].(*types.Const); ok && f.info.Uses[n].Pkg() == f.pkg {
				f.text(n)
			}
		}
		return true
	})
}

// condition turns a condition as a whole.
func (f *finder) condition(e ast.Expr) {
	if e != nil && f.isBool(e) {
		f.add(turned, e, "(%s != (", "))")
	}
}

// cases are the conditions of a switch without a value.
func (f *finder) cases(s *ast.SwitchStmt) {
	if s.Tag != nil {
		return
	}
	for _, clause := range s.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			f.condition(e)
		}
	}
}

// statements are skipped one by one: calls, and what gives a variable another value.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || f.onlyFails(s) {
				continue
			}
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok {
				if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
					continue
				}
			}
		case *ast.IncDecStmt:
		case *ast.BranchStmt:
			if s.Tok == token.FALLTHROUGH {
				continue
			}
		default:
			continue
		}
		f.add(skipped, s, "if !%s { ", " }")
	}
}

// results are emptied, but for constants, errors, what is empty, and truths, which are turned.
func (f *finder) results(r *ast.ReturnStmt) {
	for _, e := range r.Results {
		tv := f.info.Types[e]
		if _, many := tv.Type.(*types.Tuple); many || tv.Value != nil || tv.IsNil() || isError(tv.Type) {
			continue
		}
		if f.isBool(e) {
			f.condition(e)
			continue
		}
		if lit, ok := e.(*ast.CompositeLit); ok && len(lit.Elts) == 0 && isStruct(tv.Type) {
			continue
		}
		f.add(emptied, e, "mutantDrop(%s, ", ")")
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// text is a string literal, or a constant of the package; of another type than string
// with its conversion. An empty one is left out, since it stands in a condition that is turned
// anyway, and so is what parts the words of a key in a table: that does so as well when it is longer.
func (f *finder) text(e ast.Expr) {
	if source := f.sourceOf(e); source == `""` || source == `"\x00"` {
		return
	}
	t := f.info.TypeOf(e)
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsString == 0 {
		return
	}
	if f.sets[e] {
		f.add(text, e, "mutantSet(%s, ", ")")
		return
	}
	named, ok := t.(*types.Named)
	if !ok {
		f.add(text, e, "mutantText(%s, ", ")")
		return
	}
	word := named.Obj().Name()
	if named.Obj().Pkg() != f.pkg {
		word = named.Obj().Pkg().Name() + "." + word
	}
	f.add(text, e, "mutantText(%s, "+word+"(", "))")
}

// set is what a call takes for a set of characters; nil if it takes none.
func (f *finder) set(call *ast.CallExpr) ast.Expr {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) != 2 || f.sourceOf(fun.X) != "strings" {
		return nil
	}
	switch fun.Sel.Name {
	case "IndexByte", "ContainsRune":
		return call.Args[0]
	case "ContainsAny", "Trim", "TrimLeft", "TrimRight":
		return call.Args[1]
	}
	return nil
}

func (f *finder) isBool(e ast.Expr) bool {
	tv := f.info.Types[e]
	basic, ok := tv.Type.(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0 && tv.Value == nil
}

// add adds a point; %s in what is written around it becomes the question whether it is on.
func (f *finder) add(kind string, n ast.Node, before, after string) {
	at := f.fset.Position(n.Pos())
	source := strings.Join(strings.Fields(f.sourceOf(n)), " ")
	if len(source) > 80 {
		source = strings.ToValidUTF8(source[:80], "") + "…"
	}
	key := fmt.Sprintf("%s %s %s: %s", f.name, f.function, kind, source)
	f.like[key]++
	if k := f.like[key]; k > 1 {
		key += fmt.Sprintf(" (%d)", k)
	}
	f.found = append(f.found, point{
		pkg: path.Dir(f.name), file: f.name, line: at.Line, key: key,
		from: at.Offset, to: f.fset.Position(n.End()).Offset, before: before, after: after,
	})
}

func (f *finder) sourceOf(n ast.Node) string {
	return string(f.source[f.fset.Position(n.Pos()).Offset:f.fset.Position(n.End()).Offset])
}
