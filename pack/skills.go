package pack

import (
	"path"
	"strings"
)

// skills reads the skills in a folder: each folder with a SKILL.md, with all that
// lies in it.
func (rd *reader) skills(from folder, files []file) {
	for _, f := range files {
		dir := path.Dir(f.path)
		if path.Base(f.path) != "SKILL.md" || matchAny(from.Exclude, relative(from.From, f.path)) || insideSkill(dir, files) {
			continue
		}
		it := Item{Kind: Skill, Source: f.path, Stem: path.Base(dir)}
		if dir == "." {
			it.Stem = rd.man.Name
		}
		doc, ok := rd.document(f)
		if !ok {
			continue
		}
		rd.taken[f.path] = true
		it.Meta, it.Body, it.BodyLine = doc.meta, doc.body, doc.bodyLine
		for _, other := range files {
			if rel, ok := below(dir, other.path); ok && other != f && !matchAny(from.Exclude, relative(from.From, other.path)) {
				rd.taken[other.path] = true
				rd.skillFile(&it, other, rel)
			}
		}
		rd.finish(&it)
	}
}

// insideSkill reports whether a folder lies in another one that is a skill.
func insideSkill(dir string, files []file) bool {
	for _, f := range files {
		if path.Base(f.path) != "SKILL.md" {
			continue
		}
		if _, ok := below(path.Dir(f.path), dir); ok {
			return true
		}
	}
	return false
}

// below returns p as seen from dir, and whether it lies below it.
func below(dir, p string) (string, bool) {
	if dir == "." {
		return p, p != "."
	}
	return strings.CutPrefix(p, dir+"/")
}

// skillFile adds a supporting file to a skill.
func (rd *reader) skillFile(it *Item, f file, dest string) {
	data, ok := rd.use(f)
	if !ok {
		return
	}
	file := File{Source: f.path, Dest: dest, Data: data, Exec: f.exec}
	if strings.HasSuffix(dest, ".md") {
		if !isText(f.path, data, &rd.report) {
			return
		}
		file.Rewrite = Prose
	}
	it.Files = append(it.Files, file)
}
