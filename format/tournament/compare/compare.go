package compare

import (
	"errors"
	"fmt"
	"math"

	"agon/format/tournament"
	"agon/game"
)

// Spec is the format "compare".
var Spec = tournament.Spec{
	Name:  "compare",
	About: "A test of two versions, not a contest: is the second bot of the file better than the first? Others are their opponents.",
	Test:  true,
	Keys: []game.Option{
		{Name: "games", Title: "Most games", Default: 2000, Min: 2, Max: 10_000_000, About: "most games in all"},
		{Name: "seats", Title: "Bots in each game", Default: 0, Min: 0, Max: game.MaxSeats,
			About: "bots in each game if there are opponents, who are drawn for each pair; 0: as many as there are and the kind has " +
				"seats for"},
		{Name: "until", Title: "Certainty of the answer", Default: game.Until("95%"),
			About: "certainty of the answer, which ends the comparison however often it is asked for; also that of the interval"},
		{Name: "margin", Title: "Smallest difference of interest", Default: 0.0, Min: 0, Max: mostRating,
			About: "rating points: the comparison also ends when the difference is known to be smaller; 0: never"},
		{Name: "by", Title: "Compared by", Default: byPoints, Values: []string{byPoints, byScore},
			About: "what is compared in a pair: points, the part of the others that each was placed before, or the score"},
		{Name: "sprt", Title: "Sequential probability ratio test", Default: false,
			About: "decide by the sequential probability ratio test between the differences elo_low and " +
				"elo_high, which says nothing of others"},
		{Name: "elo_low", Title: "Test: no improvement", Default: 0.0, Min: -mostRating, Max: mostRating,
			About: "for the sequential test (key sprt): the difference in rating points that is no improvement"},
		{Name: "elo_high", Title: "Test: an improvement", Default: 10.0, Min: -mostRating, Max: mostRating,
			About: "for the sequential test (key sprt): the difference that is one"},
		{Name: "elo_model", Title: "Test: unit of the differences", Default: logistic, Values: []string{logistic, normalized},
			About: "unit of elo_low and elo_high: logistic, rating points; normalized, normalised Elo, which counts by how much the " +
				"results of games scatter"},
	},
	Grows: []tournament.Growth{tournament.Growing("games")},
	New: func(keys game.Settings) tournament.Format {
		return &Format{
			games: keys.Int("games"), seats: keys.Int("seats"), level: keys.Until("until").Level(), margin: keys.Float("margin"),
			score: keys.Text("by") == byScore,
			sprt:  keys.Bool("sprt"), elo0: keys.Float("elo_low"), elo1: keys.Float("elo_high"),
			normalized: keys.Text("elo_model") == normalized,
		}
	},
}

// What is compared.
const (
	byPoints = "points"
	byScore  = "score"
)

// Models of Elo.
const (
	logistic   = "logistic"
	normalized = "normalized"
)

// A Format is a comparison.
type Format struct {
	games, seats int
	level        float64 // 0: it does not end early
	margin       float64 // rating points
	score        bool    // scores are compared, not points
	sprt         bool
	elo0, elo1   float64
	normalized   bool // elo0 and elo1 are normalised Elo
}

// Check returns why these bots cannot be compared.
func (c *Format) Check(f *tournament.Field) error {
	if err := f.AtLeast(2, "compare"); err != nil {
		return err
	}
	if c.sprt && (c.elo1 <= c.elo0 || c.level == 0) {
		return fmt.Errorf("sprt = true needs elo_low below elo_high, and a certainty in until: elo_low = %v, elo_high = %v", c.elo0, c.elo1)
	}
	if c.score && (c.sprt || c.margin > 0) {
		return errors.New("sprt and margin are about rating points, which by = \"score\" does not measure: set by = \"points\"")
	}
	if c.sprt && f.Size() > 2 {
		return errors.New("sprt = true compares two bots that play each other, without opponents")
	}
	if f.Size() == 2 && c.seats > 2 {
		return fmt.Errorf("seats = %d, and there are only two bots: add opponents", c.seats)
	}
	if f.Size() > 2 && c.seats > f.Size()-1 {
		return fmt.Errorf("seats = %d, and one of the two with all opponents are only %d", c.seats, f.Size()-1)
	}
	if err := f.SeatsFit(c.players(f)); err != nil {
		return err
	}
	if size := c.size(f); c.games < size {
		return fmt.Errorf("games = %d: a pair has %d games", c.games, size)
	}
	return nil
}

// players returns the number of seats of a game.
func (c *Format) players(f *tournament.Field) int {
	switch {
	case f.Size() == 2:
		return 2
	case c.seats > 0:
		return c.seats
	}
	return min(f.Size()-1, f.MaxSeats)
}

// size returns the number of games of a pair.
func (c *Format) size(f *tournament.Field) int {
	if f.Size() > 2 {
		return 2
	}
	return turn(f) * max(f.Mirrors, 1)
}

