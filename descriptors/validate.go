package descriptors

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

func checkHost(c *checker, h Host, shared []Shared) {
	c.id(key{"id"}, h.ID)
	c.line(key{"title"}, h.Title)
	c.word(key{"lifecycle"}, h.Lifecycle, lifecycles)
	if h.Lifecycle == "sunset" {
		c.line(key{"lifecycleNote"}, h.LifecycleNote)
	}
	if h.Successor != "" {
		c.id(key{"successor"}, h.Successor)
	}
	c.word(key{"installSurface"}, h.InstallSurface, installSurfaces)
	c.word(key{"sandboxTier"}, h.SandboxTier, sandboxTiers)
	if h.SupportTier < 1 || h.SupportTier > 3 {
		c.add(key{"supportTier"}, "%d is not 1, 2 or 3", h.SupportTier)
	}
	if c.need(key{"docs"}, h.Docs) && (!sourceForm.MatchString(h.Docs) || strings.HasPrefix(h.Docs, "client:")) {
		c.add(key{"docs"}, "%q is no address", h.Docs)
	}
	for i, b := range h.Binaries {
		if err := checkName(b); err != nil || b == "" || strings.Contains(b, "/") {
			c.add(key{"binaries"}.dot(i), "%q is not the name of a program", b)
		}
	}
	for i, line := range h.Next {
		c.line(key{"next"}.dot(i), line)
	}
	checkHome(c, h.ConfigHome)
	checkFolders(c, h, shared)
	checkRows(c, h, shared)
	checkDialects(c, h.Dialects)
	checkText(c, h.Text)
	checkTools(c, h.Tools, h.Text.Native)
	checkHooks(c, h, shared)
	checkTrust(c, h.NeedsTrust)
	checkMCP(c, h, shared)
	checkPermissions(c, h.Permissions)
	checkListing(c, h.Listing)
	checkCandidates(c, h)
	checkAlsoReads(c, h.AlsoReads)
	checkIntegration(c, h.HostIntegration)
	checkRun(c, h.OrchestratorExec, h.Effort)
}

func checkHome(c *checker, home ConfigHome) {
	k := key{"configHome"}
	c.word(k.dot("kind"), home.Kind, homeKinds)
	if home.Kind != "none" {
		c.path(k.dot("name"), home.Name)
		c.path(k.dot("local"), home.Local)
	}
	for i, p := range home.Probes {
		c.path(k.dot("probes", i, "dir"), p.Dir)
		if p.Marker != "" {
			c.path(k.dot("probes", i, "marker"), p.Marker)
		}
	}
	if len(home.Probes) > 0 && !slices.ContainsFunc(home.Probes, func(p Probe) bool { return p.Dir == home.Name }) {
		c.add(k.dot("probes"), "%q is not among them", home.Name)
	}
	for i, p := range home.Signs {
		c.path(k.dot("signs", i), p)
	}
	c.source(k, home.Source)
	for i, e := range home.Env {
		at := k.dot("env", i)
		c.need(at.dot("name"), e.Name)
		c.word(at.dot("means"), e.Means, envMeanings)
		c.source(at, e.Source)
	}
}

// checkRows checks each row and that no two want one place or one kind.
func checkRows(c *checker, h Host, shared []Shared) {
	if len(h.ArtifactLayout) == 0 {
		c.add(key{"artifactLayout"}, "missing")
	}
	for i, row := range h.ArtifactLayout {
		k := key{"artifactLayout"}.dot(i)
		checkRow(c, k, row)
		checkMount(c, k, h, row, shared)
		for j, other := range h.ArtifactLayout[:i] {
			if clash := collide(row, other); clash != "" {
				c.add(k, "%s of artifactLayout[%d] already", clash, j)
				break
			}
		}
	}
}

func checkRow(c *checker, k key, row Row) {
	c.word(k.dot("kind"), row.Kind, rowKinds)
	c.words(k.dot("scopes"), scopeWords(row.Scopes), scopes)
	c.word(k.dot("status"), row.Status, statuses)
	c.source(k, row.Source)
	if row.DestSubpath != "" {
		c.path(k.dot("destSubpath"), row.DestSubpath)
	}
	if row.Kind == "payload" {
		if row.File != "" {
			c.add(k.dot("file"), "payload keeps its own paths")
		}
		return
	}
	c.word(k.dot("nesting"), row.Nesting, nestings)
	if !c.need(k.dot("file"), row.File) {
		return
	}
	if err := checkFile(row.File); err != nil && !(row.Kind == "rules" && checkPath(row.File) == nil) {
		c.add(k.dot("file"), "%v", err)
	}
	if inFolder := strings.Contains(path.Dir(row.File), "{prefix}"); inFolder != (row.Nesting == "namespace") && slices.Contains(nestings, row.Nesting) {
		c.add(k.dot("nesting"), `%q is not so; "namespace" is a folder named by {prefix} in file, anything else is "flat"`, row.Nesting)
	}
}

