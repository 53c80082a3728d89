package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"agon/game"
	"agon/rating"
)

// A Standing is an entry's line in a stage's table.
type Standing struct {
	Entry int // number in the contest's line-up
	Group int // from 0; 0 for everybody where there is one group

	Rank     int  // from 1 within the group; shared only where the format says so, as by both who lost a semi-final
	RankLow  int  // the best place it may have with 95 % confidence
	RankHigh int  // the worst
	Through  bool // goes on to the next stage

	ChanceFirst float64 // that it is the best of its group by what ranks, as far as the games tell; 0 to 1. All are 0 before the first result
	ChanceNext  float64 // that it goes on to the next stage once this one is over; all are 0 where everybody does

	Played     int     // games with a result
	Score      float64 // mean of its scores, in the kind's own measure
	Low, High  float64 // 95 % interval of Score where the mean score ranks; both equal it elsewhere, and with fewer than two games
	Deviation  float64 // of its scores: how erratic it is
	Tenth      float64 // eight of ten of its scores lie between Tenth
	Ninetieth  float64 // and this
	Best       float64 // its best score
	BestGame   int     // and the ID of that game, -1 where there is none
	GamesWon   int     // games won alone
	GamesLost  int     // games in which somebody else came first alone
	GamesDrawn int     // games that nobody, or not one alone, won

	Wins, Draws, Losses int     // matches
	Points              float64 // of matches: 1 for a win, 0.5 for a draw; with more than two seats the part of the others beaten
	PointsLow           float64 // 95 % interval of the points that all matches of the group make on average, where points of a group rank
	PointsHigh          float64 // both are 0 elsewhere, and before the first match is decided

	Rating      float64 // 0 where the stage has none
	RatingError float64 // its standard error, where the system knows one
	OrderLow    int     // Elo: the best place it has in 95 of 100 orders of the same matches
	OrderHigh   int     // the worst; 0 where no rating depends on the order

	Curve []CurvePoint // how its rating came about, where the format tells

	Faults, Moves int
	Ponders       int         // of the faults, those of using the processor outside one's turns
	OnTime        int         // games lost on time
	Took, CPU     game.Micros // Took is what was charged

	Note string // how far it came, for formats where people ask: "lost the final"
}

// A CurvePoint is an entry's rating after a round of play, and so many games of its own.
type CurvePoint struct {
	Round  int // of play: the last whose results count
	Games  int
	Rating float64
	Error  float64 // standard error
}

// Average is the charged time of a move in microseconds, 0 where it made none.
func (s Standing) Average() float64 {
	if s.Moves == 0 {
		return 0
	}
	return float64(s.Took) / float64(s.Moves)
}

// AverageCPU is the processor time of a move in microseconds.
func (s Standing) AverageCPU() float64 {
	if s.Moves == 0 {
		return 0
	}
	return float64(s.CPU) / float64(s.Moves)
}

// By is what orders a table.
type By uint8

// What orders tables.
const (
	ByScore   By = iota // the mean score of games
	ByPoints            // points of matches
	ByRating            // a rating
	ByBracket           // how far everybody came in a knockout
)

// String is what a table is ranked by, in a word.
func (b By) String() string { return [...]string{"score", "points", "rating", "bracket"}[b] }

// MarshalText is the word.
func (b By) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// A Table is the standings of a stage, group by group, best first.
type Table struct {
	By        By
	Standings []Standing
	NotApart  []Cluster
	AllMeet   bool     // within a group everybody plays everybody: its matches fill a cross table
	Bracket   *Bracket // of a knockout, nil for other formats
	Earlier   []Table  // of the series before this one, where the format begins anew when its field changes
}

// A Cluster is neighbouring places of a group that are not apart at 95 %.
type Cluster struct {
	Group    int
	From, To int // places, from 1
	More     int // about how many more games of the stage, or of its group, would part them; 0 where nothing can be said
}

// String is the cluster as a sentence without its full stop.
func (c Cluster) String() string {
	switch {
	case c.More == 0:
		return fmt.Sprintf("ranks %d-%d are statistically tied", c.From, c.To)
	case c.More >= rating.ManyGames:
		return fmt.Sprintf("ranks %d-%d are statistically tied; a million more games would hardly separate them", c.From, c.To)
	}
	return fmt.Sprintf("ranks %d-%d are statistically tied; about %d more games would separate them", c.From, c.To, c.More)
}

