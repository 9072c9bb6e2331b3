package gsdinstall_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// addCommand adds a command to the pack.
func (c *caseRun) addCommand(stem, meta, body string) {
	c.Helper()
	c.put("${PACK}/commands/"+stem+".md", "---\nname: "+stem+"\n"+meta+"\n---\n"+body)
}

// addAgent adds an agent to the pack.
func (c *caseRun) addAgent(stem, meta, body string) {
	c.Helper()
	c.put("${PACK}/agents/"+stem+".md", "---\nname: "+stem+"\n"+meta+"\n---\n"+body)
}

// describes checks the description of each command, in every form that a host
// has for one.
func (c *caseRun) describes(want map[string]string) {
	c.Helper()
	c.each(func(host, scope string) {
		for _, stem := range slices.Sorted(maps.Keys(want)) {
			e := c.emitted(commandAt(host, scope, "gsd-"+stem))
			if got := c.text(e, "description"); got != want[stem] {
				c.Errorf("%s: description %q, want %q", e.path, got, want[stem])
			}
		}
	})
}

// B001, B055, B143: an agent's body arrives in TOML byte for byte, whatever quotes
// and control characters it holds.
func agentTOML(c *caseRun) {
	bodies := map[string]string{
		"quotes":  "'''''\n\"\"\"\"\"\n\\",
		"ends":    "ends with \"\"\"",
		"opens":   "\n\n'''starts after blank lines\n",
		"escapes": "\\u0041 \\U0001F600 \\n \\ \t tab \x00 nul \x1b[31m \x7f del \u0085 \u2028\n",
		"tables":  "[agents]\nname = \"x\"\n",
		"emoji":   "計画🚀 é\n",
	}
	for stem, body := range bodies {
		c.addAgent(stem, "description: \"d \\u0007 [x]\\nsandbox_mode = 'danger-full-access'\"\ntools: Read", body)
	}
	own := map[string]string{}
	for _, s := range c.spec.Setup {
		stem := strings.TrimSuffix(strings.TrimPrefix(s.Path, "${PACK}/agents/"), ".md")
		_, body, _ := strings.Cut(strings.TrimPrefix(s.Content, "---\n"), "\n---\n")
		own[stem] = body
	}
	maps.Copy(bodies, own)
	c.install()
	for _, stem := range slices.Sorted(maps.Keys(bodies)) {
		e := c.emitted(agentAt("codex", "global", stem))
		if e.body != bodies[stem] {
			c.Errorf("%s: instructions %q, want %q", e.path, e.body, bodies[stem])
		}
		keys := slices.Sorted(maps.Keys(e.meta))
		if fmt.Sprint(keys) != "[description name sandbox_mode]" || c.text(e, "sandbox_mode") != "read-only" {
			c.Errorf("%s: keys %v", e.path, e.meta)
		}
		for _, host := range []string{"claude", "gemini", "cursor"} {
			if e := c.emitted(agentAt(host, "global", stem)); e.body != bodies[stem] {
				c.Errorf("%s: body %q, want %q", e.path, e.body, bodies[stem])
			}
		}
	}
}

// B002: what a strict parser refuses is read as it is written, and quoted.
func bareDescription(c *caseRun) {
	want := map[string]string{"bare": "Ship it: build then tag"}
	for stem, line := range map[string]string{
		"flow":  "[draft] write it: now",
		"star":  "*all* of it",
		"tick":  "`code` first",
		"at":    "@file first",
		"quot":  `"quoted" then more`,
		"apos":  "'quoted' then more",
		"pct":   "%percent",
		"dash":  "- not a list",
		"colon": "it ends with one:",
		"brace": "{name} is a placeholder: fill it",
		"many":  "a: b: c: d",
	} {
		c.addCommand(stem, "description: "+line, "Do the thing.\n")
		want[stem] = line
	}
	c.describes(want)
}

