package descriptors

import "strings"

// Names are what the templates of rows and command styles are filled with: an
// item's public name, that without the prefix, its file's name, and the pack's prefix.
type Names struct{ Name, Short, Stem, Prefix string }

// Fill puts the names into a template: "{prefix}/{short}.toml".
func (n Names) Fill(template string) string {
	return strings.NewReplacer("{name}", n.Name, "{short}", n.Short, "{stem}", n.Stem, "{prefix}", n.Prefix).Replace(template)
}
