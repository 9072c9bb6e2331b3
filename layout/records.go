package layout

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// ledgerFile is where a mount keeps its records.
const ledgerFile = plan.StateDir + "/ledger.json"

// records is what a ledger says of where things are; package emit has the whole of it.
type records struct {
	Packs []struct {
		Hosts []string `json:"hosts"`
	} `json:"packs"`
	Records []struct {
		Mount       string `json:"mount"`
		Path        string `json:"path"`
		Preexisting bool   `json:"preexisting"`
		Backup      string `json:"backup"`
	} `json:"records"`
	Edits []struct {
		Mount string `json:"mount"`
		Path  string `json:"path"`
		Stack []struct {
			Receipt struct {
				Before plan.Sum `json:"before"`
			} `json:"receipt"`
		} `json:"stack"`
	} `json:"edits"`
}

// readRecords reads the ledger in a directory; one that is not there says nothing.
func readRecords(dir string) (records, error) {
	var l records
	data, err := confine.ReadPath(filepath.Join(dir, filepath.FromSlash(ledgerFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	return l, err
}

// recordsOf reports whether a directory has records of ours for a host. A ledger that
// cannot be read counts as one of every host: whose it is, its repair has to find out. On
// another machine there are none.
func (e Env) recordsOf(dir, host string) bool {
	if !e.native() {
		return false
	}
	l, err := readRecords(dir)
	if err != nil {
		return true
	}
	for _, p := range l.Packs {
		if slices.Contains(p.Hosts, host) {
			return true
		}
	}
	return false
}

// names reports whether the ledger tells of a path in its own directory.
func (l records) names(path string) bool {
	for _, r := range l.Records {
		if r.Mount == "" && r.Path == path {
			return true
		}
	}
	for _, e := range l.Edits {
		if e.Mount == "" && e.Path == path {
			return true
		}
	}
	return false
}
