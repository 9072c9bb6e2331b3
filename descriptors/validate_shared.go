package descriptors

import (
	"maps"
	"slices"
)

func checkShared(c *checker, s Shared) {
	c.id(key{"id"}, s.ID)
	if s.ID == "config" || s.ID == "home" {
		c.add(key{"id"}, "%q is the id of another kind of mount", s.ID)
	}
	c.line(key{"title"}, s.Title)
	if s.Global == "" && s.Local == "" {
		c.add(key{}, "it exists in no scope; give global or local")
	}
	for scope, dir := range map[string]string{"global": s.Global, "local": s.Local} {
		if dir != "" && (dir != "." || len(s.Files) == 0) {
			c.path(key{scope}, dir)
		}
	}
	for i, name := range s.Files {
		c.path(key{"files"}.dot(i), name)
	}
	if !s.holdsPayload() && len(s.Scanned) > 0 {
		c.add(key{"scanned"}, "no payload lies there")
	}
	for i, one := range s.Scanned {
		k := key{"scanned"}.dot(i)
		c.path(k.dot("path"), one.Path)
		c.word(k.dot("kind"), one.Kind, slices.DeleteFunc(slices.Clone(rowKinds), func(kind string) bool { return kind == "payload" }))
		c.words(k.dot("scopes"), scopeWords(one.Scopes), scopes)
	}
	c.source(key{}, s.Source)
	if s.Hooks.Surface == "" {
		c.alone(key{"hooks"}, s.Hooks, Hooks{}, "stands with hooksSurface and only there")
	} else {
		c.word(key{"hooks", "hooksSurface"}, s.Hooks.Surface, hookSurfaces)
		hosts := s.Hooks
		hosts.File, hosts.Mount = nil, nil
		c.alone(key{"hooks"}, s.Hooks, hosts, "each host that shares the folder says this")
		checkHookForm(c, key{"hooks"}, s.Hooks)
	}
	if s.Tools.Source != "" {
		checkTools(c, s.Tools, false)
	}
	if len(s.Dialects) == 0 {
		c.add(key{"dialects"}, "missing")
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Dialects)) {
		k := key{"dialects", kind}
		c.word(k, kind, rowKinds)
		checkDialect(c, k, s.Dialects[kind])
		switch renderer := s.Dialects[kind].Renderer; {
		case renderer == "agent-yaml":
			c.add(k.dot("renderer"), "an index of agents names those of one host")
		case (renderer == "marked-block") != (len(s.Files) > 0):
			c.add(k.dot("renderer"), "marked-block stands in a shared folder with files and only there")
		}
		for i, one := range s.Dialects[kind].Keys {
			if slices.Contains(agentOrigins, one.From) && s.Tools.Source == "" {
				c.add(k.dot("keys", i, "from"), "%s differs from host to host, and hosts that share a folder need the same bytes", one.From)
			}
		}
	}
	checkText(c, s.Text)
}

// holdsPayload reports whether payload may lie in the folder.
func (s Shared) holdsPayload() bool { return s.Payload == "" && len(s.Files) == 0 }
