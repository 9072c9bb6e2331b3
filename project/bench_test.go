package project

import (
	"testing"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

// BenchmarkRenderAll renders the real pack for all hosts in both scopes with an
// empty cache.
func BenchmarkRenderAll(b *testing.B) {
	p := load(b, packtest.GSDCore(b))
	for b.Loop() {
		cache := &Cache{}
		for _, id := range hostIDs() {
			for _, s := range scopes {
				in := input(b, p, id, s, testEnv)
				in.Cache = cache
				if _, err := Render(in); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
