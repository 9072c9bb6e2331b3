package main

// oddYAML are settings files in YAML that people have: each holds the word mine, or is
// empty in one of the ways a file can be.
var oddYAML = map[string]string{
	"one line":            "model: mine\n",
	"no last newline":     "model: mine",
	"comments":            "# mine\n\n# hooks:\n#   on_session_start: []\nmodel: x # tail\n\n  # in the middle\nenv:\n  A: 1\n  # at its end\n# bye",
	"comments alone":      "# mine\n\n# bye\n",
	"anchors":             "base: &b\n  a: mine\nuse: *b\nmore:\n  <<: *b\n  c: &s !!str 1\n  d: *s\n",
	"flow maps":           "a: {b: mine, c: [1, {d: 2}], e: {}}\nf: [\n  1,\n  2, # two\n]\n",
	"flow hooks":          "hooks: {on_session_start: [{command: echo mine}], other: []}\nx: 1\n",
	"empty flow hooks":    "hooks: {} # mine\nx: 1\n",
	"flow event":          "hooks:\n  on_session_start: [{command: echo mine}]\n",
	"empty event":         "hooks:\n  on_session_start: []\n  pre_tool_call:\nx: mine\n",
	"null hooks":          "hooks:\nx: mine\n",
	"null hooks, said so": "hooks: null # mine\n",
	"own hooks":           "hooks:\n  on_session_start:\n    - command: echo mine\n      timeout: 3\n\n  output_spill:\n    enabled: true\nx: 1\n",
	"list not indented":   "hooks:\n  on_session_start:\n  - matcher: x\n    command: echo mine # so\n\n  # next\n  on_session_end: []\nx: 1\n",
	"deep indent":         "hooks:\n        on_session_start:\n                -   command: echo mine\n                    timeout: 3\nx:\n        y: 1\n\n\n",
	"hooks like ours":     "hooks:\n  on_session_start:\n    - command: \"sh '/mine/.hermes/gsd/hooks/gsd-session-start.sh'\"\n",
	"quoted keys":         "\"hooks\":\n  'on_session_start':\n    - \"command\": echo mine\n",
	"bom and crlf":        "\ufeffmodel: mine\r\nhooks:\r\n  on_session_start:\r\n    - command: x\r\n",
	"crlf, no newline":    "model: mine\r\nenv:\r\n  A: 1",
	"tabs":                "a: \"mine\tx\"\nb: 'x\ty'\nc: x\ty\t# z\t\nd:\t1\n",
	"numbers":             "mine: 12345678901234567890123\nb: 0xffffffffffffffffff\nc: 1e99999\nd: 010\ne: 1_000\nf: .inf\ng: 1.0\nh: 2026-12-01T00:00:00Z\n",
	"keys that look alike": "Hooks: mine\n\"hooks \": 1\n'hook': x\nhooks2:\n  hooks: [1]\nlist:\n  - hooks:\n      on_session_start: []\n" +
		"\"on_session_start\": 1\n",
	"in a block":           "notes: |\n  hooks:\n    on_session_start: []\n  mine\nmore: >-\n  hooks:\n\n  x\n",
	"in a string":          "notes: \"\n  hooks:\n  mine\"\nmore: 'x\n\n  hooks: y'\n",
	"kept lines":           "x: |+\n  mine\n\n\n",
	"plain lines":          "x: mine\n  goes on\n  here\ny: 1\n",
	"document":             "---\nmodel: mine\n",
	"document with an end": "---\nmodel: mine\n...\n",
	"directive":            "%YAML 1.2\n---\nmodel: mine\n",
	"complex keys":         "? mine\n: 1\n? [a, b]\n: 2\n",
	"tags":                 "a: !secret mine\nb: !!binary aGk=\nc: !x {y: 1}\n",
	"escapes":              "mine: \"\\u00e9 \\\"x\\\" \\\\ \\t\"\nü: 'it''s'\n",
	"empty map":            "{}\n",
	"empty":                "",
	"blank":                " \n\n",
	"marks alone":          "---\n",
}

// badYAML are files in YAML that no hook can be put into.
var badYAML = map[string]string{
	"no YAML": "a: [\n", "a list": "- a\n", "a text": "only words\n", "two documents": "a: 1\n---\nb: 2\n",
	"hooks are a text": "hooks: x\n", "hooks are a list": "hooks: []\n", "an event is a text": "hooks:\n  on_session_start: x\n",
	"hooks twice": "hooks:\n  a: []\nhooks:\n  b: []\n", "tabs that indent": "a:\n\tb: 1\n",
	"null": "null\n", "a block that a line more would change": "x: |\n  mine\n    deeper",
	"hooks of another name": "x: &h {}\nhooks: *h\n",
}
