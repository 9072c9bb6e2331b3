package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

const manFolder = "../../docs/man"

// The committed manual pages are what the commands say of themselves, one page each.
func TestManInStep(t *testing.T) {
	want := map[string]string{}
	everyCommand(builtinCommands(), func(cmd *cobra.Command) { want[manName(cmd)+".1"] = manPage(cmd) })
	if *update {
		if err := writePages(want); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	files, err := filepath.Glob(manFolder + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got[filepath.Base(name)] = string(data)
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

func writePages(pages map[string]string) error {
	if err := os.RemoveAll(manFolder); err != nil {
		return err
	}
	if err := os.MkdirAll(manFolder, 0o755); err != nil {
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(manFolder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A page shows what there is, in its order, and text that looks like a request to the formatter
// stays text.
func TestManPage(t *testing.T) {
	cmd := &cobra.Command{
		Use: "sip CUP", DisableFlagsInUseLine: true, Short: "Drink from it", Run: func(*cobra.Command, []string) {},
		Long:    "Drink\n.SH not a heading\nfrom it.\n\n    as is \\n\n\nThen stop.",
		Example: "  sip 'mug'\n  # twice\n  sip --hot mug",
	}
	cmd.Flags().BoolP("hot", "H", false, "it is hot")
	cmd.Flags().String("milk", "none", "with `KIND` of it")
	const want = `.\" Made by make docs.
.TH SIP 1 "" gsd\-install "gsd\-install manual"
.SH NAME
sip \- drink from it
.SH SYNOPSIS
\fBsip CUP\fP
.SH DESCRIPTION
Drink
\&.SH not a heading
from it.
.PP
.RS 4
.nf
as is \en
.fi
.RE
.PP
Then stop.
.SH OPTIONS
.TP
\fB\-h\fP, \fB\-\-help\fP
help for sip
.TP
\fB\-H\fP, \fB\-\-hot\fP
it is hot
.TP
\fB\-\-milk\fP \fIKIND\fP
with KIND of it (default "none")
.SH EXAMPLES
.RS 4
.nf
sip 'mug'
# twice
sip \-\-hot mug
.fi
.RE
.SH EXIT STATUS
.TP
0
done, or in sync
.TP
1
error
.TP
2
wrong usage; nothing was written
.TP
3
drift or conflict found; what could be done safely was done
.TP
130
interrupted
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(manPage(cmd), "\n")); diff != "" {
		t.Error(diff)
	}
}

// The formatter that people have reads each page without a warning.
func TestManFormats(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if errors.Is(err, exec.ErrNotFound) {
		t.Log("there is no groff here; TestManPage holds the form")
		return
	}
	err = filepath.WalkDir(manFolder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		out, err := exec.Command(groff, "-man", "-Tascii", "-ww", "-z", name).CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
