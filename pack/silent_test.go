package pack

import "testing"

// A guess that a script is silent has to be right: on a host that reads JSON, text
// from a guard blocks the tool.
func TestSilent(t *testing.T) {
	tests := []struct {
		run, script string
		want        bool
	}{
		{"sh", "#!/bin/sh\n# echo nothing\nexit 0\n", true},
		{"bash", "#!/bin/bash\nset -euo pipefail\ninput=$(cat)\ncmd=$(echo \"$input\" | jq -r '.tool_input.command // \"\"')\n" +
			"if echo \"$cmd\" | grep -qE 'rm -rf (/|~)'; then\n  echo \"no: $cmd\" >&2\n  exit 2\nfi\nexit 0\n", true},
		{"sh", "block() {\n  printf '%s\\n' \"$1\" 1>&2\n  exit 2\n}\ncase \"$1\" in\n  *.env|*.pem) block \"secret; file\" ;;\n  *) true ;;\nesac\n", true},
		{"sh", "case $1 in a) echo hi;; esac\n", false},
		{"sh", "case $1 in\na)\n echo hi;;\nesac\n", false},
		{"sh", "say() { echo hi; }\nsay\n", false},
		{"sh", "true && echo hi\n", false},
		{"sh", "(echo hi)\n", false},
		{"sh", "(date)\n", false},
		{"sh", "prettier --write \"$1\"\n", false},
		{"sh", "prettier --write \"$1\" >/dev/null 2>&1\nexit 0\n", true},
		{"sh", "prettier --check x 2>/dev/null\n", false},
		{"sh", "cat | jq .x\n", false},
		{"sh", "grep secret x\n", false},
		{"sh", "grep --quiet secret x || exit 0\n", true},
		{"sh", "x=1 env\n", false},
		{"sh", "cat <<END >&2\nno\nEND\n", false},
		{"sh", "echo hi >/dev/stdout\n", false},
		{"sh", "$1\n", false},
		{"sh", "exit 0 # it's fine\n", true},
		{"sh", "echo 'half\n", false},
		{"sh", "trap \"echo hi\" EXIT\n", false},
		{"sh", "trap -- 'rm -f x; echo done' EXIT INT\n", false},
		{"sh", "trap 'rm -f \"$tmp\"' EXIT INT\n", true},
		{"sh", "trap \"rm -f \\\"$tmp\\\"\" EXIT\n", true},
		{"sh", "clean() { rm -f x; }\ntrap clean EXIT\ntrap - INT\n", true},
		{"sh", "trap date EXIT\n", false},
		{"sh", "trap\n", false},
		{"sh", "trap -p\n", false},
		{"sh", "set\n", false},
		{"sh", "set -o\n", false},
		{"sh", "set -eu -o pipefail\nset -- a b\n", true},
		{"sh", "(set)\n", false},
		{"sh", "set >/dev/null\n", true},
		{"bash", "shopt\n", false},
		{"bash", "shopt -s\n", false},
		{"bash", "shopt -p nullglob\n", false},
		{"bash", "shopt nullglob\n", false},
		{"bash", "shopt -s nullglob\nshopt -q extglob\n", true},
		{"sh", "f() { local; }\n", false},
		{"bash", "f() { local -p; }\n", false},
		{"sh", "f() { local a b=1; }\n", true},
		{"sh", "readonly\n", false},
		{"sh", "readonly -p\n", false},
		{"sh", "readonly x=1\n", true},
		{"sh", "umask\n", false},
		{"sh", "umask 077\n", true},
		{"sh", "cd -\n", false},
		{"sh", "cd /tmp || exit\n", true},
		{"sh", "rm -rfv x\n", false},
		{"sh", "mkdir -p x && rm -f y\n", true},
		{"node", "process.stdin.resume();\nconsole.error('no');\nprocess.exit(2);\n", true},
		{"node", "console.log('hi')\n", false},
		{"node", "process.stdout.write('hi')\n", false},
		{"node", "require('fs').writeSync(1, 'hi')\n", false},
		{"node", "execSync('x', {stdio: 'inherit'})\n", false},
		{"node", "const say = require('./say.js');\nsay();\n", false},
		{"node", "import say from '../say.mjs'\n", false},
		{"node", "const fs = require('fs');\n", true},
		{"python3", "import sys\nsys.stderr.write('no')\nsys.exit(2)\n", true},
		{"python3", "print('hi')\n", false},
		{"python3", "import subprocess\nsubprocess.run(['x'])\n", false},
		{"ruby", "exit 0\n", false},
		{"", "", false},
	}
	for _, tt := range tests {
		if got := silent(tt.run, []byte(tt.script)); got != tt.want {
			t.Errorf("%s: silent is %v\n%s", tt.run, got, tt.script)
		}
	}
}
