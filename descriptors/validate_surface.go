package descriptors

import (
	"maps"
	"slices"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

func checkHooks(c *checker, h Hooks) {
	k := key{"hooks"}
	c.word(k.dot("hooksSurface"), h.Surface, hookSurfaces)
	if h.Surface == "none" || h.Surface == "" {
		return
	}
	c.source(k, h.Source)
	c.word(k.dot("shape"), h.Shape, hookShapes)
	c.word(k.dot("timeoutUnit"), h.TimeoutUnit, timeoutUnits)
	c.word(k.dot("hookOutput"), h.HookOutput, hookOutputs)
	if _, ok := hostapi.HookEvents(h.HookEvents); !ok {
		c.add(k.dot("hookEvents"), "unknown dialect of event names %q", h.HookEvents)
	}
	if len(h.Key) == 0 {
		c.add(k.dot("key"), "missing")
	}
	if len(h.File) == 0 {
		c.add(k.dot("file"), "missing")
	}
	checkFiles(c, k.dot("file"), h.File)
	checkEvents(c, k, h)
}

// checkEvents checks the events: keys are Claude's, the lists speak of the host's.
func checkEvents(c *checker, k key, h Hooks) {
	if len(h.Events) == 0 {
		c.add(k.dot("events"), "missing")
	}
	c.names(k.dot("events"), h.Events, claudeEvents)
	own := slices.Sorted(maps.Values(h.Events))
	c.words(k.dot("noMatcher"), h.NoMatcher, own)
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

func checkMCP(c *checker, m MCP) {
	k := key{"mcp"}
	if len(m.File) == 0 && len(m.Mount) == 0 && m.Format == "" && len(m.Key) == 0 {
		return
	}
	c.source(k, m.Source)
	c.word(k.dot("format"), string(m.Format), mcpFormats)
	if len(m.Key) == 0 {
		c.add(k.dot("key"), "missing")
	}
	checkFiles(c, k.dot("file"), m.File)
	for _, scope := range slices.Sorted(maps.Keys(m.File)) {
		c.word(k.dot("mount", string(scope)), m.Mount[scope], mcpMounts)
	}
	for _, scope := range slices.Sorted(maps.Keys(m.Mount)) {
		c.need(k.dot("file", string(scope)), m.File[scope])
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