// turn returns the number of games in which each of two bots has each seat once.
func turn(f *tournament.Field) int {
	if f.KeepOrder {
		return 1
	}
	return 2
}

// Fixed reports that the pairs are drawn once: a new version is another comparison.
func (c *Format) Fixed() bool { return true }

// Ahead returns 1: each round of play may be the last.
func (c *Format) Ahead() int { return 1 }

// Games returns 0: nobody knows.
func (c *Format) Games(*tournament.Field) int { return 0 }

// Rounds of play have firstPairs pairs at first, then as many as all before divided by growth, and at least leastPairs.
const (
	firstPairs = 16
	leastPairs = 8
	growth     = 6
)

// Plan plans pairs. The comparison ends when its field changes: pairs with other bots would measure something else.
func (c *Format) Plan(f *tournament.Field, past tournament.Past, round int) (fixtures []tournament.Fixture, over bool) {
	if len(f.Changes) > 0 && f.Changes[0].Round <= round {
		return nil, true
	}
	f = f.At(-1)
	size := c.size(f)
	left := (c.games - past.Len()) / size
	if left <= 0 || c.Reached(f, past) {
		return nil, true
	}
	first := past.NextMatch()
	pairs := firstPairs
	if round > 0 {
		pairs = max(leastPairs, past.Len()/size/growth)
	}
	for pair := range min(pairs, left) {
		fixtures = append(fixtures, c.pair(f, first+pair)...)
	}
	return fixtures, false
}

// drawPurpose separates the dice of pairs from other dice.
const drawPurpose = 0x636f6d70617265

// pair returns the games of a pair.
func (c *Format) pair(f *tournament.Field, match int) (fixtures []tournament.Fixture) {
	seed := f.MatchSeed(match)
	if f.Size() == 2 {
		for number := range c.size(f) {
			x := tournament.Fixture{Match: match, Game: number, Seats: []int{f.Entries[number%turn(f)], f.Entries[1-number%turn(f)]},
				Seed: seed}
			if f.Mirrors > 0 {
				x.Seed = game.MirrorSeed(seed, number/turn(f))
			}
			fixtures = append(fixtures, x)
		}
		return fixtures
	}
	dice := f.Dice(drawPurpose, int64(match))
	opponents := append([]int(nil), f.Entries[2:]...)
	dice.Shuffle(len(opponents), func(i, j int) { opponents[i], opponents[j] = opponents[j], opponents[i] })
	opponents = opponents[:c.players(f)-1]
	seat := dice.Intn(len(opponents) + 1)
	for number, entry := range f.Entries[:2] {
		seats := append(append(append([]int(nil), opponents[:seat]...), entry), opponents[seat:]...)
		fixtures = append(fixtures, tournament.Fixture{Match: match, Game: number, Seats: f.Ordered(seats...), Seed: seed})
	}
	return fixtures
}

// Until returns the condition on which a comparison ends.
func (c *Format) Until(*tournament.Field) (tournament.Until, int) {
	return tournament.Until{Level: c.level}, c.games
}

// Reached reports whether the answer is known.
func (c *Format) Reached(f *tournament.Field, past tournament.Past) bool {
	f = f.At(-1)
	return c.level > 0 && past.Len() > 0 && c.Measure(f, past).Answer != Unknown
}

// Table ranks by mean points, or by mean score if that is compared. Of the two that are compared the better one is above the other if that
// is known; nothing is stated about the others.
func (c *Format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	f = f.At(-1)
	lines := tournament.GameLines(f, past)
	m := c.Measure(f, past)
	if len(lines) > 1 && m.Pairs > 0 {
		lines[1].Note = m.String()
	}
	of, by := mean, tournament.ByPoints
	if c.score {
		of, by = func(s tournament.Standing) float64 { return s.Score }, tournament.ByScore
	}
	tournament.SortLines(lines, of)
	known := f.Size() == 2 && (m.Answer == Better || m.Answer == Worse)
	places := func(int) (low, high int) { return 1, len(lines) }
	if known {
		places = nil
	}
	equal := func(a, b tournament.Standing) bool { return of(a) == of(b) }
	tournament.Settle(lines, 0, equal, places)
	return tournament.Table{By: by, Standings: lines}
}

// mean returns the mean points of a line's games.
func mean(s tournament.Standing) float64 { return s.Points / float64(max(s.Played, 1)) }

// mostRating is the largest difference in rating points that is shown: beyond it one wins 999 of 1000 games.
const mostRating = 1200

// ratingOf returns how many rating points above its opponents a bot is that makes this part of all points: 400 for ten of eleven (A. Elo,
// The Rating of Chessplayers, 1978).
func ratingOf(points float64) float64 {
	least := 1 / (1 + math.Pow(10, mostRating/400.0))
	points = min(max(points, least), 1-least)
	return 400 * math.Log10(points/(1-points))
}
