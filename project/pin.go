package project

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Pin is a model with an effort that the user wants agents to run with. Without one no file names
// any: what a pack would name, the user's account may not have (ADR-2313). The zero Pin is none.
type Pin struct {
	// Model is a name as the host spells it, Effort a universal level of hostapi.EffortLevels.
	// One comes with the other: an effort for a model that nobody named is for any.
	Model, Effort string
	// Config reports that a config file of the project says so.
	Config bool
}

// modelName is what a model can be called, longestModel how many bytes long.
var modelName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@+-]*$`)

const longestModel = 200

// Check says why the host cannot be given the pin.
func (p Pin) Check(h descriptors.Host) error {
	switch {
	case p.none():
		return nil
	case p.Model == "":
		return errors.New("an effort is pinned and no model; pin both, or neither")
	case p.Effort == "":
		return errors.New("a model is pinned and no effort; pin both, or neither")
	case len(p.Model) > longestModel || !modelName.MatchString(p.Model):
		return fmt.Errorf("%q is no name of a model", p.Model)
	case !takesPin(h):
		return fmt.Errorf("%s takes no model and effort for agents in a file of theirs", h.Title)
	}
	level, err := h.Exec().Effort.Level(p.Effort)
	if err == nil && level == "" {
		err = fmt.Errorf("%s documents no effort that stands for %q; it has %s", h.Title, p.Effort, strings.Join(h.Effort.Levels, ", "))
	}
	return err
}

func (p Pin) none() bool { return p.Model == "" && p.Effort == "" }

// takesPin reports whether the agents of a host have both keys.
func takesPin(h descriptors.Host) bool {
	return slices.ContainsFunc(h.ArtifactLayout, func(row descriptors.Row) bool {
		return row.Kind == "agents" && pinned(h.Dialects[row.Dialect])
	})
}

// pinned reports whether a dialect has keys for a model and an effort.
func pinned(d descriptors.Dialect) bool {
	has := func(from string) bool {
		return slices.ContainsFunc(d.Keys, func(k descriptors.Key) bool { return k.From == from })
	}
	return has("model") && has("effort")
}

// The marks of a pin among the sources of a file, by which a later run finds it again.
const (
	givenMark  = "pin:given#"
	configMark = "pin:config#"
)

// sources are what an agent's file is also made of.
func (p Pin) sources() []plan.Source {
	if p.none() {
		return nil
	}
	mark := givenMark
	if p.Config {
		mark = configMark
	}
	return []plan.Source{{Path: mark + "model=" + p.Model}, {Path: mark + "effort=" + p.Effort}}
}

// PinOf is the pin by which a file with these sources was made; none if it was made without.
func PinOf(sources []plan.Source) Pin {
	var p Pin
	for _, s := range sources {
		rest, given := strings.CutPrefix(s.Path, givenMark)
		if !given {
			var config bool
			if rest, config = strings.CutPrefix(s.Path, configMark); !config {
				continue
			}
			p.Config = true
		}
		switch key, value, _ := strings.Cut(rest, "="); key {
		case "model":
			p.Model = value
		case "effort":
			p.Effort = value
		}
	}
	return p
}

// pinSources are those of a rendered placement.
func pinSources(in Input, kind pack.Kind, d descriptors.Dialect) []plan.Source {
	if kind != pack.Agent || !pinned(d) {
		return nil
	}
	return in.Pin.sources()
}
