package descriptors

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

func checkHooks(c *checker, h Host, shared []Shared) {
	k := key{"hooks"}
	c.word(k.dot("hooksSurface"), h.Hooks.Surface, hookSurfaces)
	if h.Hooks.Surface == "none" || h.Hooks.Surface == "" {
		c.alone(k, h.Hooks, Hooks{Surface: h.Hooks.Surface, Source: h.Hooks.Source}, `stands with a hooksSurface other than "none"`)
		return
	}
	if len(h.Hooks.File) == 0 {
		c.add(k.dot("file"), "missing")
	}
	common, at := sharedHooks(h.Hooks, shared)
	form := h.Hooks.Form
	if at != "" {
		form = common.Form
		c.alone(k, h.Hooks, Hooks{Surface: h.Hooks.Surface, File: h.Hooks.File, Mount: h.Hooks.Mount, AnyMatcher: h.Hooks.AnyMatcher, Source: h.Hooks.Source},
			fmt.Sprintf("the shared folder %q says this for all its hosts", at))
	}
	for _, scope := range slices.Sorted(maps.Keys(h.Hooks.File)) {
		if at != "" && h.Hooks.Mount[scope] != at {
			c.add(k.dot("mount"), "hooks of %s scope are not in %q; the shared folder says what they look like in both", scope, at)
		} else if s, ok := sharedOf(shared, at); ok {
			checkPayloadOf(c, k.dot("mount", string(scope)), h, []plan.Scope{scope}, s, "commands of hooks")
		}
	}
	checkHookFiles(c, k.dot("file"), h.Hooks.File, form)
	checkMounts(c, k, h, h.Hooks.Mount, h.Hooks.File, shared)
	if at == "" {
		checkHookForm(c, k, h.Hooks)
		if h.Hooks.Form == "module" && h.HostIntegration.ExtensionEvents == "" {
			c.add(key{"hostIntegration", "extensionEvents"}, `missing; hooks.form = "module" needs it`)
		}
	}
}

// sharedHooks are the hooks of a shared folder where h registers its own, and its id;
// empty if there is none.
func sharedHooks(h Hooks, shared []Shared) (Hooks, string) {
	for _, s := range shared {
		if s.Hooks.Surface != "" && slices.Contains(slices.Collect(maps.Values(h.Mount)), s.ID) {
			return s.Hooks, s.ID
		}
	}
	return Hooks{}, ""
}

// checkHookFiles checks the names of files that hold hooks. One of ours holds {prefix}, so
// that packs can stand side by side.
func checkHookFiles(c *checker, k key, files map[plan.Scope]string, form string) {
	allowed := map[string][]string{"file": {"{prefix}"}, "module": {"{prefix}"}, "scripts": {"{event}", "{prefix}"}}[form]
	plain := map[plan.Scope]string{}
	for scope, file := range files {
		plain[scope] = file
		for _, p := range allowed {
			plain[scope] = strings.ReplaceAll(plain[scope], p, "x")
		}
	}
	checkFiles(c, k, plain)
	for _, scope := range slices.Sorted(maps.Keys(files)) {
		at := k.dot(string(scope))
		c.template(at, plain[scope], allowed)
		if len(allowed) > 0 && !strings.Contains(files[scope], allowed[0]) {
			c.add(at, "%q does not hold %s", files[scope], allowed[0])
		}
	}
}

// checkHookForm checks what hooks look like, wherever they are.
func checkHookForm(c *checker, k key, h Hooks) {
	c.source(k, h.Source)
	if h.Form != "" {
		c.word(k.dot("form"), h.Form, hookForms)
	}
	if h.Format != "" {
		c.word(k.dot("format"), string(h.Format), hookFormats)
	}
	if h.Form == "" || h.Form == "edit" || h.Form == "file" {
		checkEntry(c, k, h)
	}
	c.word(k.dot("timeoutUnit"), h.TimeoutUnit, timeoutUnits)
	c.word(k.dot("hookOutput"), h.HookOutput, hookOutputs)
	c.word(k.dot("hookEvents"), h.HookEvents, hookDialects)
	c.limit(k.dot("timeoutLimit"), h.TimeoutLimit)
	if h.TimeoutUnit == "none" && (h.TimeoutLimit > 0 || len(h.MaxTimeout) > 0) {
		c.add(k.dot("timeoutUnit"), `no entry has a timeout with "none", so that there is none to limit`)
	}
	checkEvents(c, k, h)
}

