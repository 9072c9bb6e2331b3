package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// mcpRule is the rule of the pieces that register MCP servers.
const mcpRule = "mcp-server"

// serverEdit registers the pack's MCP servers, each a piece of its own, if that
// was asked for: servers run commands. Else one note says that they are there.
func serverEdit(in Input, ps *places) (*plan.Edit, []plan.Note, error) {
	if len(in.Pack.Servers) == 0 {
		return nil, nil, nil
	}
	mcp := in.Host.MCP
	file := mcp.File[in.Scope]
	names := make([]string, len(in.Pack.Servers))
	for i, s := range in.Pack.Servers {
		names[i] = s.Name
	}
	if !in.MCP || file == "" {
		message := "registered only with --mcp, since they run commands"
		if file == "" {
			message = fmt.Sprintf("%s has no place for them in %s scope", in.Host.Title, in.Scope)
		}
		return nil, []plan.Note{{Rule: "mcp-skipped",
			Message: fmt.Sprintf("MCP servers %s: %s", strings.Join(names, ", "), message)}}, nil
	}
	edit := &plan.Edit{Mount: layout.MountID(in.Host, mcp.Mount[in.Scope]), Path: file, Format: mcp.Format, Rule: mcpRule}
	for _, s := range in.Pack.Servers {
		value, err := serverConfig(in, ps, s)
		if err != nil {
			return nil, nil, err
		}
		edit.Ops = append(edit.Ops, plan.Op{Kind: plan.Set, Key: append(slices.Clone(mcp.Key), s.Name), Value: value, Rule: mcpRule})
		edit.Sources = append(edit.Sources, plan.Source{Path: s.Source, Start: s.Line, End: s.End})
	}
	edit.Sources = append(edit.Sources, plan.Source{Path: "descriptor:" + in.Host.ID + "#mcp"})
	return edit, nil, nil
}

// serverConfig is a server's entry in the host's keys and with the plugin's root
// spelled out, which only its own host would expand.
func serverConfig(in Input, ps *places, s pack.Server) (json.RawMessage, error) {
	root := joinPath(ps.payload.dir(in.os()), in.Pack.Home)
	if in.Scope == plan.Local {
		root = joinPath(ps.payload.shown(), in.Pack.Home)
	}
	quoted, err := compact(root)
	if err != nil {
		return nil, err
	}
	text := string(s.Config)
	for _, form := range rootForms {
		text = strings.ReplaceAll(text, form, string(quoted[1:len(quoted)-1]))
	}
	config, err := respellServer([]byte(text), in.Host.MCP)
	if err != nil {
		return nil, &plan.FileError{File: s.Source, Line: s.Line, Err: fmt.Errorf("MCP server %s: %w", s.Name, err)}
	}
	return config, nil
}

// respellServer spells a server's entry as the host does; the order of keys and the
// spelling of values stay.
func respellServer(entry []byte, mcp descriptors.MCP) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(entry))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var pairs object
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{fmt.Sprint(key), value})
	}
	if len(mcp.Keys) == 0 && !mcp.Argv && mcp.HTTPURL == "" && len(mcp.Stdio) == 0 && len(mcp.HTTP) == 0 {
		return entry, nil
	}
	more := mcp.HTTP
	if pairs.at("command") >= 0 {
		more = mcp.Stdio
	}
	if mcp.Argv {
		if err := pairs.joinArgs(); err != nil {
			return nil, err
		}
	}
	var spelled object
	for _, key := range slices.Sorted(maps.Keys(more)) {
		spelled = append(spelled, pair{key, more[key]})
	}
	stream := mcp.HTTPURL != "" && !pairs.is("type", "sse")
	for _, p := range pairs {
		if name, ok := mcp.Keys[p.key]; ok {
			p.key = name
		} else if stream && p.key == "url" {
			p.key = mcp.HTTPURL
		}
		if p.key != "" && spelled.at(p.key) < 0 {
			spelled = append(spelled, p)
		}
	}
	return compact(spelled)
}

// at is the index of a key, -1 if it is not there.
func (o object) at(key string) int {
	return slices.IndexFunc(o, func(p pair) bool { return p.key == key })
}

// is reports whether a key has a word for value.
func (o object) is(key, word string) bool {
	i := o.at(key)
	if i < 0 {
		return false
	}
	raw, _ := o[i].value.(json.RawMessage)
	var value string
	return json.Unmarshal(raw, &value) == nil && value == word
}

// joinArgs makes of command and args one list at "command".
func (o *object) joinArgs() error {
	at, args := o.at("command"), o.at("args")
	if at < 0 {
		return nil
	}
	list := []json.RawMessage{(*o)[at].value.(json.RawMessage)}
	if args >= 0 {
		var more []json.RawMessage
		if err := json.Unmarshal((*o)[args].value.(json.RawMessage), &more); err != nil {
			return fmt.Errorf("args: %w", err)
		}
		list = append(list, more...)
	}
	(*o)[at].value = list
	if args >= 0 {
		*o = slices.Delete(*o, args, args+1)
	}
	return nil
}
