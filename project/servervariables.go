package project

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// variableRule is the rule of variables of the environment that a server's entry names and
// the host does not put in.
const variableRule = "mcp-variable-lost"

// valueKeys are the keys of a server in whose values Claude Code puts in variables.
var valueKeys = []string{"command", "args", "env", "url", "headers"}

// serverVariable is a variable in the text of a JSON value: its name, whether it has a default,
// and that.
var serverVariable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}"]*))?\}`)

// respellVariables is a server's entry with the variables of the environment in its values as
// the host spells them (https://code.claude.com/docs/en/mcp), and what is lost. The plugin's
// folder is left to serverConfig.
func respellVariables(in Input, s pack.Server) (config json.RawMessage, lost []plan.Note, err error) {
	pairs, err := readObject(s.Config)
	if err != nil {
		return nil, nil, &plan.FileError{File: s.Source, Line: s.Line, Err: fmt.Errorf("MCP server %s: %w", s.Name, err)}
	}
	v := variables{Variables: in.Host.MCP.Variables}
	for i, p := range pairs {
		if slices.Contains(valueKeys, p.key) {
			if pairs[i].value, err = v.respell(p); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, format := range v.lost {
		lost = append(lost, serverNote(variableRule, in.Host, s, format))
	}
	config, err = compact(pairs)
	return config, lost, err
}

// variables respells them for a host and collects what is lost, each once, in forms for
// serverNote.
type variables struct {
	descriptors.Variables
	lost []string
}

// respell is the value of a key, in JSON. The text of a default is JSON as it was.
func (v *variables) respell(p pair) (json.RawMessage, error) {
	text, err := compact(p.value)
	if err != nil {
		return nil, err
	}
	var forms [2]string
	for i, form := range []string{v.Form, v.Default} {
		quoted, err := compact(form)
		if err != nil {
			return nil, err
		}
		forms[i] = string(quoted[1 : len(quoted)-1])
	}
	return serverVariable.ReplaceAllFunc(text, func(found []byte) []byte {
		m := serverVariable.FindStringSubmatch(string(found))
		name, hasDefault, value := m[1], m[2] != "", m[3]
		put := strings.NewReplacer("NAME", name, "DEFAULT", value)
		switch {
		case slices.Contains(rootForms, m[0]):
			return found
		case v.In(p.key) && (!hasDefault || v.Default == "" && value == ""):
			return []byte(put.Replace(forms[0]))
		case v.In(p.key) && v.Default != "":
			return []byte(put.Replace(forms[1]))
		case v.Source == "":
			v.lose("%s is not known to expand", m[0], p.key, "it stays as it is")
			return found
		case hasDefault:
			v.lose("%s cannot expand", m[0], p.key, "its default stands there")
			return []byte(value)
		default:
			v.lose("%s does not expand", m[0], p.key, "it stays as it is")
			return found
		}
	}), nil
}

func (v *variables) lose(what, variable, key, then string) {
	lost := what + strings.ReplaceAll(fmt.Sprintf(" %s in %s; %s", variable, key, then), "%", "%%")
	if !slices.Contains(v.lost, lost) {
		v.lost = append(v.lost, lost)
	}
}
