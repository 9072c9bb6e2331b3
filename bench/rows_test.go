//go:build bench && unix

package bench

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/gsd-install/gsd-install/descriptors"
)

// install are the words that install a pack.
func (s *stage) install(pack string, hosts ...string) []string {
	return append([]string{s.ours, "install", "--yes", "--pack", pack}, hosts...)
}

// againstPeer are the goals against gsd-core's own installer.
func (s *stage) againstPeer() []row {
	theirs := func(words ...string) []string {
		return append([]string{s.node, filepath.Join(s.peer, "bin", "install.js"), "--global"}, words...)
	}
	m := s.rounds(func() []sample {
		a, b := s.home(), s.home()
		defer s.drop(a)
		defer s.drop(b)
		return []sample{
			s.run(a, s.install(s.peer, "--codex")...), s.run(b, theirs("--codex")...),
			s.run(a, s.install(s.peer, "--codex")...), s.run(b, theirs("--codex")...),
			s.run(a, s.ours, "uninstall", "--yes", "--codex"), s.run(b, theirs("--codex", "--uninstall")...),
		}
	})
	all := s.rounds(func() []sample {
		a, b := s.home(), s.home()
		defer s.drop(a)
		defer s.drop(b)
		return []sample{s.run(a, s.install(s.peer, "--all")...), s.run(b, theirs("--all")...)}
	})
	speed := func(what string, pair []sample, most float64) row {
		return ratio(what, seconds(pair[0].wall), seconds(pair[1].wall), most, against(pair[0].wall, pair[1].wall))
	}
	memory := func(what string, pair []sample) row {
		return ratio(what, float64(pair[0].memory), float64(pair[1].memory), 0.5,
			megabytes(pair[0].memory)+" against "+megabytes(pair[1].memory))
	}
	return []row{
		speed("first install, one host (codex), against gsd-core's installer", m[0:2], 0.2),
		speed("second install, which changes nothing", m[2:4], 0.03),
		speed("uninstall", m[4:6], 0.2),
		speed(fmt.Sprintf("install for all hosts (ours are %d)", len(descriptors.All())), all, 0.15),
		memory("peak memory of the first install", m[0:2]),
		memory("peak memory of the install for all hosts", all),
	}
}

// againstWrites compares an install with plain writes of the same bytes.
func (s *stage) againstWrites() []row {
	model := s.home()
	defer s.drop(model)
	s.run(model, s.install(s.peer, "--codex")...)
	files, bytes := s.size(model)
	m := s.rounds(func() []sample {
		a, b := s.home(), s.home()
		defer s.drop(a)
		defer s.drop(b)
		return []sample{s.run(a, s.install(s.peer, "--codex")...), s.plain(model, b)}
	})
	return []row{ratio(fmt.Sprintf("first install against plain writes of its %d files, %s", files, megabytes(bytes)),
		seconds(m[0].wall), seconds(m[1].wall), 2, against(m[0].wall, m[1].wall))}
}

// plain writes the files below one folder into another, and syncs.
func (s *stage) plain(from, to string) sample {
	s.Helper()
	type file struct {
		name string
		data []byte
	}
	var files []file
	err := fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(from, name))
		files = append(files, file{filepath.Join(to, name), data})
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	start := time.Now()
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.name), 0o755); err != nil {
			s.Fatal(err)
		}
		if err := os.WriteFile(f.name, f.data, 0o644); err != nil {
			s.Fatal(err)
		}
	}
	syscall.Sync()
	return sample{wall: time.Since(start)}
}

// growth compares the program with itself: on larger packs and on more hosts.
func (s *stage) growth() []row {
	packs := []string{s.peer, s.larger(3), s.larger(10)}
	var hosts []string
	for _, h := range descriptors.All() {
		hosts = append(hosts, "--"+h.ID)
	}
	slices.SortFunc(hosts, func(a, b string) int { return len(a) - len(b) })
	m := s.rounds(func() []sample {
		var all []sample
		one := func(words []string) {
			home := s.home()
			defer s.drop(home)
			all = append(all, s.run(home, words...))
		}
		for _, p := range packs {
			one(s.install(p, "--codex"))
		}
		for _, n := range []int{1, 5, len(hosts)} {
			one(s.install(s.peer, hosts[:n]...))
		}
		one(append([]string{s.ours, "render", "--all", "--pack", s.peer, "--out"}, "rendered"))
		one([]string{s.ours, "plan", "--all", "--pack", s.peer})
		return all
	})
	times := func(what string, i, base int) row {
		return row{what, fmt.Sprintf("%.2f (%s)", seconds(m[i].wall)/seconds(m[base].wall), against(m[i].wall, m[base].wall)), "", ""}
	}
	return []row{
		times("a pack of 3 times the files against 1", 1, 0),
		ratio("a pack of 10 times the files against 1", seconds(m[2].wall), seconds(m[0].wall), 11, against(m[2].wall, m[0].wall)),
		times("5 hosts against 1", 4, 3),
		times(fmt.Sprintf("%d hosts against 1", len(hosts)), 5, 3),
		{"peak memory, a pack of 10 times the files", megabytes(m[2].memory), "", ""},
		ratio("a plan for all hosts, which renders them in memory, in seconds", seconds(m[7].wall), 1, 1, fmt.Sprintf("on %d processors", runtime.NumCPU())),
		ratio("rendering all hosts to a folder, in seconds", seconds(m[6].wall), 1, 1, fmt.Sprintf("on %d processors", runtime.NumCPU())),
	}
}

// larger is the pack with its payload so many times.
func (s *stage) larger(times int) string {
	s.Helper()
	dir := filepath.Join(s.dir, fmt.Sprintf("pack-%d", times))
	if err := os.CopyFS(dir, os.DirFS(s.peer)); err != nil {
		s.Fatal(err)
	}
	for i := 1; i < times; i++ {
		if err := os.CopyFS(filepath.Join(dir, "gsd-core", fmt.Sprintf("more-%d", i)), os.DirFS(filepath.Join(s.peer, "gsd-core"))); err != nil {
			s.Fatal(err)
		}
	}
	return dir
}

// start is what it costs to start.
func (s *stage) start() []row {
	home := s.home()
	defer s.drop(home)
	m := s.rounds(func() []sample { return []sample{s.run(home, s.ours, "--help")} })
	return []row{ratio("processor time of --help, in seconds", seconds(m[0].cpu), 1, 0.02, megabytes(m[0].memory))}
}
