package pack

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// literalEvents are Claude's events whose matcher is a list of file names:
// https://code.claude.com/docs/en/hooks.
var literalEvents = []string{"FileChanged"}

// brokenAnywhere are faults of a regular expression in each language that hosts read
// matchers in; what only Go's lacks, like a look ahead, is none.
var brokenAnywhere = []syntax.ErrorCode{
	syntax.ErrInvalidCharRange, syntax.ErrMissingBracket, syntax.ErrMissingParen, syntax.ErrMissingRepeatArgument,
	syntax.ErrTrailingBackslash, syntax.ErrUnexpectedParen,
}

// goLacks is what Go's regular expressions do not have, and a group or a letter that can stand
// in its place: looks ahead and behind, named groups in the other spelling, and escapes.
var goLacks = []struct {
	form *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`\\\\`), `\x5c`},
	{regexp.MustCompile(`\\(k<\w+>|[0-9ckuZG])`), `x`},
	{regexp.MustCompile(`\(\?(<?[=!]|<\w+>|>)`), `(?:`},
}

// badMatcher says why a hook with a matcher would never run, or run for all; empty if it can be
// a regular expression.
func badMatcher(event, matcher string) string {
	if matcher == "*" || slices.Contains(literalEvents, event) {
		return ""
	}
	text := matcher
	for _, l := range goLacks {
		text = l.form.ReplaceAllLiteralString(text, l.as)
	}
	var fault *syntax.Error
	if _, err := syntax.Parse(text, syntax.Perl); !errors.As(err, &fault) || !slices.Contains(brokenAnywhere, fault.Code) {
		return ""
	}
	if fault.Code == syntax.ErrInvalidCharRange && strings.Contains(fault.Expr, `\`) {
		return "" // JavaScript takes the - beside a class for itself
	}
	return fmt.Sprintf("the matcher %q is no regular expression: %s", matcher, fault.Code)
}
