package gsdinstall_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The wrapper for npm, packed and installed without a network from its archives, runs the
// program that was built, with its arguments, its input and its status.
func TestNpmWrapper(t *testing.T) {
	for _, tool := range []string{"npm", "npx", "node"} {
		if _, err := exec.LookPath(tool); err != nil {
			unavailable(t, "%v", err)
		}
	}
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	prepared(t)
	s := newSandbox(t)
	assembled := filepath.Join(s.root, "npm")
	assemble(t, s, bin, "1.2.3", assembled)
	platform := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if platform == "" {
		platform = runtime.GOARCH
	}
	platform = runtime.GOOS + "-" + platform

	env := []string{"HOME=" + s.home, "npm_config_offline=true", "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false"}
	var archives []string
	for _, name := range []string{"gsd-install", platform} {
		out := run(t, s.root, env, "npm", "pack", "--silent", filepath.Join(assembled, name))
		archives = append(archives, filepath.Join(s.root, strings.TrimSpace(out)))
	}
	run(t, s.proj, env, "npm", append([]string{"install", "--silent"}, archives...)...)

	for _, call := range [][]string{{"npx", "--no-install", "gsd-install"}, {"node_modules/.bin/gsd-install"}} {
		cmd := func(args ...string) *exec.Cmd {
			c := exec.Command(call[0], append(call[1:len(call):len(call)], args...)...)
			c.Dir, c.Env = s.proj, append(os.Environ(), env...)
			return c
		}
		if got := finish(t, cmd("--version")); got.code != 0 || !strings.HasPrefix(got.out, "gsd-install ") {
			t.Errorf("%v --version: %+v", call, got)
		}
		if got := finish(t, cmd("--nosuch")); got.code != 2 || !strings.Contains(got.err, "unknown flag --nosuch") {
			t.Errorf("%v --nosuch: %+v", call, got)
		}
		asked := cmd("handshake")
		asked.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"nosuch"}` + "\n")
		if got := finish(t, asked); !strings.Contains(got.out, `"id":7`) {
			t.Errorf("%v handshake: %+v", call, got)
		}
	}

	// An interrupt that another program sends, to the launcher alone, ends the program.
	if runtime.GOOS != "windows" {
		r := interrupted(t, s.proj, "node", "node_modules/gsd-install/bin/gsd-install.js", "handshake")
		if r.code != 130 || r.err != "gsd-install: interrupted\n" {
			t.Errorf("interrupted: %+v", r)
		}
	}

	// Without the platform's package it says what is missing.
	if err := os.RemoveAll(filepath.Join(s.proj, "node_modules", "@gsd-install")); err != nil {
		t.Fatal(err)
	}
	alone := exec.Command("node", "node_modules/gsd-install/bin/gsd-install.js", "--version")
	alone.Dir = s.proj
	if got := finish(t, alone); got.code != 1 || !strings.Contains(got.err, "@gsd-install/"+platform+" is not installed\nhint: ") {
		t.Errorf("without the program: %+v", got)
	}
}

// interrupted starts a program that answers on its output, and sends an interrupt to it alone
// once it has answered.
func interrupted(t *testing.T, dir string, args ...string) result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":7,"method":"nosuch"}`)
	answer, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(20*time.Second, func() { in.Close() }) // which ends it by itself
	defer late.Stop()
	_ = cmd.Wait() // its status tells
	return result{cmd.ProcessState.ExitCode(), answer, errs.String()}
}

// A wrapper is not made if a program is missing or is for a platform that it does not name, and
// every package has the one version.
func TestNpmPackages(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		unavailable(t, "%v", err)
	}
	prepared(t)
	s := newSandbox(t)
	s.write(t, "program", "#!/bin/sh\n")
	out := filepath.Join(s.root, "npm")
	assemble(t, s, filepath.Join(s.root, "program"), "1.2.3-rc.1", out)
	manifests, err := filepath.Glob(out + "/*/package.json")
	if err != nil || len(manifests) != len(targets)+1 {
		t.Fatalf("%d packages: %v", len(manifests), err)
	}
	var names, wanted []string
	for _, file := range manifests {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var p struct {
			Name, Version        string
			Files, Os, Cpu       []string
			OptionalDependencies map[string]string
		}
		if err := json.Unmarshal(data, &p); err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Files {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), f)); errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s has no %s", p.Name, f)
			}
		}
		if p.Version != "1.2.3-rc.1" {
			t.Errorf("%s has the version %s", p.Name, p.Version)
		}
		for name, version := range p.OptionalDependencies {
			if wanted = append(wanted, name); version != p.Version {
				t.Errorf("%s wants %s of %s", p.Name, version, name)
			}
		}
		if len(p.OptionalDependencies) == 0 {
			if names = append(names, p.Name); p.Name != "@gsd-install/"+p.Os[0]+"-"+p.Cpu[0] {
				t.Errorf("%s is for %s on %s", p.Name, p.Os, p.Cpu)
			}
		}
	}
	slices.Sort(names)
	if slices.Sort(wanted); !slices.Equal(names, wanted) {
		t.Errorf("the wrapper wants %v, there are %v", wanted, names)
	}
	for wrong, all := range map[string][]string{"no program for": targets[1:], "does not name": append([]string{"plan9/amd64"}, targets...)} {
		artifacts(t, s, filepath.Join(s.root, "program"), all)
		cmd := exec.Command("node", "npm/assemble.mjs", "1.2.3", filepath.Join(s.root, "dist"), out)
		if got := finish(t, cmd); got.code != 1 || !strings.Contains(got.err, wrong) {
			t.Errorf("%s: %+v", wrong, got)
		}
	}
}

// A folder with anything else in it is not emptied.
func TestNpmPackagesKeepOthers(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		unavailable(t, "%v", err)
	}
	prepared(t)
	s := newSandbox(t)
	s.write(t, "program", "#!/bin/sh\n")
	s.write(t, "out/thesis.txt", "mine")
	artifacts(t, s, filepath.Join(s.root, "program"), targets)
	got := finish(t, exec.Command("node", "npm/assemble.mjs", "1.2.3", filepath.Join(s.root, "dist"), filepath.Join(s.root, "out")))
	if _, err := os.Stat(filepath.Join(s.root, "out", "thesis.txt")); err != nil || got.code != 1 || !strings.Contains(got.err, "thesis.txt") {
		t.Errorf("%v, %+v", err, got)
	}
}

// assemble makes the packages of one program, as if it were that of every platform.
func assemble(t *testing.T, s sandbox, bin, version, out string) {
	t.Helper()
	artifacts(t, s, bin, targets)
	run(t, ".", nil, "node", "npm/assemble.mjs", version, filepath.Join(s.root, "dist"), out)
}

// artifacts writes what goreleaser says of what it has built.
func artifacts(t *testing.T, s sandbox, bin string, targets []string) {
	t.Helper()
	type artifact struct {
		Name   string `json:"name"`
		Path   string `json:"path"`
		Goos   string `json:"goos"`
		Goarch string `json:"goarch"`
		Type   string `json:"type"`
	}
	all := []artifact{{Name: "checksums.txt", Path: "dist/checksums.txt", Type: "Checksum"}}
	for _, target := range targets {
		system, processor, _ := strings.Cut(target, "/")
		at := "dist/gsd-install_" + system + "_" + processor + "/gsd-install"
		copyFile(t, bin, filepath.Join(s.root, at), 0o755)
		all = append(all, artifact{"gsd-install", at, system, processor, "Binary"})
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	s.write(t, "dist/artifacts.json", string(data))
}
