package descriptors

import "github.com/BurntSushi/toml"

// Parse decodes one host's descriptor.
func Parse(name string, data []byte) (Host, error) {
	return parseHost(name, data, AllShared())
}

func parseHost(name string, data []byte, shared []Shared) (Host, error) {
	var h Host
	_, err := toml.Decode(string(data), &h)
	return h, err
}

// ParseShared decodes one shared folder's descriptor.
func ParseShared(name string, data []byte) (Shared, error) {
	var s Shared
	_, err := toml.Decode(string(data), &s)
	return s, err
}

func agreeShared([]Shared) error { return nil }
