package pack

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// rootForm is how commands spell the place that holds the pack: a plugin's
// root, or the Claude home or project folder that plain folders are copied from.
var rootForm = regexp.MustCompile(`(["']?)(\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT|\$\{?CLAUDE_PROJECT_DIR\}?(["']?)/\.claude|(?:~|\$HOME|\$\{HOME\})/\.claude)(["']?)/`)

// scriptRunners are the programs whose first argument is a script.
var scriptRunners = []string{"sh", "bash", "zsh", "node", "bun", "python", "python3", "ruby", "perl"}

// script recognises a command that does nothing but run one script of the pack,
// with arguments that need no shell.
func (rd *reader) script(h *Hook, command string) bool {
	words, ok := shellWords(command)
	if !ok {
		return false
	}
	run := ""
	if slices.Contains(scriptRunners, path.Base(words[0])) && len(words) > 1 {
		run, words = path.Base(words[0]), words[1:]
	}
	rel, ok := strings.CutPrefix(words[0], rootMark+"/")
	if !ok || strings.Contains(strings.Join(words[1:], " "), rootMark) {
		return false
	}
	h.Script, h.Run = rd.destOf(path.Clean(rel)), run
	if len(words) > 1 {
		h.Args = words[1:]
	}
	return true
}

// destOf returns where the payload puts a file of the pack.
func (rd *reader) destOf(source string) string {
	for _, f := range rd.pack.Payload {
		if f.Source == source {
			return f.Dest
		}
	}
	return path.Join(rd.pack.Home, source)
}

// rootMark stands for the pack's root in the words of a command.
const rootMark = "\x00"

// shellWords splits a command into words as a shell does; false if it has
// anything but words: operators, expansions, globs, comments.
func shellWords(command string) ([]string, bool) {
	if strings.Contains(command, rootMark) {
		return nil, false
	}
	command = rootForm.ReplaceAllString(strings.TrimSpace(command), "$1"+rootMark+"$3$4/")
	var words []string
	var word strings.Builder
	quote, in := rune(0), false
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '$' || c == '`' || c == '\\' || c == '\n':
			if quote != '\'' {
				return nil, false
			}
			word.WriteRune(c)
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		case strings.ContainsRune("|&;<>()*?[]{}#!", c), c == '~' && !in:
			return nil, false
		default:
			word.WriteRune(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words, quote == 0 && len(words) > 0
}
