package league

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"agon/format/tournament"
	"agon/game"
)

// Keys are the keys that round-robin and groups share.
var Keys = slices.Concat(
	[]game.Option{
		{Name: "seats", Title: "Bots in each game", Default: 0, Min: 0, Max: 16,
			About: "bots in each game; 0: two, or the kind's least. With more than two, every combination of that many bots is a match"},
		tournament.BestOf, tournament.PlayAll, tournament.Rotations,
	},
	tournament.UntilKeys,
	tournament.Ratings,
)

// Grows are the keys of round-robin and groups that may change after the stage has begun.
var Grows = []tournament.Growth{tournament.Growing(tournament.Rotations.Name), tournament.BestOfGrows, tournament.UntilGrows}

// Read returns the league with these keys for a field; seats that are not set depend on the kind.
func Read(keys game.Settings, f *tournament.Field) *League {
	l := &League{
		Seats:  keys.Int("seats"),
		Rating: tournament.RatingOf(keys),
		Series: tournament.Series{
			BestOf: keys.Int("best_of"), PlayAll: keys.Bool("play_all"), Rotations: keys.Int("games"), KeepOrder: f.KeepOrder,
		},
		Advance: keys.Int("advance"),
		Until:   tournament.ReadUntil(keys),
	}
	l.Seats = cmp.Or(l.Seats, max(2, f.MinSeats))
	return l
}

// mostMatches is the maximum number of matches of a group; larger plans are assumed to be mistakes.
const mostMatches = 5_000_000

// Check returns why a group of this size cannot play this league; nil if it can.
func (l *League) Check(f *tournament.Field, size int) error {
	if err := l.Until.Check(); err != nil {
		return err
	}
	switch {
	case !l.Until.None() && l.Rating.System == "elo":
		return errors.New(`until needs another rating.system than "elo", with which the order of the matches decides up to the last`)
	case l.Seats > 2 && l.Rating.System == "davidson":
		return fmt.Errorf(`rating.system = "davidson" is for matches of two, not of %d: use "plackett-luce"`, l.Seats)
	case l.Seats < 2:
		return fmt.Errorf("a match is between two bots at least, not %d", l.Seats)
	case size < l.Seats:
		return fmt.Errorf("%d bots cannot fill the %d seats of a game", size, l.Seats)
	case l.Advance > size:
		return tournament.TooFew("advance", l.Advance, size)
	case Meetings(size, l.Seats) > mostMatches:
		return fmt.Errorf("%d bots with %d seats make more than %d matches: play an arena with seats = %d", size, l.Seats, mostMatches,
			l.Seats)
	}
	return f.SeatsFit(l.Seats)
}
