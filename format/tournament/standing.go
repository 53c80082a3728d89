package tournament

import (
	"cmp"
	"slices"

	"agon/format/rating"
	"agon/game"
)

// A Standing is an entry's line in a stage's table.
type Standing struct {
	Entry int // number in the contest's line-up
	Group int // from 0; 0 for all if there is one group
	Above int // lines of the divisions above its own, all of which are before it; 0 if groups are not divisions
	Rise  int // divisions by which it moves up if the season ends with this table; negative: down

	Rank     int  // from 1 within the group; shared by bots that are equal in all that ranks, as by both losers of semi-finals
	RankLow  int  // the best place that it may have with 95 % confidence
	RankHigh int  // the worst place
	Through  bool // advances to the next stage: by its position in the table, where ranks are shared

	// ChanceFirst: to be best of its group by the ranking value, estimated from games; 0 to 1. 0 before it has played FirstAfter games
	ChanceFirst float64
	ChanceNext  float64 // of advancing to the next stage at the end of this one; all are 0 if everyone advances

	Played     int     // games with a result
	Score      float64 // mean of its scores, in the kind's own unit
	Low, High  float64 // 95 % interval of Score if the mean score ranks; otherwise, and with fewer than two games, both equal Score
	Deviation  float64 // standard deviation of its scores
	Tenth      float64 // 10th percentile of its scores
	Ninetieth  float64 // 90th percentile of its scores
	Best       float64 // its best score
	BestGame   int     // the ID of that game, -1 if there is none
	GamesWon   int     // games won alone
	GamesLost  int     // games that another won alone
	GamesDrawn int     // games without a single winner

	Wins, Draws, Losses int     // matches
	Points              float64 // of matches: 1 for a win, 0.5 for a draw; with more than two seats the fraction of the others beaten
	PointsLow           float64 // 95 % interval of the mean points over all matches of the group, if a group is ranked by points
	PointsHigh          float64 // both are 0 otherwise, and before the first match is decided

	Byes       int     // Swiss tournaments: rounds without an opponent, which count a point
	Opposition float64 // Swiss tournaments: the sum of its opponents' points, which breaks ties of points

	Rating      float64 // 0 if the stage has no ratings
	RatingError float64 // its standard error, if the rating system has one
	OrderLow    int     // Elo: the best place that it has in 95 of 100 orders of the same matches
	OrderHigh   int     // the worst; 0 if no rating depends on the order

	Curve []CurvePoint // the history of its rating, if the format has one

	Marks []Mark // against fixed opponents, if the format has them

	Faults, Moves int
	Ponders       int         // number of the faults for using the processor outside one's turns
	OnTime        int         // games lost on time
	Took, CPU     game.Micros // Took is the charged time

	Note string // how far it came, for formats such as knockouts: "lost the final"; of one that is gone, how it left
	Idle string // why it does not play: it made no move of its own in its newest games; empty if it did
	Gone bool   // it left the stage, and stands behind all others
}

// Overall returns the rank among all groups: in divisions, behind all lines of those above; else within the group.
func (s Standing) Overall() int { return s.Above + s.Rank }

// A CurvePoint is an entry's rating after a round of play and a number of its own games.
type CurvePoint struct {
	Round  int // of play: the last whose results count
	Games  int
	Rating float64
	Error  float64 // standard error
}

// A Mark is what the games of an entry against a fixed opponent, a yardstick, prove about its chance to beat it. A draw counts half.
type Mark struct {
	Entry   int    `json:"-"`       // the number of the yardstick in the contest's line-up
	Against string `json:"against"` // the name of the yardstick

	Games     int     `json:"games"` // that count
	Won       int     `json:"won"`
	Drawn     int     `json:"drawn"`
	Lost      int     `json:"lost"`
	Faults    int     `json:"faults"`
	Looks     int     `json:"looks"`     // how often the games so far were looked at
	Share     float64 `json:"share"`     // of the games won
	Low       float64 `json:"low"`       // of the interval of the chance, which holds at all looks together
	High      float64 `json:"high"`      // of the same interval
	Threshold float64 `json:"threshold"` // the highest chance that is certainly reached; 0: none
	Points    float64 `json:"points"`    // for that threshold
	Open      bool    `json:"open"`      // a threshold is neither certainly reached nor certainly missed
}

