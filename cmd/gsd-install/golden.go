package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/golden"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

func (a *app) goldenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "golden --check DIR | --update DIR",
		Short: "Compare what install would emit with trees in a repository",
		Long: `Compare what install would emit for the hosts named, in both scopes unless one is
given, with the trees DIR/HOST-SCOPE, whole files, each with a plan.txt that says
what each file was made of. --check shows the difference and exits 3 if there is
one, or if a tree is missing or of no host; --update writes the trees anew and
lists what moved. Nothing on this machine is looked at but the pack and DIR.`,
		Example: `  gsd-install golden --check golden --pack . --all
  gsd-install golden --update golden --pack . --{host} --{other}`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.golden(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&a.opt.expected, "check", "", "compare with the trees in `DIR`")
	f.StringVar(&a.opt.update, "update", "", "write the trees in `DIR` anew")
	a.opt.hostNames(f)
	a.opt.scopeFlags(f)
	a.opt.packFlags(f)
	f.StringVar(&a.opt.os, "os", "linux", "hook commands are for `SYSTEM`: linux, darwin or windows")
	a.opt.commonFlags(f)
	return cmd
}

// treeMoves are the moves in one tree, as golden --json prints them.
type treeMoves struct {
	Tree string `json:"tree"`
	// State is "same", "moved", "missing" for a tree that is not kept, or "stale" for
	// one of no host and scope.
	State string     `json:"state"`
	Moves []treeMove `json:"moves"`
	moves []golden.Move
}

// treeMove is one file that moved.
type treeMove struct {
	Path string      `json:"path"`
	Kind golden.Kind `json:"kind"`
}

// golden compares or updates the trees of the command line.
func (a *app) golden(ctx context.Context) error {
	a.whole = true
	dir := a.opt.expected + a.opt.update
	if (a.opt.expected == "") == (a.opt.update == "") {
		return usagef("golden takes either --check DIR or --update DIR")
	}
	hosts, err := a.awayHosts()
	if err != nil {
		return err
	}
	trees, err := a.trees(ctx, hosts)
	if err != nil {
		return err
	}
	all, err := a.compareTrees(dir, trees)
	if err != nil {
		return err
	}
	if a.opt.update != "" {
		if err := updateTrees(dir, all); err != nil {
			return err
		}
	}
	return a.printGolden(dir, all)
}

// trees are those of hosts in the scopes of the run, by name.
func (a *app) trees(ctx context.Context, hosts []descriptors.Host) (map[string]golden.Tree, error) {
	scopes := []plan.Scope{plan.Global, plan.Local}
	if a.opt.global || a.opt.local {
		scopes = []plan.Scope{a.opt.scope()}
	}
	trees := map[string]golden.Tree{}
	defer func(was bool) { a.opt.local = was }(a.opt.local)
	for _, s := range scopes {
		a.opt.local = s == plan.Local
		w, err := a.renderAway(ctx, hosts)
		if err != nil {
			return nil, err
		}
		for _, j := range w.jobs {
			tree, err := golden.Of(*j.plan)
			if err != nil {
				return nil, err
			}
			trees[j.target.Host.ID+"-"+string(s)] = tree
		}
	}
	return trees, nil
}

// compareTrees compares the trees that are kept in a folder with those that are to be.
func (a *app) compareTrees(dir string, trees map[string]golden.Tree) ([]treeMoves, error) {
	names, err := a.keptTrees(dir)
	if err != nil {
		return nil, err
	}
	for name := range trees {
		names = append(names, name)
	}
	slices.Sort(names)
	all := []treeMoves{}
	for _, name := range slices.Compact(names) {
		kept, err := golden.Read(os.DirFS(dir), name)
		if err != nil {
			return nil, err
		}
		t := treeMoves{Tree: name, State: "moved", Moves: []treeMove{}}
		t.moves = golden.Compare(kept, trees[name], runtime.GOOS != "windows")
		for _, m := range t.moves {
			t.Moves = append(t.Moves, treeMove{m.Path, m.Kind})
		}
		switch {
		case trees[name] == nil:
			t.State = "stale"
		case len(kept) == 0:
			t.State = "missing"
		case len(t.moves) == 0:
			t.State = "same"
		}
		all = append(all, t)
	}
	return all, nil
}

