package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"agon/game"
	"agon/games/colourbattle"
	"agon/record/replay"
)

func rows() []row {
	return append([]row{
		{"colour battle rules alone, 21 bots, 37x37, one core", "1 M rounds/s", rules},
		{"agon run, 21 simple built-ins, 100 x 1000 rounds, ledger and replays", "500 000 rounds/s", builtins},
		{"python: 21 trivial bots over pipes alone, against the plain loop", "2.5x", against("trivial", 256, 500, false, 2.5)},
		{"python: 21 small numpy bots, a process each, against the plain loop", "1.05x", against("small", 128, 200, true, 1.05)},
		{"fairness: wall over CPU of all calls, bots of the 2023 field", "at most 1.05", fairness},
		{"arena efficiency, bots of 0.3-1 ms a move, a run of a minute, starts included", "0.90", efficiency},
		{"replay of 1000 rounds x 21 bots, without times", "at most 8500 bytes", replaySize},
		{"verify of a game against playing it with Python bots", "100x", verifying},
		{"memory: RSS at game 1000 over game 100, and the most", "10 MB, 150 MB", memory},
	}, slices.Concat(wholeRows(), labRows(), planRows(), resultRows(), workerRows(), decidingRows(), safetyRows(), fenceRows(), tronRows(), rpsRows(), bombermanRows(), certaintyRows(), siteRows())...)
}

var kind = game.New(colourbattle.Spec)

// table plays a game of the two simple built-ins to its end and returns its table.
func table(bots, rounds int, seed int64) (*game.Table, error) {
	settings, err := kind.Settings(map[string]any{"rounds": rounds})
	if err != nil {
		return nil, err
	}
	t, err := kind.Table(settings)
	if err != nil {
		return nil, err
	}
	if err := t.Deal(seed, bots); err != nil {
		return nil, err
	}
	for seat := range bots {
		builtin, err := kind.Builtin([]string{"steve", "rambo"}[seat%2], nil)
		if err != nil {
			return nil, err
		}
		t.Sit(game.Seat(seat), builtin)
	}
	var reply game.Reply
	for !t.Over() {
		for seat := range bots {
			t.Think(game.Seat(seat), &reply)
		}
		t.Step()
	}
	return t, nil
}

func rules(context.Context) (string, bool, error) {
	const n = 2_000_000
	settings, err := kind.Settings(map[string]any{"rounds": 1_000_000})
	if err != nil {
		return "", false, err
	}
	laws, err := colourbattle.Spec.Rules(settings)
	if err != nil {
		return "", false, err
	}
	var s colourbattle.State
	d := game.NewDice(1, nil)
	if err := laws.Deal(&s, 21, &d); err != nil {
		return "", false, err
	}
	moves := make([]game.Move[colourbattle.Move], game.MaxSeats)
	for i := range moves {
		moves[i].Value = colourbattle.Move(1 + i%5)
	}
	best := 0.0
	for range turns {
		begin := time.Now()
		for i := range n {
			moves[i%21].Value = colourbattle.Move(1 + (i*7+i/13)%5)
			laws.Step(&s, moves, &d)
		}
		best = max(best, perSecond(n, time.Since(begin)))
	}
	return fmt.Sprintf("%.1f M rounds/s", best/1e6), best >= 1e6, nil
}

func replaySize(context.Context) (string, bool, error) {
	t, err := table(21, 1000, 3)
	if err != nil {
		return "", false, err
	}
	size := len(replay.Encode(&replay.Replay{Record: t.Record(), Seats: make([]replay.Seat, 21)}, false))
	return fmt.Sprintf("%d bytes", size), size <= 8500, nil
}

func verifying(ctx context.Context) (string, bool, error) {
	t, err := table(21, 1000, 3)
	if err != nil {
		return "", false, err
	}
	data := replay.Encode(&replay.Replay{Record: t.Record(), Seats: make([]replay.Seat, 21)}, false)
	verify := func() (float64, error) {
		const n = 200
		begin := time.Now()
		for range n {
			r, err := replay.Decode(data)
			if err != nil {
				return 0, err
			}
			if err := replay.Verify(r, func(string) (*game.Kind, error) { return kind, nil }); err != nil {
				return 0, err
			}
		}
		return perSecond(n, time.Since(begin)), nil
	}
	play := func() (float64, error) {
		run, err := python(ctx, "small", 32, 1000, true)
		return perSecond(32, run.spent), err
	}
	fast, slow, err := duel(verify, play)
	if err != nil {
		return "", false, err
	}
	// The games were played on all cores, one is verified on one.
	ratio := fast / slow
	return fmt.Sprintf("%.0fx (%.2f ms a game; small numpy bots)", ratio, 1e3/fast), ratio >= 100, nil
}

// binary returns the path of agon, built by make bench.
func binary() string {
	if path := os.Getenv("AGON_BINARY"); path != "" {
		return path
	}
	return "bin/agon"
}
