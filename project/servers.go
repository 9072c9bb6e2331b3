package project

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// serverEdit registers the pack's MCP servers, each a piece of its own, if that
// was asked for: servers run commands. Else one note says that they are there.
func serverEdit(in Input, ps *places) (*plan.Edit, []plan.Note, error) {
	if len(in.Pack.Servers) == 0 {
		return nil, nil, nil
	}
	mcp := in.Host.MCP
	file, mount := mcp.File[in.Scope], mcp.Mount[in.Scope]
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
	if mount == "config" {
		mount = in.Host.ID
	}
	edit := &plan.Edit{Mount: mount, Path: file, Format: mcp.Format, Rule: mcpRule}
	for _, s := range in.Pack.Servers {
		value, err := serverConfig(in, ps, s)
		if err != nil {
			return nil, nil, err
		}
		edit.Ops = append(edit.Ops, plan.Op{Kind: plan.Set, Key: append(slices.Clone(mcp.Key), s.Name), Value: value, Rule: mcpRule})
		edit.Sources = append(edit.Sources, plan.Source{Path: s.Source, Start: s.Line, End: s.Line})
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
	config, err := respellKeys([]byte(text), in.Host.MCP.Keys)
	if err != nil {
		return nil, fmt.Errorf("%s: MCP server %s: %w", s.Source, s.Name, err)
	}
	return config, nil
}

// respellKeys renames or drops top-level keys of a JSON object; their order and
// the spelling of their values stay.
func respellKeys(object []byte, keys map[string]string) (json.RawMessage, error) {
	if len(keys) == 0 {
		return object, nil
	}
	dec := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var parts []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		name, ok := keys[fmt.Sprint(key)]
		if !ok {
			name = fmt.Sprint(key)
		}
		if name == "" {
			continue
		}
		quoted, err := compact(name)
		if err != nil {
			return nil, err
		}
		parts = append(parts, string(quoted)+":"+string(value))
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}"), nil
}
