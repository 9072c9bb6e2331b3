package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/pack/packtest"
	"github.com/gsd-install/gsd-install/plan"
)

func TestLevel(t *testing.T) {
	tests := []struct {
		sizes []int
		total int
		most  int
		fits  bool
	}{
		{nil, 0, 0, true},
		{nil, -5, 0, true},
		{[]int{3, 4}, 7, 0, true},
		{[]int{3, 4}, 6, 3, false},
		{[]int{4, 3}, 5, 2, false},
		{[]int{100, 1, 1}, 50, 48, false},
		{[]int{100, 90, 5}, 105, 50, false},
		{[]int{0, 0, 9}, 3, 3, false},
		{[]int{5}, -1, 0, false},
	}
	for _, tt := range tests {
		if most, fits := level(tt.sizes, tt.total); most != tt.most || fits != tt.fits {
			t.Errorf("level(%v, %d) = %d, %v, want %d, %v", tt.sizes, tt.total, most, fits, tt.most, tt.fits)
		}
	}
}

// Whatever the sizes, cut ones fit, and one character more for each would not.
func FuzzLevel(f *testing.F) {
	f.Add([]byte{3, 200, 40}, 100)
	f.Add([]byte{}, -1)
	f.Fuzz(func(t *testing.T, data []byte, total int) {
		var sizes []int
		for _, b := range data {
			sizes = append(sizes, int(b))
		}
		sum := func(most int) (n int) {
			for _, s := range sizes {
				n += min(s, most)
			}
			return n
		}
		most, fits := level(sizes, total)
		switch {
		case fits && len(sizes) > 0 && sum(255) > total:
			t.Errorf("level(%v, %d): they do not fit", sizes, total)
		case !fits && (sum(255) <= total || sum(most) > max(total, 0) || sum(most+1) <= total):
			t.Errorf("level(%v, %d) = %d", sizes, total, most)
		}
	})
}

// manySkills is a pack of n skills, each with a name of 8 characters and a description of
// the given length.
func manySkills(t *testing.T, n, length int) *pack.Pack {
	files := map[string]string{}
	for i := range n {
		words := strings.Repeat("do it ", length/6+1)[:length-1] + "s"
		files[fmt.Sprintf("skills/skill-%02d/SKILL.md", i)] = "---\ndescription: " + words + "\n---\nText.\n"
	}
	return readPack(t, files)
}

func TestListing(t *testing.T) {
	tests := []struct {
		name, host string
		pack       *pack.Pack
		// longest is that of the descriptions written, note what is said.
		longest int
		note    string
	}{
		// 37 * (8+107+100) = 7955; 40 * 215 = 8600, and 40 * 85 = 3400 are left of it.
		{"all fit", "codebuddy", manySkills(t, 37, 100), 100, ""},
		{"little is over", "codebuddy", manySkills(t, 40, 100), 85, "CodeBuddy Code: 40 descriptions are cut to 85 characters, so that all 40 have a place in its listing of 8000"},
		{"one is too long", "codebuddy", manySkills(t, 2, 141), 140, "CodeBuddy Code: 2 descriptions are cut to 140 characters, the most that it shows of one"},
		{"just not too many", "codebuddy", manySkills(t, 59, 60), 20, "CodeBuddy Code: 59 descriptions are cut to 20 characters, so that all 59 have a place in its listing of 8000"},
		{"too many", "codebuddy", manySkills(t, 60, 60), 60, "CodeBuddy Code has room for 8000 characters of listing: for the 60 skills of this pack that is little more than their names"},
		// 70 * (8+5+101) = 7980, 71 * 114 = 8094, and 71 * 99 = 7029 of the 7077 that are left.
		{"all fit", "claude", manySkills(t, 70, 101), 101, ""},
		{"little is over", "claude", manySkills(t, 71, 101), 99, "Claude Code: 71 descriptions are cut to 99 characters, so that all 71 have a place in its listing of 8000"},
		{"one is too long", "claude", manySkills(t, 1, 1600), 1536, "Claude Code: 1 description is cut to 1536 characters, the most that it shows of one"},
		// What other hosts read as well stays.
		{"a shared folder", "kimi-code", manySkills(t, 3, 251), 251, "Kimi Code CLI tells the model about 250 characters of a description; 3 are longer"},
		{"a shared folder", "kimi-code", manySkills(t, 90, 250), 250, ""},
		{"no limit", "qwen", manySkills(t, 90, 250), 250, ""},
	}
	for _, tt := range tests {
		t.Run(tt.host+" "+tt.name, func(t *testing.T) {
			for _, s := range scopes {
				pl := render(t, tt.pack, tt.host, s)
				var want []string
				if tt.note != "" {
					want = []string{tt.note}
				}
				if got := noted(pl, "listing-budget"); !slices.Equal(got, want) {
					t.Errorf("%s: notes %q, want %q", s, got, want)
				}
				longest := 0
				for _, it := range tt.pack.Items {
					fields, _ := decoded(t, named(t, pl, "skill", it.Name))
					longest = max(longest, utf8.RuneCountInString(fields["description"].(string)))
				}
				// A cut ends with a word.
				if longest > tt.longest || longest < tt.longest-6 {
					t.Errorf("%s: the longest description has %d characters, want %d", s, longest, tt.longest)
				}
			}
		})
	}
}

// CodeBuddy Code does not tell the model of commands, so that none is cut for it.
func TestListingOfOtherKinds(t *testing.T) {
	p := readPack(t, map[string]string{"commands/a.md": "---\ndescription: " + strings.Repeat("word ", 60) + "\n---\nDo it.\n"})
	if got := noted(render(t, p, "codebuddy", plan.Global), "listing-budget"); got != nil {
		t.Errorf("notes %q", got)
	}
}

// The whole of gsd-core has a place in Claude Code's listing: 984 characters of names, 5325
// of descriptions and 360 between them, of 8000.
func TestListingOfGSDCore(t *testing.T) {
	p := load(t, packtest.GSDCore(t))
	for _, s := range scopes {
		for _, host := range []string{"claude", "codebuddy", "kimi-code"} {
			if got := noted(render(t, p, host, s), "listing-budget"); got != nil {
				t.Errorf("%s %s: notes %q", host, s, got)
			}
		}
	}
}
