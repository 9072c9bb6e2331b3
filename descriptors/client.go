package descriptors

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// Client says with which versions of the host's program what we emit was tried. The zero one
// is of a host of which none was at hand.
type Client struct {
	// Version are the arguments that make the first of Binaries that is there print its
	// version and end.
	Version []string `toml:"version"`
	// From and To are the oldest and the newest version that was tried, both inclusive, "1.2.3".
	From string `toml:"from"`
	To   string `toml:"to"`
}

// Tried is where a version stands to those that were tried.
type Tried string

// The places of a version.
const (
	TriedOlder  Tried = "older"
	TriedWithin Tried = "tried"
	TriedNewer  Tried = "newer"
)

var versionForm = regexp.MustCompile(`(\d+)\.(\d+)\.(\d+)`)

// FindVersion is the first version of three numbers in what a program prints; empty if there
// is none.
func FindVersion(printed string) string { return versionForm.FindString(printed) }

// Tried tells where a version stands, of which the first three numbers count; false if it has
// none or the host has none that was tried.
func (c Client) Tried(version string) (Tried, bool) {
	v, from, to := numbers(version), numbers(c.From), numbers(c.To)
	switch {
	case v == nil || from == nil || to == nil:
		return "", false
	case slices.Compare(v, from) < 0:
		return TriedOlder, true
	case slices.Compare(v, to) > 0:
		return TriedNewer, true
	}
	return TriedWithin, true
}

// Range is what was tried, for people: "1.2.3" or "1.2.3 to 1.4.0".
func (c Client) Range() string {
	if c.From == c.To {
		return c.To
	}
	return fmt.Sprintf("%s to %s", c.From, c.To)
}

// numbers are the three of a version; nil if it has other ones.
func numbers(version string) []int {
	m := versionForm.FindStringSubmatch(version)
	if m == nil {
		return nil
	}
	var all []int
	for _, digits := range m[1:] {
		n, err := strconv.Atoi(digits)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// checkClient holds that the keys come together.
func checkClient(c *checker, h Host) {
	k, client := key{"client"}, h.Client
	if client.Version == nil && client.From == "" && client.To == "" {
		return
	}
	if len(client.Version) == 0 || len(h.Binaries) == 0 {
		c.add(k.dot("version"), "no arguments, or no program to give them to")
	}
	for i, arg := range client.Version {
		c.line(k.dot("version", i), arg)
	}
	for _, name := range []string{"from", "to"} {
		v := map[string]string{"from": client.From, "to": client.To}[name]
		if v == "" || FindVersion(v) != v {
			c.add(k.dot(name), "%q is not a version of three numbers, 1.2.3", v)
		}
	}
	if slices.Compare(numbers(client.From), numbers(client.To)) > 0 {
		c.add(k.dot("to"), "%s is older than %s", client.To, client.From)
	}
}
