package forecast

import (
	"context"

	"agon/contest"
	"agon/contest/simulation"
	"agon/game"
	"agon/record/replay"
)

// What a game leaves in the ledger, in bytes: measured, see docs/sizing.md.
const (
	ledgerGame = 30
	ledgerSeat = 40 // for each of its seats
)

// usualTook is the shortest time of a move in a game whose size is estimated, and half of the longest.
const usualTook = 100 // µs

// storage estimates the size of a contest's ledger and replays, in bytes. Replays are those of games between the first built-in bot of the kind.
func storage(ctx context.Context, c *contest.Contest, r *simulation.Result) (sum int64, err error) {
	games := map[int]int64{} // by number of seats
	for _, stage := range r.Stages {
		for past, i := stage.Ledger.All(), 0; i < past.Len(); i++ {
			games[past.Game(i).Seats()]++
		}
	}
	for seats, n := range games {
		size, err := replaySize(ctx, c.Kind, c.Settings, seats)
		if err != nil {
			return 0, err
		}
		sum += n * int64(ledgerGame+ledgerSeat*seats+size)
	}
	return sum, nil
}

// replaySize returns the mean size of the replays of some games, in bytes.
func replaySize(ctx context.Context, k *game.Kind, settings game.Settings, seats int) (int, error) {
	const games = 3
	sum := 0
	for seed := range int64(games) {
		rep, err := builtinGame(ctx, k, settings, seed, seats)
		if err != nil {
			return 0, err
		}
		sum += len(replay.Encode(rep, k.Timed))
	}
	return sum / games, nil
}

// builtinGame plays a game of the first built-in bot against itself. Its moves take times as those of bots do, since they are kept.
func builtinGame(ctx context.Context, k *game.Kind, settings game.Settings, seed int64, seats int) (*replay.Replay, error) {
	t, err := k.Table(settings)
	if err != nil {
		return nil, err
	}
	if err := t.Deal(seed, seats); err != nil {
		return nil, err
	}
	t.KeepTimes()
	rep := &replay.Replay{}
	for seat := range seats {
		builtin, err := k.Builtin(k.Builtins[0].Name, nil)
		if err != nil {
			return nil, err
		}
		t.Sit(game.Seat(seat), builtin)
		rep.Seats = append(rep.Seats, replay.Seat{Name: builtin.Name})
	}
	var reply game.Reply
	dice := game.NewDice(seed, nil)
	for !t.Over() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			t.Consider(seat, &reply)
			reply.Took = usualTook + game.Micros(dice.Intn(usualTook))
			t.Settle(seat, &reply)
		}
		t.Step()
	}
	rep.Record = t.Record()
	return rep, nil
}
