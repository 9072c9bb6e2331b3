package descriptors

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

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
	if len(m.File) == 0 {
		c.alone(k, m, MCP{Source: m.Source}, "stands with file and only there")
		return
	}
	c.source(k, m.Source)
	c.word(k.dot("format"), string(m.Format), mcpFormats)
	if len(m.Key) == 0 {
		c.add(k.dot("key"), "missing")
	}
	c.keys(k.dot("key"), m.Key, nil)
	checkFiles(c, k.dot("file"), m.File)
	for _, scope := range slices.Sorted(maps.Keys(m.File)) {
		c.need(k.dot("mount", string(scope)), m.Mount[scope])
	}
	checkMounts(c, k, h, m.Mount, m.File, shared, "home")
	if m.MovesWithHome && m.Mount[plan.Global] != "home" {
		c.add(k.dot("movesWithHome"), `stands with mount = { global = "home" } and only there`)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Keys)) {
		c.need(k.dot("keys"), name)
	}
	if m.HTTPURL != "" {
		c.keyName(k.dot("httpUrl"), m.HTTPURL)
	}
	c.words(k.dot("transports"), m.Transports, mcpTransports)
	if _, err := regexp.Compile(m.Names); err != nil {
		c.add(k.dot("names"), "no regular expression: %v", err)
	}
	c.words(k.dot("takes"), m.Takes, mcpTakes)
	c.words(k.dot("rooted"), scopeWords(m.Rooted), scopes)
	checkValue(c, k.dot("stdio"), m.Stdio)
	checkValue(c, k.dot("http"), m.HTTP)
	checkVariables(c, k.dot("variables"), m.Variables)
}

// checkVariables checks that each form holds once what it is a form of.
func checkVariables(c *checker, k key, v Variables) {
	if v.Form == "" {
		c.alone(k, v, Variables{Source: v.Source}, "stands with form and only there")
		return
	}
	c.source(k, v.Source)
	checkForm(c, k.dot("form"), v.Form, "NAME")
	if v.Default != "" {
		checkForm(c, k.dot("default"), v.Default, "NAME", "DEFAULT")
	}
	c.words(k.dot("keys"), v.Keys, mcpValues)
	c.words(k.dot("own"), v.Own, nil)
	for i, one := range v.Own {
		c.line(k.dot("own", i), one)
	}
}

func checkForm(c *checker, k key, form string, holds ...string) {
	c.line(k, form)
	for _, one := range holds {
		if strings.Count(form, one) != 1 {
			c.add(k, "%q does not hold %s once", form, one)
		}
	}
}

// checkValue checks that every format of a config file has the value.
func checkValue(c *checker, k key, v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			c.need(k, name)
			checkValue(c, k.dot(name), v[name])
		}
	case []any:
		for i, one := range v {
			checkValue(c, k.dot(i), one)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			c.add(k, "%v is no number in JSON", v)
		}
	case string, bool, int64:
	default:
		c.add(k, "%v is no text, number, truth value, list or table", v)
	}
}

func checkPermissions(c *checker, h Host, shared []Shared) {
	k, p := key{"permissions"}, h.Permissions
	if p.Writer != "" {
		c.word(k.dot("permissionWriter"), p.Writer, permissionWriters)
	}
	if p.Writer == "" || p.Writer == "none" {
		c.alone(k, p, Permissions{Writer: p.Writer, Source: p.Source}, `stands with a permissionWriter other than "none"`)
		return
	}
	c.source(k, p.Source)
	if len(p.File) == 0 {
		c.add(k.dot("file"), "missing")
	}
	checkFiles(c, k.dot("file"), p.File)
	checkMounts(c, k, h, p.Mount, p.File, shared)
	c.need(k.dot("value"), p.Value)
	if len(p.Keys) == 0 {
		c.add(k.dot("keys"), "missing")
	}
	for i, path := range p.Keys {
		c.keys(k.dot("keys", i), path, []string{"{payload}"})
		if len(path) == 0 || !strings.Contains(path[len(path)-1], "{payload}") {
			c.add(k.dot("keys", i), "its last element does not hold {payload}")
		}
	}
}

