package lint

import (
	_ "embed" // for the table of rules
	"slices"
	"sync"

	"github.com/BurntSushi/toml"
)

// Rule is a kind of finding.
type Rule struct {
	// ID is its stable name, in kebab case.
	ID    string `toml:"id"`
	Level Level  `toml:"level"`
	// What says what is found, Fix what to do about it; each is one line.
	What string `toml:"what"`
	Fix  string `toml:"fix"`
	// Confirmed says how it is known: what was seen in a run of a client, or an address.
	Confirmed string `toml:"confirmed"`
}

// The table is no Go, since how a rule was confirmed names clients.
//
//go:embed rules.toml
var table []byte

// Rules are all rules, in order of their ids, the worst level first.
func Rules() []Rule { return slices.Clone(rules()) }

var rules = sync.OnceValue(func() []Rule {
	var all struct {
		Rule []Rule `toml:"rule"`
	}
	if err := toml.Unmarshal(table, &all); err != nil {
		panic("lint: rules.toml: " + err.Error())
	}
	return all.Rule
})

// ruleOf is the rule of an id; one that is not there is a fault of the program.
func ruleOf(id string) Rule {
	i := slices.IndexFunc(rules(), func(r Rule) bool { return r.ID == id })
	if i < 0 {
		panic("lint: there is no rule " + id)
	}
	return rules()[i]
}
