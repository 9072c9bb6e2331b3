package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
	"github.com/spf13/pflag"
)

// projectConfig is the file of a project that says what its agents are to run with.
const projectConfig = ".gsd-install.toml"

// pinKeys are the keys of that file.
const pinKeys = "hosts.HOST.model and hosts.HOST.effort"

// unpinned is the value of both flags that leaves both to the host.
const unpinned = "none"

// pinFlags pin what agents run with.
func (o *options) pinFlags(f *pflag.FlagSet) {
	f.StringVar(&o.model, "model", "", "with --effort: agents of the one host named run on `MODEL`")
	f.StringVar(&o.effort, "effort", "", "with --model: they think at `LEVEL`; none and none leave both to the host again")
	o.pins = append(o.pins, f)
}

// pinsGiven reports which of the two flags the command line has.
func (o *options) pinsGiven() (model, effort bool) {
	for _, f := range o.pins {
		model, effort = model || f.Changed("model"), effort || f.Changed("effort")
	}
	return model, effort
}

// pin is what the flags pin; nil if they say nothing.
func (o *options) pin() *project.Pin {
	if model, effort := o.pinsGiven(); !model || !effort {
		return nil
	}
	if o.model == unpinned {
		return &project.Pin{}
	}
	return &project.Pin{Model: o.model, Effort: o.effort}
}

// checkPins finds contradictions among the flags.
func (o *options) checkPins() error {
	model, effort := o.pinsGiven()
	switch {
	case model != effort, (o.model == unpinned) != (o.effort == unpinned):
		return &usageError{message: "--model and --effort are pinned together", hint: "give both, or neither; an effort alone would hold for a model that nobody named"}
	case model && len(o.named()) != 1:
		return usagef("--model and --effort are for one host; name exactly one")
	}
	return nil
}

// checkPin finds that the host named cannot be given what the flags pin.
func (a *app) checkPin(hosts []descriptors.Host) error {
	pin := a.opt.pin()
	if pin == nil || len(hosts) != 1 {
		return nil
	}
	if err := pin.Check(hosts[0]); err != nil {
		return &usageError{message: err.Error(), hint: "gsd-install hosts show " + hosts[0].ID + " says what it takes"}
	}
	return nil
}

// readPins reads what the config file of the project pins, in local scope. A project has no say in
// the user's home.
func (a *app) readPins() error {
	if a.opt.scope() != plan.Local {
		return nil
	}
	dir, err := a.project()
	if err != nil {
		return err
	}
	a.pinned = []engine.Pinned{}
	name := a.spelledHere(filepath.Join(dir, projectConfig))
	data, err := readConfig(dir)
	if err != nil {
		return plan.FileErrorf(name, "%w", err)
	}
	var config struct {
		Hosts map[string]struct{ Model, Effort string }
	}
	meta, err := toml.Decode(string(data), &config)
	if err != nil {
		return tomlError(name, pinKeys+", each a text", err)
	}
	for _, key := range meta.Keys() {
		known := key[0] == "hosts" && (len(key) < 3 || len(key) == 3 && (key[2] == "model" || key[2] == "effort"))
		if !known || len(key) < 3 && meta.Type(key...) != "Hash" {
			return plan.FileErrorf(name, "unknown key %s; it takes %s", key, pinKeys)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(config.Hosts)) {
		h, ok := a.set.Get(id)
		if !ok { // somebody who works on the project may have added it
			a.note(fmt.Sprintf("%s: hosts.%s: there is no such host here; it is passed over", name, id))
			continue
		}
		pin := project.Pin{Model: config.Hosts[id].Model, Effort: config.Hosts[id].Effort, Config: true}
		if err := pin.Check(h); err != nil {
			return plan.FileErrorf(name, "%w", fmt.Errorf("hosts.%s: %w", id, err))
		}
		a.pinned = append(a.pinned, engine.Pinned{Host: id, Pin: pin})
	}
	return nil
}

// longestConfig is how many bytes the config file of a project may have.
const longestConfig = 1 << 20

// readConfig reads the config file of a project; nil if there is none. What a project brings may
// be a link to anywhere, and is not followed.
func readConfig(dir string) ([]byte, error) {
	root, err := confine.Open(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, info, err := root.OpenRead(projectConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > longestConfig {
		return nil, fmt.Errorf("%d bytes; at most %d are read", info.Size(), longestConfig)
	}
	return io.ReadAll(io.LimitReader(f, longestConfig))
}
