package descriptors

import (
	"os"
	"regexp"
	"testing"
)

func TestTried(t *testing.T) {
	c := Client{From: "1.2.3", To: "1.10.0"}
	for version, want := range map[string]Tried{
		"1.2.3": TriedWithin, "1.10.0": TriedWithin, "1.9.99": TriedWithin, "1.2.2": TriedOlder, "0.99.0": TriedOlder,
		"1.10.1": TriedNewer, "2.0.0-rc.1": TriedNewer, "v1.3.0": TriedWithin, "": "", "1.2": "", "99999999999999999999.0.0": "",
	} {
		got, ok := c.Tried(version)
		if got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", version, got, ok, want)
		}
	}
	if got, ok := (Client{}).Tried("1.2.3"); ok {
		t.Errorf("none was tried: got %q", got)
	}
}

func TestFindVersion(t *testing.T) {
	for printed, want := range map[string]string{
		"codex-cli 0.171.0\n": "0.171.0", "2.1.332 (Claude Code)": "2.1.332", "GitHub Copilot CLI 1.0.102.\nRun 'x' to update.": "1.0.102",
		"0.36.0 (commit 7c61e5bb)": "0.36.0", "node v24\n": "", "": "",
	} {
		if got := FindVersion(printed); got != want {
			t.Errorf("%q: got %q, want %q", printed, got, want)
		}
	}
}

// The newest version that a descriptor names is the one that the tests of real clients take. A
// package whose version is not its program's says so itself.
func TestTriedInStep(t *testing.T) {
	text, err := os.ReadFile("../testdata/oracles/clients/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  \[([a-z-]+)\]=\S+@(\d+\.\d+\.\d+)(?: # (?:\S+ )+(\d+\.\d+\.\d+))?$`).FindAllStringSubmatch(string(text), -1) {
		packages[m[1]] = m[2]
		if m[3] != "" {
			packages[m[1]] = m[3]
		}
	}
	delete(packages, "node")
	for _, h := range All() {
		if h.Client.To != packages[h.ID] {
			t.Errorf("%s: client.to is %q, the tests take %q", h.ID, h.Client.To, packages[h.ID])
		}
		delete(packages, h.ID)
	}
	if len(packages) > 0 {
		t.Errorf("no host takes %v", packages)
	}
}
