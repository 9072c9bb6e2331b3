package edit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// structured are the formats with keys and values.
var structured = []plan.Format{plan.JSON, plan.TOML, plan.YAML}

func TestUTF16IsRefused(t *testing.T) {
	for _, f := range append([]plan.Format{plan.Block}, structured...) {
		for _, file := range []string{"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}"} {
			if _, err := Apply(f, []byte(file), nil); err == nil || !strings.Contains(err.Error(), "UTF-16") {
				t.Errorf("%s: %v", f, err)
			}
		}
	}
}

func TestNULIsRefused(t *testing.T) {
	for f, file := range map[plan.Format]string{plan.JSON: "{\"a\":\n\x00}", plan.TOML: "a = 1\nb = \"\x00\"\n", plan.YAML: "a: 1\nb: \"\x00\"\n"} {
		if e := refusal(t, f, file, set(`1`, "c")); e.Line != 2 {
			t.Errorf("%s: %v", f, e)
		}
	}
}

func TestHugeNumbersStay(t *testing.T) {
	const digits = "123456789012345678901234567890123456789012345678901234567890"
	for f, file := range map[plan.Format]string{
		plan.JSON: `{"a": ` + digits + `, "b": 1e99999, "l": [` + digits + `]}`,
		plan.TOML: "a = 9223372036854775807\nb = 1e308\nl = [ 9223372036854775807 ]\n",
		plan.YAML: "a: " + digits + "\nb: 1e99999\nl: [ " + digits + " ]\n",
	} {
		res := mustApply(t, f, []byte(file), []plan.Op{set(`1`, "c"), add(`2`, "l"), set(`9007199254740993`, "d")})
		for _, number := range strings.FieldsFunc(file, func(r rune) bool { return !strings.ContainsRune("0123456789e", r) }) {
			if len(number) > 3 && !bytes.Contains(res.Data, []byte(number)) {
				t.Errorf("%s: %s is not in %s", f, number, res.Data)
			}
		}
	}
}

func TestDeepNesting(t *testing.T) {
	for _, n := range []int{1000, 3_000_000} {
		deep := strings.Repeat("[", n) + strings.Repeat("]", n)
		for f, file := range map[plan.Format]string{plan.JSON: `{"a": ` + deep + "}", plan.TOML: "a = " + deep, plan.YAML: "a: " + deep} {
			if _, err := Apply(f, []byte(file), []plan.Op{set(`1`, "b")}); (err == nil) != (n < maxDepth) {
				t.Errorf("%s, %d: %v", f, n, err)
			}
		}
	}
	block := "a:\n"
	for n := range 500 {
		block += strings.Repeat(" ", n) + "- \n" + strings.Repeat(" ", n+1) + "b:\n"
	}
	mustApply(t, plan.YAML, []byte(block), []plan.Op{add(`1`, "a"), set(`1`, "c")})
}

func TestLargeFiles(t *testing.T) {
	const n = 5 << 20
	text := strings.Repeat("a b ", 500)
	for f, file := range map[plan.Format]string{
		plan.JSON: `{"l": [` + strings.Repeat("\n  {\"command\": \""+text+"\"},", n/len(text)) + "\n  1]}\n",
		plan.TOML: strings.Repeat("[[l]]\ncommand = \""+text+"\"\n", n/len(text)),
		plan.YAML: "l:\n" + strings.Repeat("- command: \""+text+"\" # c\n  n: 1\n", n/len(text)),
	} {
		if _, err := Apply(f, []byte(file), []plan.Op{add(`{"command":"c"}`, "l")}); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("é, ", 1<<15)
	for f, file := range map[plan.Format]string{
		plan.JSON: `{"l": [` + strings.ReplaceAll(long, "é", `"é"`) + `1]}`,
		plan.TOML: "l = [" + strings.ReplaceAll(long, "é", `"é"`) + "1]",
		plan.YAML: "l: [" + long + "1]",
	} {
		res, err := Apply(f, []byte(file), []plan.Op{add(`2`, "l")})
		if err != nil || !bytes.Contains(res.Data, []byte("1, 2]")) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestManyAliases has a file that would be huge if its aliases were followed.
func TestManyAliases(t *testing.T) {
	file := "a0: &a0 [x]\n"
	for i := range 20 {
		n := string(rune('A' + i))
		last := "a0"
		if i > 0 {
			last = string(rune('A' + i - 1))
		}
		file += n + ": &" + n + " [*" + strings.Repeat(last+" , *", 9) + last + " ]\n"
	}
	mustApply(t, plan.YAML, []byte(file), []plan.Op{set(`1`, "z")})
}
