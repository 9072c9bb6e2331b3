package pack

// Meta is decoded frontmatter: fields in source order, keys once each.
type Meta []Field

// Field is one key of a frontmatter.
type Field struct {
	Key string
	// Value is what a lenient reader makes of it.
	Value Value
	// Line is the 1-based line of the key in its file; 0 if the field was made
	// from the item's text.
	Line int
	// Loose reports that the value is no YAML and was read as it is written.
	Loose bool
}

// Value is a frontmatter value.
type Value struct {
	// Text is a scalar as a string, or the raw source text of anything else:
	// what a host that wants a string here shall see.
	Text string
	// List holds the elements of a flow or block list of scalars; nil if the
	// value is no list.
	List []string
	// Map is the value decoded, for a mapping or a nested list; nil otherwise.
	Map any
}

// Get returns the value of key and whether it is there.
func (m Meta) Get(key string) (Value, bool) {
	for _, f := range m {
		if f.Key == key {
			return f.Value, true
		}
	}
	return Value{}, false
}

// Text returns the text of key, empty if it is not there.
func (m Meta) Text(key string) string {
	v, _ := m.Get(key)
	return v.Text
}