// checkListing checks the budget; descriptions can be cut only where no other host reads
// them.
func checkListing(c *checker, h Host, shared []Shared) {
	k, l := key{"listing"}, h.Listing
	if len(l.Kinds) == 0 {
		c.alone(k, l, Listing{Source: l.Source}, "stands with kinds and only there")
		return
	}
	c.words(k.dot("kinds"), l.Kinds, listingKinds)
	c.limit(k.dot("item"), l.Item)
	c.limit(k.dot("total"), l.Total)
	c.limit(k.dot("each"), l.Each)
	if l.Each > 0 && l.Total == 0 {
		c.add(k.dot("each"), "stands with total and only there")
	}
	if l.Item == 0 && l.Total == 0 {
		c.add(k, "it limits nothing; give item or total")
	}
	c.source(k, l.Source)
	for i, row := range h.ArtifactLayout {
		if _, ok := sharedOf(shared, row.Mount); ok && l.Cuts && slices.Contains(l.Kinds, row.Kind) {
			c.add(k.dot("cuts"), "artifactLayout[%d] puts %s into the shared folder %q, where all hosts need the same bytes", i, row.Kind, row.Mount)
		}
	}
}

// checkCandidates checks that each names a file that is edited.
func checkCandidates(c *checker, h Host) {
	edited := edited(h)
	var files []string
	for i, one := range h.Candidates {
		k := key{"candidates"}.dot(i)
		c.word(k.dot("file"), one.File, edited)
		c.once(k.dot("file"), one.File, files)
		files = append(files, one.File)
		if !slices.Contains(one.Names, one.File) {
			c.add(k.dot("names"), "%q is not among them", one.File)
		}
		c.words(k.dot("names"), one.Names, nil)
		if one.Else != "" {
			c.word(k.dot("else"), one.Else, slices.Sorted(maps.Keys(h.Folders)))
		}
		for j, name := range one.Names {
			c.path(k.dot("names", j), name)
		}
		c.source(k, one.Source)
	}
}

// edited are the files that h's hooks, MCP servers and permissions go to, sorted.
func edited(h Host) []string {
	var files []string
	for _, one := range []map[plan.Scope]string{h.Hooks.File, h.MCP.File, h.Permissions.File} {
		files = slices.AppendSeq(files, maps.Values(one))
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// checkBuiltin checks the names of what the host has of its own.
func checkBuiltin(c *checker, b BuiltinNames) {
	k := key{"builtin"}
	if len(b.Commands)+len(b.Agents) == 0 {
		c.alone(k, b, BuiltinNames{}, "stands with commands or agents and only there")
		return
	}
	c.words(k.dot("commands"), b.Commands, nil)
	c.words(k.dot("agents"), b.Agents, nil)
	c.source(k, b.Source)
}

func checkAlsoReads(c *checker, reads []AlsoRead) {
	var seen []string
	for i, r := range reads {
		k := key{"alsoReads"}.dot(i)
		c.path(k.dot("path"), r.Path)
		c.word(k.dot("scope"), string(r.Scope), scopes)
		c.word(k.dot("kind"), r.Kind, readKinds)
		c.source(k, r.Source)
		one := fmt.Sprintf("%s %s %s", r.Scope, r.Kind, r.Path)
		c.once(k.dot("path"), one, seen)
		seen = append(seen, one)
	}
}

// unasks finds arguments that switch off what a host asks before it acts, as makers call these.
var unasks = regexp.MustCompile(`(?i)yolo|danger|bypass|skip-perm|auto-?approve|allow-all|full-auto|trust-all|no-?ask|dont-?ask|--afk`)

// Unasks reports whether an argument of a host switches off what it asks before it acts.
func Unasks(arg string) bool { return unasks.MatchString(arg) }

// checkRun checks how a headless turn is run.
func checkRun(c *checker, h Host) {
	k, exec := key{"orchestratorExec"}, h.OrchestratorExec
	if exec.Command == "" {
		c.alone(k, exec, OrchestratorExec{Source: exec.Source}, "stands with command and only there")
	} else {
		c.source(k, exec.Source)
		c.line(k.dot("command"), exec.Command)
	}
	for i, arg := range exec.Args {
		if Unasks(arg) && !exec.Unasked {
			c.add(k.dot("args", i), "%q switches off what the host asks before it acts; say so with unasked = true", arg)
		}
	}
	if h.HarnessIsolationFlag != "" {
		c.line(key{"harnessIsolationFlag"}, h.HarnessIsolationFlag)
	}
	checkEffort(c, h.Effort)
}

func checkEffort(c *checker, effort Effort) {
	k := key{"effort"}
	if effort.Param != "" || len(effort.Levels) > 0 {
		c.source(k, effort.Source)
	}
	c.words(k.dot("levels"), effort.Levels, efforts)
	for _, from := range slices.Sorted(maps.Keys(effort.Clamp)) {
		at := k.dot("clamp", from)
		c.word(at, from, efforts)
		c.word(at, effort.Clamp[from], effort.Levels)
		if slices.Contains(effort.Levels, from) {
			c.add(at, "%q is among levels, and needs no other in its place", from)
		}
	}
}
