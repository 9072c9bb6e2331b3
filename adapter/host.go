package adapter

import (
	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
)

// ReadHost reads a host that the program does not have from its descriptor: TOML, or a
// capability.json of ADR-1016 if name ends in ".json". It is checked as `gsd-install hosts
// add` does, so nothing is written for it out of its own homes. The notes say which fields are
// treated otherwise than they say. The error is a *descriptors.Error with all that is wrong.
//
// A host that the program has comes from descriptors.Get.
func ReadHost(name string, data []byte) (descriptors.Host, []added.Note, error) {
	h, notes, err := added.Source{Name: name, Data: data}.Check(descriptors.Builtin())
	if err != nil {
		return descriptors.Host{}, nil, err
	}
	h, _ = descriptors.Builtin().With(h).Get(h.ID)
	return h, notes, nil
}
