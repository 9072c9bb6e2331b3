package pack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gsd-install/gsd-install/plan"
)

// A pack whose files are read later is the same pack, and has the same bytes when they are
// asked for.
func TestLater(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"pack.toml":        "name = \"p\"\nprefix = \"p\"\n[[payload]]\nfrom = \"lib\"\ntemplate = [\"*.txt\"]\n[tokens]\n\"@@\" = \"x\"\n",
		"commands/a.md":    "---\ndescription: A\n---\nRead lib/b.md.\n",
		"lib/b.md":         "prose\n",
		"lib/run.sh":       "#!/bin/sh\nexit 0\n",
		"lib/same.sh":      "#!/bin/sh\nexit 0\n",
		"lib/token.txt":    "a @@ b\n",
		"lib/empty.bin":    "",
		"hooks/hooks.json": `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"${CLAUDE_PLUGIN_ROOT}/lib/run.sh"}]}]}}`,
	}
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	now, err := Load(t.Context(), dir, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	later, err := Load(t.Context(), dir, LoadOptions{Later: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(now, later, cmpopts.IgnoreUnexported(Pack{}, File{}), cmpopts.IgnoreFields(File{}, "Data"), cmpopts.EquateComparable(plan.Source{})); diff != "" {
		t.Errorf("(-now +later)\n%s", diff)
	}
	left := 0
	for i := range later.Payload {
		f, was := &later.Payload[i], &now.Payload[i]
		data, err := f.Bytes()
		if err != nil || string(data) != string(was.Data) || f.Sum() != was.Sum() || was.Sum() != plan.SumOf(was.Data) {
			t.Errorf("%s: %q %v", f.Dest, data, err)
		}
		if f.Later() != nil {
			left++
		}
	}
	if left != 3 {
		t.Errorf("%d files are read later", left)
	}

	// What has changed in between, or is gone, is not taken for what was planned.
	same := filepath.Join(dir, "lib", "same.sh")
	for _, change := range []func() error{
		func() error { return os.WriteFile(same, []byte("other"), 0o644) },
		func() error { return os.Remove(same) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		for i := range later.Payload {
			if f := &later.Payload[i]; strings.HasSuffix(f.Dest, "same.sh") {
				if _, err := f.Bytes(); err == nil || !strings.Contains(err.Error(), "lib/same.sh: it was changed while its pack was being used") {
					t.Error(err)
				}
			}
		}
	}
}
