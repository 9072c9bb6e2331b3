#!/bin/sh
# Runs the hooks of all packs for an event of Cline. gsd-install writes this file anew.
root=''
names='apply_patch=Edit ask_question=AskUserQuestion editor=Edit fetch_web_content=WebFetch read_files=Read run_commands=Bash search_codebase=Glob skills=Skill'

here=${0%/*}
[ "$here" != "$0" ] || here=.
here=$(cd "$here" && pwd)
event=${0##*/}
event=${event%.*}
[ -z "$root" ] || { cd "$here/$root" && export CLAUDE_PROJECT_DIR="$PWD"; }

# pick prints, a line each, what a JSON text ($1) holds at each of the paths ($2): keys with
# dots between them, several for one line with "|" between them, the first that is there. It
# is printed as JSON, and nothing for a path that is not there.
pick() {
	printf '%s' "$1" 2>/dev/null | LC_ALL=C awk -v paths="$2" '
		function blank() { while (substr(s, p, 1) ~ /[ \t\r\n]/) p++ }
		function text(  b, c) {
			b = p
			for (p++; (c = substr(s, p, 1)) != "\"" && c != ""; p++) if (c == "\\") p++
			p++
			return substr(s, b, p - b)
		}
		function value(path,   b, c, i, k, q) {
			blank(); b = p; c = substr(s, p, 1)
			if (c == "\"") text()
			else if (c == "{" || c == "[") {
				p++
				for (blank(); (q = substr(s, p, 1)) != "}" && q != "]" && q != ""; blank()) {
					q = p
					k = i++
					if (c == "{") { k = text(); k = substr(k, 2, length(k) - 2); blank(); p++ }
					value(path == "" ? k : path "." k)
					blank()
					if (substr(s, p, 1) == ",") p++
					if (p == q) p++
				}
				p++
			} else while (substr(s, p, 1) ~ /[-+.0-9A-Za-z]/) p++
			if (path in wanted) { k = substr(s, b, p - b); gsub(/[\r\n]/, " ", k); found[path] = k }
		}
		{ s = s (NR > 1 ? "\n" : "") $0 }
		END {
			n = split(paths, line, " ")
			for (i = 1; i <= n; i++) { m = split(line[i], one, "|"); for (j = 1; j <= m; j++) wanted[one[j]] }
			p = 1
			value("")
			for (i = 1; i <= n; i++) {
				m = split(line[i], one, "|")
				for (j = 1; j <= m && !(one[j] in found); j++);
				print j <= m ? found[one[j]] : ""
			}
		}'
}

# quote writes a text as JSON does between its quotes.
quote() {
	printf '%s' "$1" | LC_ALL=C awk '
		BEGIN { for (i = 1; i < 32; i++) as[sprintf("%c", i)] = sprintf("\\u%04x", i); as["\\"] = "\\\\"; as["\""] = "\\\"" }
		{
			if (NR > 1) printf "\\n"
			n = length($0)
			for (i = 1; i <= n; i++) { c = substr($0, i, 1); printf "%s", c in as ? as[c] : c }
		}'
}

# bare takes the quotes from a JSON string; what is no string is nothing.
bare() {
	case $1 in
	'"'*'"') bare=${1#?}; bare=${bare%?} ;;
	*) bare= ;;
	esac
}

# run runs a command ($3) with what Claude Code would tell a hook of an event ($1), if the
# tool is one of some ($2), and keeps what it answers.
run() {
	case "|${2:-$tool}|" in *"|$tool|"*) ;; *) return ;; esac
	answer=$({
		error=$({ printf '%s' "{\"hook_event_name\":\"$1\",$told}" 2>/dev/null | sh -c "$3" >&3; } 2>&1)
		printf '%s' "$mark$?$mark$error"
	} 3>&1)
	error=${answer##*"$mark"}
	answer=${answer%"$mark"*}
	status=${answer##*"$mark"}
	answer=${answer%"$mark"*}
	case $status:$answer in
	2:*) stop "$(quote "$error")" ;;
	0:) ;;
	0:{*)
		{ read -r goes; read -r why; read -r decision; read -r reason; read -r asked; read -r because; read -r more; } <<-END
			$(pick "$answer" 'continue stopReason decision reason hookSpecificOutput.permissionDecision hookSpecificOutput.permissionDecisionReason hookSpecificOutput.additionalContext')
		END
		# What the user is to be asked is refused: a hook of this host cannot have anybody asked.
		case $goes:$decision:$asked in
		false:*) bare "$why"; stop "$bare" ;;
		*:'"block"':*) bare "$reason"; stop "$bare" ;;
		*:'"deny"' | *:'"ask"') bare "$because"; stop "$bare" ;;
		*) bare "$more"; context "$bare" ;;
		esac
		;;
	0:*) context "$(quote "$answer")" ;;
	esac
}

stop() {
	stopped=yes
	reasons=$reasons${reasons:+${1:+'\n'}}$1
}

context() { contexts=$contexts${contexts:+${1:+'\n'}}$1; }

input=$(cat)
mark="<$$ gsd-install>"
stopped= reasons= contexts= none='{}'
{ read -r session; read -r cwd; read -r tool; read -r given; read -r result; read -r prompt; } <<END
$(pick "$input" 'taskId workspaceRoots.0 tool_call.name|tool_result.name|preToolUse.toolName|postToolUse.toolName tool_call.input|tool_result.input|preToolUse.parameters|postToolUse.parameters tool_result.output|postToolUse.result userPromptSubmit.prompt')
END
bare "$tool"
tool=$bare
name=$tool
for pair in $names; do
	[ "${pair%%=*}" != "$tool" ] || name=${pair#*=}
done
told="\"session_id\":${session:-\"\"},\"transcript_path\":\"\",\"cwd\":${cwd:-\"$(quote "$PWD")\"}"
[ -z "$tool" ] || told="$told,\"tool_name\":\"$name\",\"tool_input\":${given:-$none}"
[ -z "$result" ] || told="$told,\"tool_response\":$result"
[ -z "$prompt" ] || told="$told,\"prompt\":$prompt"

for pack in "$here"/*/"$event.hooks"; do
	[ ! -f "$pack" ] || . "$pack"
done

if [ -n "$stopped" ]; then
	printf '{"cancel": true, "errorMessage": "%s"}\n' "${reasons:-a hook has stopped this}"
elif [ -n "$contexts" ]; then
	printf '{"cancel": false, "contextModification": "%s"}\n' "$contexts"
else
	printf '{"cancel": false}\n'
fi
exit 0
