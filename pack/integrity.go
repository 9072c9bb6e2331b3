package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
)

// integrity sums the paths, exec bits and bytes of the files that the pack is made of.
// It does not depend on how the pack came, nor on files that it does not use.
func (rd *reader) integrity() string {
	paths := make([]string, 0, len(rd.used))
	for p := range rd.used {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	sum := sha256.New()
	for _, p := range paths {
		f := rd.used[p]
		c, err := rd.look(f, true)
		if err != nil {
			rd.problem(p, 0, "%v", reason(err))
			continue
		}
		fmt.Fprintf(sum, "%q %t %x\n", p, f.exec, c.sum)
	}
	return "sha256-" + hex.EncodeToString(sum.Sum(nil))
}
