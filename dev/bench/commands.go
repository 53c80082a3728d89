package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// commandRows returns the rows of single commands.
func commandRows() []row {
	four := "kind = " + strconv.Quote(absolute(root+"/examples/connect-four")) +
		"\nseed = 1\nstages = [{ format = \"arena\", seats = 2, games = 100 }]\n" +
		references([]string{"A=builtin:random", "B=builtin:random", "C=builtin:greedy", "D=builtin:greedy"})
	rows := []row{
		{"command: agon --help, median of 20", "30 ms", command{args: "--help"}.median(20, 30*time.Millisecond)},
		{"command: agon play of two built-ins, median of 20", "50 ms",
			command{args: "play colour-battle builtin:steve builtin:rambo --seed 1"}.median(20, 50*time.Millisecond)},
		{"agon run, 21 simple built-ins, 100 x 1000 rounds, ledger and replays", "500 000 rounds/s", builtins},
		{"arena efficiency, bots of 0.3-1 ms a move, a run of a minute, starts included", "0.90", efficiency},
		{"memory: the most of a run of 1000 games over that of one of 100", "10 MB, 150 MB", memory},
		{"fence: agon run, 64 built-ins, groups of 8, best of five, then finals of 16", "60 s",
			command{files: map[string]string{"cup.toml": fenceCup()}, args: "run cup.toml --fresh --plain --pages 0"}.median(1,
				time.Minute)},
		{"bomberman: agon run, 100 games of four built-ins, replays and ledger", "5 s",
			command{args: "run bomberman builtin:reference builtin:hunter " +
				"builtin:random A=builtin:reference --format arena --games 100 --seed 1 --out out --fresh --plain --pages 0"}.median(1,
				5*time.Second)},
		{"own: agon run, 100 games of Connect Four in Python with four built-ins, median of 3", "5 s",
			command{files: map[string]string{"four.toml": four}, args: "run four.toml --fresh --plain"}.median(3, 5*time.Second)},
		{"lab: agon test of 100 cases of a Tron bot in Python, median of 3", "5 s",
			command{before: hundredCases(), args: "test tron mine cases"}.median(3, 5*time.Second)},
		{"bomberman: agon play of two Python bots, a process per round, against bare starts of both", "1.0x", bombermanBots()},
		{"bomberman: the same with --warm=false, an interpreter started in a sandbox per round", "0.5x", bombermanBots("--warm=false")},
		{"agon run --no-cores with two pinned workers of a core each against one, bots of 0.3-1 ms a move", "1.8x", twoWorkers},
	}
	for _, kind := range []string{"bomberman", "colour-battle", "fence", "rps", "tron"} {
		game := []string{"play " + kind + " --seed 1 --replay game.agon"}
		rows = append(rows, row{"lab: agon explain, the win curve of a game of " + kind, "2 s",
			command{before: game, args: "explain game.agon --most 0"}.median(1, 2*time.Second)})
	}
	return rows
}

// A command is what is typed, in a folder of its own with files, after other commands. Words are separated by spaces.
type command struct {
	files  map[string]string
	before []string
	args   string
}

// median measures the command some times, of which the median counts.
func (c command) median(n int, most time.Duration) measuring {
	return func(ctx context.Context) (text string, ok bool, err error) {
		err = inFolder(func(dir string) error {
			if err := writeAll(dir, c.files); err != nil {
				return err
			}
			for _, words := range c.before {
				if _, err := timed(agon(ctx, dir, strings.Fields(words)...)); err != nil {
					return err
				}
			}
			text, ok, err = repeated(n, most, func() (time.Duration, error) { return timed(agon(ctx, dir, strings.Fields(c.args)...)) })
			return err
		})
		return text, ok, err
	}
}

// fenceCup is a contest of groups and finals.
func fenceCup() string {
	const rated = "best_of = 5\nrating = { system = \"elo\" }\n"
	var bots []string
	for i := range 64 {
		bots = append(bots, "builtin:"+[]string{"nearest", "random", "nearest?first=down"}[i%3])
	}
	return "kind = \"fence\"\nseed = 1\n" + references(bots) +
		"[[stages]]\nname = \"groups\"\nformat = \"groups\"\ngroups = 8\nadvance = 2\n" + rated +
		"[[stages]]\nname = \"finals\"\nformat = \"round-robin\"\n" + rated
}

// hundredCases makes the starter of Tron and 100 cases of moments of a game of its own.
func hundredCases() []string {
	lines := []string{"new tron python mine", "play tron mine builtin:hugger --seed 1 --replay game.agon"}
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("pin game.agon --seat 0 --turn %d --no-fault --name case-%d --out cases", 1+2*(i%50), i))
	}
	return lines
}

