//go:build bench && unix

package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// sample is one run of a process: wall and processor time, and the most memory it had, in
// bytes.
type sample struct {
	wall, cpu time.Duration
	memory    int64
}

// medians are the medians of samples, field by field.
func medians(all []sample) sample {
	return sample{
		median(all, func(s sample) time.Duration { return s.wall }),
		median(all, func(s sample) time.Duration { return s.cpu }),
		median(all, func(s sample) int64 { return s.memory }),
	}
}

func median[T int64 | time.Duration](all []sample, of func(sample) T) T {
	var values []T
	for _, s := range all {
		values = append(values, of(s))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// run measures a command in a home; it has to succeed.
func (s *stage) run(home string, words ...string) sample {
	s.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "NO_COLOR=1"}
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		s.Fatalf("%v: %v\n%s", words, err, out)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	memory := int64(usage.Maxrss)
	if runtime.GOOS == "linux" {
		memory *= 1024
	}
	return sample{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), memory}
}

// home makes an empty home on the disk under test.
func (s *stage) home() string {
	s.Helper()
	dir, err := os.MkdirTemp(s.dir, "home-")
	if err != nil {
		s.Fatal(err)
	}
	return dir
}

// drop removes a home and waits until the disk has it, so that the next run does not pay
// for this one.
func (s *stage) drop(home string) {
	s.Helper()
	if err := os.RemoveAll(home); err != nil {
		s.Fatal(err)
	}
	syscall.Sync()
}

// rounds calls measure so many times and gives the medians of each of its samples.
func (s *stage) rounds(measure func() []sample) []sample {
	s.Helper()
	var columns [][]sample
	for range *rounds {
		for i, one := range measure() {
			if i == len(columns) {
				columns = append(columns, nil)
			}
			columns[i] = append(columns[i], one)
		}
	}
	var all []sample
	for _, c := range columns {
		all = append(all, medians(c))
	}
	return all
}

func seconds(d time.Duration) float64 { return d.Seconds() }

func against(a, b time.Duration) string {
	return fmt.Sprintf("%s against %s", a.Round(time.Millisecond), b.Round(time.Millisecond))
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }

// size counts the files below a folder and their bytes.
func (s *stage) size(dir string) (files int, bytes int64) {
	s.Helper()
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			files++
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	return files, bytes
}
