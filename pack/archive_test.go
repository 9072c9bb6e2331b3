package pack

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// tgz makes an archive of headers; Name, Typeflag, Linkname and Mode are
// taken, the text comes from texts by name.
func tgz(t testing.TB, texts map[string]string, headers ...tar.Header) []byte {
	t.Helper()
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	tw := tar.NewWriter(zw)
	for _, h := range headers {
		h.Size = int64(len(texts[h.Name]))
		if h.Mode == 0 {
			h.Mode = 0o644
		}
		if err := tw.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write([]byte(texts[h.Name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(tw.Close(), zw.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// tgzOf archives files below a top folder; scripts keep their mode.
func tgzOf(t testing.TB, top string, files map[string]string) []byte {
	texts := map[string]string{}
	var headers []tar.Header
	for p, text := range files {
		name := top + p
		h := tar.Header{Name: name, Typeflag: tar.TypeReg}
		if strings.HasPrefix(text, "#!") {
			h.Mode = 0o755
		}
		texts[name] = text
		headers = append(headers, h)
	}
	return tgz(t, texts, headers...)
}

func TestArchive(t *testing.T) {
	files := with(tinyFiles, "package.json", `{"name": "@x/tiny", "version": "1.0.0"}`)
	delete(files, "pack.toml")
	delete(files, "hooks/hooks.json")
	want := mustRead(t, files)
	dir := t.TempDir()
	for _, top := range []string{"package/", "", "./package/", "tiny/"} {
		p := filepath.Join(dir, "arch.tgz")
		if err := os.WriteFile(p, tgzOf(t, top, files), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := Load(t.Context(), "arch.tgz", LoadOptions{Dir: dir})
		if err != nil {
			t.Errorf("%q: %v", top, err)
			continue
		}
		if got.Integrity != want.Integrity || got.Source != p || got.Name != "@x/tiny" || got.Version != "1.0.0" {
			t.Errorf("%q: %+v", top, got)
		}
		if diff := cmp.Diff(describePack(want), describePack(got)); diff != "" {
			t.Errorf("%q: %s", top, diff)
		}
	}
}

// An archive of one folder of items keeps that folder.
func TestArchiveOfOneKind(t *testing.T) {
	p, err := readArchive("a", "/x/one.tgz", tgzOf(t, "", map[string]string{"commands/x.md": "# X\n"}))
	if err != nil || p.Prefix != "one" || len(p.Items) != 1 {
		t.Errorf("%+v %v", p, err)
	}
}

func TestArchiveLinks(t *testing.T) {
	p, err := readArchive("a", "/x/a.tgz", tgz(t, map[string]string{"p/shared.md": "# S\n"},
		tar.Header{Name: "p/shared.md", Typeflag: tar.TypeReg},
		tar.Header{Name: "p/commands/", Typeflag: tar.TypeDir},
		tar.Header{Name: "p/commands/soft.md", Typeflag: tar.TypeSymlink, Linkname: "../shared.md"},
		tar.Header{Name: "p/commands/hard.md", Typeflag: tar.TypeLink, Linkname: "p/shared.md"},
		tar.Header{Name: "p/commands/._hard.md", Typeflag: tar.TypeReg},
	))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"command p-hard hard: S", "command p-soft soft: S"}
	if diff := cmp.Diff(want, describePack(p)); diff != "" {
		t.Error(diff)
	}
}

func TestArchiveRefused(t *testing.T) {
	file := tar.Header{Name: "p/commands/x.md", Typeflag: tar.TypeReg}
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"no archive", []byte("text"), "not a .tgz"},
		{"cut off", tgz(t, nil, file)[:40], "reading the archive: unexpected EOF"},
		{"absolute", tgz(t, nil, tar.Header{Name: "/etc/x", Typeflag: tar.TypeReg}), `archive entry "/etc/x": its name leads out of the archive`},
		{"dots", tgz(t, nil, tar.Header{Name: "p/../../x", Typeflag: tar.TypeReg}), `archive entry "p/../../x": its name leads out of the archive`},
		{"backslash", tgz(t, nil, tar.Header{Name: `p\..\x`, Typeflag: tar.TypeReg}), "its name leads out of the archive"},
		{"device", tgz(t, nil, tar.Header{Name: "p/null", Typeflag: tar.TypeChar}), "neither a file nor a folder nor a link"},
		{"pipe", tgz(t, nil, tar.Header{Name: "p/pipe", Typeflag: tar.TypeFifo}), "neither a file nor a folder nor a link"},
		{"hard link", tgz(t, nil, tar.Header{Name: "p/x", Typeflag: tar.TypeLink, Linkname: "../etc/passwd"}), "hard link to something that is not in the archive"},
		{"file and folder", tgz(t, nil, tar.Header{Name: "p/x", Typeflag: tar.TypeReg}, tar.Header{Name: "p/x/y", Typeflag: tar.TypeReg}), "p/x is not a folder"},
		{"link that leaves", tgz(t, nil, tar.Header{Name: "p/commands/x.md", Typeflag: tar.TypeSymlink, Linkname: "../../x"}), "commands/x.md: link leaves the pack"},
		{"nothing in it", tgz(t, nil), "nothing to install"},
	}
	for _, tt := range tests {
		_, err := readArchive("src", "/x/a.tgz", tt.data)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// What is behind the last entry counts as well: the checksum, and that nothing else is there.
func TestArchiveEnd(t *testing.T) {
	good := tgz(t, map[string]string{"p/commands/a.md": "A"})
	if _, _, err := unpack(bytes.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(good)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	var padded bytes.Buffer
	zw := gzip.NewWriter(&padded)
	if _, err := zw.Write(make([]byte, maxPadding+2048)); err != nil {
		t.Fatal(err)
	}
	_ = zw.Close()
	for name, data := range map[string][]byte{
		"checksum": flipped, "cut": good[:len(good)-4], "something behind": append(bytes.Clone(good), "more"...),
	} {
		if _, _, err := unpack(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), "reading the archive: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := unpack(&padded); !errors.Is(err, errSize) {
		t.Errorf("zeros without end: %v", err)
	}
}

func TestArchiveSize(t *testing.T) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	tw := tar.NewWriter(zw)
	if err := tw.WriteHeader(&tar.Header{Name: "p/big", Typeflag: tar.TypeReg, Size: maxBytes + 1}); err != nil {
		t.Fatal(err)
	}
	_ = zw.Close() // the header alone is enough to refuse it
	if _, _, err := unpack(&buf); !errors.Is(err, errSize) {
		t.Errorf("%v", err)
	}
}

func TestMemFS(t *testing.T) {
	m := newMemFS()
	for name, text := range map[string]string{"a.md": "a", "d/b.md": "b", "d/e/c.md": "c"} {
		if err := m.add(name, &memNode{mode: 0o644, data: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := fstest.TestFS(m, "a.md", "d/b.md", "d/e/c.md"); err != nil {
		t.Error(err)
	}
}

// Whatever an archive holds, it is read or refused, and nothing else happens.
func FuzzArchive(f *testing.F) {
	f.Add("p/commands/x.md", "", byte('0'), "# X\n")
	f.Add("p/commands/x.md", "../../x", byte('2'), "")
	f.Add("./p/./x", "p/x", byte('1'), "")
	f.Add("p//x", "", byte('5'), "")
	f.Fuzz(func(t *testing.T, name, link string, kind byte, text string) {
		var buf bytes.Buffer
		zw := gzip.NewWriter(&buf)
		tw := tar.NewWriter(zw)
		h := &tar.Header{Name: name, Typeflag: kind, Linkname: link, Mode: 0o644}
		if kind == tar.TypeReg {
			h.Size = int64(len(text))
		}
		if tw.WriteHeader(h) != nil {
			return
		}
		if kind == tar.TypeReg {
			_, _ = tw.Write([]byte(text))
		}
		if tw.Close() != nil || zw.Close() != nil {
			return
		}
		p, err := readArchive("src", "/x/a.tgz", buf.Bytes())
		if (p == nil) == (err == nil) {
			t.Errorf("%v %v", p, err)
		}
	})
}
