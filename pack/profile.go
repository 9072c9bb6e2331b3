package pack

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// fullProfile is the profile that every pack has: all of it.
const fullProfile = "full"

// UnknownProfile says that a pack has no profile of a name.
type UnknownProfile struct {
	Name string
	// Known are the profiles that it has, "full" first.
	Known []string
}

// Error names the profile and those that exist.
func (e *UnknownProfile) Error() string {
	return fmt.Sprintf("unknown profile %q (known: %s)", e.Name, strings.Join(e.Known, ", "))
}

// profiles takes over the profiles of the manifest and checks what they name.
func (rd *reader) profiles() {
	commands, agents := map[string]bool{}, map[string]bool{}
	for _, it := range rd.pack.Items {
		switch it.Kind {
		case Command:
			commands[it.Stem] = true
		case Agent:
			agents[it.Name] = true
		}
	}
	for name, e := range rd.man.Profiles {
		line := rd.man.lines.of([]string{"profiles", name})
		if name == fullProfile || strings.ContainsAny(name, ", \t") || name == "" {
			rd.problem(rd.man.file, line, "profile %q cannot have that name", name)
		}
		for _, s := range e.Commands {
			if !commands[s] {
				rd.mismatch(line, "profile %s: there is no command %q", name, s)
			}
		}
		for _, a := range e.Agents {
			if !agents[a] {
				rd.mismatch(line, "profile %s: there is no agent %q", name, a)
			}
		}
		rd.pack.Profiles = append(rd.pack.Profiles, Profile{name, e.Commands, e.Agents, e.Closed})
	}
	sort.Slice(rd.pack.Profiles, func(i, j int) bool { return rd.pack.Profiles[i].Name < rd.pack.Profiles[j].Name })
	for _, it := range rd.pack.Items {
		for _, s := range it.Requires {
			if it.Kind == Command && !commands[s] {
				rd.note("requires-unknown", it.Source, 0, "it requires the command %q, which the pack does not have", s)
			}
		}
	}
}

// Select returns the pack cut down to a profile: "full", a profile's name, or names
// joined by commas for all that one of them has. It cuts commands and agents; skills,
// rules, hooks and payload stay. A name that the pack does not have is an
// *UnknownProfile.
func (p *Pack) Select(profile string) (*Pack, error) {
	var names []string
	for _, name := range strings.Split(profile, ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{fullProfile}
	}
	chosen := make([]Profile, 0, len(names))
	for _, name := range names {
		i := slices.IndexFunc(p.Profiles, func(pr Profile) bool { return pr.Name == name })
		switch {
		case i >= 0:
			chosen = append(chosen, p.Profiles[i])
		case name != fullProfile:
			return nil, &UnknownProfile{name, p.ProfileNames()}
		}
	}
	out := *p
	out.Profile = strings.Join(names, ",")
	if slices.Contains(names, fullProfile) {
		out.Profile = fullProfile
		return &out, nil
	}
	keep := map[string]bool{}
	for _, pr := range chosen {
		p.keepProfile(pr, keep)
	}
	out.Items = nil
	for _, it := range p.Items {
		if it.Kind != Command && it.Kind != Agent || keep[it.Source] {
			out.Items = append(out.Items, it)
		}
	}
	return &out, nil
}

// ProfileNames are the names of the pack's profiles, "full" first.
func (p *Pack) ProfileNames() []string {
	names := []string{fullProfile}
	for _, pr := range p.Profiles {
		names = append(names, pr.Name)
	}
	return names
}

// keepProfile marks the sources of the commands and agents of a profile.
func (p *Pack) keepProfile(pr Profile, keep map[string]bool) {
	byStem := map[string]Item{}
	for _, it := range p.Items {
		if it.Kind == Command {
			byStem[it.Stem] = it
		}
	}
	commands := map[string]Item{}
	for todo := slices.Clone(pr.Commands); len(todo) > 0; todo = todo[1:] {
		it, ok := byStem[todo[0]]
		if _, seen := commands[it.Stem]; !ok || seen {
			continue
		}
		commands[it.Stem] = it
		keep[it.Source] = true
		if !pr.Closed {
			todo = append(todo, it.Requires...)
		}
	}
	mentioned := p.mentions(commands)
	for _, it := range p.Items {
		if it.Kind == Agent && (slices.Contains(pr.Agents, it.Name) || pr.Agents == nil && mentioned[it.Name]) {
			keep[it.Source] = true
		}
	}
}

// word is a name as it stands in a text.
var word = regexp.MustCompile(`[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*`)

// mentions returns the names that occur in the bodies of commands, in the prose
// files of the payload that these name, and in the files of the folder that
// lies beside such a file and is named like it.
func (p *Pack) mentions(commands map[string]Item) map[string]bool {
	names := map[string]bool{}
	look := func(text string) {
		for _, w := range word.FindAllString(text, -1) {
			names[w] = true
		}
	}
	var bodies strings.Builder
	for _, it := range commands {
		bodies.WriteString(it.Body + "\n")
		look(it.Body)
	}
	text := bodies.String()
	for _, f := range p.Payload {
		if f.Rewrite == Prose && p.named(text, f.Dest) {
			look(string(f.Data))
		}
	}
	return names
}

// named reports whether a text names a payload file, or the file beside whose
// folder it lies.
func (p *Pack) named(text, dest string) bool {
	for at := len(dest); at > 0; at = strings.LastIndexByte(dest[:at], '/') {
		target := dest
		if at < len(dest) {
			target = dest[:at] + ".md"
		}
		if strings.Contains(text, "/"+target) {
			return true
		}
		if rel, ok := below(p.Home, target); ok && p.Home != "" && strings.Contains(text, "CLAUDE_PLUGIN_ROOT}/"+rel) {
			return true
		}
	}
	return false
}
