package descriptors

import (
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

func checkHooks(c *checker, h Host, shared []Shared) {
	k := key{"hooks"}
	c.word(k.dot("hooksSurface"), h.Hooks.Surface, hookSurfaces)
	if h.Hooks.Surface == "none" || h.Hooks.Surface == "" {
		return
	}
	if len(h.Hooks.File) == 0 {
		c.add(k.dot("file"), "missing")
	}
	checkFiles(c, k.dot("file"), h.Hooks.File, h.Hooks.Form != "edit" && h.Hooks.Form != "")
	checkMounts(c, k.dot("mount"), h, h.Hooks.Mount, shared)
	for _, s := range shared {
		if s.Hooks.Surface != "" && slices.Contains(slices.Collect(maps.Values(h.Hooks.Mount)), s.ID) {
			return // the shared folder says the rest
		}
	}
	checkHookForm(c, k, h.Hooks)
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
		c.word(k.dot("shape"), h.Shape, hookShapes)
	}
	c.word(k.dot("timeoutUnit"), h.TimeoutUnit, timeoutUnits)
	c.word(k.dot("hookOutput"), h.HookOutput, hookOutputs)
	if _, ok := hostapi.HookEvents(h.HookEvents); !ok {
		c.add(k.dot("hookEvents"), "unknown dialect of event names %q", h.HookEvents)
	}
	c.limit(k.dot("timeoutLimit"), h.TimeoutLimit)
	checkEvents(c, k, h)
}

// checkMounts checks a table of a mount for each scope.
func checkMounts(c *checker, k key, h Host, mounts map[plan.Scope]string, shared []Shared, more ...string) {
	for _, scope := range slices.Sorted(maps.Keys(mounts)) {
		c.word(k.dot(string(scope)), mounts[scope], append(mountWords(h, shared), more...))
	}
}

// checkEvents checks the events: keys are Claude's, the lists speak of the host's.
func checkEvents(c *checker, k key, h Hooks) {
	if len(h.Events) == 0 {
		c.add(k.dot("events"), "missing")
	}
	c.names(k.dot("events"), h.Events, claudeEvents)
	own := slices.Sorted(maps.Values(h.Events))
	for i, event := range own {
		if len(h.Extended) > 0 && !slices.Contains(h.Extended, event) {
			c.add(k.dot("events"), "%s is not among extendedHookEvents", own[i])
		}
	}
	c.words(k.dot("noMatcher"), h.NoMatcher, own)
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

// checkFiles checks a table of a file for each scope; one of ours may hold placeholders.
func checkFiles(c *checker, k key, files map[plan.Scope]string, ours bool) {
	for _, scope := range slices.Sorted(maps.Keys(files)) {
		at := k.dot(string(scope))
		c.word(at, string(scope), scopes)
		file := files[scope]
		if ours {
			file = strings.NewReplacer("{prefix}", "x", "{event}", "x").Replace(file)
		}
		c.path(at, file)
	}
}

func checkTrust(c *checker, needs []Trust) {
	for i, t := range needs {
		k := key{"needsTrust"}.dot(i)
		c.word(k.dot("kind"), t.Kind, trustKinds)
		c.words(k.dot("scopes"), scopeWords(t.Scopes), scopes)
		c.word(k.dot("how"), t.How, trustWays)
		c.line(k.dot("text"), t.Text)
		c.source(k, t.Source)
	}
}

func checkMCP(c *checker, h Host, shared []Shared) {
	k, m := key{"mcp"}, h.MCP
	if len(m.File) == 0 && len(m.Mount) == 0 && m.Format == "" && len(m.Key) == 0 {
		return
	}
	c.source(k, m.Source)
	c.word(k.dot("format"), string(m.Format), mcpFormats)
	if len(m.Key) == 0 {
		c.add(k.dot("key"), "missing")
	}
	checkFiles(c, k.dot("file"), m.File, false)
	for _, scope := range slices.Sorted(maps.Keys(m.File)) {
		c.need(k.dot("mount", string(scope)), m.Mount[scope])
	}
	checkMounts(c, k.dot("mount"), h, m.Mount, shared, "home")
	for _, scope := range slices.Sorted(maps.Keys(m.Mount)) {
		c.need(k.dot("file", string(scope)), m.File[scope])
	}
}

func checkPermissions(c *checker, p Permissions) {
	k := key{"permissions"}
	if p.Writer != "" {
		c.word(k.dot("permissionWriter"), p.Writer, permissionWriters)
	}
	if len(p.File) == 0 {
		return
	}
	c.source(k, p.Source)
	checkFiles(c, k.dot("file"), p.File, false)
	c.need(k.dot("value"), p.Value)
	if len(p.Keys) == 0 {
		c.add(k.dot("keys"), "missing")
	}
	for i, path := range p.Keys {
		if len(path) == 0 || !strings.Contains(path[len(path)-1], "{payload}") {
			c.add(k.dot("keys", i), "its last element does not hold {payload}")
		}
	}
}

func checkListing(c *checker, l Listing) {
	k := key{"listing"}
	if len(l.Kinds) == 0 && l.Item == 0 && l.Total == 0 {
		return
	}
	c.words(k.dot("kinds"), l.Kinds, listingKinds)
	c.limit(k.dot("item"), l.Item)
	c.limit(k.dot("total"), l.Total)
	c.source(k, l.Source)
}

func checkCandidates(c *checker, h Host) {
	for i, one := range h.Candidates {
		k := key{"candidates"}.dot(i)
		c.path(k.dot("file"), one.File)
		if !slices.Contains(one.Names, one.File) {
			c.add(k.dot("names"), "%q is not among them", one.File)
		}
		for j, name := range one.Names {
			c.path(k.dot("names", j), name)
		}
		c.source(k, one.Source)
	}
}

func checkAlsoReads(c *checker, reads []AlsoRead) {
	for i, r := range reads {
		k := key{"alsoReads"}.dot(i)
		c.path(k.dot("path"), r.Path)
		c.word(k.dot("scope"), string(r.Scope), scopes)
		c.word(k.dot("kind"), r.Kind, readKinds)
		c.source(k, r.Source)
	}
}

func checkRun(c *checker, exec OrchestratorExec, effort Effort) {
	if exec.Command != "" {
		c.source(key{"orchestratorExec"}, exec.Source)
	}
	k := key{"effort"}
	if effort.Param != "" || len(effort.Levels) > 0 {
		c.source(k, effort.Source)
	}
	c.words(k.dot("levels"), effort.Levels, efforts)
	for _, from := range slices.Sorted(maps.Keys(effort.Clamp)) {
		at := k.dot("clamp", from)
		c.word(at, from, efforts)
		c.word(at, effort.Clamp[from], effort.Levels)
	}
}
