package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
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
	var notes []plan.Note
	for _, s := range in.Pack.Servers {
		if !mcp.Reaches(s.Transport) {
			notes = append(notes, serverNote("mcp-transport-lost", in.Host, s, "%s has no servers over "+s.Transport+"; it is left out"))
			continue
		}
		named, err := namesRoot(s)
		if err != nil {
			return nil, nil, serverError(s, err)
		}
		if named, err := regexp.MatchString(mcp.Names, s.Name); err != nil || !named {
			notes = append(notes, serverNote("mcp-name-lost", in.Host, s, "%s takes no server of that name; it is left out"))
			continue
		}
		if !mcp.Rooted.Has(in.Scope) && named {
			notes = append(notes, serverNote("mcp-root-lost", in.Host, s, "in "+string(in.Scope)+" scope %s shares its file with a host that has the plugin's folder elsewhere, and the server names that folder; it is left out"))
			continue
		}
		token, err := hostToken(s, mcp.Variables.Own)
		if err != nil {
			return nil, nil, serverError(s, err)
		}
		if token != "" {
			notes = append(notes, serverNote("mcp-token-lost", in.Host, s, "%s puts in something of its own for "+token+"; it is left out"))
			continue
		}
		config, unexpanded, err := respellVariables(in, s)
		if err != nil {
			return nil, nil, err
		}
		s.Config, notes = config, append(notes, unexpanded...)
		value, lost, err := serverConfig(in, ps, s)
		if err != nil {
			return nil, nil, err
		}
		for _, key := range lost {
			notes = append(notes, serverNote("mcp-key-lost", in.Host, s, "%s is not known to take "+key+"; it is left out"))
		}
		edit.Ops = append(edit.Ops, plan.Op{Kind: plan.Set, Key: append(slices.Clone(mcp.Key), s.Name), Value: value, Rule: mcpRule})
		edit.Sources = append(edit.Sources, plan.Source{Path: s.Source, Start: s.Line, End: s.End})
	}
	if len(edit.Ops) == 0 {
		return nil, notes, nil
	}
	edit.Sources = append(edit.Sources, plan.Source{Path: "descriptor:" + in.Host.ID + "#mcp"})
	return edit, notes, nil
}

// serverNote is a note about one server; format has a place for the host.
func serverNote(rule string, h descriptors.Host, s pack.Server, format string) plan.Note {
	format = "MCP server %s: " + format
	return plan.Note{Rule: rule, Path: s.Source, Message: fmt.Sprintf(format, s.Name, h.Title), General: fmt.Sprintf(format, s.Name, "the host"),
		About: []plan.Source{{Path: s.Source, Start: s.Line, End: s.Line}}}
}

// serverError says which server it is that cannot be read.
func serverError(s pack.Server, err error) error {
	return &plan.FileError{File: s.Source, Line: s.Line, Err: fmt.Errorf("MCP server %s: %w", s.Name, err)}
}

// namesRoot reports whether a server's entry names the plugin's folder.
func namesRoot(s pack.Server) (named bool, err error) {
	_, err = respellStrings(s.Config, func(text string) string {
		return replaceRoots(text, func(string, int) string { named = true; return "" })
	})
	return named, err
}

// serverConfig is a server's entry in the host's keys and with the plugin's root
// spelled out, which only its own host would expand; lost are the keys that are left out.
func serverConfig(in Input, ps *places, s pack.Server) (config json.RawMessage, lost []string, err error) {
	root := joinPath(ps.payload.dir(in.os()), in.Pack.Home)
	if in.Scope == plan.Local {
		root = joinPath(ps.payload.shown(), in.Pack.Home)
	}
	config, err = respellStrings(s.Config, func(text string) string {
		return replaceRoots(text, func(string, int) string { return root })
	})
	if err != nil {
		return nil, nil, serverError(s, err)
	}
	if in.Host.Text.Native {
		return config, nil, nil
	}
	s.Config = config
	config, lost, err = respellServer(s, in.Host.MCP)
	if err != nil {
		return nil, nil, serverError(s, err)
	}
	return config, lost, nil
}

// commonKeys are the keys of a server that all hosts take, each in its spelling.
var commonKeys = append([]string{"type"}, valueKeys...)

// respellServer spells a server's entry as the host does; the order of keys and the
// spelling of values stay. A key that the host does not take in the same sense is lost:
// one that means something else there can keep it from starting.
func respellServer(s pack.Server, mcp descriptors.MCP) (config json.RawMessage, lost []string, err error) {
	pairs, err := readObject(s.Config)
	if err != nil {
		return nil, nil, err
	}
	more := mcp.HTTP
	if s.Transport == "stdio" {
		more = mcp.Stdio
	}
	if mcp.Argv {
		if err := pairs.joinArgs(); err != nil {
			return nil, nil, err
		}
	}
	var spelled object
	for _, key := range slices.Sorted(maps.Keys(more)) {
		spelled = append(spelled, pair{key, more[key]})
	}
	for _, p := range pairs {
		if !slices.Contains(commonKeys, p.key) && !slices.Contains(mcp.Takes, p.key) {
			lost = append(lost, p.key)
			continue
		}
		if p.key == "type" {
			p.value = s.Transport // other words for it are the pack's own host's
		}
		if name, ok := mcp.Keys[p.key]; ok {
			p.key = name
		} else if mcp.HTTPURL != "" && p.key == "url" && s.Transport != "sse" {
			p.key = mcp.HTTPURL
		}
		if p.key != "" && spelled.at(p.key) < 0 {
			spelled = append(spelled, p)
		}
	}
	config, err = compact(spelled)
	return config, lost, err
}

// readObject reads a JSON object in the order of its keys.
func readObject(text []byte) (object, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
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
	return pairs, nil
}

// at is the index of a key, -1 if it is not there.
func (o object) at(key string) int {
	return slices.IndexFunc(o, func(p pair) bool { return p.key == key })
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
