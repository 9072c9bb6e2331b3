package mutation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
)

// module is the path of this module, root the folder that it is in.
const module = "github.com/gsd-install/gsd-install"

const root = ".."

// guard is the file that each corrupted package gets.
const guard = "mutant_guard.go"

// schemata are packages with all their points guarded by a number.
type schemata struct {
	points []point
	// files are the rewritten files, by path in the module.
	files map[string][]byte
}

// corrupt finds the points of packages and writes guards around those that still compile then.
func corrupt(t *testing.T, pkgs ...string) *schemata {
	t.Helper()
	exports := exported(t, pkgs)
	s := &schemata{files: map[string][]byte{}}
	for _, pkg := range pkgs {
		sources := map[string][]byte{}
		names, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(pkg, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources[path.Join(pkg, filepath.Base(name))] = data
		}
		if err := s.add(pkg, sources, exports, emits); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// exported are the files with what packages export, of all that these import.
func exported(t *testing.T, pkgs []string) map[string]string {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, pkg := range pkgs {
		args = append(args, "./"+pkg)
	}
	exports := map[string]string{}
	dec := json.NewDecoder(bytes.NewReader(goRun(t, args...)))
	for {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
}

// goRun runs the go command in the module and returns what it prints.
func goRun(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, failed.String())
	}
	return out
}

// add adds a package from its sources by path, with the points of the wanted files. A point that keeps it from compiling is left out.
func (s *schemata) add(pkg string, sources map[string][]byte, exports map[string]string, wanted func(file string) bool) error {
	points, faults := check(pkg, sources, exports, wanted)
	if len(faults) > 0 {
		return faults[0]
	}
	for {
		for i := range points {
			points[i].n = len(s.points) + i + 1
		}
		files := map[string][]byte{path.Join(pkg, guard): []byte(guardSource(path.Base(pkg)))}
		for name, source := range sources {
			own := slices.DeleteFunc(slices.Clone(points), func(p point) bool { return p.file != name })
			files[name] = rewrite(source, own)
		}
		_, faults := check(pkg, files, exports, nil)
		if len(faults) == 0 {
			s.points = append(s.points, points...)
			for name, data := range files {
				s.files[name] = data
			}
			return nil
		}
		left := slices.DeleteFunc(slices.Clone(points), func(p point) bool {
			return slices.ContainsFunc(faults, func(e types.Error) bool {
				at := e.Fset.Position(e.Pos)
				return at.Filename == p.file && at.Line == p.line
			})
		})
		if len(left) == len(points) {
			return faults[0]
		}
		points = left
	}
}

// check compiles a package as far as its types go, and finds the points of the wanted files.
func check(pkg string, sources map[string][]byte, exports map[string]string, wanted func(file string) bool) ([]point, []types.Error) {
	fset := token.NewFileSet()
	var files []*ast.File
	var faults []types.Error
	names := []string{}
	for name := range sources {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, []types.Error{{Fset: fset, Msg: err.Error()}}
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{
		Importer: importer.ForCompiler(fset, "gc", func(p string) (io.ReadCloser, error) { return os.Open(exports[p]) }),
		Error: func(err error) {
			var fault types.Error
			if errors.As(err, &fault) {
				faults = append(faults, fault)
			}
		},
	}
	checked, err := config.Check(path.Join(module, pkg), fset, files, info)
	if err != nil && len(faults) == 0 {
		faults = []types.Error{{Fset: fset, Msg: err.Error()}}
	}
	if wanted == nil || len(faults) > 0 {
		return nil, faults
	}
	var points []point
	for i, file := range files {
		if !wanted(names[i]) {
			continue
		}
		f := &finder{fset: fset, info: info, pkg: checked, file: file, name: names[i], source: sources[names[i]]}
		points = append(points, f.points()...)
	}
	return points, nil
}

// rewrite writes guards around the points of one file. No line moves.
func rewrite(source []byte, points []point) []byte {
	type piece struct {
		at, width int
		closes    bool
		text      string
	}
	var pieces []piece
	for _, p := range points {
		on := fmt.Sprintf("mutantOn(%d)", p.n)
		pieces = append(pieces,
			piece{p.from, p.to - p.from, false, fill(p.before, on, p.n)},
			piece{p.to, p.to - p.from, true, fill(p.after, on, p.n)})
	}
	// At one place what ends comes before what begins; the inner ends first and begins last. Of
	// two around the same source the one found first is the outer one.
	order := func(a, b piece) bool {
		switch {
		case a.at != b.at:
			return a.at < b.at
		case a.closes != b.closes:
			return a.closes
		case a.closes:
			return a.width < b.width
		}
		return a.width > b.width
	}
	var opens, closes []piece
	for _, p := range pieces {
		if p.closes {
			closes = append([]piece{p}, closes...)
		} else {
			opens = append(opens, p)
		}
	}
	pieces = append(closes, opens...)
	sort.SliceStable(pieces, func(i, j int) bool { return order(pieces[i], pieces[j]) })
	var b bytes.Buffer
	last := 0
	for _, p := range pieces {
		b.Write(source[last:p.at])
		b.WriteString(p.text)
		last = p.at
	}
	b.Write(source[last:])
	return b.Bytes()
}

// fill fills in the question whether the point is on, or its number for a function that asks.
func fill(format, on string, n int) string {
	if strings.HasPrefix(format, "mutant") {
		on = fmt.Sprint(n)
	}
	return strings.ReplaceAll(format, "%s", on)
}

// guardSource is the file that asks for the number.
func guardSource(pkg string) string {
	return strings.Replace(guardText, "package guard", "package "+pkg, 1)
}

const guardText = `package guard

import (
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// The number is known before any other variable of the package.
var mutantN, mutantSeen = mutantStart()

var mutantHits atomic.Int64

func mutantStart() (int, *[1 << 14]atomic.Bool) {
	n, _ := strconv.Atoi(os.Getenv("GSD_MUTANT"))
	if n > 0 {
		go func() { // it may want all the memory there is
			var m runtime.MemStats
			for range time.Tick(100 * time.Millisecond) {
				if runtime.ReadMemStats(&m); m.HeapAlloc > 1<<30 {
					os.Exit(98)
				}
			}
		}()
	}
	if os.Getenv("GSD_MUTANT_SEEN") == "" {
		return n, nil
	}
	return n, new([1 << 14]atomic.Bool)
}

func mutantOn(n int) bool {
	if n == mutantN {
		if mutantHits.Add(1) > 20_000_000 {
			os.Exit(97) // it does not end
		}
		return true
	}
	if mutantSeen != nil && mutantSeen[n].CompareAndSwap(false, true) {
		f, err := os.OpenFile(os.Getenv("GSD_MUTANT_SEEN"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			panic(err)
		}
		f.WriteString(strconv.Itoa(n) + "\n")
		f.Close()
	}
	return false
}

func mutantText[T ~string](n int, s T) T {
	if mutantOn(n) {
		return s + "~"
	}
	return s
}

func mutantSet(n int, s string) string {
	if _, size := utf8.DecodeLastRuneInString(s); mutantOn(n) {
		return s[:len(s)-size]
	}
	return s
}

func mutantDrop[T any](n int, v T) T {
	if mutantOn(n) {
		var zero T
		return zero
	}
	return v
}

var _, _, _ = mutantText[string], mutantSet, mutantDrop[int]
`
