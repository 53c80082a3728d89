package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/fence"
	"agon/play/referee"
	"agon/play/worker"
)

// fenceRows returns the rows of Fence and Conquer.
func fenceRows() []row {
	return []row{
		{"fence: rules alone, walkers that close fences, one core", "10 M turns/s, no allocation, 100x the plain scan", fenceRules},
		{"fence: two Python bots of 0.3 ms a move, a fresh process a game and side, starts included", "the bots' own CPU + 15 %", fenceSpin},
		{"fence: two Python bots that think nothing, against bare pipes with the same bytes, starts apart", "0.5x", fenceIdle},
		{"fence: 64 built-ins, groups of 8, best of five, then finals of 16", "60 s", fenceContest},
	}
}

var fences = game.New(fence.Spec)

// spell is the thinking time of a bot of dev/bench/bots/fence/spin.
const spell = 300 * time.Microsecond

// duels are games between two copies of a Python bot.
type duels struct {
	fastest float64       // turns per second in the best game, from when both bots know the deal to its last turn
	least   time.Duration // of the best game, including the start and end of its processes
	start   time.Duration // until the first game has been dealt and both bots know it: one-time costs
}

// playDuels plays games on a number of cores, all 2730 plies of each.
func playDuels(ctx context.Context, name string, games, cores int) (duels, error) {
	settings, err := fences.Settings(map[string]any{"end": "cap"})
	if err != nil {
		return duels{}, err
	}
	file := filepath.Join("bench", "bots", "fence", name, "Bot.py")
	opener := &lineup.Opener{Kind: fences, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := opener.Open(ctx, []string{file, file})
	if err != nil {
		return duels{}, err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return duels{}, errors.New(e.Broken)
		}
	}
	var mu sync.Mutex
	var run duels
	begun := map[*game.Table]time.Time{}
	var begin time.Time
	next := 0
	line := []int{0, 1}
	pool := &worker.Pool{
		Play: worker.Play{Kind: fences, Settings: settings, Entries: entries, Cores: cores, Pages: true, Seed: 1},
		Take: func(context.Context) (worker.Job, bool) {
			mu.Lock()
			defer mu.Unlock()
			if next == games {
				return worker.Job{}, false
			}
			next++
			return worker.Job{Lineup: line, Fixtures: []referee.Fixture{{ID: int64(next), Seed: int64(next), Seats: line}}}, true
		},
		Begin: func(t *game.Table) {
			mu.Lock()
			defer mu.Unlock()
			begun[t] = time.Now()
			if run.start == 0 {
				run.start = begun[t].Sub(begin)
			}
		},
		Turn: func(t *game.Table, _ []*bot.Call) {
			if !t.Over() {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			run.fastest = max(run.fastest, perSecond(t.Turns(), time.Since(begun[t])))
		},
		Done: func(_ int, g worker.Game) error {
			mu.Lock()
			defer mu.Unlock()
			if run.least == 0 || g.Wall < run.least {
				run.least = g.Wall
			}
			for _, s := range g.Seats {
				if len(s.Faults) > 0 {
					return fmt.Errorf("faults in a benchmark: %v", s.Faults)
				}
			}
			return nil
		},
	}
	begin = time.Now()
	return run, pool.Work(ctx)
}

// fenceSpin returns the wall time of a game, with its share of one-time costs, over the bots' thinking time.
func fenceSpin(ctx context.Context) (string, bool, error) {
	const games, plies = 10, 2730
	cores := runtime.NumCPU()
	best := 1e9
	for range turns {
		run, err := playDuels(ctx, "spin", games*cores, cores)
		if err != nil {
			return "", false, err
		}
		best = min(best, (run.least+run.start/games).Seconds()/(plies*spell).Seconds())
	}
	return fmt.Sprintf("+ %.1f %%", 100*(best-1)), best <= 1.15, nil
}

func fenceIdle(ctx context.Context) (string, bool, error) {
	ours, theirs, err := duel(func() (float64, error) {
		run, err := playDuels(ctx, "idle", 10, 1)
		return run.fastest, err
	}, func() (float64, error) { return barePipes(ctx) })
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.2fx (%.0f against %.0f turns/s)", ours/theirs, ours, theirs), ours/theirs >= 0.5, nil
}

// turnBytes returns the bytes of a usual turn of a hosted bot, to it and back: the class host's frames.
func turnBytes() (in, out int) {
	const header, table = 12, 10 // see bot/pyhost/machine.py
	const place, news = 2, 2 * 3 // a bot is told its position, and two cells: its own and the other's
	return header + table + place + news, 8 + 11 + 8 + len("1 0")
}

// fenceContest returns the wall time of a whole contest with the binary, from nothing to its tables.
func fenceContest(ctx context.Context) (string, bool, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	text := "kind = \"fence\"\nseed = 1\n"
	for i := range 64 {
		text += fmt.Sprintf("[[bots]]\nref = \"builtin:%s\"\n", []string{"nearest", "random", "nearest?first=down"}[i%3])
	}
	const rated = "best_of = 5\nrating = { system = \"elo\" }\n"
	text += "[[stages]]\nname = \"groups\"\nformat = \"groups\"\ngroups = 8\nadvance = 2\n" + rated
	text += "[[stages]]\nname = \"finals\"\nformat = \"round-robin\"\n" + rated
	file := filepath.Join(dir, "contest.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", false, err
	}
	begin := time.Now()
	cmd := exec.CommandContext(ctx, binary(), "run", file, "--json", "--pages", "0")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", false, fmt.Errorf("%w: %s", err, said.String())
	}
	var run struct {
		Games    int
		Finished bool
	}
	if err := json.Unmarshal(out, &run); err != nil {
		return "", false, err
	}
	took := time.Since(begin).Seconds()
	return fmt.Sprintf("%.1f s, %d games", took, run.Games), took <= 60 && run.Finished, nil
}
