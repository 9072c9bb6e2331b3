package capability

import (
	"encoding/json"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
)

// axis is one of ADR-1239 by its name.
type axis struct {
	name string
	of   *descriptors.Axis
}

// integration reads the nine axes.
func (d *decoder) integration(o object) {
	axes := o.object("hostIntegration")
	if extension := o.text("extensionEvents"); extension != "" {
		_, known := hostapi.ExtensionEvents(extension)
		if known || extension == "none" {
			d.host.HostIntegration.ExtensionEvents = extension
		} else {
			d.note("runtime.extensionEvents", "the events of %q are not known here", extension)
		}
	}
	i := &d.host.HostIntegration
	for _, one := range []axis{
		{"embeddingMode", &i.EmbeddingMode}, {"commandSurface", &i.CommandSurface}, {"modelMode", &i.ModelMode}, {"hookBus", &i.HookBus},
		{"stateIO", &i.StateIO}, {"transport", &i.Transport}, {"runtime", &i.Runtime}, {"effortSurface", &i.EffortSurface},
	} {
		d.axis(axes, one)
	}
	dispatch := axes.object("dispatch")
	for _, one := range []axis{
		{"namedDispatch", &i.Dispatch.NamedDispatch}, {"nested", &i.Dispatch.Nested}, {"maxDepth", &i.Dispatch.MaxDepth},
		{"background", &i.Dispatch.Background}, {"subagentToolkit", &i.Dispatch.SubagentToolkit},
		{"backgroundDispatch", &i.Dispatch.BackgroundDispatch}, {"isolation", &i.Dispatch.Isolation}, {"maxConcurrency", &i.Dispatch.MaxConcurrency},
	} {
		d.axis(dispatch, one)
	}
	d.unused(dispatch)
	dispatch.done()
	axes.done()
}

// axis reads the value of one axis; one that is not there is undocumented.
func (d *decoder) axis(o object, a axis) {
	name, axis := a.name, a.of
	switch v := o.take(name).(type) {
	case nil:
		axis.Value = hostapi.Undocumented
		d.note(dot(o.key, name), "it is not there, and counts as %s", hostapi.Undocumented)
	case json.Number:
		n, err := v.Int64()
		if err != nil {
			d.add(dot(o.key, name), "%s is no whole number", v)
		}
		axis.Value = n
	case string, bool:
		axis.Value = v
	default:
		d.add(dot(o.key, name), "it is no text, number or truth value")
	}
}

// exec reads how a headless turn is run.
func (d *decoder) exec(o object) {
	e := o.object("orchestratorExec")
	d.host.OrchestratorExec = descriptors.OrchestratorExec{
		Command: e.text("command"), Args: e.texts("args"), CwdFlag: e.text("cwdFlag"), PromptFlag: e.text("promptFlag"), ModelFlag: e.text("modelFlag"),
	}
	if slices.ContainsFunc(d.host.OrchestratorExec.Args, descriptors.Unasks) {
		d.host.OrchestratorExec.Unasked = true
		d.note(dot(e.key, "args"), "they switch off what the host asks before it acts; no turn is started so without leave")
	}
	e.done()
}
