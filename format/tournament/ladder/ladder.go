/*
Package ladder is the format for fields of any size without a planned end: it pairs the bots whose game gives most information about
ranks, estimates strengths from all results, and shows every rank with an interval of places.

# Ratings and ranks

Strengths follow the Plackett-Luce model, for games of two the Bradley-Terry model, fitted as results arrive by [rating.Online]. A rank is
the position in the order of strengths; its interval is computed from all of the information, so that two neighbours who met each
other often are separated better than two who met only others. The unit of results is a rotation of the seats of one start: the
dependence of its games is measured, and the standard errors account for it.

# Pairing

A match is a group of bots on full rotations of the seats of one start. The planned matches are those that are expected to reduce the
uncertainty of ranks most; see [pairing]. Every fifth is drawn from the whole field instead: a rank compares a bot with all others, and
if bots beat each other in circles, neighbours in strength do not determine it. A round of play has a match for every bot and at least 64
games; later, when such a round would give little information, a sixteenth of all matches before. Round n+2 is planned when round n is
complete. It accounts for the expected information of round n+1, which does not depend on its results.

# Bots that do not play

A bot that made no move of its own in its last three games (set_aside) is paired once in a round at most, so that its opponents get few
games for nothing; when it makes one again, it is paired as before. So that such a bot is found within about so many games, a bot of which
no move is known yet is paired about once in a round as well, and rounds with such bots are of the least size. If fewer others are there
than a game has seats, bots that were set aside are paired as all others.

# Rounds of a bounded length

A bot that joins plays when the rounds of play that were planned before are complete, which takes long where games do. With round_games
rounds have at most so many games, or one match, and bots of which no move is known yet are paired first. A bot that is set aside is then
paired once in about 64 games, however short the rounds are.

# Slow bots

A bot of the key seldom has one match in so many games, so that the others wait little for it. Its rating is as right as that of others, and
its interval wider. If fewer others are there than a game has seats, it is paired as all others.

# Its end

The ladder ends after a number of games; or when no rank interval is wider than until; or when what matters is certain, if until is a
percentage; or, if neither is set, never: it is played until somebody stops it, and continues when it is run again.

# When the field changes

A bot that joins has the rating of the middle and a large error, which soon brings it games. A bot that leaves is not paired any more;
its games still count for the ratings of its opponents, unless it was disqualified.
*/
package ladder

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"agon/format/tournament"
	"agon/game"
)

