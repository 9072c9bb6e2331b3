package pack

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// What a server's entry holds, in the form of Claude Code, and which transports have it:
// https://code.claude.com/docs/en/mcp, and cwd in
// https://code.claude.com/docs/en/plugins-reference. Keys of somebody else are left to those
// who know them.
var serverKeys = map[string]serverKey{
	"type":          {want: "a string"},
	"command":       {want: "a string", run: true},
	"args":          {want: "a list of strings", run: true},
	"env":           {want: "an object of strings", run: true},
	"cwd":           {want: "a string", run: true},
	"url":           {want: "a string", reached: true},
	"headers":       {want: "an object of strings", reached: true},
	"headersHelper": {want: "a string", reached: true},
	"oauth":         {want: "an object", reached: true},
	"timeout":       {want: "a number"},
	"alwaysLoad":    {want: "true or false"},
}

// serverKey is what the value of a key has to be, and whether only a server that is run, or
// one that is reached at an address, has it.
type serverKey struct {
	want         string
	run, reached bool
}

// transports are the words for type, by those that Claude Code writes for them.
var transports = map[string]string{"stdio": "stdio", "http": "http", "streamable-http": "http", "sse": "sse", "ws": "ws"}

// server checks an entry of mcpServers and returns the server that it is; false if it is
// none, which is reported.
func (rd *reader) server(source, text string, e member) (Server, bool) {
	config, keys, ok := e.object()
	if !ok {
		rd.problem(source, lineAt(text, e.at), "MCP server %q: want an object", e.name)
		return Server{}, false
	}
	if strings.TrimSpace(e.name) == "" {
		rd.problem(source, lineAt(text, e.at), "an MCP server has no name")
		return Server{}, false
	}
	c := serverCheck{rd, source, text, e, len(rd.problems)}
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k.name] {
			c.problem(k, "%s stands there twice", k.name)
		}
		seen[k.name] = true
		c.nulls(k)
		if form, ok := serverKeys[k.name]; ok {
			c.value(k, form.want)
		}
	}
	transport := c.transport(keys)
	if len(rd.problems) > c.before {
		return Server{}, false
	}
	if _, ok := lookup(keys, "type"); !ok && transport != "stdio" {
		// Claude Code skips an address without a type; others take it for this one.
		config = append(config[:len(config)-1], `,"type":"`+transport+`"}`...)
	}
	return Server{e.name, transport, config, source, lineAt(text, e.at), lineAt(text, e.from+len(e.value)-1)}, true
}

// object is a member that is an object: its bytes without white space, and its keys.
func (m member) object() ([]byte, []member, bool) {
	var config bytes.Buffer
	if err := json.Compact(&config, m.value); err != nil {
		return nil, nil, false
	}
	keys, ok := members(string(m.value), m.from)
	return config.Bytes(), keys, ok
}

// serverCheck reports what is wrong with one entry.
type serverCheck struct {
	rd           *reader
	source, text string
	entry        member
	// before are the problems that there were before it.
	before int
}

func (c serverCheck) problem(at member, format string, args ...any) {
	c.rd.problem(c.source, lineAt(c.text, at.at), "MCP server %q: "+format, append([]any{c.entry.name}, args...)...)
}

// nulls reports what is null in a value, however deep: not every format of the hosts has it.
func (c serverCheck) nulls(m member) {
	if string(m.value) == "null" {
		c.problem(m, "%s is null; leave it out", m.name)
	}
	for _, one := range m.inner() {
		c.nulls(one)
	}
}

// value reports a value that is not what its key wants.
func (c serverCheck) value(m member, want string) {
	kind := kindOf(m.value)
	switch {
	case kind == "null":
	case want == "a list of strings" && kind == "a list", want == "an object of strings" && kind == "an object":
		var names []string
		for _, one := range m.inner() {
			if slices.Contains(names, one.name) {
				c.problem(one, "%s stands there twice", one.name)
			}
			names = append(names, one.name)
			c.value(one, "a string")
		}
	case kind != want && want == "a string" && (kind == "a number" || kind == "true or false"):
		c.problem(m, "%s is %s: want a string; write it in quotes", m.name, m.value)
	case kind != want:
		c.problem(m, "%s is %s: want %s", m.name, kind, want)
	case want == "a string" && unfit(m.value):
		c.problem(m, "%s holds %s", m.name, unfitText)
	}
}

// transport is how a server is reached, by its type and by what it has else.
func (c serverCheck) transport(keys []member) string {
	command, run := lookup(keys, "command")
	url, reached := lookup(keys, "url")
	word, typed := lookup(keys, "type")
	var kind string
	_ = json.Unmarshal(word.value, &kind)
	transport := transports[kind]
	has, lacks, usual := "url", "command", "http"
	if run {
		has, lacks, usual = "command", "url", "stdio"
	}
	switch {
	case run && reached:
		c.problem(url, "has a command and a url; a server is run or reached, so leave one of them out")
		return ""
	case !run && !reached:
		c.problem(c.entry, "has neither a command nor a url")
		return ""
	case run && blank(command.value):
		c.problem(command, "command is empty")
	case reached && blank(url.value):
		c.problem(url, "url is empty")
	case typed && transport == "":
		c.problem(word, "type is %s: want \"stdio\", \"http\", \"sse\" or \"ws\"", word.value)
	case typed && (transport == "stdio") != run:
		c.problem(word, "type is %q, and it has a %s", kind, has)
	case !typed:
		transport = usual
	}
	for _, k := range keys {
		if form := serverKeys[k.name]; form.run && reached || form.reached && run {
			c.problem(k, "%s is of a server with a %s, and this one has a %s", k.name, lacks, has)
		}
	}
	return transport
}

// inner are the members of an object or a list, each named with what it is in.
func (m member) inner() []member {
	all, ok := members(string(m.value), m.from)
	for i := range all {
		all[i].name = m.name + "." + all[i].name
	}
	if ok {
		return all
	}
	all = elements(string(m.value), m.from)
	for i := range all {
		all[i].name, all[i].at = m.name+"["+strconv.Itoa(i)+"]", all[i].from
	}
	return all
}

// kindOf names what a JSON value is.
func kindOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

// blank reports whether a value is a string with nothing in it.
func blank(value json.RawMessage) bool {
	var text string
	return json.Unmarshal(value, &text) == nil && strings.TrimSpace(text) == "" && value[0] == '"'
}