// checkEntry checks what an entry is made of and where it stands.
func checkEntry(c *checker, k key, h Hooks) {
	c.word(k.dot("shape"), h.Shape, hookShapes)
	c.keys(k.dot("key"), h.Key, []string{"{prefix}"})
	if h.LocalKey != nil {
		c.keys(k.dot("localKey"), *h.LocalKey, []string{"{prefix}"})
	}
	if h.Shape == "list" && len(h.Key) == 0 {
		c.add(k.dot("key"), `missing; it leads to the list of shape = "list"`)
	}
	c.keys(k.dot("enable"), h.Enable, nil)
	for _, one := range []struct{ name, value string }{{"commandKey", h.CommandKey}, {"timeoutKey", h.TimeoutKey}, {"eventKey", h.EventKey}} {
		if one.value != "" {
			c.keyName(k.dot(one.name), one.value)
		}
	}
	if h.EventKey != "" && h.Shape != "list" {
		c.add(k.dot("eventKey"), `stands with shape = "list" and only there`)
	}
	if len(h.FlatEvents) > 0 && h.Shape != "groups" {
		c.add(k.dot("flatEvents"), `stands with shape = "groups" and only there`)
	}
	c.limit(k.dot("version"), h.Version)
}

// checkMounts checks a table of a mount for each scope beside one of files.
func checkMounts(c *checker, k key, h Host, mounts, files map[plan.Scope]string, shared []Shared, more ...string) {
	for _, scope := range slices.Sorted(maps.Keys(mounts)) {
		at, mount := k.dot("mount", string(scope)), mounts[scope]
		if !slices.Contains(scopes, string(scope)) {
			c.word(at, string(scope), scopes)
			continue
		}
		c.need(k.dot("file", string(scope)), files[scope])
		c.word(at, mount, append(mountWords(h, shared), more...))
	}
	for _, scope := range slices.Sorted(maps.Keys(files)) {
		mount := mounts[scope]
		if s, ok := sharedOf(shared, mount); ok {
			switch {
			case s.At(scope) == "":
				c.add(k.dot("mount", string(scope)), "the shared folder %q does not exist in %s scope", mount, scope)
			case len(s.Files) > 0 && !slices.Contains(s.Files, files[scope]):
				c.add(k.dot("file", string(scope)), "the shared folder %q holds only %s", mount, list(s.Files))
			}
			continue
		}
		if _, ok := h.Folder(cmp.Or(mount, "config"), scope); !ok && slices.Contains(mountWords(h, shared), cmp.Or(mount, "config")) {
			c.add(k.dot("file", string(scope)), "%q does not exist in %s scope", cmp.Or(mount, "config"), scope)
		}
	}
}

// checkEvents checks the events: keys are Claude's, the lists speak of the host's.
func checkEvents(c *checker, k key, h Hooks) {
	if len(h.Events) == 0 {
		c.add(k.dot("events"), "missing")
	}
	c.names(k.dot("events"), h.Events, claudeEvents)
	c.words(k.dot("extendedHookEvents"), h.Extended, nil)
	for _, name := range slices.Sorted(maps.Keys(h.Events)) {
		if event := h.Events[name]; event != "" && len(h.Extended) > 0 && !slices.Contains(h.Extended, event) {
			c.add(k.dot("events", name), "unknown word %q, not one of extendedHookEvents: %s", event, list(h.Extended))
		}
	}
	own := slices.Compact(slices.Sorted(maps.Values(h.Events)))
	if h.AnyMatcher && len(h.ExactMatcher) > 0 {
		c.add(k.dot("exactMatcher"), "no event has a matcher with anyMatcher")
	}
	c.words(k.dot("noMatcher"), h.NoMatcher, own)
	c.words(k.dot("ownAnswers"), h.OwnAnswers, own)
	c.words(k.dot("unread"), h.Unread, own)
	c.words(k.dot("flatEvents"), h.FlatEvents, own)
	c.words(k.dot("exactMatcher"), h.ExactMatcher, own)
	for _, event := range slices.Sorted(maps.Keys(h.MaxTimeout)) {
		at := k.dot("maxTimeout", event)
		c.word(at, event, own)
		if h.MaxTimeout[event] <= 0 {
			c.add(at, "%d is no limit in seconds", h.MaxTimeout[event])
		}
	}
}

// checkFiles checks a table of a file for each scope.
func checkFiles(c *checker, k key, files map[plan.Scope]string) {
	for _, scope := range slices.Sorted(maps.Keys(files)) {
		at := k.dot(string(scope))
		c.word(at, string(scope), scopes)
		c.path(at, files[scope])
	}
}
