package project

import (
	_ "embed"
	"maps"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// launcherScript finds node and runs a hook with it, or exits 0 silently: a hook
// must not get in the way where there is no node.
//
//go:embed run-node.sh
var launcherScript []byte

// launcherPath is the payload path of the launcher for a hook's script.
func launcherPath(p *pack.Pack, h pack.Hook) string {
	return path.Join(path.Dir(h.Script), p.Prefix+"-run-node.sh")
}

// launchers are the launcher files that the pack's hooks need, whether this
// host registers them or not: hosts that share the folder must agree on it.
func launchers(in Input, ps *places) []plan.Artifact {
	first := map[string]pack.Hook{}
	for _, h := range in.Pack.Hooks {
		if h.Script == "" || h.Run != "node" {
			continue
		}
		if p := launcherPath(in.Pack, h); first[p].Script == "" {
			first[p] = h
		}
	}
	var artifacts []plan.Artifact
	for _, p := range slices.Sorted(maps.Keys(first)) {
		artifacts = append(artifacts, plan.Artifact{
			Mount: ps.payload.mount.ID, Path: joinPath(ps.payload.sub, p), Kind: string(pack.Payload),
			Data: launcherScript, Sum: plan.SumOf(launcherScript), Mode: 0o755,
			Rule: "node-launcher", Sources: hookSources(first[p]),
		})
	}
	return artifacts
}

func hookSources(h pack.Hook) []plan.Source {
	return addSources([]plan.Source{{Path: h.Source, Start: h.Line, End: h.Line}}, h.From)
}
