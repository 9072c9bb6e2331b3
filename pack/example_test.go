package pack_test

import (
	"context"
	"errors"
	"fmt"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/pack"
)

// A pack of plain folders, of which nothing says what it is but their names.
func ExampleRead() {
	p, err := pack.Read(fstest.MapFS{
		"commands/greet.md":         {Data: []byte("---\ndescription: Greet somebody\n---\nSay hello to $ARGUMENTS.\n")},
		"agents/reviewer.md":        {Data: []byte("---\nname: reviewer\ndescription: Reads what was written\ntools: Read, Grep\n---\nRead it twice.\n")},
		"skills/manners/SKILL.md":   {Data: []byte("---\nname: manners\ndescription: How to be polite\n---\nSay please.\n")},
		"skills/manners/phrases.md": {Data: []byte("Thank you.\n")},
	}, "./hello")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range p.Items {
		fmt.Printf("%s %s (%s): %s, and %d files\n", it.Kind, it.Name, it.Source, it.Meta.Text("description"), len(it.Files))
	}
	// Output:
	// command hello-greet (commands/greet.md): Greet somebody, and 0 files
	// agent reviewer (agents/reviewer.md): Reads what was written, and 0 files
	// skill manners (skills/manners/SKILL.md): How to be polite, and 1 files
}

// What is wrong with a pack is told all at once, with the lines.
func ExampleError() {
	_, err := pack.Read(fstest.MapFS{
		"commands/one.md": {Data: []byte("---\ndescription: [\n---\n")},
		"commands/two.md": {Data: []byte{0xff}},
	}, "./broken")
	var faults *pack.Error
	if errors.As(err, &faults) {
		for _, p := range faults.Problems {
			fmt.Printf("%s:%d: %s\n", p.File, p.Line, p.Message)
		}
	}
	// Output:
	// commands/one.md:4: the command has no text after its frontmatter
	// commands/two.md:1: invalid UTF-8 at byte offset 0 (byte 0xFF)
}

// A profile is a part of a pack, with what its commands need.
func ExamplePack_Select() {
	p, err := pack.Load(context.Background(), pack.BuiltinSource, pack.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range p.ProfileNames() {
		part, err := p.Select(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, len(part.Items))
	}
	// Output:
	// full 20
	// core 14
}
