package docs_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/golden"
	"github.com/gsd-install/gsd-install/plan"
)

// exampleNames are the items shown, by kind.
var exampleNames = map[string]string{"command": "brew-steep", "agent": "taster", "skill": "water", "rule": "cups"}

// rules are the rules of what is shown of kinds that are no items.
var rules = map[string]string{"rule": "marked-block", "hook": "hook", "mcp": "mcp-server", "permission": "permission"}

// example is one file of a plan, made by a rule.
type example struct{ path, text, rule string }

// examplesOf are the files that a plan has for the example of a kind.
func examplesOf(t *testing.T, p plan.Plan, kind string) []example {
	t.Helper()
	name, made := exampleNames[kind], map[string]string{}
	one := plan.Plan{Scope: p.Scope, Mounts: p.Mounts}
	for _, a := range p.Artifacts {
		item := name != "" && a.Kind == kind && (a.Name == name || a.Name == "")
		if item || name == "" && a.Rule == rules[kind] {
			one.Artifacts = append(one.Artifacts, a)
		}
	}
	for _, e := range p.Edits {
		e.Ops = slices.DeleteFunc(slices.Clone(e.Ops), func(op plan.Op) bool { return op.Rule != rules[kind] })
		if len(e.Ops) > 0 && rules[kind] != "" {
			one.Edits = append(one.Edits, e)
		}
	}
	tree, err := golden.Of(one)
	if err != nil {
		t.Fatal(err)
	}
	delete(tree, golden.PlanFile)
	for _, a := range one.Artifacts {
		made[string(a.Data)] = a.Rule
	}
	var all []example
	for name, f := range tree {
		all = append(all, example{spelled(name), string(f.Data), made[string(f.Data)]})
	}
	slices.SortFunc(all, func(a, b example) int { return strings.Compare(a.path, b.path) })
	return all
}

// spelled writes a path of a golden tree as people do.
func spelled(name string) string {
	if rest, ok := strings.CutPrefix(name, "home/"); ok {
		return "~/" + rest
	}
	return strings.TrimPrefix(name, "project/")
}

// group are the hosts that get equal texts.
type group struct {
	examples []example
	rows     []groupRow
}

// groupRow are hosts that get them at the same places.
type groupRow struct {
	global, local string
	hosts         []string
}

// groups shows the example of a kind on all hosts, equal ones together in order of their
// first host. What has another form in local scope stands alone.
func groups(t *testing.T, plans []plan.Plan, kind string) string {
	t.Helper()
	var all []group
	add := func(host string, shown, global, local []example) {
		if len(shown) == 0 {
			return
		}
		g := slices.IndexFunc(all, func(g group) bool { return sameTexts(g.examples, shown) })
		if g < 0 {
			g = len(all)
			all = append(all, group{examples: shown})
		}
		all[g].add(host, paths(global), paths(local))
	}
	for i := 0; i < len(plans); i += 2 {
		global, local := examplesOf(t, plans[i], kind), examplesOf(t, plans[i+1], kind)
		if sameRules(global, local) {
			add(plans[i].Host, global, global, local)
			continue
		}
		add(plans[i].Host, global, global, nil)
		add(plans[i].Host, local, nil, local)
	}
	var b strings.Builder
	for _, g := range all {
		g.write(&b)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// sameRules reports whether files are made by the same rules.
func sameRules(a, b []example) bool {
	return slices.EqualFunc(a, b, func(x, y example) bool { return x.rule == y.rule })
}

func sameTexts(a, b []example) bool {
	return slices.EqualFunc(a, b, func(x, y example) bool { return x.text == y.text && path.Ext(x.path) == path.Ext(y.path) })
}

func paths(all []example) string {
	var names []string
	for _, e := range all {
		names = append(names, "`"+e.path+"`")
	}
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, ", ")
}

func (g *group) add(host, global, local string) {
	for i, r := range g.rows {
		if r.global == global && r.local == local {
			g.rows[i].hosts = append(r.hosts, host)
			return
		}
	}
	g.rows = append(g.rows, groupRow{global, local, []string{host}})
}

func (g group) write(b *strings.Builder) {
	var titles []string
	for _, r := range g.rows {
		for _, id := range r.hosts {
			h, _ := descriptors.Get(id)
			titles = append(titles, h.Title)
		}
	}
	slices.Sort(titles)
	fmt.Fprintf(b, "### %s\n\n| hosts | global | local |\n| --- | --- | --- |\n", strings.Join(slices.Compact(titles), ", "))
	for _, r := range g.rows {
		fmt.Fprintf(b, "| %s | %s | %s |\n", strings.Join(r.hosts, ", "), r.global, r.local)
	}
	b.WriteString("\n")
	for _, e := range g.examples {
		if len(g.examples) > 1 {
			fmt.Fprintf(b, "`%s`:\n\n", path.Base(e.path))
		}
		b.WriteString(fence(e.path, e.text) + "\n")
	}
}

// mostLines are those shown of a long text.
const mostLines = 40

// fence puts a text between fences that are not in it.
func fence(name, text string) string {
	if lines := strings.SplitAfter(text, "\n"); len(lines) > mostLines {
		text = strings.Join(lines[:mostLines], "") + fmt.Sprintf("… %d more lines\n", len(lines)-1-mostLines)
	}
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return mark + strings.TrimPrefix(path.Ext(name), ".") + "\n" + text + mark + "\n"
}

// spelling is the table of how texts are spelled for each host.
func spelling() string {
	tools := []string{"Read", "Edit", "Bash", "Task", "AskUserQuestion", "WebFetch"}
	rows := [][]string{append([]string{"host", "a command", "`$ARGUMENTS`", "instructions"}, tools...)}
	for _, h := range descriptors.All() {
		row := []string{h.ID, code(descriptors.Names{Name: "brew-serve", Short: "serve", Stem: "serve", Prefix: "brew"}.Fill(h.Text.Command)), code(h.Text.Arguments), code(h.Text.InstructionFile)}
		for _, tool := range tools {
			if word := h.Tools.Words[tool]; word != "" && word != tool {
				row = append(row, code(word))
			} else {
				row = append(row, "")
			}
		}
		rows = append(rows, row)
	}
	return table(rows)
}

func code(s string) string { return "`" + s + "`" }

// losses are the plans' notes, each with the hosts that it is for.
func losses(plans []plan.Plan) string {
	scopes := map[string]map[string][]string{} // by note and host
	for _, p := range plans {
		h, _ := descriptors.Get(p.Host)
		for _, n := range p.Notes {
			if n.Rule == "needs-trust" {
				continue
			}
			note := strings.NewReplacer(h.Title, "HOST", "|", `\|`, " in "+string(p.Scope)+" scope", "").Replace(n.Message)
			if scopes[note] == nil {
				scopes[note] = map[string][]string{}
			}
			scopes[note][h.ID] = append(scopes[note][h.ID], string(p.Scope))
		}
	}
	rows := [][]string{{"note", "hosts"}}
	for _, note := range slices.Sorted(maps.Keys(scopes)) {
		var hosts []string
		for _, id := range slices.Sorted(maps.Keys(scopes[note])) {
			if s := scopes[note][id]; len(s) == 1 {
				id += " (" + s[0] + ")"
			}
			hosts = append(hosts, id)
		}
		rows = append(rows, []string{note, strings.Join(hosts, ", ")})
	}
	return table(rows)
}

func table(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
	return b.String()
}