// MarkPoints returns the sum of the points of all marks.
func (s Standing) MarkPoints() (sum float64) {
	for i := range s.Marks {
		sum += s.Marks[i].Points
	}
	return rating.Round(sum)
}

// OpenMarks reports whether any mark is open.
func (s Standing) OpenMarks() bool {
	return slices.ContainsFunc(s.Marks, func(m Mark) bool { return m.Open })
}

// Average returns the mean charged time of a move in microseconds, 0 if it made none.
func (s Standing) Average() float64 {
	if s.Moves == 0 {
		return 0
	}
	return float64(s.Took) / float64(s.Moves)
}

// AverageCPU returns the mean processor time of a move in microseconds, 0 if it made none.
func (s Standing) AverageCPU() float64 {
	if s.Moves == 0 {
		return 0
	}
	return float64(s.CPU) / float64(s.Moves)
}

// By is the value that ranks a table.
type By uint8

// The values that rank tables.
const (
	ByScore   By = iota // the mean score of games
	ByPoints            // points of matches
	ByRating            // a rating
	ByBracket           // how far the entries came in a knockout
	ByMarks             // the sum of the points of marks
	ByNothing           // nothing: all share the first place, though they have marks
)

// String returns the ranking value in a word.
func (b By) String() string {
	return [...]string{"score", "points", "rating", "bracket", "marks", "nothing"}[b]
}

// MarshalText returns the same word as String.
func (b By) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// A Table is the standings of a stage, group by group, best first.
type Table struct {
	By        By
	Standings []Standing
	NotApart  []Cluster
	Ties      []rating.TieShare // by group: how often equal bots tie, if the rating estimates that
	AllMeet   bool              // within a group all entries play each other: its matches fill a cross table
	Bracket   *Bracket          // of a knockout, nil for other formats
	Rematches []Rematch         // of a Swiss tournament
	Left      []Standing        // of entries that no longer play in the stage, without ranks, if the format keeps their ratings
	Earlier   []Table           // of the earlier series, if the format restarts when its field changes
}

// A Rematch is two entries that have met several times.
type Rematch struct{ One, Other, Times int }

// GoesOn begins the note of the last bot that advances, before the rule that puts it there.
const GoesOn = "goes on: "

// A Cluster is neighbouring places of a group no two of which are separated at 95 %.
type Cluster struct {
	Group    int
	From, To int // places, from 1
	// about how many more games of the stage, or of its group, would separate them; 0 if unknown, rating.ManyGames if more than ten times
	// those played
	More int
}

// Through returns the entries that advance to the next stage, in its seeding order: the winners of all groups first, then the seconds; of
// divisions the best one first.
func (t Table) Through() []int {
	type place struct{ above, at, entry int }
	var through []place
	at := map[int]int{} // by group: lines so far
	for _, s := range t.Standings {
		if s.Through {
			through = append(through, place{s.Above, at[s.Group], s.Entry})
		}
		at[s.Group]++
	}
	slices.SortStableFunc(through, func(a, b place) int { return cmp.Or(cmp.Compare(a.above, b.above), cmp.Compare(a.at, b.at)) })
	entries := make([]int, len(through))
	for i, p := range through {
		entries[i] = p.entry
	}
	return entries
}

// Lines returns the standings of a field before ranking, in seeding order: all values that depend on the games alone, except intervals of
// scores.
func Lines(f *Field, past Past) []Standing {
	lines, _ := sampled(f, past)
	return lines
}

// GameLines returns Lines in which every game counts as a match, for tables without matches of several games.
func GameLines(f *Field, past Past) []Standing {
	lines, counts := sampled(f, past)
	for at := range lines {
		lines[at].matchGames(&counts[at])
	}
	return lines
}

// ScoreLines returns GameLines with the 95 % intervals of the mean scores, for tables that are ranked by them.
func ScoreLines(f *Field, past Past) []Standing {
	lines, counts := sampled(f, past)
	var pool rating.Pool
	for at := range counts {
		counts[at].sample.Pool(&pool)
	}
	for at := range lines {
		lines[at].matchGames(&counts[at])
		if sample := &counts[at].sample; sample.N() >= 2 {
			low, high := sample.PooledInterval(&pool, f.LeastScore, f.MostScore)
			lines[at].Low, lines[at].High = rating.Round(low), rating.Round(high)
		}
	}
	return lines
}

