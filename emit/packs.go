package emit

import (
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// checkPacks refuses what two packs, or a pack and the hosts that are not of the
// run, disagree about.
func (t *tally) checkPacks() {
	for _, e := range t.sorted() {
		all := append(slices.Clone(e.claims), e.stay...)
		for _, c := range all {
			if e.want != nil && !e.want.Common && c.Prefix != all[0].Prefix {
				t.fail(plan.FileErrorf(e.String(), "both %s and %s want it", t.packName(e.m.store, all[0].Prefix), t.packName(e.m.store, c.Prefix)), e.claims...)
				break
			}
		}
	}
	for _, store := range t.stores() {
		t.checkClaimants(store)
	}
}

func (t *tally) packName(store *mount, prefix string) string {
	for _, p := range t.req.Plans {
		if p.Pack.Prefix == prefix {
			return fmt.Sprintf("%s (%s)", packText(p.Pack), prefix)
		}
	}
	if p, ok := store.old.pack(prefix); ok {
		return fmt.Sprintf("%s (%s)", packText(p.PackRef), prefix)
	}
	return "pack " + prefix
}

func (t *tally) checkClaimants(store *mount) {
	refs := t.refs(store)
	for _, prefix := range sortedKeys(refs) {
		ref := refs[prefix][0]
		var in []Claim
		for _, p := range t.into(store) {
			if p.Pack.Prefix == prefix {
				in = append(in, planClaim(p))
			}
		}
		for _, other := range refs[prefix][1:] {
			if !samePack(ref, other) {
				one, two := packTexts(ref, other)
				t.fail(plan.FileErrorf(store.Shown, "hosts of one run want %s and %s there", one, two), in...)
			}
		}
		have, ok := store.old.pack(prefix)
		if !ok || samePack(have.PackRef, ref) {
			continue
		}
		var out []string
		for _, host := range have.Hosts {
			if !t.ofRun(Claim{host, prefix}) {
				out = append(out, host)
			}
		}
		if len(out) > 0 {
			t.fail(&ClaimantsError{store.Mount, have.PackRef, ref, out}, in...)
		}
	}
}

// refs are the packs that plans put into the store, by prefix.
func (t *tally) refs(store *mount) map[string][]plan.PackRef {
	refs := map[string][]plan.PackRef{}
	for _, p := range t.into(store) {
		refs[p.Pack.Prefix] = append(refs[p.Pack.Prefix], p.Pack)
	}
	return refs
}

// into are the plans that put something into the store.
func (t *tally) into(store *mount) []plan.Plan {
	var plans []plan.Plan
	for i, p := range t.req.Plans {
		into := func(id string) bool { m := t.by[i+1][id]; return m != nil && m.store == store }
		if slices.ContainsFunc(p.Artifacts, func(a plan.Artifact) bool { return into(a.Mount) }) ||
			slices.ContainsFunc(p.Edits, func(e plan.Edit) bool { return into(e.Mount) }) {
			plans = append(plans, p)
		}
	}
	return plans
}

// samePack reports whether both are one pack, version and profile; where it came
// from does not matter.
func samePack(a, b plan.PackRef) bool {
	return a.Name == b.Name && a.Version == b.Version && a.Integrity == b.Integrity && a.Profile == b.Profile
}
