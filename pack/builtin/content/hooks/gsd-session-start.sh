#!/bin/sh
# Tells a new session where the project stands, from .planning/STATE.md. Says
# nothing where there is none, and never fails: a session must start.
#
# Prints one line of JSON in ASCII, which hosts of Claude Code's form take
# (hookSpecificOutput); Cursor reads additional_context instead.
# https://code.claude.com/docs/en/hooks, https://cursor.com/docs/agent/hooks
#
# Needs sh, dd, od and awk; reads nothing from its input and writes no file.

# A user's hook may start in another folder than the project; the hosts name it.
state=
for dir in . "$CLAUDE_PROJECT_DIR" "$CURSOR_PROJECT_DIR" "$GEMINI_PROJECT_DIR"; do
    if [ -n "$dir" ] && [ -f "$dir/.planning/STATE.md" ] && [ -r "$dir/.planning/STATE.md" ]; then
        state=$dir/.planning/STATE.md
        break
    fi
done
[ -n "$state" ] || exit 0

# The bytes go to awk as numbers, so that no locale and no awk sees text: what
# is not UTF-8, and every control character, comes out as harmless JSON.
dd if="$state" bs=4096 count=1 2>/dev/null | od -An -v -tu1 | awk -v cursor="${CURSOR_VERSION:+yes}" '
function emit(code) {
    if (code == 10) { finish(); return }
    if (code < 32 || code == 127) return
    if (++width > 160) return
    if (code == 34 || code == 92) line = line "\\" sprintf("%c", code)
    else if (code < 127) line = line sprintf("%c", code)
    else if (code < 65536) line = line sprintf("\\u%04x", code)
    else {
        code -= 65536
        line = line sprintf("\\u%04x\\u%04x", 55296 + int(code / 1024), 56320 + code % 1024)
    }
}

# One line is complete: keep it if it is one of the fixed lines of the format.
function finish(    key) {
    if (match(line, /^(Project|Phase|Status|Next|Blocked|Updated): +[^ ]/)) {
        key = substr(line, 1, index(line, ":") - 1)
        if (!(key in seen) && !(key == "Blocked" && line ~ /^Blocked: +no *$/)) {
            seen[key] = 1
            found = found "\\n" (key == "Next" ? "Next gsd command" substr(line, 5) : line)
        }
    }
    line = ""
    width = 0
}

# UTF-8: need more bytes follow the lead byte; low is the least code that they may make.
function byte(b) {
    if (need > 0) {
        if (b >= 128 && b < 192) {
            code = code * 64 + b - 128
            if (--need == 0) emit(code < low || code > 1114111 || (code >= 55296 && code < 57344) ? 65533 : code)
            return
        }
        need = 0
        emit(65533)
    }
    if (b < 128) emit(b)
    else if (b >= 194 && b < 224) { need = 1; code = b - 192; low = 128 }
    else if (b >= 224 && b < 240) { need = 2; code = b - 224; low = 2048 }
    else if (b >= 240 && b < 245) { need = 3; code = b - 240; low = 65536 }
    else emit(65533)
}

{ for (i = 1; i <= NF; i++) byte($i + 0) }

END {
    if (need > 0) emit(65533)
    finish()
    text = "This project is planned in .planning/."
    if (found != "") text = text " Where it stands, quoted from .planning/STATE.md:" found
    text = text "\\nRead .planning/STATE.md before you go on with planned work. Other requests need not touch it."
    if (cursor == "yes") printf "{\"additional_context\":\"%s\"}\n", text
    else printf "{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"%s\"}}\n", text
}' 2>/dev/null
exit 0