// gameCounts is what the games of an entry come to, while they are read.
type gameCounts struct {
	sample           rating.Sample
	scores           []float64
	points           float64
	won, lost, drawn int
	best             int // the ID of the game with the best score
}

func sampled(f *Field, past Past) ([]Standing, []gameCounts) {
	places := f.Places()
	lines := make([]Standing, f.Size())
	counts := make([]gameCounts, f.Size())
	for at, entry := range f.Entries {
		counts[at].scores = make([]float64, 0, past.Tally(entry).Games)
	}
	for i := range past.Len() {
		g := past.Game(i)
		if !g.Done {
			continue
		}
		alone := winner(g)
		for seat := range g.Seats() {
			counts[places[g.Entry(seat)]].add(g, seat, alone)
		}
	}
	for at := range lines {
		lines[at].Entry = f.Entries[at]
		lines[at].measure(&counts[at])
		lines[at].setTally(past.Tally(f.Entries[at]))
	}
	return lines, counts
}

// add counts a game; winner is the seat with the first place alone, -1 if there is none.
func (c *gameCounts) add(g Game, seat, winner int) {
	score := g.Score(seat)
	c.sample.Add(score)
	c.scores = append(c.scores, score)
	c.points += g.Points(seat)
	if _, nth := c.sample.Best(); nth == c.sample.N()-1 {
		c.best = g.ID
	}
	switch winner {
	case seat:
		c.won++
	case -1:
		c.drawn++
	default:
		c.lost++
	}
}

// winner returns the seat with the first place alone, -1 if there is none.
func winner(g Game) int {
	for seat := range g.Seats() {
		if g.Won(seat) {
			return seat
		}
	}
	return -1
}

func (s *Standing) measure(c *gameCounts) {
	s.Played = c.sample.N()
	if s.Played == 0 {
		s.BestGame = -1
		return
	}
	s.GamesWon, s.GamesLost, s.GamesDrawn, s.BestGame = c.won, c.lost, c.drawn, c.best
	best, _ := c.sample.Best()
	usual := rating.Quantiles(c.scores, 0.1, 0.9)
	s.Score = rating.Round(c.sample.Mean())
	s.Low, s.High = s.Score, s.Score
	s.Deviation = rating.Round(c.sample.Deviation())
	s.Tenth, s.Ninetieth = rating.Round(usual[0]), rating.Round(usual[1])
	s.Best = best
}

// matchGames counts every game as a match.
func (s *Standing) matchGames(c *gameCounts) {
	s.Points, s.Wins, s.Draws, s.Losses = c.points, c.won, c.drawn, c.lost
}

func (s *Standing) setTally(t Tally) {
	s.Faults, s.Ponders, s.Moves, s.Took, s.CPU, s.OnTime = t.Faults, t.Ponders, t.Moves, t.Took, t.CPU, t.OnTime
}

// Place sets the ranks of lines in the order of their scores within a group, the places that each may have, and which advance. c holds the
// compared values, by index; at returns the index of a line's entry. With advance 0 all advance.
func Place(lines []Standing, c *rating.Comparison, at func(s Standing) int, advance int) []Cluster {
	order := make([]int, len(lines))
	for i := range lines {
		order[i] = at(lines[i])
	}
	found, ranks := c.Order(order)
	Settle(lines, advance, EqualScores, func(at int) (low, high int) { return ranks[at].Low, ranks[at].High })
	var clusters []Cluster
	for _, k := range found {
		clusters = append(clusters, Cluster{Group: lines[0].Group, From: k.From, To: k.To, More: k.More})
	}
	return clusters
}

// EqualScores reports whether two lines have the same mean score.
func EqualScores(a, b Standing) bool { return a.Score == b.Score }

// SortLines sorts the lines by a value, largest first; equal ones keep their order.
func SortLines(lines []Standing, value func(s Standing) float64) {
	slices.SortStableFunc(lines, func(a, b Standing) int { return cmp.Compare(value(b), value(a)) })
}
