package pack

import (
	"regexp"
	"slices"
	"strings"
)

// printers are how the scripts of an interpreter write to their standard output, hand
// it to another program, or load a file of the pack that may do so.
var printers = map[string]*regexp.Regexp{
	"node":    regexp.MustCompile(`console\.(log|info|debug|table|dir|group|count|time)|process\.stdout|\binherit\b|writeSync\(\s*1\b|/dev/stdout|(?:require\s*\(|from|import)\s*\(?["'\x60]\.`),
	"python3": regexp.MustCompile(`\bprint\s*\(|\bsys\.stdout|\bpprint\b|\bos\.system\b|\bsubprocess\.|\bos\.write\(\s*1\b|\bfrom\s+\.`),
}

// silent reports whether a script certainly prints nothing to its standard output.
// In a shell any program may print, so only scripts of quiet commands are silent there.
func silent(run string, data []byte) bool {
	switch run {
	case "node", "python3":
		return !printers[run].Match(data)
	case "sh", "bash":
		return silentShell(string(data))
	}
	return false
}

var (
	shellComment = regexp.MustCompile(`(?m)(^|\s)#.*$`)
	shellJoin    = regexp.MustCompile(`\\\n`)
	substitution = regexp.MustCompile("\\$\\([^()]*\\)|`[^`]*`")
	// trapped is a trap with the commands that it is to run, in a string.
	trapped     = regexp.MustCompile(`\btrap\s+(?:--\s+)?('[^']*'|"(?:\\.|[^"\\])*")`)
	shellEscape = regexp.MustCompile(`\\(["$\\])`)
	shellString = regexp.MustCompile(`'[^']*'|"(?:\\.|[^"\\])*"`)
	// casePattern is what stands before the commands of a case.
	casePattern = regexp.MustCompile(`(?m)(^|;;|\bin\b)\s*[^()\s;]+(?:\s*\|\s*[^()\s;]+)*\)`)
	definition  = regexp.MustCompile(`(\w[\w-]*)\s*\(\s*\)`)
	separator   = regexp.MustCompile(`;|&&|\|\||\n|[{}()]`)
	// elsewhere is a redirection of the standard output.
	elsewhere  = regexp.MustCompile(`(^|[^0-9&<>])1?>|&>`)
	assignment = regexp.MustCompile(`^\w+\+?=\S*$`)
)

// shellKeywords stand before a command, quietCommands print nothing.
var (
	shellKeywords = []string{"if", "then", "else", "elif", "while", "until", "do", "!", "time"}
	quietCommands = []string{
		":", "[", "[[", "test", "true", "false", "exit", "return", "break", "continue", "shift", "read", "unset",
		"sleep", "touch", "fi", "done", "esac", "case", "for", "function",
	}
)

func silentShell(text string) bool {
	text = shellJoin.ReplaceAllString(shellComment.ReplaceAllString(text, ""), " ")
	if strings.Contains(text, "<<") || strings.Contains(text, "/dev/stdout") {
		return false
	}
	for {
		inner := substitution.ReplaceAllLiteralString(text, "x")
		if inner == text {
			break
		}
		text = inner
	}
	text = trapped.ReplaceAllStringFunc(text, func(s string) string {
		body := trapped.FindStringSubmatch(s)[1]
		return "\n" + shellEscape.ReplaceAllString(body[1:len(body)-1], "$1") + "\n: "
	})
	text = shellString.ReplaceAllString(text, "x")
	if strings.ContainsAny(text, "`\"'") || strings.Contains(text, "$(") {
		return false // it is not understood
	}
	text = casePattern.ReplaceAllString(text, "$1\n")
	quiet := slices.Clone(quietCommands)
	for _, m := range definition.FindAllStringSubmatch(text, -1) {
		quiet = append(quiet, m[1]) // what it does is looked at where it stands
	}
	for _, command := range separator.Split(definition.ReplaceAllString(text, ""), -1) {
		if !quietCommand(command, quiet) {
			return false
		}
	}
	return true
}

// quietCommand reports whether a pipeline prints nothing; what prints is its last command.
func quietCommand(pipeline string, quiet []string) bool {
	command := pipeline[strings.LastIndexByte(pipeline, '|')+1:]
	if elsewhere.MatchString(command) {
		return true
	}
	words := strings.Fields(command)
	for len(words) > 0 && (slices.Contains(shellKeywords, words[0]) || assignment.MatchString(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 || slices.Contains(quiet, words[0]) {
		return true
	}
	return quietWith(words[0], words[1:], quiet)
}

var (
	aFlag       = regexp.MustCompile(`^[-+]`)
	quietFlags  = regexp.MustCompile(`^(-[A-Za-z]*q[A-Za-z]*|--quiet|--silent)$`)
	listFlags   = regexp.MustCompile(`^-[A-Za-z]*[plS]`)
	talkFlags   = regexp.MustCompile(`^(-[A-Za-z]*v[A-Za-z]*|--verbose)$`)
	optionFlags = regexp.MustCompile(`^([-+][A-Za-z]*o)$`)
)

// quietWith reports whether a command that prints or not by its arguments prints nothing: many
// that set something list what is set if they are given nothing to set.
func quietWith(command string, args, quiet []string) bool {
	some := func(flags *regexp.Regexp) bool { return slices.ContainsFunc(args, flags.MatchString) }
	names := slices.DeleteFunc(slices.Clone(args), aFlag.MatchString)
	switch command {
	case "grep":
		return some(quietFlags)
	case "mkdir", "rm":
		return !some(talkFlags)
	case "cd":
		return !slices.Contains(args, "-") // it says where it went
	case "set":
		return len(args) > 0 && !optionFlags.MatchString(args[len(args)-1])
	case "shopt":
		return some(quietFlags) || len(names) > 0 && len(names) < len(args) && !some(listFlags)
	case "local", "readonly", "umask":
		return len(names) > 0 && !some(listFlags)
	case "trap":
		return len(args) > 1 && (args[0] == "-" || slices.Contains(quiet, args[0]))
	}
	return false
}