// Through is the entries that go on to the next stage, in its seeding order: the winners of all groups first, then the seconds.
func (t Table) Through() []int {
	var lines []Standing
	for _, s := range t.Standings {
		if s.Through {
			lines = append(lines, s)
		}
	}
	slices.SortStableFunc(lines, func(a, b Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	entries := make([]int, len(lines))
	for i, s := range lines {
		entries[i] = s.Entry
	}
	return entries
}

// Lines are the standings of a field before anybody is ranked, in seeding order: all that follows from the games alone, but for
// intervals of scores.
func Lines(f *Field, past Past) []Standing {
	lines, _ := sampled(f, past)
	return lines
}

// ScoreLines are Lines with the 95 % intervals of the mean scores, for tables that are ordered by them.
func ScoreLines(f *Field, past Past) []Standing {
	lines, samples := sampled(f, past)
	for at := range lines {
		if samples[at].N() >= 2 {
			low, high := samples[at].Interval(f.LeastScore, f.MostScore)
			lines[at].Low, lines[at].High = rating.Round(low), rating.Round(high)
		}
	}
	return lines
}

func sampled(f *Field, past Past) ([]Standing, []rating.Sample) {
	places := f.Places()
	lines := make([]Standing, f.Size())
	samples := make([]rating.Sample, f.Size())
	scores := make([][]float64, f.Size())
	for at, entry := range f.Entries {
		scores[at] = make([]float64, 0, past.Tally(entry).Games)
	}
	for i := range past.Len() {
		g := past.Game(i)
		if !g.Done {
			continue
		}
		alone := winner(g)
		for seat := range g.Seats() {
			at := places[g.Entry(seat)]
			samples[at].Add(g.Score(seat))
			scores[at] = append(scores[at], g.Score(seat))
			lines[at].countGame(seat, alone)
			if _, nth := samples[at].Best(); nth == samples[at].N()-1 {
				lines[at].BestGame = g.ID
			}
		}
	}
	for at := range lines {
		lines[at].Entry = f.Entries[at]
		lines[at].measure(&samples[at], scores[at])
		lines[at].tell(past.Tally(f.Entries[at]))
	}
	return lines, samples
}

// winner is the seat that came first alone, -1 where there is none.
func winner(g Game) int {
	for seat := range g.Seats() {
		if g.Won(seat) {
			return seat
		}
	}
	return -1
}

func (s *Standing) countGame(seat, winner int) {
	switch winner {
	case seat:
		s.GamesWon++
	case -1:
		s.GamesDrawn++
	default:
		s.GamesLost++
	}
}

func (s *Standing) measure(sample *rating.Sample, scores []float64) {
	s.Played = sample.N()
	if s.Played == 0 {
		s.BestGame = -1
		return
	}
	best, _ := sample.Best()
	usual := rating.Quantiles(scores, 0.1, 0.9)
	s.Score = rating.Round(sample.Mean())
	s.Low, s.High = s.Score, s.Score
	s.Deviation = rating.Round(sample.Deviation())
	s.Tenth, s.Ninetieth = rating.Round(usual[0]), rating.Round(usual[1])
	s.Best = best
}

func (s *Standing) tell(t Tally) {
	s.Faults, s.Ponders, s.Moves, s.Took, s.CPU, s.OnTime = t.Faults, t.Ponders, t.Moves, t.Took, t.CPU, t.OnTime
}

// Place numbers lines that stand in their final order within a group: rank, the places each may have, and who goes on. compared
// holds the values that are compared, by index; at says where the line's entry is in it. advance 0 lets everybody through.
func Place(lines []Standing, c *rating.Comparison, at func(s Standing) int, advance int) []Cluster {
	order := make([]int, len(lines))
	for i := range lines {
		order[i] = at(lines[i])
	}
	found, ranks := c.Order(order)
	for i := range lines {
		lines[i].Settle(i+1, ranks[i].Low, ranks[i].High, advance)
	}
	var clusters []Cluster
	for _, k := range found {
		clusters = append(clusters, Cluster{Group: lines[0].Group, From: k.From, To: k.To, More: k.More})
	}
	return clusters
}

// SortLines puts the lines into the order of a value, largest first; equal ones keep their order.
func SortLines(lines []Standing, value func(s Standing) float64) {
	slices.SortStableFunc(lines, func(a, b Standing) int { return cmp.Compare(value(b), value(a)) })
}
