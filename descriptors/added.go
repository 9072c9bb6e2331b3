package descriptors

import (
	"path"
	"reflect"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// ParseAdded reads the descriptor of a host that is to be added to s. It is as strict as
// Parse, and refuses besides what a stranger's descriptor may not do: take the name of
// another host, or write anywhere but in homes of its own. alter may change what the file
// says before it is checked; it may be nil.
func (s *Set) ParseAdded(name string, data []byte, alter func(*Host)) (Host, error) {
	var h Host
	c, err := decode(name, data, &h)
	if err != nil {
		return Host{}, err
	}
	if alter != nil {
		alter(&h)
	}
	return s.checked(c, h)
}

// CheckAdded is ParseAdded for a host that was read from another form: without lines, with
// keys spelled by spell, and without asking for sources, which that form does not have.
func (s *Set) CheckAdded(name string, h Host, spell func(key string) string) (Host, error) {
	c := &checker{file: name, uncited: true, lines: sync.OnceValue(func() positions { return positions{} })}
	h, err := s.checked(c, h)
	if e, ok := err.(*Error); ok { //nolint:errorlint // it is c's own
		for i, p := range e.Problems {
			e.Problems[i].Key = spell(p.Key)
		}
	}
	return h, err
}

func (s *Set) checked(c *checker, h Host) (Host, error) {
	// What is printed about it comes first: no other message may hold what a terminal obeys.
	checkPlain(c, nil, reflect.ValueOf(h))
	if err := c.err(); err != nil {
		return Host{}, err
	}
	checkHost(c, h, everyOne(shared))
	checkForeign(c, h, s)
	if err := c.err(); err != nil {
		return Host{}, err
	}
	return h, nil
}

// Decode reads a descriptor that has been checked before, and leaves out what it does not know.
func Decode(name string, data []byte) (Host, error) {
	var h Host
	if _, err := toml.Decode(string(data), &h); err != nil {
		return Host{}, &Error{File: name, Problems: []Problem{decodeProblem(err)}}
	}
	return h, nil
}

// Move makes of the home a folder of that name below the user's, which nothing moves, and of its
// last word a hidden folder of projects.
func (h *ConfigHome) Move(name string) {
	h.Kind, h.Name, h.Local = "dot-home", name, "."+strings.TrimLeft(path.Base(name), ".")
	h.Env, h.Probes, h.Signs = nil, nil, nil
}
