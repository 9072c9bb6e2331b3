package pack

import (
	"path"
	"strings"
)

// items reads the items of one kind from folders, by default from the folder usual.
func (rd *reader) items(kind Kind, folders []folder, usual string) {
	if folders == nil {
		folders = []folder{{From: usual, optional: true}}
	}
	for i, f := range folders {
		files := rd.list(f.From, &rd.report)
		if len(files) == 0 && !f.optional && !rd.isDir(f.From) {
			rd.mismatch(rd.man.lines.nth(usual, i), "%s: %q is not in the pack", usual, f.From)
		}
		if kind == Skill {
			rd.skills(f, files)
			continue
		}
		for _, file := range files {
			if itemFile(kind, file.path) && !matchAny(f.Exclude, relative(f.From, file.path)) {
				rd.item(kind, file)
			}
		}
	}
}

// itemFile reports whether a file in a folder of a kind is an item by its name.
func itemFile(kind Kind, p string) bool {
	return strings.HasSuffix(p, ".md") || kind == Rule && strings.HasSuffix(p, ".mdc")
}

// relative returns p as seen from the folder dir that it lies in; the name of
// p if it is dir itself.
func relative(dir, p string) string {
	if dir == "." {
		return p
	}
	if p == dir {
		return path.Base(p)
	}
	return strings.TrimPrefix(p, dir+"/")
}

// item reads one command, agent or rule.
func (rd *reader) item(kind Kind, f file) {
	it := Item{Kind: kind, Source: f.path, Stem: stem(f.path)}
	doc, ok := rd.document(f)
	if !ok {
		return
	}
	if strings.EqualFold(it.Stem, "readme") && !doc.has {
		rd.note("file-left-out", f.path, 0, "taken for documentation, not for %s: it has no frontmatter", kind.One())
		return
	}
	rd.taken[f.path] = true
	it.Meta, it.Body, it.BodyLine = doc.meta, doc.body, doc.bodyLine
	if strings.TrimSpace(it.Body) == "" {
		rd.refuse("body-empty", f.path, it.BodyLine, "the %s has no text after its frontmatter", kind)
		return
	}
	rd.finish(&it)
}

// document reads and takes apart a markdown file.
func (rd *reader) document(f file) (document, bool) {
	data, ok := rd.use(f)
	if !ok {
		return document{}, false
	}
	before := len(rd.problems)
	doc := parseDocument(f.path, data, &rd.report)
	return doc, len(rd.problems) == before
}

// finish names an item, gives it what it lacks, and adds it to the pack.
func (rd *reader) finish(it *Item) {
	name, line := it.Stem, 0
	if field, ok := it.field("name"); ok && (it.Kind == Agent || it.Kind == Skill) && field.Value.Text != "" {
		name, line = field.Value.Text, field.Line
		if strings.ContainsAny(name, `/\`) || strings.Contains(name, "..") {
			rd.refuse("name-refused", it.Source, line, "name: %q has a path separator or \"..\" in it", name)
			return
		}
	}
	it.Name = rd.name(it.Source, line, string(it.Kind)+" name", name)
	if it.Kind == Command {
		it.Name = commandName(rd.pack.Prefix, it.Name)
		if len(it.Name) > maxName {
			rd.refuse("name-refused", it.Source, 0, "command name %q is %d characters long, hosts take %d", it.Name, len(it.Name), maxName)
		}
	}
	it.Short = strings.TrimPrefix(it.Name, rd.pack.Prefix+"-")
	if it.Kind != Rule {
		rd.describe(it)
	}
	it.Requires = words(it.Meta, "requires")
	rd.pack.Items = append(rd.pack.Items, *it)
}

// describe gives an item without a description one from its text.
func (rd *reader) describe(it *Item) {
	if strings.TrimSpace(it.Meta.Text("description")) != "" {
		return
	}
	text := summary(it.Body)
	if text == "" {
		text = strings.ReplaceAll(it.Name, "-", " ")
	}
	rd.note("description-missing", it.Source, 0, "no description: it gets %q from its text", cut(text, 80))
	made := Field{Key: "description", Value: Value{Text: text}}
	for i, f := range it.Meta {
		if f.Key == "description" {
			it.Meta[i].Value = made.Value
			return
		}
	}
	it.Meta = append(it.Meta, made)
}

// field returns the field of a key.
func (it *Item) field(key string) (Field, bool) {
	for _, f := range it.Meta {
		if f.Key == key {
			return f, true
		}
	}
	return Field{}, false
}

// words returns a list that may also be written as words with commas or blanks.
func words(m Meta, key string) []string {
	v, _ := m.Get(key)
	if v.List != nil {
		return v.List
	}
	if v.Map != nil {
		return nil
	}
	return strings.FieldsFunc(v.Text, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' })
}
