package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/all"
	"agon/games/folder"
)

// labRows returns the rows of what an author and an organiser of a game of one's own type.
func labRows() []row {
	return []row{
		{"lab: agon explain, the win curve of a game, every kind; and with its turning points", "2 s", winCurves},
		{"lab: agon test of 100 cases of a Tron bot in Python, median of 3", "5 s", hundredCases},
		{"own: Connect Four in Python, built-in bots, one core", "20 000 rounds/s", ownRate("examples/connect-four", 20_000)},
		{"own: noughts as a WebAssembly module from C, built-in bots, one core", "1 M rounds/s", ownRate("games/folder/testdata/noughts", 1_000_000)},
		{"own: how many times as fast the same rules are in Go, with the same bots", "at most 4x", ownOverhead},
		{"own: Battlesnake as a WebAssembly module from Rust, 19x19, 4 snakes in circles, one core", "200 000 rounds/s", ownSnakes},
		{"own: agon run, 100 games of Connect Four in Python with four built-ins, median of 3", "5 s", ownContest},
	}
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

// winCurves explains a game of the usual seats of each kind.
func winCurves(ctx context.Context) (text string, ok bool, err error) {
	err = inFolder(func(dir string) error {
		slowest, parts := time.Duration(0), []string(nil)
		for _, k := range all.Kinds() {
			file := filepath.Join(dir, k.Name+".agon")
			if _, err := timed(exec.CommandContext(ctx, binary(), "play", k.Name, "--seed", "1", "--replay", file)); err != nil {
				return err
			}
			curve, err := timed(exec.CommandContext(ctx, binary(), "explain", file, "--most", "0"))
			if err != nil {
				return err
			}
			whole, err := timed(exec.CommandContext(ctx, binary(), "explain", file))
			if err != nil {
				return err
			}
			slowest = max(slowest, curve)
			parts = append(parts, fmt.Sprintf("%s %.1f s and %.1f s", k.Name, curve.Seconds(), whole.Seconds()))
		}
		text, ok = strings.Join(parts, ", "), slowest <= 2*time.Second
		return nil
	})
	return text, ok, err
}

// hundredCases tests the starter of Tron against 100 moments of a game of its own.
func hundredCases(ctx context.Context) (text string, ok bool, err error) {
	err = inFolder(func(dir string) error {
		mine, file, cases := filepath.Join(dir, "mine"), filepath.Join(dir, "game.agon"), filepath.Join(dir, "cases")
		commands := [][]string{{"new", "tron", "python", mine}, {"play", "tron", mine, "builtin:hugger", "--seed", "1", "--replay", file}}
		for i := range 100 {
			commands = append(commands, []string{"pin", file, "--seat", "0", "--turn", fmt.Sprint(1 + 2*(i%50)), "--no-fault", "--name", fmt.Sprint("case ", i), "--out", cases})
		}
		for _, words := range commands {
			if _, err := timed(exec.CommandContext(ctx, binary(), words...)); err != nil {
				return err
			}
		}
		text, ok, err = command(3, 5*time.Second, "test", "tron", mine, cases)(ctx)
		return err
	})
	return text, ok, err
}

// ownRate measures games of built-in bots by the rules of a folder, on one thread.
func ownRate(dir string, least float64) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		level, err := sandbox.Best()
		if err != nil {
			return "", false, err
		}
		box, err := sandbox.Open(level)
		if err != nil {
			return "", false, err
		}
		f, err := gamefolder.Open(dir, gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }})
		if err != nil {
			return "", false, err
		}
		defer f.Close()
		best, err := rateOf(f.Kind, turns, time.Second)
		return fmt.Sprintf("%.0f rounds/s", best), best >= least, errors.Join(err, ctx.Err())
	}
}

// rateOf returns the rounds that two random bots play in a second on one core, the best of some turns of a length.
func rateOf(k *game.Kind, turns int, length time.Duration) (best float64, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer pin(1)()
	settings, err := k.Settings(nil)
	if err != nil {
		return 0, err
	}
	t, err := k.Table(settings)
	if err != nil {
		return 0, err
	}
	random, err := k.Builtin("random", nil)
	if err != nil {
		return 0, err
	}
	for range turns {
		rounds, begun := 0, time.Now()
		for seed := int64(0); time.Since(begun) < length; seed++ {
			n, err := ownGame(t, random, seed)
			if err != nil {
				return 0, err
			}
			rounds += n
		}
		best = max(best, perSecond(rounds, time.Since(begun)))
	}
	return best, nil
}

// ownGame plays a game of two random bots, and returns its rounds.
func ownGame(t *game.Table, random game.BuiltinBot, seed int64) (rounds int, err error) {
	if err := t.Deal(seed, 2); err != nil {
		return 0, err
	}
	for seat := range game.Seat(2) {
		t.Sit(seat, random)
	}
	var reply game.Reply
	for !t.Over() {
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			t.Think(seat, &reply)
		}
		t.Step()
		rounds++
	}
	return rounds, t.Failed()
}

// ownContest runs a contest of built-in bots by rules in Python.
func ownContest(ctx context.Context) (text string, ok bool, err error) {
	err = inFolder(func(dir string) error {
		rules, err := filepath.Abs("examples/connect-four")
		if err != nil {
			return err
		}
		quoted, err := json.Marshal(rules)
		if err != nil {
			return err
		}
		contest := fmt.Sprintf("kind = %s\nseed = 1\n[[stages]]\nformat = \"arena\"\nseats = 2\ngames = 100\n", quoted)
		for _, ref := range []string{"A=builtin:random", "B=builtin:random", "C=builtin:greedy", "D=builtin:greedy"} {
			contest += fmt.Sprintf("[[bots]]\nref = %q\n", ref)
		}
		file := filepath.Join(dir, "four.toml")
		if err := os.WriteFile(file, []byte(contest), 0o644); err != nil {
			return err
		}
		text, ok, err = command(3, 5*time.Second, "run", file, "--fresh", "--plain")(ctx)
		return err
	})
	return text, ok, err
}
