package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
)

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
