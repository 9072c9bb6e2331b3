package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

func TestDifference(t *testing.T) {
	many := strings.Repeat("line\n", 100)
	for name, tt := range map[string]struct {
		c       conflict
		columns int
		want    string
	}{
		"edited": {
			conflict{have: []byte("a\nmine\n"), want: []byte("a\nb\n")}, 80,
			"--- yours\n+++ ours\n@@ -1,2 +1,2 @@\n a\n-mine\n+b\n",
		},
		"not wanted any more": {
			conflict{Change: plan.Change{Have: "h"}, have: []byte("a\n")}, 80, "",
		},
		"no last newline, CRLF": {
			conflict{have: []byte("a\r\nb"), want: []byte("a\nb\n")}, 80,
			"--- yours\n+++ ours\n@@ -1,2 +1,2 @@\n-a\\r\n-b\n\\ No newline at end of file\n+a\n+b\n",
		},
		"controls": {
			conflict{have: []byte("\x1b[2Ka\x1b[31mb\x07\u202ec\xff\u009b\n"), want: []byte("\n")}, 80,
			"--- yours\n+++ ours\n@@ -1,1 +1,1 @@\n-\\x1b[2Ka\\x1b[31mb\\a\\u202ec\\xff\\u009b\n+\n",
		},
		"narrow": {
			conflict{have: []byte("one two three four five six seven eight nine ten eleven\n" + strings.Repeat("x", 40) + "\n"), want: []byte("\n")}, 12,
			"--- yours\n+++ ours\n@@ -1,2 \n@… +1,1 @@\n-one two \n-… three \n-… four \n-… five \n-… six seve…\n-xxxxxxxxxxx\n-… xxxxxxxx\n-… xxxxxxxx\n-… xxxxxxxx\n-… xxxxx\n+\n",
		},
		"long":  {conflict{have: []byte(many), want: []byte("x\n")}, 80, "--- yours\n+++ ours\n@@ -1,100 +1,1 @@\n" + strings.Repeat("-line\n", 37) + "… 64 more lines\n"},
		"equal": {conflict{have: []byte("a"), want: []byte("a")}, 80, ""},
		"link":  {conflict{link: "/to/\x1b[31mthere", want: []byte("a")}, 80, "  it is a link to /to/\\x1b[31mthere\n"},
		"large": {conflict{Change: plan.Change{Have: "h"}, want: []byte("a")}, 80, "  it is too large to be compared here\n"},
		"large, of ours": {
			conflict{have: []byte("a"), want: bytes.Repeat([]byte("a"), differenceSize+1)}, 80,
			"  it is too large to be compared here\n",
		},
		"no text":      {conflict{have: []byte("a\x00"), want: []byte("abc")}, 80, "  it is no text: yours has 2 bytes, ours 3\n"},
		"no columns":   {conflict{have: []byte(strings.Repeat("y", 300)), want: []byte{}}, 0, "--- yours\n+++ ours\n@@ -1,1 +0,0 @@\n-" + strings.Repeat("y", 300) + "\n\\ No newline at end of file\n"},
		"tabs, dashes": {conflict{have: []byte("-- a\tb\n"), want: []byte("++ c\n")}, 80, "--- yours\n+++ ours\n@@ -1,1 +1,1 @@\n--- a    b\n+++ c\n"},
	} {
		if tt.c.want != nil && tt.c.Want == "" {
			tt.c.Want = "w"
		}
		if got := tt.c.difference(false, tt.columns); got != tt.want {
			t.Errorf("%s:\n%q, want\n%q", name, got, tt.want)
		}
	}
}

// What is kept as the user's is compared with what was installed, and signs have colours.
func TestDifferenceWithInstalled(t *testing.T) {
	c := conflict{have: []byte("-- a\n"), want: []byte("b\n")}
	want := faint + "--- installed" + reset + "\n" + faint + "+++ yours" + reset + "\n" + faint + "@@ -1,1 +1,1 @@" + reset + "\n" +
		red + "-b" + reset + "\n" + green + "+-- a" + reset + "\n"
	if got := c.difference(true, 80); got != want {
		t.Errorf("%q, want\n%q", got, want)
	}
}
