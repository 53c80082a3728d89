// Command bench compares agon with lower bounds and with other programs, alternating within one run, and prints the table of BENCHMARKS.md.
// It reports ratios where possible: machines differ and are shared, and ratios vary less.
//
//	make bench                                    every row
//	go -C dev/bench run . field "plans: the table"  only rows whose name has one of these words
//
// What concerns one package is a Go benchmark beside its code, of which a row runs one (packages.go). All else are commands as a user
// types them: a field of Python bots in turn with the contest's own loop (field.go), and single commands (commands.go).
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A row is one line of the table: it returns the result, and whether it reaches the goal.
type row struct {
	name  string
	asked string
	run   measuring
}

type measuring func(ctx context.Context) (reached string, ok bool, err error)

// A skipped row says what it needs that this machine does not have.
type skipped struct{ why string }

func (s skipped) Error() string { return s.why }

// root is agon's folder as it is seen from here, where the command runs.
const root = "../.."

var (
	pairs = flag.Int("pairs", 3, "number of pairs of whole commands")
	part  = flag.Int("part", 1, "play only one in `N` of the games of whole commands, to try a row")
)

func main() {
	flag.Parse()
	prices, err := costs()
	if err != nil {
		prices = err.Error()
	}
	fmt.Printf("%d processors, %s %s/%s; %s\n\n", runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, prices)
	fmt.Printf("| what | asked | reached | |\n|---|---|---|---|\n")
	failed := false
	for _, r := range slices.Concat(fieldRows(), commandRows(), packageRows()) {
		if !wanted(r.name, flag.Args()) {
			continue
		}
		reached, ok, err := r.run(context.Background())
		mark := "met"
		var skip skipped
		switch {
		case errors.As(err, &skip):
			mark, reached = "skipped", skip.why
		case err != nil:
			mark, reached = "error", err.Error()
			failed = true
		case !ok:
			mark = "missed"
		}
		fmt.Printf("| %s | %s | %s | %s |\n", r.name, r.asked, reached, mark)
	}
	if failed {
		os.Exit(1)
	}
}

func wanted(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return len(words) == 0
}

// agon returns a command of the binary that make bench builds, or that AGON_BINARY names, in a folder; empty is this one.
func agon(ctx context.Context, dir string, args ...string) *exec.Cmd {
	path := os.Getenv("AGON_BINARY")
	if path == "" {
		path = absolute(filepath.Join(root, "bin", "agon"))
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	return cmd
}

// absolute returns the path of a file of the repository for commands that run elsewhere.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// python is the interpreter of bots, as agon finds it, and of the plain loop.
func python() string {
	if path := os.Getenv("AGON_PYTHON"); path != "" {
		return path
	}
	if _, err := os.Stat("/usr/bin/python3"); err == nil {
		return "/usr/bin/python3"
	}
	return "python3"
}

// inFolder calls f with a folder that is removed afterwards.
func inFolder(f func(dir string) error) error {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return f(dir)
}

// writeAll writes files into a folder by their paths in it.
func writeAll(dir string, files map[string]string) error {
	for path, text := range files {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			return err
		}
	}
	return nil
}

// timed runs a command and returns its wall time.
func timed(cmd *exec.Cmd) (time.Duration, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, out.Bytes()[max(0, out.Len()-500):])
	}
	return time.Since(begin), nil
}

// paired measures two things in turn and returns the ratio of every pair, theirs over ours, and the median.
func paired(least float64, ours, theirs func() (time.Duration, error)) (string, bool, error) {
	var ratios []float64
	var texts []string
	for range *pairs {
		a, err := ours()
		if err != nil {
			return "", false, err
		}
		b, err := theirs()
		if err != nil {
			return "", false, err
		}
		ratios = append(ratios, b.Seconds()/a.Seconds())
		texts = append(texts, fmt.Sprintf("%.2f s against %.2f s", a.Seconds(), b.Seconds()))
	}
	middle := median(ratios)
	return fmt.Sprintf("%.2fx (%s)", middle, strings.Join(texts, "; ")), middle >= least, nil
}

// repeated measures something some times, of which the median counts.
func repeated(n int, most time.Duration, measure func() (time.Duration, error)) (string, bool, error) {
	var times []time.Duration
	for range n {
		t, err := measure()
		if err != nil {
			return "", false, err
		}
		times = append(times, t)
	}
	middle := median(times)
	ms := func(t time.Duration) float64 { return t.Seconds() * 1000 }
	return fmt.Sprintf("%.1f ms (%.1f to %.1f ms)", ms(middle), ms(times[0]), ms(times[len(times)-1])), middle <= most, nil
}

// median sorts values and returns the middle one, the upper of two.
func median[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