// B003: an argument hint is a string, as it was written.
func argumentHint(c *caseRun) {
	want := map[string]string{
		"hint":  "[phase: number] [--dry]",
		"list":  "[phase]",
		"two":   "[phase] [name]",
		"map":   "{phase: 1}",
		"angle": "<phase> [--x | --y]",
		"num":   "7",
		"bool":  "yes",
	}
	for stem, hint := range want {
		if stem != "hint" {
			c.addCommand(stem, "description: d\nargument-hint: "+hint, "Do the thing.\n")
		}
	}
	c.each(func(host, scope string) {
		for _, stem := range slices.Sorted(maps.Keys(want)) {
			e := c.emitted(commandAt(host, scope, "gsd-"+stem))
			got, ok := e.meta["argument-hint"]
			if host == "claude" && !ok || ok && got != any(want[stem]) {
				c.Errorf("%s: argument-hint %#v, want %q", e.path, got, want[stem])
			}
			if ok && yamlWord(e.head, "argument-hint") {
				c.Errorf("%s: an older parser reads no string in %q", e.path, e.head)
			}
		}
	})
}

// B005: block scalars and values on several lines mean what YAML says.
func foldedDescription(c *caseRun) {
	want := map[string]string{"fold": "First line here second line: with colon"}
	for stem, meta := range map[string][2]string{
		"keep":   {"description: >+\n  a: b\n  c\n", "a: b c"},
		"lines":  {"description: |\n  a: b\n  c # no comment\n", "a: b\nc # no comment"},
		"indent": {"description: |2-\n    deep\n   less\n", "  deep\n less"},
		"plain":  {"description: one\n  two\n  three", "one two three"},
		"double": {"description: \"one\n  two \\\n  three\"", "one two three"},
	} {
		c.addCommand(stem, meta[0], "Do the thing.\n")
		want[stem] = meta[1]
	}
	c.each(func(host, scope string) {
		for _, stem := range slices.Sorted(maps.Keys(want)) {
			e := c.emitted(commandAt(host, scope, "gsd-"+stem))
			if got := strings.TrimRight(c.text(e, "description"), "\n"); got != want[stem] {
				c.Errorf("%s: description %q, want %q", e.path, got, want[stem])
			}
		}
	})
}

// B049: a dollar sign is no template.
func dollars(c *caseRun) {
	body := "pay $1, $$, $&, ${HOME}, $0\n"
	more := "${1} $name ${name} $` $' $<x> $$$ \\1 \\$& %s {0} {{name}}\n"
	c.addCommand("more", "description: \"$0 ${1} $name $` $$$ \\\\1 %d\"", more)
	c.addAgent("cash", "description: \"Costs $1 or $& and $$\"\ntools: Read", body+more)
	c.each(func(host, scope string) {
		for stem, want := range map[string][2]string{
			"dollar": {"Costs $1 or $& and $$ and ${name}", body},
			"more":   {"$0 ${1} $name $` $$$ \\1 %d", more},
		} {
			e := c.emitted(commandAt(host, scope, "gsd-"+stem))
			if c.text(e, "description") != want[0] || e.body != want[1] {
				c.Errorf("%s: %q, %q, want %q, %q", e.path, c.text(e, "description"), e.body, want[0], want[1])
			}
		}
		e := c.emitted(agentAt(host, scope, "cash"))
		want := body + more
		if host == "gemini" {
			// A ${NAME} that is no input of the agent ends each of its runs there.
			want = regexp.MustCompile(`\$\{(\w+)\}`).ReplaceAllString(want, "$${$1:-}")
		}
		if c.text(e, "description") != "Costs $1 or $& and $$" || e.body != want {
			c.Errorf("%s: %q, body %q, want %q", e.path, c.text(e, "description"), e.body, want)
		}
	})
}

// B053: what follows " #" means the same in every file.
func hashDescription(c *caseRun) {
	stems := []string{"hash2", "hash3", "hash4"}
	c.addCommand("hash3", "description: Fix#1 and C# code", "Do the thing.\n")
	c.addCommand("hash4", "description: Ask: what is #12", "Do the thing.\n")
	meanings := map[string]map[string]bool{}
	c.each(func(host, scope string) {
		for _, stem := range stems {
			if meanings[stem] == nil {
				meanings[stem] = map[string]bool{}
			}
			meanings[stem][c.text(c.emitted(commandAt(host, scope, "gsd-"+stem)), "description")] = true
		}
	})
	for _, stem := range stems {
		if len(meanings[stem]) != 1 {
			c.Errorf("%s means %v", stem, meanings[stem])
		}
	}
	if !meanings["hash3"]["Fix#1 and C# code"] {
		c.Errorf("hash3 means %v", meanings["hash3"])
	}
}

