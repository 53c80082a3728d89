package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"agon/game"
	"agon/games/bomberman"
)

// bombermanRows returns the rows of Bomberman.
func bombermanRows() []row {
	return []row{
		{"bomberman: rules alone, 21x21, 4 walkers, one core", "2 M rounds/s, no allocation", bombermanRules},
		{"bomberman: one state.json, 21x21", "at most 60 us, no allocation", bombermanState},
		{"bomberman: agon run, 100 games of four built-ins, replays and ledger", "at most 5 s", bombermanGames},
		{"bomberman: two Python bots, an interpreter started in a sandbox per round", "45 rounds/s", bombermanBots(45, "--warm=false")},
		{"bomberman: the same from a warm interpreter", "180 rounds/s", bombermanBots(180)},
	}
}

// bombermanStart returns a state of four players with its rules.
func bombermanStart() (*bomberman.Rules, *bomberman.State, error) {
	d := game.NewDice(1, nil)
	r, s := &bomberman.Rules{}, &bomberman.State{}
	return r, s, r.Deal(s, 4, &d)
}

func bombermanRules(context.Context) (string, bool, error) {
	const n = 1_000_000
	r, s, err := bombermanStart()
	if err != nil {
		return "", false, err
	}
	d := game.NewDice(1, nil)
	moves := make([]game.Move[bomberman.Move], 4)
	round := func(i int) {
		for seat := range moves {
			moves[seat].Value = bomberman.Move(1 + (i+seat+i/7)%4)
		}
		r.Step(s, moves, &d)
	}
	best := 0.0
	for range turns {
		begin := time.Now()
		for i := range n {
			round(i)
		}
		best = max(best, perSecond(n, time.Since(begin)))
	}
	allocations := testing.AllocsPerRun(1000, func() { round(1) })
	return fmt.Sprintf("%.1f M rounds/s, %.0f allocations", best/1e6, allocations), best >= 2e6 && allocations == 0, nil
}

func bombermanState(context.Context) (string, bool, error) {
	const n = 5000
	_, s, err := bombermanStart()
	if err != nil {
		return "", false, err
	}
	names := []string{"one", "two", "three", "four"}
	text := bomberman.AppendState(nil, s, names)
	best := 0.0
	for range turns {
		begin := time.Now()
		for range n {
			text = bomberman.AppendState(text[:0], s, names)
		}
		best = max(best, perSecond(n, time.Since(begin)))
	}
	allocations := testing.AllocsPerRun(100, func() { text = bomberman.AppendState(text[:0], s, names) })
	return fmt.Sprintf("%.1f us, %d bytes, %.0f allocations", 1e6/best, len(text), allocations), best >= 1e6/60 && allocations == 0, nil
}

func bombermanGames(ctx context.Context) (string, bool, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	begin := time.Now()
	cmd := exec.CommandContext(ctx, binary(), "run", "bomberman", "builtin:reference", "builtin:hunter", "builtin:random", "A=builtin:reference", "--format", "arena", "--games", "100", "--seed", "1", "--out", filepath.Join(dir, "out"), "--pages", "0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", false, fmt.Errorf("%w: %s", err, text)
	}
	took := time.Since(begin)
	return fmt.Sprintf("%.2f s", took.Seconds()), took <= 5*time.Second, nil
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

func bombermanBots(least float64, flags ...string) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		dir, err := os.MkdirTemp("", "agon-bench-")
		if err != nil {
			return "", false, err
		}
		defer os.RemoveAll(dir)
		args := []string{"play", "bomberman", "--seed", "5", "--json"}
		for _, name := range []string{"one", "two"} {
			if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
				return "", false, err
			}
			for file, text := range map[string]string{"bot.py": bombermanBot, "bot.json": `{"NickName":"` + name + `","BotType":"Python3","ProjectLocation":"","RunFile":"bot.py"}`} {
				if err := os.WriteFile(filepath.Join(dir, name, file), []byte(text), 0o644); err != nil {
					return "", false, err
				}
			}
			args = append(args, filepath.Join(dir, name))
		}
		begin := time.Now()
		out, err := exec.CommandContext(ctx, binary(), append(args, flags...)...).Output()
		if err != nil {
			return "", false, err
		}
		took := time.Since(begin)
		var said struct{ Rounds int }
		if err := json.Unmarshal(out, &said); err != nil {
			return "", false, err
		}
		rate := perSecond(said.Rounds, took)
		return fmt.Sprintf("%.0f rounds/s over %d rounds, starts included", rate, said.Rounds), rate >= least, nil
	}
}
