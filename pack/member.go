package pack

import (
	"encoding/json"
	"strings"
)

// member is one key of a JSON object. Offsets are those of the file that the
// object stands in: at is where the key ends, from where the value begins.
type member struct {
	name     string
	value    json.RawMessage
	at, from int
}

// members returns the keys of a JSON object in the order of the file, one that
// stands twice twice; false if text is no object. base is the offset of text in its file.
func members(text string, base int) ([]member, bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	var all []member
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, false
		}
		m := member{name: name.(string), at: base + int(dec.InputOffset())}
		if dec.Decode(&m.value) != nil {
			return nil, false
		}
		m.from = base + int(dec.InputOffset()) - len(m.value)
		all = append(all, m)
	}
	return all, true
}

// elements returns the elements of a JSON array, without names.
func elements(text string, base int) []member {
	dec := json.NewDecoder(strings.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return nil
	}
	var all []member
	for dec.More() {
		var m member
		if dec.Decode(&m.value) != nil {
			return all
		}
		m.from = base + int(dec.InputOffset()) - len(m.value)
		all = append(all, m)
	}
	return all
}

// lookup returns the last member of a name, as JSON readers do.
func lookup(all []member, name string) (member, bool) {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].name == name {
			return all[i], true
		}
	}
	return member{}, false
}
