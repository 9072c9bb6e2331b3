package pack

import (
	"encoding/json"
	"strconv"
	"unicode/utf16"
)

// unfitText says what an unfit string holds.
const unfitText = "what no program can be given: U+0000, or half of a surrogate pair"

// unfit reports whether a JSON string holds U+0000, which no command line, environment or
// file name can, or half of a surrogate pair, which is no character and would be read as
// U+FFFD without a word.
func unfit(value json.RawMessage) bool {
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' {
			continue
		}
		i++
		if value[i] != 'u' {
			continue
		}
		r := codeUnit(value[i:])
		i += 4
		if r == 0 {
			return true
		}
		if utf16.IsSurrogate(r) {
			if len(value) < i+3 || value[i+1] != '\\' || value[i+2] != 'u' || utf16.DecodeRune(r, codeUnit(value[i+2:])) == '\uFFFD' {
				return true
			}
			i += 6
		}
	}
	return false
}

// codeUnit is the number behind the u of an escape.
func codeUnit(escape []byte) rune {
	n, _ := strconv.ParseUint(string(escape[1:5]), 16, 16)
	return rune(n)
}
