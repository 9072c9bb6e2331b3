package mutation

import (
	"go/ast"
	"go/types"
	"slices"
)

// onlyFails reports whether a node makes an error and nothing else: a branch that ends by
// returning one or adding one to a list, such a statement, or a call or a literal that makes one.
func (f *finder) onlyFails(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return f.failing[n]
	case *ast.ReturnStmt:
		return f.returnsError(n)
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 {
			return false
		}
		call, ok := n.Rhs[0].(*ast.CallExpr)
		return isErrors(f.info.TypeOf(n.Lhs[0])) || ok && f.onlyFails(call)
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok {
			return id.Name == "panic"
		}
		fun, ok := n.Fun.(*ast.SelectorExpr)
		return ok && slices.Contains(failing, fun.Sel.Name)
	case *ast.CompositeLit:
		t := f.info.TypeOf(n)
		return isError(t) || isErrors(t)
	}
	return false
}

// onlyNotes reports whether a node words a note: one that is made here, or the call of a method
// that makes one.
func (f *finder) onlyNotes(n ast.Node) bool {
	e, ok := n.(ast.Expr)
	if !ok {
		return false
	}
	if call, ok := n.(*ast.CallExpr); ok {
		if fun, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(noting, fun.Sel.Name) {
			return true
		}
	} else if _, ok := n.(*ast.CompositeLit); !ok {
		return false
	}
	t := types.Unalias(f.info.TypeOf(e))
	if t == nil {
		return false
	}
	if s, ok := t.(*types.Slice); ok {
		t = s.Elem()
	}
	return types.TypeString(t, nil) == module+"/plan.Note"
}

// failing are the functions and methods that make an error of words.
var failing = []string{"Errorf", "New", "errorf"}

// noting are the methods that make a note.
var noting = []string{"note", "lose"}

// endsInError reports whether the last statement returns an error that is there, or adds
// one to a list, apart from a continue.
func (f *finder) endsInError(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	if _, ok := last.(*ast.BranchStmt); ok && len(list) > 1 {
		last = list[len(list)-2]
	}
	switch last := last.(type) {
	case *ast.ReturnStmt:
		return f.returnsError(last)
	case *ast.AssignStmt:
		return f.onlyFails(last)
	}
	return false
}

// returnsError reports whether the last result is an error that is surely there: one that is
// made here, or a variable beside nothing else.
func (f *finder) returnsError(r *ast.ReturnStmt) bool {
	if len(r.Results) == 0 {
		return false
	}
	e := r.Results[len(r.Results)-1]
	if !isError(f.info.TypeOf(e)) || f.info.Types[e].IsNil() {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.zeros(r.Results[:len(r.Results)-1])
	case *ast.UnaryExpr, *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return f.onlyFails(e)
	}
	return false
}

// zeros reports whether all of them are empty: then the error beside them is one.
func (f *finder) zeros(list []ast.Expr) bool {
	for _, e := range list {
		tv := f.info.Types[e]
		lit, ok := e.(*ast.CompositeLit)
		if !tv.IsNil() && tv.Value == nil && (!ok || len(lit.Elts) > 0) {
			return false
		}
	}
	return true
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isError reports whether a type, or a pointer to it, is an error.
func isError(t types.Type) bool {
	if t == nil || types.Identical(t, types.Typ[types.UntypedNil]) {
		return false
	}
	return types.Implements(t, errorType) || !types.IsInterface(t) && types.Implements(types.NewPointer(t), errorType)
}

func isErrors(t types.Type) bool {
	s, ok := t.(*types.Slice)
	return ok && isError(s.Elem())
}