// checkMount checks that the row's mount and dialect are there and belong together.
func checkMount(c *checker, k key, h Host, row Row, shared []Shared) {
	c.word(k.dot("mount"), row.Mount, mountWords(h, shared))
	if _, ok := h.Folders[row.Mount]; ok || row.Mount == "config" {
		if row.Kind != "payload" && c.need(k.dot("dialect"), row.Dialect) {
			c.word(k.dot("dialect"), row.Dialect, slices.Sorted(maps.Keys(h.Dialects)))
		}
		checkOneFile(c, k, row, h.Dialects[row.Dialect])
		checkInScopes(c, k, h, row)
		checkOutsideShared(c, k, h, row, shared)
		return
	}
	for _, s := range shared {
		if s.ID != row.Mount {
			continue
		}
		checkOneFile(c, k, row, s.Dialects[row.Kind])
		for _, scope := range row.Scopes.each() {
			if s.at(scope) == "" {
				c.add(k.dot("mount"), "the shared folder %q does not exist in %s scope", s.ID, scope)
			}
		}
		if len(s.Files) > 0 && !slices.Contains(s.Files, row.File) {
			c.add(k.dot("file"), "the shared folder %q holds only %s", s.ID, list(s.Files))
		}
		if row.Dialect != "" && len(s.Files) > 0 {
			// A file that this host alone reads; agreeHosts sees to that.
			c.word(k.dot("dialect"), row.Dialect, slices.Sorted(maps.Keys(h.Dialects)))
			continue
		}
		if row.Dialect != "" {
			c.add(k.dot("dialect"), "the shared folder %q has dialects of its own, the same for every host", s.ID)
		}
		if _, ok := s.Dialects[row.Kind]; !ok && row.Kind != "payload" {
			c.add(k.dot("mount"), "the shared folder %q has no dialect for %s", s.ID, row.Kind)
		}
	}
}

// mountWords are the mounts that a row of h may name.
func mountWords(h Host, shared []Shared) []string {
	mounts := []string{"config"}
	mounts = append(mounts, slices.Sorted(maps.Keys(h.Folders))...)
	for _, s := range shared {
		mounts = append(mounts, s.ID)
	}
	return mounts
}

// checkOneFile checks that one file for all items is a marked block in a file of the user's,
// and the other way round.
func checkOneFile(c *checker, k key, row Row, d Dialect) {
	if block := d.Renderer == "marked-block"; d.Renderer != "" && block == strings.Contains(row.File, "{") {
		c.add(k.dot("file"), "%q does not go with renderer %s; marked-block has one file for all items, the others one for each", row.File, d.Renderer)
	}
}

// checkInScopes checks that the row's folder exists in each of its scopes.
func checkInScopes(c *checker, k key, h Host, row Row) {
	for _, scope := range row.Scopes.each() {
		if _, ok := h.Folder(row.Mount, scope); !ok {
			c.add(k.dot("mount"), "%q does not exist in %s scope; name the scopes it is for", row.Mount, scope)
		}
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
		c.word(k.dot("mount"), r.Mount, mountWords(Host{}, shared)[1:])
		c.path(k.dot("dir"), r.Dir)
		c.path(k.dot("marker"), r.Marker)
		c.source(k, r.Source)
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

// checkOutsideShared refuses a row of the host's own in a shared folder: other
// hosts put other bytes there.
func checkOutsideShared(c *checker, k key, h Host, row Row, shared []Shared) {
	for _, s := range shared {
		if _, ok := s.Dialects[row.Kind]; !ok && row.Kind != "payload" {
			continue
		}
		for _, scope := range row.Scopes.each() {
			dir, _ := h.Folder(row.Mount, scope)
			own, common := path.Join(dir, row.DestSubpath), s.at(scope)
			if common == "" || len(s.Files) > 0 {
				continue
			}
			if below(own, common) || row.Kind == "payload" && below(common, own) {
				c.add(k.dot("mount"), "%s lies in the shared folder %q, where all hosts need the same bytes; write mount = %q", own, s.ID, s.ID)
				break
			}
		}
	}
}

// collide says what two rows of one host have in common that they may not.
func collide(a, b Row) string {
	if !slices.ContainsFunc(a.Scopes.each(), b.Scopes.Has) {
		return ""
	}
	if a.Kind == b.Kind {
		return "its kind is that"
	}
	// Commands that are skills and the pack's own skills share a folder; their
	// names cannot meet, as one trigger calls one thing.
	if skillLike(a) && skillLike(b) && a.Dialect == b.Dialect {
		return ""
	}
	if a.File != "" && a.Mount == b.Mount && strings.EqualFold(path.Join(a.DestSubpath, a.File), path.Join(b.DestSubpath, b.File)) {
		return "its place is that"
	}
	return ""
}

func skillLike(r Row) bool { return r.Kind == "commands" || r.Kind == "skills" }

// at returns the folder below the home or the project.
func (h ConfigHome) at(s plan.Scope) string {
	if s == plan.Local {
		return h.Local
	}
	return h.Name
}

func (s Shared) at(scope plan.Scope) string {
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
