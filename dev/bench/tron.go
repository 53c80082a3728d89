package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"agon/game"
	"agon/games/tron"
)

// tronRows returns the rows of Tron.
func tronRows() []row {
	return []row{
		{"tron: rules alone, 4 walkers, one core", "5 M rounds/s, no allocation", tronRules},
		{"tron: Voronoi fill of 30x20, 2 players, one core", "500 000/s, no allocation", tronFills(2, 500_000)},
		{"tron: Voronoi fill of 30x20, 4 players, one core", "350 000/s, no allocation", tronFills(4, 350_000)},
		{"tron: games of two cheap C++ bots, all included, against bare pipes to the same bots", "0.5x", tronPrograms},
		{"tron: champion against voronoi, 2 players, rotated seats, 20 games (make champion plays 200)", "85 %", tronChampion},
	}
}

var trons = game.New(tron.Spec)

// A ride is a game of walkers as its moves.
type ride struct {
	start  tron.State
	moves  []tron.Move
	rounds int
}

// rides returns games of the built-in random bot, so that only rules are measured later.
func rides(games, seats int) (game.Rules[tron.State, tron.Move], []ride, error) {
	settings, err := trons.Settings(nil)
	if err != nil {
		return nil, nil, err
	}
	laws, err := tron.Spec.Rules(settings)
	if err != nil {
		return nil, nil, err
	}
	var list []ride
	moves := make([]game.Move[tron.Move], seats)
	for seed := range int64(games) {
		d := game.NewDice(seed, nil)
		d.Turn(0)
		var r ride
		if err := laws.Deal(&r.start, seats, &d); err != nil {
			return nil, nil, err
		}
		chance := game.NewDice(game.SubSeed(seed, 1), nil)
		chance.Turn(0)
		walk := walker(&chance)
		s := r.start
		for owes := laws.Turn(&s); !owes.Empty(); owes = laws.Turn(&s) {
			seat := s.Next
			moves[seat].Value = walk(&s, game.Seat(seat), nil)
			r.moves = append(r.moves, moves[seat].Value)
			laws.Step(&s, moves, &d)
		}
		r.rounds = int(s.Round)
		list = append(list, r)
	}
	return laws, list, nil
}

// walker returns the built-in random bot.
func walker(chance *game.Dice) game.BuiltinFunc[tron.State, tron.Move] {
	for _, b := range tron.Spec.Builtins {
		if b.Name == "random" {
			return b.New(game.Settings{}, chance)
		}
	}
	panic("tron has no built-in random")
}

// tronRules replays recorded games with the rules.
func tronRules(context.Context) (string, bool, error) {
	laws, list, err := rides(64, 4)
	if err != nil {
		return "", false, err
	}
	moves := make([]game.Move[tron.Move], 4)
	d := game.NewDice(1, nil)
	var s tron.State
	best, allocs := stretches(200, func() (n int) {
		for i := range list {
			r := &list[i]
			s = r.start
			for _, m := range r.moves {
				moves[s.Next].Value = m
				laws.Step(&s, moves, &d)
			}
			n += r.rounds
		}
		return n
	})
	return fmt.Sprintf("%.1f M rounds/s, %d allocations", best/1e6, allocs), best >= 5e6 && allocs == 0, nil
}

// stretches returns how often per second something is done in the best of several stretches, and the number of allocations in all of them.
func stretches(times int, do func() (n int)) (best float64, allocs uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		begin := time.Now()
		n := do()
		best = max(best, perSecond(n, time.Since(begin)))
	}
	runtime.ReadMemStats(&after)
	return best, after.Mallocs - before.Mallocs
}

// tronFills runs the article's race from random starts on the empty board, the longest there is.
func tronFills(seats int, asked float64) func(context.Context) (string, bool, error) {
	return func(context.Context) (string, bool, error) {
		_, list, err := rides(64, seats)
		if err != nil {
			return "", false, err
		}
		order := []int8{0, 1, 2, 3}[:seats]
		var race tron.Race
		best, allocs := stretches(500, func() int {
			for i := range list {
				s := &list[i].start
				race.Begin(s.Layout, &s.Walls)
				for seat := range seats {
					race.Put(seat, int(s.X[seat]), int(s.Y[seat]))
				}
				race.Run(order)
			}
			return len(list)
		})
		return fmt.Sprintf("%.0f/s, %d allocations", best, allocs), best >= asked && allocs == 0, nil
	}
}

// A ran is the part of agon run --json that is read.
type ran struct {
	Games   int
	Seconds float64
	Stages  []struct {
		Standings []struct {
			Bot          string
			Wins, Losses int
			Score        float64
			Faults       int
		}
	}
}

// runTron runs a round-robin of bots by the command line, with a number of rotations of the seats per pair.
func runTron(ctx context.Context, rotations int, sandbox string, bots ...string) (*ran, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := append([]string{"run", "tron"}, bots...)
	args = append(args, "--games", strconv.Itoa(rotations), "--seed", "1", "--out", dir, "--json", "--pages", "0", "--sandbox", sandbox)
	cmd := exec.CommandContext(ctx, binary(), args...)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", cmd.Args, err)
	}
	var run ran
	if err := json.Unmarshal(out, &run); err != nil {
		return nil, err
	}
	for _, line := range run.Stages[0].Standings {
		if line.Faults > 0 {
			return nil, fmt.Errorf("%s makes %d faults in a benchmark", line.Bot, line.Faults)
		}
	}
	return &run, nil
}

// tronChampion returns the share of games that the champion wins.
func tronChampion(ctx context.Context) (string, bool, error) {
	run, err := runTron(ctx, 10, "none", "builtin:champion", "builtin:voronoi")
	if err != nil {
		return "", false, err
	}
	for _, line := range run.Stages[0].Standings {
		if line.Bot == "champion" {
			return fmt.Sprintf("%.0f %% of %d", 100*line.Score, run.Games), line.Score >= 0.85, nil
		}
	}
	return "", false, fmt.Errorf("no champion in its own table")
}
