/*
Package ladder is the format for fields of any size that nobody wants to see end: bots meet where a game tells most about who stands
where, strengths are estimated from all results, and every rank is published with the places that it may really be.

# Ratings and ranks

Strengths follow the Plackett-Luce model, for games of two Bradley and Terry's, fitted as results come by [rating.Online]. A rank is
the order of the strengths; its interval comes from all of the information, so that two neighbours who met each
other often are told apart better than two who met only strangers. A rotation of the seats of one start is the unit: how much a
game says beside its sisters is measured, and errors follow it.

# Who meets

A match is a group of bots on full rotations of the seats of one start. Those matches are planned that are expected to take most off the
uncertainty of ranks; see [pairing]. Every fifth is drawn from the whole field instead: a rank is one against all, and where bots
beat each other in circles those near in strength do not tell it. A round of play holds a match for every bot and at least 64 games; later, when a round
would tell little by itself, a sixteenth of all that was played. Round n+2 is planned when round n is complete, with what round n+1 is going
to tell counted in: for that its results need not be known.

# Its end

After so many games; or when no rank interval is wider than until; or, where neither is said, never: it is played until somebody
stops it, and goes on when it is run again.

# When the field changes

Who comes has the rating of the middle and an error that soon brings it games. Who goes is paired no more; its games still tell of those
that it met, but where it was barred.
*/
package ladder

import (
	"fmt"
	"math"
	"slices"

	"agon/game"
	"agon/tournament"
)

// Spec is the format "ladder".
var Spec = tournament.Spec{
	Name:  "ladder",
	About: "Pairs the bots whose game reduces the uncertainty of ranks most; ranks by ratings with intervals. For fields of any size.",
	Keys: []game.Option{
		{Name: "games", Default: 0, Min: 0, Max: 100_000_000, About: "total number of games (the last match is completed); 0: unlimited"},
		{Name: "until", Default: 0, Min: 0, Max: 1 << 16, About: "stops when every rank's 95 % interval spans at most this many places; 1: all ranks certain; 0: never. With neither games nor until it runs until stopped"},
		{Name: "seats", Default: game.List("0"), Min: 0, Max: 16, About: "bots in each game; several, as [2, 3, 4], are games of each size equally often; 0: two, or as many as the kind needs"},
		{Name: "rotations", Default: 1, Min: 1, Max: 10_000, About: "full rotations of the seats in each match, each on a start of its own"},
		{Name: "rating.start", Default: 1000.0, About: "rating of the middle of the field; 400 points are odds of ten to one"},
		{Name: "rating.spread", Default: 0.0, About: "standard deviation of ratings assumed before the first result, in points, which the results correct; 0: the usual 200"},
		tournament.Advance,
	},
	New: func(keys game.Settings) tournament.Format {
		return &format{
			games: keys.Int("games"), until: keys.Int("until"), seats: tournament.Sizes(keys.List("seats").Ints()), rotations: keys.Int("rotations"),
			start: keys.Float("rating.start"), spread: float64(keys.Float("rating.spread")*math.Ln10) / 400,
			advance: keys.Int("advance"),
		}
	},
}

type format struct {
	games, until, rotations int
	seats                   tournament.Sizes // 0 alone: as few as the kind needs
	start                   float64          // rating of the middle
	spread                  float64          // of the prior, in logarithms
	advance                 int
}

func (l *format) Check(f *tournament.Field) error {
	sizes := l.sizes(f)
	switch least, most := slices.Min(sizes), slices.Max(sizes); {
	case least < 2:
		return fmt.Errorf("a match is between two bots at least, not %d", least)
	case f.Size() < most:
		return f.AtLeast(most, Spec.Name)
	case l.spread < 0:
		return fmt.Errorf("rating.spread = %v: ratings cannot lie less than 0 apart", l.spread*400/math.Ln10)
	case l.advance > f.Size():
		return fmt.Errorf("advance = %d is more than the %d bots there are", l.advance, f.Size())
	}
	return sizes.Check(f)
}

// sizes is how many bots the games have.
func (l *format) sizes(f *tournament.Field) tournament.Sizes {
	if len(l.seats) == 1 && l.seats[0] == 0 {
		return tournament.Sizes{max(2, f.MinSeats)}
	}
	return l.seats
}

func (l *format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{Rotations: l.rotations, KeepOrder: f.KeepOrder}
}

// length is how many games a match of so many bots has.
func (l *format) length(f *tournament.Field, seats int) int { return l.series(f).Length(seats) }

// Ahead is 2: what the round under way will tell is known before its results are.
func (l *format) Ahead() int { return 2 }

// Games is how many games there will be, 0 where certainty or nobody ends it.
func (l *format) Games(f *tournament.Field) int {
	if l.until > 0 {
		return 0
	}
	sizes := l.sizes(f)
	if len(sizes) > 1 {
		return l.games // and what the last match has more
	}
	n := l.length(f, sizes[0])
	return (l.games + n - 1) / n * n
}

// Endless reports whether neither a number of games nor certainty ends it.
func (l *format) Endless() bool { return l.games == 0 && l.until == 0 }

// Plan plans the matches that tell most.
func (l *format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	s := past.State(l, f).(*state)
	certain := l.until > 0 && s.widest <= l.until && s.widest > 0 && f.LastChange(round) <= s.seen
	if certain || l.games > 0 && past.Len() >= l.games {
		return nil, true
	}
	matches := 0
	if n := past.Len(); n > 0 {
		matches = past.Game(n-1).Match + 1
	}
	now := f.At(round)
	plan := tournament.NewSizePlan(l.sizes(f), f, past)
	p := l.pairing(f, s, past, round)
	var fixtures []tournament.Fixture
	for match := matches; match < matches+l.size(now, matches) && (l.games == 0 || past.Len()+len(fixtures) < l.games); match++ {
		seats := plan.Next(match, func(seats int) int { return l.length(f, seats) })
		next := p.next
		if match%anyEvery == anyEvery-1 && past.Taken() > 0 {
			next = func(seats int) []int { return p.any(match, seats) }
		}
		fixtures = append(fixtures, l.series(f).Open(match, f.Ordered(next(seats)...), f.MatchSeed(match))...)
	}
	return fixtures, false
}

const (
	leastGames = 64 // of a round of play, so that no core waits
	later      = 16 // later rounds have this part of all matches before
	anyEvery   = 5  // every so many matches one is drawn from the whole field, once there are results
)

// size is how many matches the next round has, if there are as many left.
func (l *format) size(f *tournament.Field, matches int) int {
	n := slices.Min(l.sizes(f))
	each := l.length(f, n)
	return max((f.Size()+n-1)/n, (leastGames+each-1)/each, matches/later)
}
