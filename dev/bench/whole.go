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
	"strconv"
	"strings"
	"time"

	"agon/bot/pyhost"
)

var (
	pairs = flag.Int("pairs", 3, "number of pairs of whole commands")
	part  = flag.Int("part", 1, "play only one in `N` of the games of whole commands, to try a row")
)

// A skipped row says what it needs that this machine does not have.
type skipped struct{ why string }

func (s skipped) Error() string { return s.why }

// wholeRows returns the rows of whole commands, as a user types them: starts, imports, ledger, replays and report included.
func wholeRows() []row {
	return []row{
		{"field: agon run of 21 different bots, 1 us to 7 ms, numpy and scipy, 24 games x 500, against the plain loop", "1.05x", whole(field, 24, 500, 1.05)},
		{"field: the same, 8 games x 500", "1.0x", whole(field, 8, 500, 1)},
		{"field: the same, 16 games x 200", "0.9x", whole(field, 16, 200, 0.9)},
		{"trivial: agon run of 21 bots that only answer, 64 games x 1000, against the plain loop", "2x", whole(trivialBots(), 64, 1000, 2)},
		{"trivial: the same with --isolation shared", "4x", whole(trivialBots(), 64, 1000, 4, "--isolation", "shared")},
		{"deaths: the trivial bots, 50 games x 1000, one of them ends its process in one game, against the same without", "at most 1.03x", deaths},
		{"start: agon run of the trivial bots, 2 games of 2 rounds, median of 5", "0.8 s", starts(trivialBots(), 800*time.Millisecond)},
		{"start: the same of the field, median of 5", "1.2 s", starts(field, 1200*time.Millisecond)},
		{"start: agon play of two Python bots, 10 rounds, median of 5", "0.5 s", pythonGame},
		{"bomberman: agon play of two Python bots, a process per round, against bare starts of both", "1.0x", wholeBomberman},
		{"command: agon --help, median of 20", "30 ms", command(20, 30*time.Millisecond, "--help")},
		{"command: agon play of two built-ins, median of 20", "50 ms", command(20, 50*time.Millisecond, "play", "colour-battle", "builtin:steve", "builtin:rambo", "--seed", "1")},
	}
}

// whole compares the wall time of agon run on a contest of bots, each pair in turn, with that of the plain loop that plays as many games, a
// process on each core.
func whole(bots []fieldBot, games, rounds int, least float64, flags ...string) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		games := max(games / *part, runtime.NumCPU())
		var text string
		var ok bool
		err := inField(ctx, bots, func(dir string, files []string) (err error) {
			args, err := contestOf(dir, files, games, rounds)
			if err != nil {
				return err
			}
			text, ok, err = paired(least, func() (time.Duration, error) {
				return timed(exec.CommandContext(ctx, binary(), append(args, flags...)...))
			}, func() (time.Duration, error) { return plainLoops(ctx, games, rounds, files) })
			return err
		})
		return text, ok, err
	}
}

// starts measures a run of which little is play.
func starts(bots []fieldBot, most time.Duration) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (text string, ok bool, err error) {
		err = inField(ctx, bots, func(dir string, files []string) error {
			args, err := contestOf(dir, files, 2, 2)
			if err == nil {
				text, ok, err = command(5, most, args...)(ctx)
			}
			return err
		})
		return text, ok, err
	}
}

// deaths compares the wall time of a run in which one bot ends its process in one game of 50 with that of the same bots without it.
func deaths(ctx context.Context) (text string, ok bool, err error) {
	const games, rounds = 50, 1000
	run := func(bots []fieldBot) func() (time.Duration, error) {
		return func() (spent time.Duration, err error) {
			err = inField(ctx, bots, func(dir string, files []string) error {
				args, err := contestOf(dir, files, games, rounds)
				if err == nil {
					spent, err = timed(exec.CommandContext(ctx, binary(), args...))
				}
				return err
			})
			return spent, err
		}
	}
	well, mortal := trivialBots(), trivialBots()
	mortal[0].strategy = "dies"
	text, ok, err = paired(1/1.03, run(mortal), run(well))
	return text, ok, err
}

