package main

import (
	"errors"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/plan"
)

// tomlError says where a TOML file cannot be read and why. A value of another type the decoder
// tells of in Go's words; in their place stands what the file takes.
func tomlError(file, takes string, err error) error {
	line, _, message := plan.TOMLFault(err)
	if !errors.As(err, &toml.ParseError{}) {
		message = "a value is of another type; it takes " + takes
	}
	return &plan.FileError{File: file, Line: line, Err: errors.New(message)}
}
