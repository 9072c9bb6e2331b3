package plan

import "strings"

// Leaves takes errors that were joined apart, at any depth; nil has none. An error that wraps
// several and says more than they do is one.
func Leaves(err error) []error {
	if err == nil {
		return nil
	}
	many, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var leaves []error
	var lines []string
	for _, err := range many.Unwrap() {
		leaves = append(leaves, Leaves(err)...)
		lines = append(lines, err.Error())
	}
	if err.Error() != strings.Join(lines, "\n") {
		return []error{err}
	}
	return leaves
}