// Spec is the format "ladder".
var Spec = tournament.Spec{
	Name:  "ladder",
	About: "Pairs the bots whose game reduces the uncertainty of ranks most; ranks by ratings with intervals. For fields of any size.",
	Keys: []game.Option{
		{Name: "games", Title: "Games in all", Default: 0, Min: 0, Max: 100_000_000,
			About: "total number of games (the last match is completed); 0: unlimited"},
		{Name: "until", Title: "Stop when certain", Default: game.Until("0"), Min: 0, Max: 1 << 16,
			About: `0: it ends after its games, or when somebody stops it if they have no number. A percentage such as "95 %": until what must be certain (key certain) is so with this probability. A number such as 3: until the place of every bot is known to within 3 places, at 95 %`},
		tournament.WhatIsCertain,
		{Name: "indifference", Title: "Differences that do not matter", Default: 0.0, Min: 0, Max: tournament.MostRating,
			About: "bots whose ratings differ by less than this many points count as equal, so that the stage can end although they are; " +
				"only where it stops at a percentage"},
		{Name: "seats", Title: "Bots in each game", Default: game.List("0"), Min: 0, Max: 16,
			About: "bots in each game; several, as [2, 3, 4], are games of each size equally often; 0: two, or as many as the kind needs"},
		{Name: "rotations", Title: "Rotations of the seats", Default: 1, Min: 1, Max: 10_000,
			About: "a rotation plays one start once from every seat; a match has this many rotations, each with another start"},
		{Name: "rating.start", Title: "Rating of the middle", Default: 1000.0, Min: -tournament.MostRating, Max: tournament.MostRating,
			About: "rating of the middle of the field; 400 points are odds of ten to one"},
		{Name: "rating.spread", Title: "Spread of ratings at first", Default: 0.0, Min: 0, Max: tournament.MostRating,
			About: "standard deviation of ratings assumed before the first result, in points, which the results correct; 0: the usual 200"},
		{Name: "set_aside", Title: "Games without a move", Default: 3, Min: 0, Max: 1000,
			About: "games in a row without a move of its own after which a bot is paired once a round at most; 0: never"},
		{Name: roundGames, Title: "Games of a round", Default: 0, Min: 0, Max: 1 << 20,
			About: "most games of a round of play, or one match, so that bots that join play soon: they are paired first; 0: any number"},
		{Name: seldom, Title: "Slow bots", Default: game.List("0"), Min: 0, Max: 1 << 24,
			About: "bots that are paired seldom because their games take long: [7, 256] has entry 7 (from 0, in the order of the " +
				"ledger) play one of 256 games; 0: none"},
		tournament.Advance,
	},
	Before: map[string]string{"set_aside": "0", roundGames: "0", seldom: "0"},
	Grows: []tournament.Growth{tournament.GrowingLimit("games"), {Key: "until", Longer: longerUntil}, {Key: "set_aside"},
		{Key: roundGames}, {Key: seldom}, tournament.AdvanceChanges},
	New: func(keys game.Settings) tournament.Format {
		return &format{
			games: keys.Int("games"), until: keys.Until("until").Count(), certain: tournament.ReadUntil(keys),
			indifference: float64(keys.Float("indifference")*math.Ln10) / 400, seats: tournament.Sizes(keys.List("seats").Ints()),
			rotations: keys.Int("rotations"),
			start:     keys.Float("rating.start"), spread: float64(keys.Float("rating.spread")*math.Ln10) / 400,
			advance: keys.Int("advance"), setAside: keys.Int("set_aside"), roundGames: keys.Int(roundGames), seldom: keys.List(seldom),
		}
	},
}

// roundGames is the key that bounds rounds of play.
const roundGames = "round_games"

// seldom is the key that lists the bots which are paired seldom.
const seldom = "seldom"

// Spared returns the key that lists the bots which are paired seldom, and its value.
func (l *format) Spared() (key string, list game.List) { return seldom, l.seldom }

// Pace returns the key that bounds the games of a round of play, and its value.
func (l *format) Pace() (key string, games int) { return roundGames, l.roundGames }

// longerUntil reports whether a ladder ends later by its key until: with narrower intervals, never, or with a higher probability.
func longerUntil(f *tournament.Field, was, now game.Settings) bool {
	before, after := was.Until("until"), now.Until("until")
	if before.Level() > 0 || after.Level() > 0 {
		return tournament.UntilGrows.Longer(f, was, now)
	}
	return before.Count() > 0 && after.Count() < before.Count()
}

type format struct {
	games, until, rotations int
	certain                 tournament.Until
	indifference            float64          // in natural logarithms of strength
	seats                   tournament.Sizes // {0}: the minimum of the kind, at least two
	start                   float64          // rating of the middle of the field
	spread                  float64          // of the prior, in natural logarithms
	advance                 int
	setAside                int       // consecutive games without a move of its own after which a bot is set aside; 0: never
	roundGames              int       // most games of a round of play, unless one match has more; 0: any number
	seldom                  game.List // entries that play one of n games, each with n
}

func (l *format) Check(f *tournament.Field) error {
	if err := l.certain.Check(); err != nil {
		return err
	}
	if !l.certain.None() && l.games == 0 && l.indifference <= 0 {
		return errors.New(`until as a percentage needs games = N as well, or indifference = N (rating points): the order of equal bots is never certain`)
	}
	sizes := l.sizes(f)
	switch least, most := slices.Min(sizes), slices.Max(sizes); {
	case least < 2:
		return fmt.Errorf("a match is between two bots at least, not %d", least)
	case f.Size() < most:
		return f.AtLeast(most, Spec.Name)
	case l.advance > f.Size():
		return tournament.TooFew("advance", l.advance, f.Size())
	}
	return sizes.Check(f)
}

