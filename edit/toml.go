package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"

	"github.com/gsd-install/gsd-install/plan"
)

// tomlEditor edits TOML by statements. What it does is checked by decoding:
// the new file must be the old one with the piece, and nothing else.
type tomlEditor struct{}

// tomlFile is a parsed file.
type tomlFile struct {
	b       []byte
	entries []entry
	doc     map[string]any
}

func (tomlEditor) check(b []byte) error {
	_, err := openTOML(b)
	return err
}

func (tomlEditor) apply(t *text, op plan.Op, all []plan.Op) (Piece, string, error) {
	p := Piece{Op: op}
	f, v, err := openTOMLOp(t.b, op)
	if err != nil {
		return p, "", err
	}
	there, depth := f.lookup(op.Key)
	if depth < len(op.Key) {
		if _, ok := there.(map[string]any); !ok {
			return p, "", f.unexpected(op.Key[:depth], there, "a table")
		}
	} else if op.Kind == plan.Set {
		switch {
		case canonicalTOML(there) == canonicalTOML(v):
			return p, alreadyThere(op), nil
		case op.Must:
			return p, "", f.shape(op.Key, fmt.Sprintf("is %v, and only %s is understood", there, op.Value))
		case op.Yield || isTOMLContainer(there) || isTOMLContainer(v):
			return p, placeTaken(op, tomlKind(there)), nil
		}
	} else if arr, ok := there.([]any); !ok {
		return p, "", f.unexpected(op.Key, there, "an array")
	} else if indexOf(arr, v) >= 0 {
		return p, alreadyThere(op), nil
	} else if edited(tomlTree(arr), tomlTree(v), op, all) {
		return p, alreadyEdited(op), nil
	}
	changes, note, err := f.put(&p)
	if err != nil {
		return p, "", err
	}
	p.Owned = true
	next := &text{b: t.b, splices: slices.Clone(t.splices)}
	next.replace(changes...)
	if !decodesTo(next.b, with(decoded(t.b), op, v), nil) {
		return p, "", f.shape(op.Key, "has no place in a file of this shape")
	}
	*t = *next
	return p, note, nil
}

func (tomlEditor) undo(t *text, p Piece, all []plan.Op) (string, error) {
	f, v, err := openTOMLOp(t.b, p.Op)
	if err != nil {
		return "", err
	}
	there, depth := f.lookup(p.Key)
	at, note := -1, ""
	if depth == len(p.Key) {
		if arr, ok := there.([]any); p.Kind == plan.Append && ok {
			if at = indexOf(arr, v); at < 0 {
				tree := tomlTree(arr)
				path := oursIn(&tree, commands(tomlTree(v)), othersOf(p.Op, all))
				if len(path) > 1 {
					return takeNestedTOML(t, p.Op, all)
				}
				if len(path) == 1 {
					at, note = path[0], editedTaken(p.Op)
				}
			}
		} else if p.Kind == plan.Set && canonicalTOML(there) == canonicalTOML(v) {
			at = 0
		}
	}
	if at < 0 {
		note = changedSince(p.Op)
	}
	changes := f.take(p, at)
	if changes == nil && at >= 0 {
		return leftAlone(p.Op, f.shape(p.Key, "stands in an inline table")), nil
	}
	next := &text{b: t.b, splices: slices.Clone(t.splices)}
	next.replace(changes...)
	if !decodesTo(next.b, without(decoded(t.b), p, at), p.Key) {
		return leftAlone(p.Op, f.shape(p.Key, "cannot be told from what is around it")), nil
	}
	*t = *next
	return note, nil
}

func (tomlEditor) has(b []byte, op plan.Op, all []plan.Op) (presence, error) {
	f, v, err := openTOMLOp(b, op)
	if err != nil {
		return absent, err
	}
	there, depth := f.lookup(op.Key)
	if depth < len(op.Key) {
		return absent, nil
	}
	if arr, ok := there.([]any); ok && op.Kind == plan.Append {
		if indexOf(arr, v) < 0 && edited(tomlTree(arr), tomlTree(v), op, all) {
			return changed, nil
		}
		return wholeIf(indexOf(arr, v) >= 0), nil
	}
	return wholeIf(op.Kind == plan.Set && canonicalTOML(there) == canonicalTOML(v)), nil
}

func openTOML(b []byte) (tomlFile, error) {
	f := tomlFile{b: b}
	if err := checkUTF8(b); err != nil {
		return f, err
	}
	// Quotes are not looked at: no real file has so many brackets.
	if n := bytes.Count(b, []byte("[")) + bytes.Count(b, []byte("{")); n > 10*maxDepth {
		return f, errorf("more than %d brackets", 10*maxDepth)
	}
	if err := toml.Unmarshal(b[start(b):], &f.doc); err != nil {
		var pe toml.ParseError
		if errors.As(err, &pe) {
			return f, errorAt(b, start(b)+pe.Position.Start, "not TOML: %s", pe.Message)
		}
		return f, errorf("not TOML: %s", err)
	}
	plainArrays(f.doc)
	entries, err := scanTOML(b)
	f.entries = entries
	return f, err
}

func openTOMLOp(b []byte, op plan.Op) (tomlFile, any, error) {
	f, err := openTOML(b)
	if err != nil {
		return f, nil, err
	}
	if op.Kind != plan.Set && op.Kind != plan.Append {
		return f, nil, errorf("%s %s: not possible in TOML", op.Kind, KeyText(op.Key))
	}
	v, err := tomlValue(op.Value)
	if err != nil {
		return f, nil, errorf("%s: the value has no form in TOML: %s", KeyText(op.Key), err)
	}
	return f, v, nil
}

// lookup follows key as far as it leads through tables, and returns what is
// there and how many words of the key lead to it.
func (f tomlFile) lookup(key []string) (any, int) {
	var v any = f.doc
	for i, k := range key {
		m, ok := v.(map[string]any)
		next, found := m[k]
		if !ok || !found {
			return v, i
		}
		v = next
	}
	return v, len(key)
}

// shape is an Error about key at the first statement that has to do with it.
func (f tomlFile) shape(key []string, what string) error {
	for n := len(key); n > 0; n-- {
		for _, e := range f.entries {
			if hasPrefix(e.path, key[:n]) || e.kind == keyValue && hasPrefix(key[:n], e.path) {
				return errorAt(f.b, e.key, "%s %s", KeyText(key), what)
			}
		}
	}
	return errorf("%s %s", KeyText(key), what)
}

func (f tomlFile) unexpected(key []string, there any, want string) error {
	return f.shape(key, "is "+tomlKind(there)+", not "+want)
}

func indexOf(arr []any, v any) int {
	want := canonicalTOML(v)
	return slices.IndexFunc(arr, func(e any) bool { return canonicalTOML(e) == want })
}

func hasPrefix(path, prefix []string) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}
