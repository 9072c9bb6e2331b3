package descriptors

import (
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

func checkHost(c *checker, h Host, shared []Shared) {
	c.id(key{"id"}, h.ID)
	c.line(key{"title"}, h.Title)
	c.word(key{"lifecycle"}, h.Lifecycle, lifecycles)
	if h.Lifecycle == "sunset" || h.LifecycleNote != "" {
		c.line(key{"lifecycleNote"}, h.LifecycleNote)
	}
	if h.Successor != "" {
		c.id(key{"successor"}, h.Successor)
		switch {
		case h.Successor == h.ID:
			c.add(key{"successor"}, "%q is the host itself", h.ID)
		case idForm.MatchString(h.Successor):
			c.word(key{"successor"}, h.Successor, ids())
		}
	}
	c.word(key{"installSurface"}, h.InstallSurface, installSurfaces)
	c.word(key{"sandboxTier"}, h.SandboxTier, sandboxTiers)
	if h.SupportTier < 1 || h.SupportTier > 3 {
		c.add(key{"supportTier"}, "%d is not 1, 2 or 3", h.SupportTier)
	}
	if c.uncited && h.Docs == "" {
		// it has none
	} else if c.need(key{"docs"}, h.Docs) && (!sourceForm.MatchString(h.Docs) || strings.HasPrefix(h.Docs, "client:")) {
		c.add(key{"docs"}, "%q is no address", h.Docs)
	}
	for i, b := range h.Binaries {
		if err := plan.CheckName(b); err != nil || b == "" || strings.Contains(b, "/") {
			c.add(key{"binaries"}.dot(i), "%q is not the name of a program", b)
		}
	}
	checkClient(c, h)
	for i, line := range h.Next {
		c.line(key{"next"}.dot(i), line)
		c.template(key{"next"}.dot(i), line, nextPlaceholders)
	}
	checkHome(c, h.ConfigHome)
	checkFolders(c, h, shared)
	checkMovedFrom(c, h, shared)
	checkRows(c, h, shared)
	checkPlaces(c, h, shared)
	checkDialects(c, h)
	checkText(c, h.Text)
	checkTools(c, h.Tools, h.Text.Native)
	checkHooks(c, h, shared)
	checkTrust(c, h.NeedsTrust)
	checkMCP(c, h, shared)
	checkPermissions(c, h, shared)
	checkListing(c, h, shared)
	checkCandidates(c, h)
	checkAlsoReads(c, h.AlsoReads)
	checkBuiltin(c, h.Builtin)
	checkIntegration(c, h.HostIntegration)
	checkSurface(c, h)
	checkRun(c, h)
}

func checkHome(c *checker, home ConfigHome) {
	k := key{"configHome"}
	c.word(k.dot("kind"), home.Kind, homeKinds)
	if home.Kind != "none" || home.Name != "" {
		c.path(k.dot("name"), home.Name)
	}
	if home.Kind != "none" || home.Local != "" {
		c.path(k.dot("local"), home.Local)
	}
	checkProbes(c, k.dot("probes"), home)
	c.words(k.dot("signs"), home.Signs, nil)
	for i, p := range home.Signs {
		c.path(k.dot("signs", i), p)
	}
	c.source(k, home.Source)
	var names []string
	for i, e := range home.Env {
		at := k.dot("env", i)
		if c.need(at.dot("name"), e.Name) && !variableForm.MatchString(e.Name) {
			c.add(at.dot("name"), "%q is no name of a variable", e.Name)
		}
		c.once(at.dot("name"), e.Name, names)
		names = append(names, e.Name)
		c.word(at.dot("means"), e.Means, envMeanings)
		if e.MovesShared && e.SharedOff || e.Means == "extra" && (e.MovesShared || e.SharedOff) {
			c.add(at, "of movesShared and sharedOff one can be, and none with means = \"extra\"")
		}
		c.source(at, e.Source)
	}
}

func checkProbes(c *checker, k key, home ConfigHome) {
	var dirs []string
	for i, p := range home.Probes {
		c.path(k.dot(i, "dir"), p.Dir)
		c.once(k.dot(i, "dir"), p.Dir, dirs)
		dirs = append(dirs, p.Dir)
		if p.Marker != "" {
			c.path(k.dot(i, "marker"), p.Marker)
		}
	}
	if len(dirs) > 0 && !slices.Contains(dirs, home.Name) {
		c.add(k, "%q, the name of the home, is not among them", home.Name)
	}
}

// checkFolders checks the host's further folders.
func checkFolders(c *checker, h Host, shared []Shared) {
	for _, name := range slices.Sorted(maps.Keys(h.Folders)) {
		k := key{"folders", name}
		c.id(k, name)
		f := h.Folders[name]
		if slices.Contains(mountWords(Host{}, shared), name) || name == "home" {
			c.add(k, "%q is the name of another kind of mount", name)
		}
		if f.Global == "" && f.Local == "" {
			c.add(k, "it exists in no scope; give global or local")
		}
		for scope, dir := range map[string]string{"global": f.Global, "local": f.Local} {
			if dir != "" {
				c.path(k.dot(scope), dir)
			}
		}
		c.source(k, f.Source)
	}
	for i, r := range h.SharedRoots {
		k := key{"sharedRoots"}.dot(i)
		if !slices.ContainsFunc(h.ArtifactLayout, func(row Row) bool { return row.Mount == r.Mount && row.Scopes.Has(plan.Global) }) {
			c.add(k.dot("mount"), "no row goes to %q in global scope", r.Mount)
		}
		c.word(k.dot("mount"), r.Mount, mountWords(Host{}, shared)[1:])
		c.path(k.dot("dir"), r.Dir)
		c.path(k.dot("marker"), r.Marker)
		c.source(k, r.Source)
	}
}

// checkMovedFrom refuses an earlier folder that cannot be one: the host's files are there now.
func checkMovedFrom(c *checker, h Host, shared []Shared) {
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		var seen []string
		for i, dir := range h.MovedFrom.At(scope) {
			k := key{"movedFrom", string(scope)}.dot(i)
			c.once(k, dir, seen)
			seen = append(seen, dir)
			if s, ok := sharedOf(shared, dir); ok {
				if s.At(scope) == "" {
					c.add(k, "the shared folder %q does not exist in that scope", dir)
				}
				continue
			}
			c.path(k, dir)
			for _, mount := range append([]string{"config"}, slices.Sorted(maps.Keys(h.Folders))...) {
				if now, ok := h.Folder(mount, scope); ok && strings.EqualFold(now, dir) {
					c.add(k, "%q is where its files are now", dir)
				}
			}
		}
	}
}

// Folder returns the folder of a mount of the host's own below the home or the project,
// and whether it exists in the scope.
func (h Host) Folder(mount string, s plan.Scope) (string, bool) {
	dir := h.Folders[mount].at(s)
	if mount == "config" && (h.ConfigHome.Kind != "none" || s == plan.Local) {
		dir = h.ConfigHome.at(s)
	}
	return dir, dir != ""
}

func (f Folder) at(s plan.Scope) string {
	if s == plan.Local {
		return f.Local
	}
	return f.Global
}

// at returns the folder below the home or the project.
func (h ConfigHome) at(s plan.Scope) string {
	if s == plan.Local {
		return h.Local
	}
	return h.Name
}

// At returns the folder below the home or the project; empty if it is not there in the scope.
func (s Shared) At(scope plan.Scope) string {
	if scope == plan.Local {
		return s.Local
	}
	return s.Global
}

// below reports whether p is dir or in it, as a file system sees it that
// ignores case.
func below(p, dir string) bool {
	p, dir = strings.ToLower(p), strings.ToLower(dir)
	return p == dir || strings.HasPrefix(p, dir+"/")
}

func scopeWords(in []plan.Scope) []string {
	var out []string
	for _, s := range in {
		out = append(out, string(s))
	}
	return out
}
