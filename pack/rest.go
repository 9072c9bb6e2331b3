package pack

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// restTrees are the trees of a pack that names none. They go to a folder named
// like the prefix, so that packs with a scripts/ or templates/ folder can lie
// side by side. Of a plugin that is all that is no item and no manifest. Of plain
// folders it is the folders of which some text names a file, and the scripts
// beside the items: a folder that nothing names is no part of the pack, and may
// be a program's records in a home that is given as a pack.
func (rd *reader) restTrees() []payloadTree {
	for _, f := range append([]string{packFile, hooksFile}, append(rd.man.hookFiles, rd.man.serverFiles...)...) {
		rd.taken[f] = true
	}
	var trees []payloadTree
	add := func(name string) {
		to := path.Join(rd.pack.Prefix, name)
		trees = append(trees, payloadTree{From: name, To: &to})
	}
	var folders []string
	top := rd.entries(".")
	kept := rd.expected(".", top)
	for _, e := range top {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") || junk(name) || slices.Contains(kept, name):
		case rd.man.rest, kindFolder(name):
			add(name)
		case rd.isDir(name):
			folders = append(folders, name)
		}
	}
	if rd.man.rest {
		return trees
	}
	named := rd.namedFolders(folders)
	for _, name := range folders {
		if slices.Contains(named, name) {
			add(name)
			continue
		}
		if len(rd.list(name, &rd.report)) == 0 { // its links may not leave the pack either
			continue
		}
		rd.note("file-left-out", name, 0, "left out: no text of the pack names a file in it (pack.toml can)")
	}
	return trees
}

// pathToken is what may be a path in a text.
var pathToken = regexp.MustCompile(`[\w.@+-]+(?:/[\w.@+-]+)+`)

// namedFolders returns those of the top folders of which a text of the pack names
// something: a text of an item, a hook, or a text in such a folder.
func (rd *reader) namedFolders(folders []string) []string {
	var named []string
	texts := rd.texts()
	for len(texts) > 0 {
		text := texts[0]
		texts = texts[1:]
		for _, token := range pathToken.FindAllString(text, -1) {
			top := rd.folderOf(token, folders)
			if top == "" || slices.Contains(named, top) {
				continue
			}
			named = append(named, top)
			texts = append(texts, rd.proseIn(top)...)
		}
	}
	return named
}

// folderOf returns the top folder that a path in a text leads into, whatever
// stands before it: "~/.claude/templates/x.md" means templates if that has an x.md.
func (rd *reader) folderOf(token string, folders []string) string {
	parts := strings.Split(strings.TrimRight(token, "."), "/")
	for i := range len(parts) - 1 {
		if !slices.Contains(folders, parts[i]) {
			continue
		}
		if _, err := rd.resolve(path.Join(parts[i:]...)); err == nil {
			return parts[i]
		}
	}
	return ""
}

// texts returns what the pack's items and hooks say.
func (rd *reader) texts() []string {
	texts := []string{string(rd.man.hookText)}
	for _, it := range rd.pack.Items {
		texts = append(texts, it.Body)
		for _, f := range it.Files {
			if f.Rewrite == Prose {
				texts = append(texts, string(f.Data))
			}
		}
	}
	for _, name := range append([]string{hooksFile}, rd.man.hookFiles...) {
		if f, ok := rd.stat(name); ok {
			if data, err := rd.read(f); err == nil {
				texts = append(texts, string(data))
			}
		}
	}
	return texts
}

// proseIn returns the markdown files in a folder.
func (rd *reader) proseIn(folder string) []string {
	var texts []string
	for _, f := range rd.list(folder, &report{}) {
		if path.Ext(f.path) != ".md" {
			continue
		}
		if data, err := rd.read(f); err == nil {
			texts = append(texts, string(data))
		}
	}
	return texts
}

// restAliases let texts name the folders of a plain pack as they lie in a
// Claude home: ~/.claude/templates/x.md.
func (rd *reader) restAliases() []Alias {
	var aliases []Alias
	seen := map[string]bool{rd.pack.Prefix: true}
	for _, f := range rd.pack.Payload {
		rel, _ := below(rd.pack.Prefix, f.Dest)
		top, _, deep := strings.Cut(rel, "/")
		if deep && !seen[top] && (top == "hooks" || !kindFolder(top)) {
			seen[top] = true
			aliases = append(aliases, Alias{top, path.Join(rd.pack.Prefix, top)})
		}
	}
	return aliases
}