// B054, B112: quotes of the source are read and do not pile up.
func quotedDescription(c *caseRun) {
	want := map[string]string{
		"apos":  "It's the user's: thing",
		"dq":    `Lightweight check - answers "what now?" fast`,
		"slash": `C:\new\table and \d+`,
		"mixed": `say "it's" 'so'`,
		"esc":   "caf\u00e9 \u2014 \U0001F680\ttab",
	}
	for stem, line := range map[string]string{
		"apos":  `'It''s the user''s: thing'`,
		"dq":    `"Lightweight check - answers \"what now?\" fast"`,
		"slash": `'C:\new\table and \d+'`,
		"mixed": `"say \"it's\" 'so'"`,
		"esc":   `"caf\xe9 \u2014 \U0001F680\ttab"`,
	} {
		c.addCommand(stem, "description: "+line, "Do the thing.\n")
	}
	c.describes(want)
}

// B069: a newline inside a value makes no new key.
func injectedKeys(c *caseRun) {
	c.addCommand("fence", `description: "a\n---\nmodel: evil\n---\n"`, "Do the thing.\n")
	c.addCommand("toml", `description: "a\"\nprompt = \"evil"`, "Do the thing.\n")
	c.addCommand("hint", "description: d\nargument-hint: \"x\\nmodel: evil\"", "Do the thing.\n")
	c.addAgent("spy", `description: "a\nmodel: evil\nreadonly: false\ntools: Bash"`+"\ntools: Read", "You look.\n")
	c.each(func(host, scope string) {
		for _, stem := range []string{"inj", "fence", "toml", "hint"} {
			e := c.emitted(commandAt(host, scope, "gsd-"+stem))
			for _, key := range []string{"model", "allowed-tools"} {
				if v, ok := e.meta[key]; ok {
					c.Errorf("%s: it has got %s: %v", e.path, key, v)
				}
			}
			if e.body != "Do the thing.\n" {
				c.Errorf("%s: body %q", e.path, e.body)
			}
		}
		e := c.emitted(agentAt(host, scope, "spy"))
		if v, ok := e.meta["model"]; ok || e.body != "You look.\n" {
			c.Errorf("%s: model %v, body %q", e.path, v, e.body)
		}
		if v, ok := e.meta["readonly"]; ok && v != "true" {
			c.Errorf("%s: readonly %v", e.path, v)
		}
		if slices.Contains(c.list(e, "tools"), "Bash") {
			c.Errorf("%s: tools %v", e.path, e.meta["tools"])
		}
	})
}

// B071: bytes that are no UTF-8 are refused by file and offset.
func badUTF8(c *caseRun) {
	for path, text := range map[string]string{
		"commands/bin.md":     "---\nname: bin\ndescription: caf\xe9\n---\nx\n",
		"agents/bin.md":       "---\nname: bin\ndescription: d\n---\nbytes \xff\xfe\n",
		"skills/bin/SKILL.md": "---\nname: bin\ndescription: d\n---\nhalf \xed\xa0\x80\n",
		"pack/bin.md":         "cut \xe2\x82\n",
		"rules/bin.md":        "---\ndescription: d\n---\n\x80\n",
		"hooks/hooks.json":    "{\"hooks\": {}, \"x\": \"\xe9\"}",
	} {
		c := c.bare()
		must(c, os.MkdirAll(c.path("${PACK}/skills/bin"), 0o755))
		must(c, os.WriteFile(c.path("${PACK}/"+path), []byte(text), 0o644))
		offset := 0
		for i := range text {
			if text[i] >= 0x80 {
				offset = i
				break
			}
		}
		c.refuses([]string{path, fmt.Sprint(offset)})
	}
}

