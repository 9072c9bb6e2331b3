package emit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// big is a plan of the size of a real pack: 950 files, 16 MB.
func (h *house) big() *plan.Plan {
	p := h.pack("codex", "1", h.mount("codex", ".codex"), h.mount("agents", ".agents"))
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 950 {
		b := make([]byte, 17_000)
		for j := range b {
			b[j] = byte(rnd.Uint32())
		}
		add(p, "agents", fmt.Sprintf("gsd/dir%02d/sub%d/file%03d.md", i%50, i%3, i), string(b))
	}
	return p
}

// diskHouse lies on a disk, whatever the other tests do.
func diskHouse(b *testing.B) *house {
	dir, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	return &house{b, dir}
}

func BenchmarkInstall(b *testing.B) {
	h := diskHouse(b)
	p := h.big()
	for b.Loop() {
		h.run(install(p))
		b.StopTimer()
		h.run(uninstall(p))
		b.StartTimer()
	}
}

// BenchmarkPlain writes the same bytes in a loop and makes them durable: what
// BenchmarkInstall is measured against.
func BenchmarkPlain(b *testing.B) {
	h := diskHouse(b)
	p := h.big()
	for b.Loop() {
		for _, a := range p.Artifacts {
			name := h.path(".agents/" + a.Path)
			h.do(os.MkdirAll(filepath.Dir(name), 0o755))
			h.do(os.WriteFile(name, a.Data, a.Mode))
		}
		root, err := confine.Open(h.dir)
		h.do(err)
		h.do(barrier([]*confine.Root{root}, nil))
		root.Close()
		b.StopTimer()
		h.do(os.RemoveAll(h.path(".agents")))
		b.StartTimer()
	}
}

func BenchmarkSecondInstall(b *testing.B) {
	h := diskHouse(b)
	p := h.big()
	h.run(install(p))
	for b.Loop() {
		r, err := Diff(install(p))
		h.do(err)
		h.do(r.Apply(context.Background()))
	}
}

func BenchmarkUninstall(b *testing.B) {
	h := diskHouse(b)
	p := h.big()
	for b.Loop() {
		b.StopTimer()
		h.run(install(p))
		b.StartTimer()
		h.run(uninstall(p))
	}
}
