package emit

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"

	"github.com/gsd-install/gsd-install/plan"
)

func (b *builder) step(s step) { b.run.steps = append(b.run.steps, s) }

// stage adds a file to stage and returns its path below the state folder.
func (b *builder) stage(m *mount, data []byte, mode fs.FileMode, exact bool, o owner) string {
	name := stagePath + "/" + strconv.Itoa(len(b.run.staged))
	b.run.staged = append(b.run.staged, item{site: b.index[m.store], name: name, data: data, mode: mode, exact: exact, owner: o})
	return name
}

// stageArtifact is stage for what a plan wants.
func (b *builder) stageArtifact(m *mount, a *plan.Artifact, mode fs.FileMode, exact bool, o owner) string {
	name := b.stage(m, a.Data, mode, exact, o)
	b.run.staged[len(b.run.staged)-1].later = a.Later
	return name
}

func (b *builder) asides() {
	for _, e := range b.sorted() {
		if e.decision.aside != notAside {
			s := step{Do: doAside, Site: b.index[e.m], Path: e.path, From: backupPath + "/" + e.asidePath(), Have: e.have}
			b.checkOwn(e, s.From)
			if e.pristine != nil {
				b.checkOwn(e, pristineOf(s.From))
				s.Pristine = b.stage(e.m, e.pristine, fs.FileMode(e.rec.Mode), false, owner{})
			}
			b.step(s)
		}
	}
}

// checkOwn refuses links in the folders above a place for our own records, and a name that
// is too long.
func (b *builder) checkOwn(e *entry, name string) {
	if len(path.Base(name)) > nameLimit {
		b.fail(plan.FileErrorf(e.String(), "its name is too long to put it aside"), e.concerned()...)
	}
	for _, d := range plan.Parents(name) {
		if err := e.m.store.checkOwn(d); err != nil {
			b.fail(err, e.concerned()...)
			return
		}
	}
}

func (b *builder) removals() {
	for _, e := range b.sorted() {
		if e.move == discard && e.decision.aside == notAside {
			b.step(step{Do: doRemove, Site: b.index[e.m], Path: e.path, Have: e.have})
		}
	}
}

func (b *builder) addPrunes(prunes map[*mount][]string) {
	for _, m := range b.stores() {
		for _, d := range prunes[m] {
			b.step(step{Do: doPrune, Site: b.index[m], Path: d})
		}
	}
}

func (b *builder) addMkdirs() {
	var dirs []place
	for at := range b.mkdirs {
		dirs = append(dirs, at)
	}
	slices.SortFunc(dirs, comparePlaces)
	for _, at := range dirs {
		b.step(step{Do: doMkdir, Site: b.index[at.m], Path: at.path})
	}
}

func (b *builder) puts() {
	for _, e := range b.sorted() {
		s := step{Do: doPut, Site: b.index[e.m], Path: e.path, Have: e.have, Want: e.wanted()}
		if e.decision.aside != notAside {
			s.Have = ""
		}
		switch e.move {
		case put:
			mode, exact, o := e.want.Mode, false, owner{}
			if e.info != nil && e.have.sum() != "" && e.decision.aside == notAside {
				if e.have.exec() == e.wanted().exec() {
					mode, exact = e.info.Mode().Perm(), true
				}
				if os.Geteuid() == 0 {
					o = ownerOf(e.info)
				}
			}
			s.From = b.stageArtifact(e.m, e.want, mode, exact, o)
		case restore:
			s.From = backupPath + "/" + cmp.Or(e.back, e.backup())
			b.checkOwn(e, s.From)
			want, _, err := stateOf(e.m.store.root, s.From)
			if err != nil || want == "" || want == odd {
				b.fail(plan.FileErrorf(e.String(), "what was put aside for it is not in %s any more", e.m.store.shown(s.From)), e.concerned()...)
				continue
			}
			s.Want = want
		default:
			continue
		}
		b.step(s)
	}
}

// rewrites are the user's files; they come last.
func (b *builder) rewrites() {
	for _, e := range b.sortedEdits() {
		s := step{Site: b.index[e.m], Path: e.real, Have: e.have, Edit: true}
		if e.real != e.path {
			s.Name = e.path
		}
		switch e.move {
		case put:
			s.Do, s.Want = doWrite, e.wanted()
			o := owner{}
			if e.info != nil {
				o = ownerOf(e.info)
			}
			s.From = b.stage(e.m, e.data, e.mode(), e.info != nil, o)
		case discard:
			s.Do = doRemove
		default:
			continue
		}
		b.step(s)
	}
}
