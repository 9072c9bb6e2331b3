package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/plan"
)

// tomlError says where a TOML file cannot be read and why. A value of another type the decoder
// tells of in Go's words; in their place stands what the file takes.
func tomlError(file, takes string, err error) error {
	at := &plan.FileError{File: file, Err: errors.New("a value is of another type; it takes " + takes)}
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		at.Line, at.Err = syntax.Position.Line, errors.New(cmp.Or(syntax.Message, err.Error()))
	} else {
		_, _ = fmt.Sscanf(err.Error(), "toml: line %d", &at.Line) // it stays 0 where none is said
	}
	return at
}
