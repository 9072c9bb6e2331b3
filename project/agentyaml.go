package project

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// agentYAML writes an agent as a YAML file that names a file with its prompt.
// Form: https://github.com/MoonshotAI/kimi-cli/blob/main/docs/en/customization/agents.md
func (o *output) agentYAML() error {
	if err := o.needBody(); err != nil {
		return err
	}
	fields, err := o.fields()
	if err != nil {
		return err
	}
	prompt := path.Base(layout.Names(o.spelling.prefix, o.Item).Fill(o.Dialect.PromptFile))
	fields = append(fields, field{key: "system_prompt_path", form: "string", text: "./" + prompt})
	var b strings.Builder
	b.WriteString("version: 1\nagent:\n")
	for _, f := range fields {
		text, err := f.yaml()
		if err != nil {
			return o.errorf("%v", err)
		}
		for line := range strings.Lines(text) {
			b.WriteString("  " + line)
		}
	}
	o.data = []byte(b.String())
	return nil
}

// prompt writes the body of an agent alone.
func (o *output) prompt() {
	body, open, end := o.body(), "", ""
	if raw := o.Dialect.Raw; len(raw) > 0 {
		open, end = raw[0]+"\n", raw[1]+"\n"
	}
	o.put(open, body, end)
}

// agentIndexes are the files that name all agents of a host which finds none by itself.
func agentIndexes(in Input, places *places, placed []layout.Placement) []plan.Artifact {
	row, ok := layout.Row(in.Host, in.Scope, pack.Agent)
	d := in.Host.Dialects[row.Dialect]
	if !ok || d.IndexFile == "" {
		return nil
	}
	prefix := in.Pack.Prefix
	file := descriptors.Names{Prefix: prefix}.Fill(d.IndexFile)
	var agents strings.Builder
	var from []plan.Source
	taken := map[string]bool{}
	add := func(name, file, description string) {
		agents.WriteString("    " + yamlScalar(name) + ":\n")
		agents.WriteString("      path: " + yamlScalar("./"+path.Base(file)) + "\n")
		agents.WriteString("      description: " + yamlScalar(oneLine(description)) + "\n")
	}
	for _, pt := range placed {
		if pt.Kind == pack.Agent && pt.File == nil && pt.Part == "" {
			add(pt.Item.Name, pt.Path, places.spellingFor(pt).line(pt.Item.Meta.Text("description")))
			from = append(from, plan.Source{Path: pt.Item.Source})
			taken[pt.Item.Name] = true
		}
	}
	if len(from) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(d.IndexAgents)) {
		if !taken[name] {
			add(name, file, d.IndexAgents[name])
		}
	}
	field := "descriptor:" + in.Host.ID + "#dialects." + row.Dialect
	data := []byte("version: 1\nagent:\n  extend: default\n  name: " + yamlScalar(prefix) + "\n  subagents:\n" + agents.String())
	return []plan.Artifact{{
		Mount: layout.MountID(in.Host, row.Mount), Path: path.Join(row.DestSubpath, file),
		Kind: string(pack.Agent), Data: data, Sum: plan.SumOf(data), Mode: 0o644, Rule: "agent-index",
		Always:  len(data),
		Sources: append(from, plan.Source{Path: field}, plan.Source{Path: beside(field, "text")}, plan.Source{Path: beside(field, "tools")}),
	}}
}
