package descriptors

import (
	"strings"

	"github.com/gsd-install/gsd-install/hostapi"
)

// checkIntegration checks that each axis has a value of the vocabulary and,
// unless that is "undocumented", where it comes from.
func checkIntegration(c *checker, i HostIntegration) {
	k := key{"hostIntegration"}
	for _, a := range i.axes() {
		checkAxis(c, k.dot(a.Name), a, func(v any) hostapi.Declaration {
			return hostapi.Declaration{a.Name: v}
		})
	}
	for _, a := range i.Dispatch.axes() {
		checkAxis(c, k.dot("dispatch", a.Name), a, func(v any) hostapi.Declaration {
			return hostapi.Declaration{"dispatch": map[string]any{a.Name: v}}
		})
	}
	if i.ExtensionEvents != "" {
		c.word(k.dot("extensionEvents"), i.ExtensionEvents, extensionDialects)
	}
}

func checkAxis(c *checker, k key, a NamedAxis, declare func(any) hostapi.Declaration) {
	if a.Value == nil {
		c.add(k, `missing; write { value = "undocumented" } if the host's documentation is silent`)
		return
	}
	if err := hostapi.Validate(declare(jsonValue(a.Value))); err != nil {
		_, message, _ := strings.Cut(err.Error(), ": ")
		c.add(k, "%s", message)
	}
	if a.Value != hostapi.Undocumented || a.Source != "" {
		c.source(k, a.Source)
	}
}

// checkSurface checks that commands have the form that the axis says: TOML prompts are made of
// them if it is slash-toml, and only then.
func checkSurface(c *checker, h Host) {
	k := key{"hostIntegration", "commandSurface"}
	toml := string(hostapi.CommandSlashTOML)
	surface, _ := h.HostIntegration.CommandSurface.Value.(string)
	for _, row := range h.ArtifactLayout {
		switch form := h.Dialects[row.Dialect].Renderer; {
		case row.Kind != "commands" || surface == hostapi.Undocumented:
		case (surface == toml) != (form == toml):
			c.add(k, "%q, but the dialect of commands is of the renderer %q", surface, form)
		}
	}
}