// B072: whatever a source's line ends are, an emitted file has one style and no
// value has a carriage return in it.
func windowsSources(c *caseRun) {
	c.put("${PACK}/commands/bom.md", "\ufeff---\r\nname: bom\r\ndescription: \"Has a BOM\"\r\nargument-hint: \"[x]\"\r\n---\r\none\r\ntwo\r\n")
	c.put("${PACK}/commands/fold.md", "---\r\ndescription: >-\r\n  one\r\n  two\r\n---\r\none\r\ntwo\r\n")
	c.put("${PACK}/commands/mixed.md", "---\ndescription: Mixed\r\n---\none\r\ntwo\n")
	c.put("${PACK}/commands/mac.md", "---\rdescription: Old Mac\r---\rone\rtwo\r")
	c.put("${PACK}/agents/crlf.md", "\ufeff---\r\nname: crlf\r\ndescription: An agent\r\ntools:\r\n  - Read\r\n---\r\none\r\ntwo\r\n")
	want := map[string]string{"crlf": "Has CRLF", "bom": "Has a BOM", "fold": "one two", "mixed": "Mixed", "mac": "Old Mac"}
	c.describes(want)
	for _, scope := range scopes {
		for _, host := range four {
			paths := []string{agentAt(host, scope, "crlf")}
			for stem := range want {
				paths = append(paths, commandAt(host, scope, "gsd-"+stem))
			}
			for _, path := range paths {
				if text := c.read(path); strings.ContainsAny(text, "\r\ufeff") {
					c.Errorf("%s: %q", path, text)
				}
				if e := c.emitted(path); e.body != "one\ntwo\n" {
					c.Errorf("%s: body %q", path, e.body)
				}
			}
		}
	}
}

// B111: a TOML command's prompt is the body exactly.
func promptTOML(c *caseRun) {
	bodies := map[string]string{
		"ends":  "ends with ''' and \"\"\"",
		"back":  "a \\\n\n\n   b \\",
		"ctl":   "bell \x07 esc \x1b nul \x00 del \x7f\n",
		"lead":  "\n\n\nblank lines first\n\n\n",
		"five":  "'''''\"\"\"\"\"",
		"table": "[x]\nprompt = 'y'\n",
	}
	for stem, body := range bodies {
		c.addCommand(stem, "description: d", body)
	}
	_, bodies["tq"], _ = strings.Cut(strings.TrimPrefix(c.spec.Setup[0].Content, "---\n"), "\n---\n")
	// What Gemini would run or read in is broken; our own argument is not.
	c.addCommand("tokens", "description: d", "!{ls} @{x} {{args}} !$ARGUMENTS $ARGUMENTS\n")
	tokens := map[string]string{
		"claude": "!{ls} @{x} {{args}} !$ARGUMENTS $ARGUMENTS\n", "codex": "!{ls} @{x} {{args}} !{{ARGUMENTS}} {{ARGUMENTS}}\n",
		"cursor": "!{ls} @{x} {{args}} !{{ARGUMENTS}} {{ARGUMENTS}}\n", "gemini": "! {ls} @ {x} { {args}} ! {{args}} {{args}}\n",
	}
	c.each(func(host, scope string) {
		if e := c.emitted(commandAt(host, scope, "gsd-tokens")); e.body != tokens[host] {
			c.Errorf("%s: body %q, want %q", e.path, e.body, tokens[host])
		}
		for _, stem := range slices.Sorted(maps.Keys(bodies)) {
			if e := c.emitted(commandAt(host, scope, "gsd-"+stem)); e.body != bodies[stem] {
				c.Errorf("%s: body %q, want %q", e.path, e.body, bodies[stem])
			}
		}
	})
}

// oldWords are words that parsers of YAML 1.1 read as no string.
var oldWords = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null|~|[-+.0-9][-+._:0-9a-fx]*|\.inf|\.nan)$`)

// yamlWord reports whether the value of key stands in head as such a word.
func yamlWord(head, key string) bool {
	for _, line := range strings.Split(head, "\n") {
		if value, ok := strings.CutPrefix(line, key+": "); ok {
			return oldWords.MatchString(value)
		}
	}
	return false
}

// B129: strings that look like something else stay strings, for old parsers too.
func stringsStay(c *caseRun) {
	want := map[string]string{"yn1": "yes", "yn2": "1.10", "yn3": "null"}
	for i, v := range []string{"no", "On", "~", "0x1F", "1_000", "2026-01-31", ".inf", "12:30:45", "1e3", "-", "y", "[]", "=", "<<", "!x", "007"} {
		stem := fmt.Sprintf("word%d", i)
		c.addCommand(stem, fmt.Sprintf("description: %q", v), "Do the thing.\n")
		want[stem] = v
	}
	c.describes(want)
	for stem := range want {
		for _, host := range []string{"claude", "codex"} {
			if e := c.emitted(commandAt(host, "global", "gsd-"+stem)); yamlWord(e.head, "description") {
				c.Errorf("%s: an older parser reads no string in %q", e.path, e.head)
			}
		}
	}
}
