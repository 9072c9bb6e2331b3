package emit

import (
	"errors"
	"io/fs"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// Writable says why names cannot be made in the directory of a mount, as far as that can be
// known without trying; nil if they can, or if it is not there.
func Writable(m plan.Mount) error {
	err := writableAt(m.Dir)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist), errors.Is(err, confine.ErrEscape):
		return nil
	}
	return plan.FileErrorf(m.Shown, "nothing can be written there: %w", err)
}
