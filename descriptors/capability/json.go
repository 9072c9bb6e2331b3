package capability

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// deepest is how many objects and lists may lie in each other.
const deepest = 16

// reader goes through a JSON document and takes down what is wrong with it.
type reader struct {
	problems []descriptors.Problem
}

func (r *reader) add(key, format string, args ...any) {
	r.problems = append(r.problems, descriptors.Problem{Key: key, Message: fmt.Sprintf(format, args...)})
}

// object is an object at a key, with the fields that nobody has asked for yet.
type object struct {
	r      *reader
	key    string
	fields map[string]any
}

// parse reads the one object that a document has to be. A name that stands twice is an error:
// who reads the file and who runs it might see different values.
func parse(data []byte) (map[string]any, *descriptors.Problem) {
	if !utf8.Valid(data) {
		return nil, &descriptors.Problem{Message: "it is not UTF-8"}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := value(dec, "", 0)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the object")
		}
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("it ends too early")
	case bytes.HasPrefix(data, []byte("\ufeff")):
		err = errors.New("it begins with a byte order mark, which JSON does not have")
	}
	if err != nil {
		return nil, &descriptors.Problem{Line: 1 + bytes.Count(data[:min(dec.InputOffset(), int64(len(data)))], []byte("\n")), Message: err.Error()}
	}
	o, ok := v.(map[string]any)
	if !ok {
		return nil, &descriptors.Problem{Message: "it is no object"}
	}
	return o, nil
}

// value reads the next value.
func value(dec *json.Decoder, key string, depth int) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return token, nil
	}
	if depth == deepest {
		return nil, fmt.Errorf("%s: more than %d objects and lists lie in each other", key, deepest)
	}
	if delim == '[' {
		list := []any{}
		for dec.More() {
			v, err := value(dec, key, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	}
	fields := map[string]any{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		if _, twice := fields[name]; twice {
			return nil, fmt.Errorf("%s: it stands twice", dot(key, name))
		}
		if fields[name], err = value(dec, dot(key, name), depth+1); err != nil {
			return nil, err
		}
	}
	_, err = dec.Token()
	return fields, err
}

func dot(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

// take removes a field; it is nil if it is not there or null.
func (o object) take(name string) any {
	v := o.fields[name]
	delete(o.fields, name)
	return v
}

// text takes a text; empty if it is not there.
func (o object) text(name string) string {
	v := o.take(name)
	s, ok := v.(string)
	if v != nil && !ok {
		o.r.add(dot(o.key, name), "it is no text")
	}
	return s
}

// object takes an object; an empty one if it is not there.
func (o object) object(name string) object {
	v := o.take(name)
	fields, ok := v.(map[string]any)
	if v != nil && !ok {
		o.r.add(dot(o.key, name), "it is no object")
	}
	return object{o.r, dot(o.key, name), fields}
}

// list takes a list.
func (o object) list(name string) []any {
	v := o.take(name)
	list, ok := v.([]any)
	if v != nil && !ok {
		o.r.add(dot(o.key, name), "it is no list")
	}
	return list
}

// texts takes a list of texts.
func (o object) texts(name string) []string {
	var all []string
	for i, v := range o.list(name) {
		s, ok := v.(string)
		if !ok {
			o.r.add(fmt.Sprintf("%s[%d]", dot(o.key, name), i), "it is no text")
			continue
		}
		all = append(all, s)
	}
	return all
}

// number takes a whole number.
func (o object) number(name string) int {
	v := o.take(name)
	n, ok := v.(json.Number)
	i, err := n.Int64()
	if v != nil && (!ok || err != nil || i > 1<<31 || i < -(1<<31)) {
		o.r.add(dot(o.key, name), "it is no whole number")
	}
	return int(i)
}

// done reports the fields that nobody has taken.
func (o object) done() {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		o.r.add(dot(o.key, name), "unknown key")
	}
}
