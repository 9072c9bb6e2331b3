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

// serverVariable is a variable in a string: its name, whether it has a default, and that. The
// plugin's folder may be named in a default, since it is put in first.
var serverVariable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(:-((?:` + regexp.QuoteMeta(rootForms[0]) + `|[^}])*))?\}`)

// hostToken is the beginning of what a host would put in of its own in a server's entry; empty
// if none is there. A pack means such words as they are.
func hostToken(s pack.Server, own []string) (token string, err error) {
	_, err = respellStrings(s.Config, func(text string) string {
		for _, one := range own {
			if strings.Contains(text, one) {
				token = one
			}
		}
		return text
	})
	return token, err
}

// respellVariables is a server's entry with the variables of the environment in its values as
// the host spells them (https://code.claude.com/docs/en/mcp), and what is lost. The plugin's
// folder is left to serverConfig.
func respellVariables(in Input, s pack.Server) (config json.RawMessage, lost []plan.Note, err error) {
	pairs, err := readObject(s.Config)
	if err != nil {
		return nil, nil, serverError(s, err)
	}
	v := variables{Variables: in.Host.MCP.Variables}
	for i, p := range pairs {
		if slices.Contains(valueKeys, p.key) {
			if pairs[i].value, err = v.respell(p); err != nil {
				return nil, nil, serverError(s, err)
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

// respell is the value of a key, in JSON.
func (v *variables) respell(p pair) (json.RawMessage, error) {
	return respellStrings(p.value.(json.RawMessage), func(text string) string {
		return serverVariable.ReplaceAllStringFunc(text, func(found string) string {
			if slices.Contains(rootForms, found) {
				return found
			}
			return v.put(p.key, found)
		})
	})
}

// put is a variable in the value of a key, as the host spells it.
func (v *variables) put(key, found string) string {
	m := serverVariable.FindStringSubmatch(found)
	name, hasDefault, value := m[1], m[2] != "", m[3]
	put := strings.NewReplacer("NAME", name, "DEFAULT", value)
	switch {
	case v.In(key) && (!hasDefault || v.Default == "" && value == ""):
		return put.Replace(v.Form)
	case v.In(key) && v.Default != "":
		return put.Replace(v.Default)
	case v.Source == "":
		v.lose("%s is not known to expand", found, key, "it stays as it is")
		return found
	case hasDefault:
		v.lose("%s cannot expand", found, key, "its default stands there")
		return value
	default:
		v.lose("%s does not expand", found, key, "it stays as it is")
		return found
	}
}

func (v *variables) lose(what, variable, key, then string) {
	lost := what + literal(fmt.Sprintf(" %s in %s; %s", variable, key, then))
	if !slices.Contains(v.lost, lost) {
		v.lost = append(v.lost, lost)
	}
}
