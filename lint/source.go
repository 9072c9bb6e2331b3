package lint

import (
	"bytes"
	"path"

	"github.com/gsd-install/gsd-install/pack"
)

// sources looks at the files of items as they are written.
func (c *checker) sources() {
	for i := range c.pack.Items {
		it := &c.pack.Items[i]
		for _, f := range it.Meta {
			if f.Loose {
				c.find("frontmatter-loose", it.Source, f.Line, nil, "the value of %s is no YAML; it is taken as it is written", f.Key)
			}
		}
		if data, _, ok := c.pack.Text(it.Source); ok {
			c.bytes(it.Source, data)
		}
		for j := range it.Files {
			c.file(&it.Files[j])
		}
	}
	for i := range c.pack.Payload {
		c.file(&c.pack.Payload[i])
	}
}

// bytes finds what comes before and between the lines of a text.
func (c *checker) bytes(file string, data []byte) {
	if bytes.HasPrefix(data, []byte("\uFEFF")) {
		c.find("byte-order-mark", file, 1, nil, "the file begins with a byte order mark")
	}
	if at := bytes.Index(data, []byte("\r\n")); at >= 0 {
		c.find("line-ends", file, 1+bytes.Count(data[:at], []byte("\n")), nil, "lines end with CR LF")
	}
}

// file looks at a file of the payload, or of a skill.
func (c *checker) file(f *pack.File) {
	switch {
	case f.Source == "":
	case f.Rewrite == pack.Prose:
		c.bytes(f.Source, f.Data)
	case f.Exec || bytes.HasPrefix(f.Data, []byte("#!")) || path.Ext(f.Dest) == ".sh":
		if line, _, _ := bytes.Cut(f.Data, []byte("\n")); bytes.HasSuffix(line, []byte("\r")) {
			c.find("script-line-ends", f.Source, 1, nil, "the script's lines end with CR LF, which a shell takes for a part of them")
		}
	}
}
