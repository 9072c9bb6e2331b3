package plan

import (
	"regexp"
	"strconv"
)

// TOMLFault takes apart an error of the TOML decoder: the line and the last key before the
// fault, 0 and empty where it says none, and what is wrong. Only the decoder's text says these
// of a value of another type than what it is decoded into.
func TOMLFault(err error) (line int, key, message string) {
	m := tomlText.FindStringSubmatch(err.Error())
	if m == nil {
		return 0, "", err.Error()
	}
	line, _ = strconv.Atoi(m[1])
	key, _ = strconv.Unquote(m[2])
	return line, key, m[3]
}

var tomlText = regexp.MustCompile(`(?s)^toml:(?: line (\d+))?(?: \(last key ("(?:[^"\\]|\\.)*")\))?: (.*)$`)
