package main

import (
	"os"
	"path/filepath"
	"testing"
)

// What a path or a message holds does not end an annotation or one of its properties.
func TestAnnotation(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a := &app{out: &output{file: file}}
	a.annotation("error", "a,b:c%", 3, "x", "1\n2\r: 100%, ::")
	a.annotation("notice", "", 0, "x", "y")
	got, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac%25,line=3,title=x::1%0A2%0D: 100%25, ::\n::notice title=x::y\n"
	if string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}