// A summary is the part of agon run --json that is read, and the most memory of the run in MB.
type summary struct {
	Rounds, Seconds, Efficiency float64
	memory                      float64
}

// arena runs a contest of Colour Battle from nothing.
func arena(ctx context.Context, bots []string, args ...string) (s summary, err error) {
	err = inFolder(func(dir string) error {
		cmd := agon(ctx, dir, append(append([]string{"run", "colour-battle"}, bots...),
			append(args, "--out", "out", "--json", "--pages", "0",
				"--seed", "1")...)...)
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			s.memory = float64(used.Maxrss) / 1000
		}
		return json.Unmarshal(out, &s)
	})
	return s, err
}

// simple returns references to 21 simple built-ins.
func simple() (bots []string) {
	for i := range 21 {
		bots = append(bots, []string{"builtin:steve", "builtin:rambo"}[i%2])
	}
	return bots
}

func builtins(ctx context.Context) (string, bool, error) {
	best := 0.0
	for range *pairs {
		s, err := arena(ctx, simple(), "--games", "100")
		if err != nil {
			return "", false, err
		}
		best = max(best, s.Rounds/s.Seconds)
	}
	return fmt.Sprintf("%.0f rounds/s", best), best >= 500_000, nil
}

func efficiency(ctx context.Context) (string, bool, error) {
	var bots []string
	for range 10 {
		bots = append(bots, absolute("middle.py"))
	}
	s, err := arena(ctx, bots, "--games", "20", "--set", "rounds=1000")
	return fmt.Sprintf("%.3f of a run of %.0f s", s.Efficiency, s.Seconds), s.Efficiency >= 0.90, err
}

func memory(ctx context.Context) (string, bool, error) {
	few, err := arena(ctx, simple(), "--games", "100")
	many, fault := arena(ctx, simple(), "--games", "1000")
	more := many.memory - few.memory
	return fmt.Sprintf("%+.1f MB, %.0f MB", more, many.memory), more <= 10 && many.memory <= 150, errors.Join(err, fault)
}

// bombermanBot parses state.json and walks to and fro, so that games go to the last round.
const bombermanBot = `import json
import os
import sys

with open(os.path.join(sys.argv[2], "state.json")) as f:
    state = json.load(f)
with open(os.path.join(sys.argv[2], "move.txt"), "w") as f:
    f.write("4" if state["CurrentRound"] % 2 == 0 else "1")
`

// bombermanBots compares agon play of two Python bots, a process per round and bot, with a bare loop that writes the states of that
// game and starts the same programs at the same time, without rules, sandbox, clocks or replay.
func bombermanBots(flags ...string) measuring {
	return func(ctx context.Context) (text string, ok bool, err error) {
		least := 1.0
		if len(flags) > 0 {
			least = 0.5
		}
		err = inFolder(func(dir string) error {
			for _, name := range []string{"one", "two"} {
				about := `{"NickName":"` + name + `","BotType":"Python3","ProjectLocation":"","RunFile":"bot.py"}`
				if err := writeAll(filepath.Join(dir, name), map[string]string{"bot.py": bombermanBot, "bot.json": about}); err != nil {
					return err
				}
			}
			play := append([]string{"play", "bomberman", "one", "two", "--seed", "5", "--sandbox", "full"}, flags...)
			if _, err := timed(agon(ctx, dir, append(play, "--log", "log")...)); err != nil {
				return err
			}
			states, err := filepath.Glob(filepath.Join(dir, "log", "*", "state.json"))
			if err != nil {
				return err
			}
			text, ok, err = paired(least, func() (time.Duration, error) { return timed(agon(ctx, dir, play...)) },
				func() (time.Duration, error) { return bareStarts(ctx, dir, states) })
			text += fmt.Sprintf(", %d rounds", len(states))
			return err
		})
		return text, ok, err
	}
}

// bareStarts starts both programs once for each state.
func bareStarts(ctx context.Context, dir string, states []string) (time.Duration, error) {
	begin := time.Now()
	for _, file := range states {
		state, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		var started [2]*exec.Cmd
		for i, name := range []string{"one", "two"} {
			folder := filepath.Join(dir, name)
			if err := os.WriteFile(filepath.Join(folder, "state.json"), state, 0o644); err != nil {
				return 0, err
			}
			started[i] = exec.CommandContext(ctx, python(), filepath.Join(folder, "bot.py"), string(rune('A'+i)), folder)
			if err := started[i].Start(); err != nil {
				return 0, err
			}
		}
		if err := errors.Join(started[0].Wait(), started[1].Wait()); err != nil {
			return 0, err
		}
	}
	return time.Since(begin), nil
}