// pythonGame measures a short game of two bots in Python.
func pythonGame(ctx context.Context) (text string, ok bool, err error) {
	err = inField(ctx, trivialBots()[:2], func(_ string, files []string) error {
		args := append([]string{"play", "colour-battle", "--seed", "1", "--set", "rounds=10", "--sandbox", "full"}, files...)
		text, ok, err = command(5, time.Second/2, args...)(ctx)
		return err
	})
	return text, ok, err
}

// inField calls f with a folder that has the bots, and their files.
func inField(ctx context.Context, bots []fieldBot, f func(dir string, files []string) error) error {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files, err := writeField(dir, bots)
	if err != nil {
		return err
	}
	if err := importable(ctx, bots); err != nil {
		return err
	}
	return f(dir, files)
}

// contestOf writes a contest of bots into a folder, and returns the command that plays it anew.
func contestOf(dir string, files []string, games, rounds int) (args []string, err error) {
	var text strings.Builder
	fmt.Fprintf(&text, "name = \"Field\"\nkind = \"colour-battle\"\nseed = 1\n[options]\nrounds = %d\n[[stages]]\nname = \"final\"\nformat = \"arena\"\ngames = %d\n", rounds, games)
	for _, file := range files {
		fmt.Fprintf(&text, "[[bots]]\nref = %q\n", file)
	}
	contest := filepath.Join(dir, "contest.toml")
	return []string{"run", contest, "--fresh", "--plain", "--sandbox", "full"}, os.WriteFile(contest, []byte(text.String()), 0o644)
}

// importable returns an error that skips a row if Python lacks what bots import.
func importable(ctx context.Context, bots []fieldBot) error {
	imports := ""
	for _, b := range bots {
		head, _, _ := strings.Cut(fieldStrategies[b.strategy], "---\n")
		if !strings.Contains(imports, head) {
			imports += head
		}
	}
	if out, err := exec.CommandContext(ctx, pyhost.Python(""), "-c", "import numpy\n"+imports).CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return skipped{fmt.Sprintf("%s: %s; install python3-numpy and python3-scipy", pyhost.Python(""), lines[len(lines)-1])}
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

// plainLoops plays games of all files in plain loops, a process on each core, and returns the wall time until the last has ended.
func plainLoops(ctx context.Context, games, rounds int, files []string) (time.Duration, error) {
	cores := runtime.NumCPU()
	ends, errs := make(chan error, cores), []error(nil)
	begin := time.Now()
	for core := range cores {
		share := games/cores + min(1, max(0, games%cores-core))
		args := append([]string{"dev/bench/loop.py", strconv.Itoa(share), strconv.Itoa(rounds), strconv.Itoa(len(files))}, files...)
		program := pyhost.Python("")
		if path, err := exec.LookPath("taskset"); err == nil {
			args, program = append([]string{"-c", strconv.Itoa(core), program}, args...), path
		}
		go func() {
			_, err := timed(exec.CommandContext(ctx, program, args...))
			ends <- err
		}()
	}
	for range cores {
		errs = append(errs, <-ends)
	}
	return time.Since(begin), errors.Join(errs...)
}

// paired measures two commands in turn and returns the ratio of every pair, theirs over ours, and the median.
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

// command measures a command some times.
func command(n int, most time.Duration, args ...string) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		var times []time.Duration
		for range n {
			t, err := timed(exec.CommandContext(ctx, binary(), args...))
			if err != nil {
				return "", false, err
			}
			times = append(times, t)
		}
		middle := median(times)
		return fmt.Sprintf("%.1f ms (%.1f to %.1f ms)", ms(middle), ms(times[0]), ms(times[len(times)-1])), middle <= most, nil
	}
}

func ms(t time.Duration) float64 { return t.Seconds() * 1000 }

// median sorts values and returns the middle one, the upper of two.
func median[T int | float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
