package emit

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

const lockFlag = os.O_CREATE | os.O_RDONLY

// lockName is a file that stands for dir, since a directory cannot be locked here.
func lockName(dir string) string {
	sum := plan.SumOf([]byte(strings.ToLower(filepath.Clean(dir))))
	return filepath.Join(os.TempDir(), "gsd-install-"+string(sum)[:16]+".lock")
}
