package emit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// serving is the plan of a host that registers servers, each a name and a command, in a file of a
// project.
func (h *house) serving(host, prefix string, servers ...string) *plan.Plan {
	p := h.pack(host, "1", h.mount(host, "."+host), h.project())
	p.Pack.Prefix, p.Pack.Name, p.Scope = prefix, prefix, plan.Local
	e := plan.Edit{Mount: "project", Path: ".mcp.json", Format: plan.JSON, Rule: "mcp-server"}
	for _, s := range servers {
		name, command, _ := strings.Cut(s, "=")
		value, _ := json.Marshal(map[string]string{"command": command})
		e.Ops = append(e.Ops, plan.Op{Kind: plan.Set, Key: []string{"mcpServers", name}, Value: value})
	}
	p.Edits = append(p.Edits, e)
	return p
}

// A host that has more than the others in a file puts it at the same place whoever came first, and
// what the others have there already is not called the user's.
func TestMoreThanTheOthers(t *testing.T) {
	plans := func(h *house) []*plan.Plan {
		return []*plan.Plan{
			h.serving("beta", "demo", "b=run", "d=run"), h.serving("alpha", "demo", "a=run", "b=run", "c=run", "d=run"),
			h.serving("gamma", "demo", "b=run", "d=run", "e=run"),
		}
	}
	want := ""
	permutations(3, func(in []int) {
		h := newHouse(t)
		for _, i := range in {
			if r := h.run(install(plans(h)[i])); len(r.Notes) > 0 {
				t.Errorf("in %v: notes %v", in, r.Notes)
			}
		}
		if got := h.read(".mcp.json"); want == "" {
			want = got
		} else if got != want {
			t.Errorf("in %v: got\n%s\nwant\n%s", in, got, want)
		}
		h.run(uninstall(plans(h)...))
		h.same("after all have left", h.tree(), newHouse(t).tree())
	})
}

// The same pack comes out otherwise, as after an upgrade of the program, and only one of two
// hosts is of the run: both have the new text, and either of them leaves nothing of it alone.
func TestRenewedForAll(t *testing.T) {
	for _, hosts := range [][2]string{{"alpha", "beta"}, {"beta", "alpha"}} {
		h := newHouse(t)
		before := h.tree()
		h.run(install(h.serving("alpha", "demo", "a=old", "b=run"), h.serving("beta", "demo", "b=run", "a=old")))
		r := h.run(install(h.serving(hosts[0], "demo", "a=new", "b=run")))
		if got := h.read(".mcp.json"); len(r.Notes) > 0 || strings.Contains(got, "old") || strings.Count(got, "new") != 1 {
			t.Errorf("%s again: %s, notes %v", hosts[0], got, r.Notes)
		}
		all := h.read(".mcp.json")
		h.run(install(h.serving("alpha", "demo", "a=new", "b=run"), h.serving("beta", "demo", "b=run", "a=new")))
		if got := h.read(".mcp.json"); got != all {
			t.Errorf("both again: %s, was %s", got, all)
		}
		for _, host := range hosts {
			h.run(uninstall(h.serving(host, "demo")))
		}
		h.same("after both have left", h.tree(), before)
	}
}

// Two packs with a server of one name: whose is there is said, and it is not called the user's.
func TestServerOfTwoPacks(t *testing.T) {
	h := newHouse(t)
	before := h.tree()
	h.run(install(h.serving("alpha", "demo", "a=run")))
	r := h.run(install(h.serving("alpha", "other", "a=else")))
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0].Message, "mcpServers.a: that of alpha/demo is there") {
		t.Errorf("notes %v", r.Notes)
	}
	for _, prefix := range []string{"demo", "other"} {
		p := h.serving("alpha", prefix)
		h.run(Request{Leave: []Claim{{"alpha", prefix}}, Mounts: p.Mounts})
	}
	h.same("after both have left", h.tree(), before)
}

// Two hosts of one run that want different things of one pack at one place are refused.
func TestDifferentPieces(t *testing.T) {
	h := newHouse(t)
	before := h.tree()
	_, err := Diff(install(h.serving("alpha", "demo", "a=run"), h.serving("beta", "demo", "a=else")))
	if err == nil || !strings.Contains(err.Error(), "alpha/demo and beta/demo want different things at mcpServers.a") {
		t.Errorf("got %v", err)
	}
	h.same("after the refusal", h.tree(), before)
}
