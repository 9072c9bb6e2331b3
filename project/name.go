package project

import (
	"slices"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// checkName refuses a name that the host drops the file for. It is not changed: texts
// call the item by it.
func (o *output) checkName(k descriptors.Key) error {
	name := o.Item.Name
	n := utf8.RuneCountInString(name)
	switch {
	case slices.Contains(k.Never, name):
		return o.errorf("%s keeps the name %q for itself; give the %s another", o.host.Title, name, o.Kind)
	case n < k.Least:
		return o.errorf("the name %q has %d characters, %s takes no less than %d", name, n, o.host.Title, k.Least)
	case k.Limit > 0 && n > k.Limit:
		return o.errorf("the name %q has %d characters, %s takes no more than %d", name, n, o.host.Title, k.Limit)
	default:
		return nil
	}
}
