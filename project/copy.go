package project

import (
	"bytes"

	"github.com/gsd-install/gsd-install/pack"
)

// copyRule names what was done to a copied file.
func copyRule(f *pack.File) string {
	switch {
	case f.Source == "":
		return "generated"
	case f.Rewrite == pack.Verbatim:
		return "copy"
	default:
		return "copy-" + string(f.Rewrite)
	}
}

// fileContext is what a copied file depends on besides itself.
func (t task) fileContext() string {
	switch t.File.Rewrite {
	case pack.Prose:
		return t.spelling.id
	case pack.Template:
		return t.host.ID
	default:
		return ""
	}
}

// copyFile writes a payload file or a skill's other file. Only prose is
// respelled; in a generated file {host} is the host's id.
func (o *output) copyFile() {
	switch f := o.File; {
	case f.Rewrite == pack.Prose:
		o.data = o.spelling.prose(f.Data)
	case f.Rewrite == pack.Template && f.Source == "":
		o.data = bytes.ReplaceAll(f.Data, []byte("{host}"), []byte(o.host.ID))
	default:
		o.data = f.Data
	}
}
