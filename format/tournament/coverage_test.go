package tournament_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/all"
)

// season is one stage of bots with known strengths. Places in games follow a Plackett-Luce model, scores depend on strength and deal.
type season struct {
	field  *tournament.Field
	truth  []float64
	format tournament.Format
	ledger *tournament.Ledger
	r      *rand.Rand
}

func newSeason(t *testing.T, name string, bots int, keys map[string]any, seed uint64) *season {
	t.Helper()
	spec, err := tournament.Find(all.Formats, name)
	if err != nil {
		t.Fatal(err)
	}
	format, err := spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	s := &season{
		field:  &tournament.Field{Seed: int64(seed), MinSeats: 2, MaxSeats: 16, MostScore: 1},
		format: format, ledger: tournament.NewLedger(0, 0), r: rand.New(rand.NewPCG(seed, 23)),
	}
	for i := range bots {
		s.field.Entries = append(s.field.Entries, i)
		s.truth = append(s.truth, s.r.NormFloat64())
	}
	if err := format.Check(s.field); err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays until this many rounds of play are over, or to the end, and reports whether it is the end.
func (s *season) play(t *testing.T, rounds int) bool {
	t.Helper()
	for s.ledger.Rounds() < rounds {
		fixtures, over := tournament.Next(s.format, s.field, s.ledger)
		if over {
			return true
		}
		if err := s.ledger.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range fixtures {
			if _, err := s.ledger.Enter(s.game(x)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return false
}

// game gives each entry a score between 0 and 1 that depends on its strength, on the deal, and on chance.
func (s *season) game(x tournament.Fixture) tournament.Result {
	deal := 0.3 * s.r.NormFloat64()
	r := tournament.Result{Fixture: x.ID}
	made := make([]float64, len(x.Seats))
	for seat, entry := range x.Seats {
		made[seat] = s.truth[entry] - math.Log(s.r.ExpFloat64())
	}
	for seat := range x.Seats {
		place := 1
		for _, other := range made {
			if other > made[seat] {
				place++
			}
		}
		r.Seats = append(r.Seats, tournament.Seat{Place: place, Score: 1 / (1 + math.Exp(deal-made[seat])), Moves: 1})
	}
	return r
}

// rank returns the true rank of an entry within a group of lines.
func (s *season) rank(lines []tournament.Standing, entry int) int {
	rank := 1
	for _, l := range lines {
		if s.truth[l.Entry] > s.truth[entry] {
			rank++
		}
	}
	return rank
}

// groupOf returns the lines of a group.
func groupOf(table tournament.Table, group int) []tournament.Standing {
	return slices.DeleteFunc(slices.Clone(table.Standings), func(l tournament.Standing) bool { return l.Group != group })
}

// tally compares predicted probabilities with how often the events occurred.
type tally struct{ reported, held, hoped float64 }

func (c *tally) count(chance float64, held bool) {
	c.reported++
	c.hoped += chance
	if held {
		c.held++
	}
}

// seasons returns how many stages of each kind are played: few by default, many if AGON_COVERAGE is set.
func seasons() int {
	if os.Getenv("AGON_COVERAGE") != "" {
		return 1000
	}
	return 30
}

// between reports a share that is out of bounds by more than four standard errors, given the number of stages.
func between(t *testing.T, what string, c tally, least, most float64, stages int) {
	t.Helper()
	share := c.held / c.reported
	stray := 4 * math.Sqrt(0.05*0.95/float64(stages))
	t.Logf("%s: %.3f of %.0f", what, share, c.reported)
	if c.reported == 0 || share < least-stray || share > most+stray {
		t.Errorf("%s held the truth in %.3f of %.0f cases, want %.2f to %.2f", what, share, c.reported, least, most)
	}
}

// The ranges of places in a table include the true places, in every format that ranks by strength, also half way through.
func TestPlacesHoldTheTruth(t *testing.T) {
	for _, tt := range []struct {
		name, format string
		bots, rounds int
		keys         map[string]any
	}{
		{"all together", "arena", 8, 1 << 20, map[string]any{"games": 40}},
		{"drawn games", "arena", 12, 1 << 20, map[string]any{"games": 200, "seats": 3}},
		{"one rotation", "round-robin", 10, 1 << 20, nil},
		{"half of a round-robin", "round-robin", 12, 6, nil},
		{"best of three", "round-robin", 10, 1 << 20, map[string]any{"best_of": 3}},
		{"ten rotations", "round-robin", 8, 1 << 20, map[string]any{"games": 10}},
		{"three in a game", "round-robin", 7, 1 << 20, map[string]any{"seats": 3}},
		{"elo", "round-robin", 8, 1 << 20, map[string]any{"rating.system": "elo", "games": 3}},
		{"ratings of games", "round-robin", 8, 1 << 20,
			map[string]any{"rating.system": "plackett-luce", "rating.unit": "game", "games": 3}},
		{"groups", "groups", 18, 1 << 20, map[string]any{"games": 2}},
		{"swiss", "swiss", 16, 1 << 20, nil},
		{"long swiss", "swiss", 16, 1 << 20, map[string]any{"rounds": 9, "best_of": 5}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var places, first tally
			for seed := range seasons() {
				s := newSeason(t, tt.format, tt.bots, tt.keys, uint64(seed))
				s.play(t, tt.rounds)
				table := s.format.Table(s.field, s.ledger.All())
				for _, l := range table.Standings {
					rank := s.rank(groupOf(table, l.Group), l.Entry)
					places.count(0.95, l.RankLow <= rank && rank <= l.RankHigh)
					first.count(l.ChanceFirst, rank == 1)
				}
			}
			between(t, "places", places, 0.93, 1, seasons())
			if off := math.Abs(first.held-first.hoped) / first.held; off > 0.02 {
				t.Errorf("%.0f were first, and %.1f were told", first.held, first.hoped)
			}
		})
	}
}

// Predicted probabilities of the first place, and of advancing, match the frequencies.
func TestChancesAreTrue(t *testing.T) {
	for _, tt := range []struct {
		name, format string
		bots, rounds int // after which the chances are compared
		keys         map[string]any
	}{
		{"arena", "arena", 8, 1, map[string]any{"games": 200, "advance": 3}},
		{"drawn arena", "arena", 12, 1, map[string]any{"games": 250, "seats": 4, "advance": 4}},
		{"round-robin", "round-robin", 10, 5, map[string]any{"advance": 3}},
		{"groups", "groups", 12, 3, map[string]any{"advance": 2}},
		{"swiss", "swiss", 16, 3, map[string]any{"advance": 4, "rounds": 6}},
		{"ladder", "ladder", 16, 4, map[string]any{"games": 500, "advance": 4}},
		{"knockout", "knockout", 16, 2, map[string]any{"best_of": 5, "advance": 2}},
		{"two lives", "knockout", 8, 2, map[string]any{"best_of": 5, "elimination": "double", "advance": 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var first, next, places [3]tally // for small, medium and large chances
			for seed := range 4 * seasons() {
				s := newSeason(t, tt.format, tt.bots, tt.keys, uint64(seed))
				if s.play(t, tt.rounds) {
					t.Fatal("it is over before the chances are looked at")
				}
				early := s.format.Table(s.field, s.ledger.All())
				s.play(t, 1<<20)
				late := s.format.Table(s.field, s.ledger.All())
				end := make(map[int]tournament.Standing)
				for _, l := range late.Standings {
					end[l.Entry] = l
					if tt.keys["advance"] != 0 && (l.ChanceNext == 1) != l.Through || l.ChanceNext != 0 && l.ChanceNext != 1 {
						t.Fatalf("at the end the chance of going on is %v, and it is %v", l.ChanceNext, l.Through)
					}
				}
				for _, l := range early.Standings {
					next[third(l.ChanceNext)].count(l.ChanceNext, end[l.Entry].Through)
					best := s.rank(groupOf(early, l.Group), l.Entry) == 1
					if late.By == tournament.ByBracket {
						best = end[l.Entry].Rank == 1
						places[0].count(0.95, l.RankLow <= end[l.Entry].Rank && end[l.Entry].Rank <= l.RankHigh)
					}
					first[third(l.ChanceFirst)].count(l.ChanceFirst, best)
				}
			}
			for i := range 3 {
				trueChances(t, "first", first[i])
				trueChances(t, "next", next[i])
			}
			if places[0].reported > 0 {
				between(t, "places", places[0], 0.93, 1, seasons())
			}
		})
	}
}

// third returns the index of a small, medium or large chance.
func third(chance float64) int {
	switch {
	case chance < 0.2:
		return 0
	case chance < 0.6:
		return 1
	}
	return 2
}

// trueChances allows four standard errors, plus an eighth of the prediction, since the outcomes of the bots of a stage depend on each
// other.
func trueChances(t *testing.T, what string, c tally) {
	t.Helper()
	if c.reported < 30 {
		return
	}
	hoped := c.hoped / c.reported
	t.Logf("%s: %.0f were told %.3f on average, and %.3f had it", what, c.reported, hoped, c.held/c.reported)
	if off := math.Abs(c.held - c.hoped); off > 4*math.Sqrt(c.reported*hoped*(1-hoped))+c.reported*hoped*(1-hoped)/8+1 {
		t.Errorf("%s: %.0f were told %.3f on average, and %.3f had it", what, c.reported, hoped, c.held/c.reported)
	}
}

// The intervals of ranking values include the true values: of mean scores in arenas, of points in leagues, of ratings.
func TestIntervalsHoldTheTruth(t *testing.T) {
	t.Run("mean scores", func(t *testing.T) {
		t.Parallel()
		for _, games := range []int{3, 8, 40} {
			var c tally
			for seed := range seasons() {
				s := newSeason(t, "arena", 6, map[string]any{"games": games}, uint64(seed))
				s.play(t, 1<<20)
				table := s.format.Table(s.field, s.ledger.All())
				for _, l := range table.Standings {
					mean := s.meanScore(l.Entry)
					c.count(0.95, l.Low <= mean && mean <= l.High)
					if l.Low < 0 || l.High > 1 {
						t.Fatalf("after %d games the interval is %v to %v", games, l.Low, l.High)
					}
				}
			}
			between(t, "scores", c, 0.92, 1, seasons())
		}
	})
	t.Run("points", func(t *testing.T) {
		t.Parallel()
		var c tally
		for seed := range seasons() {
			s := newSeason(t, "round-robin", 9, map[string]any{"best_of": 1}, uint64(seed))
			s.play(t, 1<<20)
			for _, l := range s.format.Table(s.field, s.ledger.All()).Standings {
				points := 0.0
				for other, strength := range s.truth {
					if other != l.Entry {
						points += 1 / (1 + math.Exp(strength-s.truth[l.Entry]))
					}
				}
				c.count(0.95, l.PointsLow <= points && points <= l.PointsHigh)
			}
		}
		between(t, "points", c, 0.92, 0.99, seasons())
	})
	t.Run("ratings of a league", func(t *testing.T) {
		t.Parallel()
		var c tally
		for seed := range seasons() {
			s := newSeason(t, "round-robin", 9, map[string]any{"games": 6, "rating.system": "plackett-luce", "rating.unit": "game"},
				uint64(seed))
			s.play(t, 1<<20)
			mean := 0.0
			for _, strength := range s.truth {
				mean += strength / float64(len(s.truth))
			}
			for _, l := range s.format.Table(s.field, s.ledger.All()).Standings {
				away := l.Rating - 1000 - 400/math.Ln10*(s.truth[l.Entry]-mean)
				c.count(0.95, math.Abs(away) <= 1.96*l.RatingError)
			}
		}
		between(t, "ratings", c, 0.92, 0.99, seasons())
	})
}

// meanScore estimates an entry's true mean score from many games.
func (s *season) meanScore(entry int) float64 {
	r := rand.New(rand.NewPCG(1, 1))
	const games = 4000
	sum := 0.0
	for range games {
		deal := 0.3 * r.NormFloat64()
		sum += 1 / (1 + math.Exp(deal-s.truth[entry]+math.Log(r.ExpFloat64())))
	}
	return sum / games
}

// With fewer than two games the mean has no interval.
func TestOneGameHasNoInterval(t *testing.T) {
	s := newSeason(t, "arena", 4, map[string]any{"games": 1}, 1)
	s.play(t, 1<<20)
	for _, l := range s.format.Table(s.field, s.ledger.All()).Standings {
		if l.Low != l.High || l.RankLow != 1 || l.RankHigh != 4 {
			t.Errorf("after one game: %+v", l)
		}
	}
}
