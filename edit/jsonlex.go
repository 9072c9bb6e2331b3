package edit

import "bytes"

// jsonComment reports whether there is a comment in tokens that are whole.
func jsonComment(b []byte) bool {
	for i := 0; i < len(b); i = tokenEnd(b, i) {
		if b[i] == '/' {
			return true
		}
	}
	return false
}

// tokenEnd is the offset after the string or comment that begins at i, or after any
// other byte.
func tokenEnd(b []byte, i int) int {
	rest := b[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		return nextLine(b, i)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + n + len("/**/")
		}
		return len(b)
	case rest[0] == '"':
		for n := 1; n < len(rest); n++ {
			switch rest[n] {
			case '\\':
				n++
			case '"':
				return i + n + 1
			}
		}
		return len(b)
	}
	return i + 1
}

// maxDepth is that of the standard library's JSON. The parsers recurse.
const maxDepth = 10000

// checkDepth refuses JSON that would exhaust the stack.
func checkDepth(b []byte) error {
	depth := 0
	for i := start(b); i < len(b); i = tokenEnd(b, i) {
		switch b[i] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return errorAt(b, i, "more than %d objects and arrays in each other", maxDepth)
			}
		case '}', ']':
			depth--
		}
	}
	return nil
}
