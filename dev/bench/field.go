package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// fieldRows returns the rows of contests of Python bots as a user types them: starts, imports, ledger, replays and report included.
func fieldRows() []row {
	trivial := trivialBots()
	return []row{
		{"field: agon run of 21 different bots, 1 us to 7 ms, numpy and scipy, 24 games x 500, against the plain loop", "1.05x",
			whole(field,
				24, 500, 1.05)},
		{"field: the same, 8 games x 500", "1.0x", whole(field, 8, 500, 1)},
		{"field: the same, 16 games x 200", "0.9x", whole(field, 16, 200, 0.9)},
		{"trivial: agon run of 21 bots that only answer, 64 games x 1000, against the plain loop", "2x", whole(trivial, 64, 1000, 2)},
		{"trivial: the same with --isolation shared", "4x", whole(trivial, 64, 1000, 4, "--isolation", "shared")},
		{"deaths: the trivial bots, 50 games x 1000, one of them ends its process in one game, against the same without", "at most 1.03x",
			deaths},
		{"start: agon run of the trivial bots, 2 games of 2 rounds, median of 5", "0.8 s", starts(trivial, 800*time.Millisecond)},
		{"start: the same of the field, median of 5", "1.2 s", starts(field, 1200*time.Millisecond)},
		{"start: agon play of two Python bots, 10 rounds, median of 5", "0.5 s", pythonGame},
	}
}

// whole compares the wall time of agon run on a contest of bots, each pair in turn, with that of the plain loop that plays as many games, a
// process on each core.
func whole(bots []fieldBot, games, rounds int, least float64, flags ...string) measuring {
	return func(ctx context.Context) (text string, ok bool, err error) {
		games := max(games / *part, runtime.NumCPU())
		err = inField(ctx, bots, func(dir string, files []string) (err error) {
			text, ok, err = paired(least, func() (time.Duration, error) {
				return runField(ctx, dir, files, games, rounds, flags...)
			}, func() (time.Duration, error) { return plainLoops(ctx, games, rounds, files) })
			return err
		})
		return text, ok, err
	}
}

// starts measures a run of which little is play.
func starts(bots []fieldBot, most time.Duration) measuring {
	return func(ctx context.Context) (text string, ok bool, err error) {
		err = inField(ctx, bots, func(dir string, files []string) (err error) {
			text, ok, err = repeated(5, most, func() (time.Duration, error) { return runField(ctx, dir, files, 2, 2) })
			return err
		})
		return text, ok, err
	}
}

// deaths compares the wall time of a run in which one bot ends its process in one game of 50 with that of the same bots without it.
func deaths(ctx context.Context) (string, bool, error) {
	run := func(bots []fieldBot) func() (time.Duration, error) {
		return func() (spent time.Duration, err error) {
			err = inField(ctx, bots, func(dir string, files []string) (err error) {
				spent, err = runField(ctx, dir, files, 50, 1000)
				return err
			})
			return spent, err
		}
	}
	mortal := trivialBots()
	mortal[0].strategy = "dies"
	return paired(1/1.03, run(mortal), run(trivialBots()))
}

// pythonGame measures a short game of two bots in Python.
func pythonGame(ctx context.Context) (text string, ok bool, err error) {
	err = inField(ctx, trivialBots()[:2], func(dir string, files []string) (err error) {
		args := append([]string{"play", "colour-battle", "--seed", "1", "--set", "rounds=10", "--sandbox", "full"}, files...)
		text, ok, err = repeated(5, time.Second/2, func() (time.Duration, error) { return timed(agon(ctx, dir, args...)) })
		return err
	})
	return text, ok, err
}

// inField calls f with a folder that has the bots, and their files.
func inField(ctx context.Context, bots []fieldBot, f func(dir string, files []string) error) error {
	if err := importable(ctx, bots); err != nil {
		return err
	}
	return inFolder(func(dir string) error {
		var files []string
		for _, b := range bots {
			path := filepath.Join("robots", strings.ToLower(b.name), "bot.py")
			if err := writeAll(dir, map[string]string{path: b.text()}); err != nil {
				return err
			}
			files = append(files, filepath.Join(dir, path))
		}
		return f(dir, files)
	})
}

// runField plays a contest of bots anew and returns the wall time.
func runField(ctx context.Context, dir string, files []string, games, rounds int, flags ...string) (time.Duration, error) {
	text := fmt.Sprintf("kind = \"colour-battle\"\nseed = 1\noptions = { rounds = %d }\nstages = [{ name = \"final\", format = "+
		"\"arena\", games = %d }]\n", rounds, games)
	if err := writeAll(dir, map[string]string{"contest.toml": text + references(files)}); err != nil {
		return 0, err
	}
	return timed(agon(ctx, dir, append([]string{"run", "contest.toml", "--fresh", "--plain", "--sandbox", "full"}, flags...)...))
}

// references returns the lines of a contest that name its bots.
func references(refs []string) string {
	var text strings.Builder
	for _, ref := range refs {
		fmt.Fprintf(&text, "[[bots]]\nref = %q\n", ref)
	}
	return text.String()
}

// importable returns an error that skips a row if Python lacks what bots import.
func importable(ctx context.Context, bots []fieldBot) error {
	imports := "import numpy\n"
	for _, b := range bots {
		if head := b.imports(); !strings.Contains(imports, head) {
			imports += head
		}
	}
	if out, err := exec.CommandContext(ctx, python(), "-c", imports).CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return skipped{fmt.Sprintf("%s: %s; install python3-numpy and python3-scipy", python(), lines[len(lines)-1])}
	}
	return nil
}

// plainLoops plays games of all files in plain loops, a process on each core, and returns the wall time until the last has ended.
func plainLoops(ctx context.Context, games, rounds int, files []string) (time.Duration, error) {
	cores := runtime.NumCPU()
	ends, errs := make(chan error, cores), []error(nil)
	begin := time.Now()
	for core := range cores {
		share := games/cores + min(1, max(0, games%cores-core))
		args := append([]string{python(), "loop.py", strconv.Itoa(share), strconv.Itoa(rounds), strconv.Itoa(len(files))}, files...)
		if path, err := exec.LookPath("taskset"); err == nil {
			args = append([]string{path, "-c", strconv.Itoa(core)}, args...)
		}
		go func() {
			_, err := timed(exec.CommandContext(ctx, args[0], args[1:]...))
			ends <- err
		}()
	}
	for range cores {
		errs = append(errs, <-ends)
	}
	return time.Since(begin), errors.Join(errs...)
}
