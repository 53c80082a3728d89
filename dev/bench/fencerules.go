package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"agon/game"
	"agon/games/fence"
)

// A line is a game of two built-in bots as its moves.
type line struct {
	start fence.State
	moves []fence.Move
	end   fence.State
}

// linesOf plays games of a built-in bot against itself, so that only rules are measured later.
func linesOf(name string, games int) (game.Rules[fence.State, fence.Move], []line, error) {
	settings, err := fences.Settings(nil)
	if err != nil {
		return nil, nil, err
	}
	laws, err := fence.Spec.Rules(settings)
	if err != nil {
		return nil, nil, err
	}
	at := slices.IndexFunc(fence.Spec.Builtins, func(b game.Builtin[fence.State, fence.Move]) bool { return b.Name == name })
	params, err := game.NewSettings(fence.Spec.Builtins[at].Params, nil)
	if err != nil {
		return nil, nil, err
	}
	var lines []line
	for seed := range int64(games) {
		d := game.NewDice(seed, nil)
		d.Turn(0)
		var l line
		if err := laws.Deal(&l.start, 2, &d); err != nil {
			return nil, nil, err
		}
		l.end = l.start
		bots := [2]game.BuiltinFunc[fence.State, fence.Move]{}
		for i := range bots {
			chance := game.NewDice(game.SubSeed(seed, int64(i)), nil)
			chance.Turn(0)
			bots[i] = fence.Spec.Builtins[at].New(params, &chance)
		}
		moves := make([]game.Move[fence.Move], 2)
		for l.end.Law.String() == "" {
			seat := int(l.end.Turn)
			moves[seat].Value = bots[seat](&l.end, game.Seat(seat), nil)
			l.moves = append(l.moves, moves[seat].Value)
			laws.Step(&l.end, moves, &d)
		}
		lines = append(lines, l)
	}
	return laws, lines, nil
}

// fenceRules plays the same games with the rules and with the plain scan, of walkers and of bots that close many fences, and returns the
// worse ratio of the two.
func fenceRules(context.Context) (string, bool, error) {
	slowest, least, allocs := 1e18, 1e18, uint64(0)
	for _, name := range []string{"random", "nearest", "planner"} {
		laws, lines, err := linesOf(name, 8)
		if err != nil {
			return "", false, err
		}
		fast, slow, err := duel(
			func() (float64, error) {
				rate, n := stepping(laws, lines)
				allocs = max(allocs, n)
				return rate, nil
			},
			func() (float64, error) { return scanning(lines) })
		if err != nil {
			return "", false, fmt.Errorf("%s: %w", name, err)
		}
		slowest, least = min(slowest, fast), min(least, fast/slow)
	}
	ok := slowest >= 10e6 && least >= 100 && allocs == 0
	return fmt.Sprintf("%.1f M turns/s, %d allocations, %.0fx", slowest/1e6, allocs, least), ok, nil
}

// stepping returns turns per second of the rules in the best of many short stretches, and the number of allocations in all of them.
func stepping(laws game.Rules[fence.State, fence.Move], lines []line) (best float64, allocs uint64) {
	const stretches, times = 50, 10
	moves := make([]game.Move[fence.Move], 2)
	d := game.NewDice(1, nil)
	var s fence.State
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range stretches {
		begin, n := time.Now(), 0
		for i := range times * len(lines) {
			l := &lines[i%len(lines)]
			s = l.start
			for _, m := range l.moves {
				moves[s.Turn].Value = m
				laws.Step(&s, moves, &d)
			}
			n += len(l.moves)
		}
		best = max(best, perSecond(n, time.Since(begin)))
	}
	runtime.ReadMemStats(&after)
	return best, after.Mallocs - before.Mallocs
}

// scanning returns turns per second of the plain scan, whose boards must be equal.
func scanning(lines []line) (float64, error) {
	begin, n := time.Now(), 0
	for i := range lines {
		p := newScan(&lines[i].start)
		for _, m := range lines[i].moves {
			p.ply(m)
		}
		n += len(lines[i].moves)
		if lines[i].end.Painted {
			p.colour() // the board became full before the next bot was asked
		}
		if p.count() != lines[i].end.Cells {
			return 0, fmt.Errorf("game %d: the scan gives %v cells, the rules %v", i, p.count(), lines[i].end.Cells)
		}
	}
	return perSecond(n, time.Since(begin)), nil
}