// keptTrees are the trees in a folder that nobody names: those of the hosts and scopes of the
// command line are looked for by name, others are only with all hosts and both scopes.
func (a *app) keptTrees(dir string) ([]string, error) {
	list, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) && a.opt.update != "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range list {
		if !a.opt.all || a.opt.global || a.opt.local || !entry.IsDir() {
			continue
		}
		if isTree(dir, entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// isTree reports whether a folder is a tree of some host's: by its name, and by what is in it and
// nothing besides.
func isTree(dir, name string) bool {
	list, err := os.ReadDir(filepath.Join(dir, name))
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return err == nil && plan.IsTree(name, names)
}

// updateTrees makes the trees what they are to be. It touches none if one of the folders is
// something else.
func updateTrees(dir string, all []treeMoves) error {
	var errs []error
	for _, t := range all {
		top := filepath.Join(dir, t.Tree)
		if list, err := os.ReadDir(top); err == nil && len(list) > 0 && !isTree(dir, t.Tree) {
			errs = append(errs, fmt.Errorf("%s: it has no %s, or something else beside that, so it is no tree of this program's", oneLine(top), golden.PlanFile))
		}
	}
	if len(errs) > 0 {
		return &hinted{errors.Join(errs...), "move it away"}
	}
	for _, t := range all {
		if err := updateTree(dir, t); err != nil {
			return err
		}
	}
	return nil
}

// updateTree makes the files of a tree what they are to be.
func updateTree(dir string, t treeMoves) error {
	top := filepath.Join(dir, t.Tree)
	var made []outFile
	for _, m := range t.moves {
		if at := filepath.Join(top, filepath.FromSlash(m.Path)); m.Kind != golden.Added {
			if err := os.Remove(at); err != nil {
				return err
			}
		}
		if m.Kind != golden.Removed {
			made = append(made, outFile{path.Join(t.Tree, m.Path), m.To})
			continue
		}
		for p := path.Dir(m.Path); ; p = path.Dir(p) {
			if os.Remove(filepath.Join(top, filepath.FromSlash(p))) != nil || p == "." {
				break // something else is in it
			}
		}
	}
	return writeFiles(dir, made)
}

// printGolden prints what moved, whole for --check.
func (a *app) printGolden(dir string, all []treeMoves) error {
	moved := slices.DeleteFunc(slices.Clone(all), func(t treeMoves) bool { return t.State == "same" })
	var result error
	if len(moved) > 0 && a.opt.update == "" {
		result = drifted
	}
	if a.opt.json {
		if err := a.printJSON(all); err != nil {
			return err
		}
		return result
	}
	p := a.painter(a.out)
	for _, t := range moved {
		if a.opt.update == "" {
			a.printMoves(p, t)
		}
		fmt.Fprintf(a.out, "%s: %s\n", p.paint(bold, t.Tree), t.counts())
		for _, m := range t.moves {
			if a.opt.update != "" && t.State == "moved" {
				fmt.Fprintf(a.out, "  %s %s\n", m.Kind, m.Path)
			}
		}
	}
	switch {
	case len(moved) == 0:
		fmt.Fprintf(a.out, "%s: %d as expected\n", oneLine(dir), len(all))
	case result != nil && lineEndsOnly(moved):
		fmt.Fprintf(a.err, "hint: only ends of lines differ: git has changed them, unless .gitattributes says: %s/** -text\n", oneLine(dir))
	case result != nil:
		fmt.Fprintf(a.err, "hint: if that is meant, --update %s writes them anew\n", shellWord(dir))
	}
	return result
}

// printMoves prints the difference of a tree that is kept, in colours where there are some.
func (a *app) printMoves(p painter, t treeMoves) {
	if t.State != "moved" {
		return // all of it would be shown
	}
	for _, m := range t.moves {
		for line := range strings.Lines(golden.Move{Path: path.Join(t.Tree, m.Path), Kind: m.Kind, From: m.From, To: m.To}.String()) {
			fmt.Fprintln(a.out, p.paint(diffColour(line), strings.TrimSuffix(line, "\n")))
		}
	}
}

// lineEndsOnly reports whether all that moved is equal but for CR LF, as a checkout for Windows
// makes it.
func lineEndsOnly(moved []treeMoves) bool {
	for _, t := range moved {
		for _, m := range t.moves {
			if m.Kind != golden.Changed || !bytes.Equal(bytes.ReplaceAll(m.From.Data, []byte("\r\n"), []byte("\n")), bytes.ReplaceAll(m.To.Data, []byte("\r\n"), []byte("\n"))) {
				return false
			}
		}
	}
	return true
}

// counts says how many files of a tree moved.
func (t treeMoves) counts() string {
	switch t.State {
	case "missing":
		return "a tree that is not kept, of " + files(len(t.moves))
	case "stale":
		return "kept, and of no host and scope"
	}
	n := map[golden.Kind]int{}
	for _, m := range t.moves {
		n[m.Kind]++
	}
	var parts []string
	for _, k := range []golden.Kind{golden.Added, golden.Removed, golden.Changed, golden.Mode} {
		if n[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[k], k))
		}
	}
	return strings.Join(parts, ", ")
}