// sizes returns the numbers of bots that games may have.
func (l *format) sizes(f *tournament.Field) tournament.Sizes {
	if len(l.seats) == 1 && l.seats[0] == 0 {
		return tournament.Sizes{max(2, f.MinSeats)}
	}
	return l.seats
}

func (l *format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{Rotations: l.rotations, KeepOrder: f.KeepOrder}
}

// length returns the number of games of a match of this many bots.
func (l *format) length(f *tournament.Field, seats int) int { return l.series(f).Length(seats) }

// Ahead returns 2: the expected information of the round in progress does not depend on its results. It is 1 if every round of play may be
// the last whose table is certain.
func (l *format) Ahead() int {
	if !l.certain.None() {
		return 1
	}
	return 2
}

// Games returns the number of games, 0 if the ladder ends by certainty or never.
func (l *format) Games(f *tournament.Field) int {
	if l.until > 0 || !l.certain.None() {
		return 0
	}
	return l.whole(f)
}

// whole returns the number of games that the key games sets: the last match is completed.
func (l *format) whole(f *tournament.Field) int {
	sizes := l.sizes(f)
	if len(sizes) > 1 {
		return l.games // plus the rest of the last match
	}
	n := l.length(f, sizes[0])
	return (l.games + n - 1) / n * n
}

// Endless reports whether neither games nor until is set.
func (l *format) Endless() bool { return l.games == 0 && l.until == 0 && l.certain.None() }

// Limit returns keys that end a ladder of so many bots.
func (l *format) Limit(bots int) string {
	return fmt.Sprintf("games = %d, or until = 3 (stop when every rank's 95 %% interval spans at most 3 places)", max(1000, 100*bots))
}

// Plan plans the matches with the most information.
func (l *format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	s := past.State(l, f).(*state)
	if l.over(s, f, past, round) {
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
	for match := matches; match < matches+l.size(now, matches, p.newcomers) &&
		(l.games == 0 || past.Len()+len(fixtures) < l.games); match++ {
		seats := plan.Next(match, func(seats int) int { return l.length(f, seats) })
		next := p.next
		if match%anyEvery == anyEvery-1 && past.Taken() > 0 {
			next = func(seats int) []int { return p.any(match, seats) }
		}
		bots := next(seats)
		if bots == nil && len(fixtures) == 0 {
			bots = p.any(match, seats) // those near each other were all set aside
		}
		if bots == nil {
			break
		}
		fixtures = append(fixtures, l.series(f).Open(match, f.Ordered(bots...), f.MatchSeed(match))...)
	}
	return fixtures, false
}

// over reports whether the ladder ends: its ranks are certain enough, if nothing has changed since, or its games are played.
func (l *format) over(s *state, f *tournament.Field, past tournament.Past, round int) bool {
	narrow := l.until > 0 && s.widest <= l.until && s.widest > 0
	return (narrow || s.reached) && f.LastChange(round) <= s.seen || l.games > 0 && past.Len() >= l.games
}

const (
	leastGames = 64 // minimum of a round of play, so that no core waits
	later      = 16 // later rounds have this fraction of all matches before: 1/16
	anyEvery   = 5  // one of this many matches is drawn from the whole field, once there are results
)

// size returns the greatest number of matches of the next round, without the limit of all games: the least size if newcomers are there.
func (l *format) size(f *tournament.Field, matches int, newcomers bool) int {
	n := slices.Min(l.sizes(f))
	each := l.length(f, n)
	size := max((f.Size()+n-1)/n, (leastGames+each-1)/each)
	if !newcomers {
		size = max(size, matches/later)
	}
	if l.roundGames > 0 {
		size = min(size, max(1, l.roundGames/each))
	}
	return size
}
