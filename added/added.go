// Package added keeps the hosts that a user has added to the program's own: the descriptors
// that were agreed to, byte for byte, and in which folder of the user's settings they lie.
package added

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/descriptors/capability"
	"github.com/gsd-install/gsd-install/plan"
)

// Source is a descriptor from somewhere, and what a user has set in it.
type Source struct {
	// Name is the file's name, which tells its form and stands in errors.
	Name string
	// Data are its bytes.
	Data []byte
	// ID and HomeName stand in for the host's id and the folder of its files; empty if the
	// file's own hold.
	ID, HomeName string
}

// Note says of a field of the descriptor that it is treated otherwise than it says.
type Note = capability.Note

// Host reads the host, which is not checked: it has been, when it was added.
func (s Source) Host() (descriptors.Host, error) {
	if s.isCapability() {
		h, _, _, err := capability.Decode(s.Name, s.Data, s.options())
		return s.named(h), err
	}
	h, err := descriptors.Decode(s.Name, s.Data)
	s.alter(&h)
	return s.named(h), err
}

// Check reads the host and checks that it can be one of set. Its error is a
// *descriptors.Error with all that is wrong.
func (s Source) Check(set *descriptors.Set) (descriptors.Host, []Note, error) {
	if !s.isCapability() {
		var notes []Note
		h, err := set.ParseAdded(s.Name, s.Data, func(h *descriptors.Host) { notes = s.alter(h) })
		return s.named(h), notes, err
	}
	h, notes, spell, err := capability.Decode(s.Name, s.Data, s.options())
	if err != nil {
		return descriptors.Host{}, nil, err
	}
	h, err = set.CheckAdded(s.Name, h, spell)
	return s.named(h), notes, err
}

func (s Source) isCapability() bool { return path.Ext(s.Name) == ".json" }

func (s Source) options() capability.Options {
	return capability.Options{ID: s.ID, HomeName: s.HomeName}
}

// alter sets what the user has set, and says what it means for the file's own.
func (s Source) alter(h *descriptors.Host) (notes []Note) {
	if s.ID != "" {
		h.ID = s.ID
		notes = append(notes, Note{Field: "id", Message: "it is " + s.ID + ", by --id"})
	}
	if s.HomeName == "" {
		return notes
	}
	home := &h.ConfigHome
	for i, e := range home.Env {
		notes = append(notes, Note{Field: fmt.Sprintf("configHome.env[%d]", i), Message: e.Name + " does not move it"})
	}
	home.Move(s.HomeName)
	return append(notes, Note{Field: "configHome", Message: fmt.Sprintf("it is %s, by --home-name, and %s in a project", home.Name, home.Local)})
}

// named gives a host that is called as a built-in one its id as well, so that nobody takes the
// one for the other.
func (s Source) named(h descriptors.Host) descriptors.Host {
	if slices.ContainsFunc(descriptors.Heads(), func(o descriptors.Head) bool { return strings.EqualFold(o.Title, strings.TrimSpace(h.Title)) }) {
		h.Title = fmt.Sprintf("%s (%s)", h.Title, h.ID)
	}
	return h
}

// Sum is that of the bytes.
func (s Source) Sum() plan.Sum { return plan.SumOf(s.Data) }
