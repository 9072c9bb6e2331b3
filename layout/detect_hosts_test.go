package layout

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// found are the ids of the hosts that are detected.
func found(env Env) []string {
	var ids []string
	for _, h := range descriptors.All() {
		if Detect(h, env).Found {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// claims are the paths below the home that a host's descriptor says its files are at.
func claims(h descriptors.Host) []string {
	all := slices.Clone(h.ConfigHome.Signs)
	if h.ConfigHome.Kind != "none" {
		all = append(all, h.ConfigHome.Name)
		for _, p := range h.ConfigHome.Probes {
			all = append(all, p.Dir)
		}
	}
	return all
}

// claimants are the hosts that a file in the home speaks for: those with the innermost
// of the places that it lies in.
func claimants(file string) []string {
	var ids []string
	inner := 0
	for _, h := range descriptors.All() {
		longest := 0
		for _, place := range claims(h) {
			if file == place || strings.HasPrefix(file, place+"/") {
				longest = max(longest, len(place))
			}
		}
		switch {
		case longest == 0 || longest < inner:
		case longest > inner:
			ids, inner = []string{h.ID}, longest
		default:
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// TestDetectEachClaim holds that a file at each place that a descriptor names, be it the
// usual home, a probe or a sign, shows the hosts whose place that is, and that one in a
// shared folder, in a place's neighbour or anywhere else shows none.
func TestDetectEachClaim(t *testing.T) {
	files := map[string]bool{".other/mine.txt": true}
	for _, h := range descriptors.All() {
		for _, place := range claims(h) {
			files[place+"/mine.txt"], files[place+"x/mine.txt"] = true, true
		}
		for _, p := range h.ConfigHome.Probes {
			if p.Marker != "" {
				files[p.Dir+"/"+p.Marker+"/mine.txt"] = true
			}
		}
		for _, r := range h.AlsoReads {
			if r.Scope == "global" && !r.Own {
				files[r.Path+"/mine.txt"] = true
			}
		}
		for _, row := range h.ArtifactLayout {
			if shared, ok := descriptors.SharedByID(row.Mount); ok && shared.Global != "" {
				files[shared.Global+"/skills/mine/SKILL.md"] = true
			}
		}
	}
	for file := range files {
		home, _ := homeAndProject(t)
		touch(t, filepath.Join(home, filepath.FromSlash(file)))
		if got, want := found(Env{Home: home}), claimants(file); !slices.Equal(got, want) {
			t.Errorf("~/%s shows %v, want %v", file, got, want)
		}
	}
}

// TestDetectEachProgram holds that each name of a program shows the hosts that have it
// among theirs, and no other.
func TestDetectEachProgram(t *testing.T) {
	home, _ := homeAndProject(t)
	for _, h := range descriptors.All() {
		for _, program := range h.Binaries {
			var want []string
			for _, other := range descriptors.All() {
				if slices.Contains(other.Binaries, program) {
					want = append(want, other.ID)
				}
			}
			look := func(name string) (string, error) {
				if name != program {
					return "", errors.New("not found")
				}
				return "/bin/" + name, nil
			}
			if got := found(Env{Home: home, LookPath: look}); !slices.Equal(got, want) {
				t.Errorf("%s on PATH shows %v, want %v", program, got, want)
			}
		}
	}
}

// TestDetectEachVariable holds that a home that a variable moves is looked at where it is
// and no more where it was, and that one that adds a folder moves nothing.
func TestDetectEachVariable(t *testing.T) {
	for _, h := range descriptors.All() {
		for _, v := range h.ConfigHome.Env {
			usual := h.ConfigHome.Name + "/mine.txt"
			places := map[string]string{
				"directory": "moved/mine.txt", "file": "moved/mine.txt", "parent": "moved/" + usual,
				"xdg-root": "moved/" + filepath.Base(h.ConfigHome.Name) + "/mine.txt", "extra": usual,
			}
			for _, file := range []string{places[v.Means], usual} {
				home, _ := homeAndProject(t)
				touch(t, filepath.Join(home, filepath.FromSlash(file)))
				value := filepath.Join(home, "moved")
				if v.Means == "file" {
					value = filepath.Join(value, "config")
				}
				env := Env{Home: home, Getenv: func(name string) string { return map[string]string{v.Name: value}[name] }}
				// What a sign shows, no variable takes away.
				signed := slices.ContainsFunc(h.ConfigHome.Signs, func(sign string) bool { return strings.HasPrefix(file, sign+"/") })
				if d, want := Detect(h, env), file == places[v.Means] || signed; d.Found != want {
					t.Errorf("%s with %s, which is a %s: ~/%s shows it: %v, want %v", h.ID, v.Name, v.Means, file, d.Found, want)
				}
			}
		}
	}
}
