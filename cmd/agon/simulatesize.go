package main

import (
	"agon/game"
	"agon/replay"
	"agon/tournament"
)

// What a game leaves behind and sends, in bytes, beside its replay: measured, see docs/sizing.md.
const (
	ledgerGame = 150 // in the ledger
	ledgerSeat = 37  // for each of its seats there
	orderGame  = 150 // sent to a worker
)

// A gameCount counts planned games by their number of seats.
type gameCount map[int]int

func (c gameCount) add(fixtures []tournament.Fixture) {
	for _, f := range fixtures {
		c[len(f.Seats)]++
	}
}

// bytes estimates the storage of the games, ledger and replays, and what workers send and get. Replays are those of games between the first built-in bot of the
// kind.
func (c gameCount) bytes(k *game.Kind, settings game.Settings) (stored, sent, got int64, err error) {
	for seats, games := range c {
		size, err := replaySize(k, settings, seats)
		if err != nil {
			return 0, 0, 0, err
		}
		stored += int64(games) * int64(ledgerGame+ledgerSeat*seats+size)
		sent += int64(games) * int64(size)
		got += int64(games) * orderGame
	}
	return stored, sent, got, nil
}

// replaySize returns the mean size of the replays of some games, in bytes.
func replaySize(k *game.Kind, settings game.Settings, seats int) (int, error) {
	const games = 3
	sum := 0
	for seed := range int64(games) {
		t, err := k.Table(settings)
		if err != nil {
			return 0, err
		}
		if err := t.Deal(seed, seats); err != nil {
			return 0, err
		}
		rep := replay.Replay{}
		for seat := range seats {
			native, err := k.Native(k.Builtins[0].Name, nil)
			if err != nil {
				return 0, err
			}
			t.Sit(game.Seat(seat), native)
			rep.Seats = append(rep.Seats, replay.Seat{Name: native.Name})
		}
		var reply game.Reply
		for !t.Over() {
			owes := t.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				reply.Reset()
				t.Think(seat, &reply)
			}
			t.Step()
		}
		rep.Record = t.Record()
		sum += len(replay.Encode(&rep, k.Timed))
	}
	return sum / games, nil
}
