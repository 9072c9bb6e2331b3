package project

import (
	"encoding/json"
	"fmt"
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
		op, more, err := serverPiece(in, ps, s)
		if err != nil {
			return nil, nil, err
		}
		if notes = append(notes, more...); op == nil {
			continue
		}
		edit.Ops = append(edit.Ops, *op)
		edit.Sources = append(edit.Sources, plan.Source{Path: s.Source, Start: s.Line, End: s.End})
	}
	if len(edit.Ops) == 0 {
		return nil, notes, nil
	}
	edit.Sources = append(edit.Sources, plan.Source{Path: "descriptor:" + in.Host.ID + "#mcp"})
	return edit, notes, nil
}

// serverPiece is the piece that registers a server; nil if the host cannot have it. The notes say
// why, or what it has not.
func serverPiece(in Input, ps *places, s pack.Server) (*plan.Op, []plan.Note, error) {
	if rule, why, err := unfit(in, s); err != nil {
		return nil, nil, serverError(s, err)
	} else if rule != "" {
		return nil, []plan.Note{serverNote(rule, in.Host, s, why+"; it is left out")}, nil
	}
	config, notes, err := respellVariables(in, s)
	if err != nil {
		return nil, nil, err
	}
	s.Config = config
	value, lost, err := serverConfig(in, ps, s)
	if err != nil {
		return nil, nil, err
	}
	for _, key := range lost {
		notes = append(notes, serverNote("mcp-key-lost", in.Host, s, "%s is not known to take "+literal(key)+"; it is left out"))
	}
	return &plan.Op{Kind: plan.Set, Key: append(slices.Clone(in.Host.MCP.Key), s.Name), Value: value, Rule: mcpRule}, notes, nil
}

// unfit says why the host cannot have a server: the rule of a note and a format for serverNote;
// the rule is empty if it can.
func unfit(in Input, s pack.Server) (rule, why string, err error) {
	mcp := in.Host.MCP
	if !mcp.Reaches(s.Transport) {
		return "mcp-transport-lost", "%s has no servers over " + literal(s.Transport), nil
	}
	rooted, err := namesRoot(s)
	if err != nil {
		return "", "", err
	}
	if named, err := regexp.MatchString(mcp.Names, s.Name); err != nil || !named {
		return "mcp-name-lost", "%s takes no server of that name", nil
	}
	if !mcp.Rooted.Has(in.Scope) && rooted {
		return "mcp-root-lost", "in " + string(in.Scope) + " scope %s shares its file with a host that has the plugin's folder elsewhere, and the server names that folder", nil
	}
	token, err := hostToken(s, mcp.Variables.Own)
	if token != "" {
		return "mcp-token-lost", "%s puts in something of its own for " + literal(token), err
	}
	return "", "", err
}

// literal is a text as a part of a format.
func literal(text string) string { return strings.ReplaceAll(text, "%", "%%") }

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
