package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// An Answer reports whether the second bot is better than the first.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	Better
	Worse
	Alike // within the margin, or with the ratio test no improvement that counts
)

// String returns the answer as a word: "better".
func (a Answer) String() string { return [...]string{"unknown", "better", "worse", "alike"}[a] }

// MarshalText returns the same word as String.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// A Measure is what the complete pairs say of the two bots.
type Measure struct {
	Answer           Answer
	Pairs, Games     int
	Mean, Low, High  float64 // of the pairs' differences of points, from -1 to 1, with the interval that is right at any time
	Rating           float64 // the difference in rating points
	RatingLow        float64
	RatingHigh       float64
	Normalized       []float64  // the difference in normalised Elo with the ends of its interval; nil with opponents or equal pairs
	ByScore          bool       // the answer is about the mean score
	Score            [3]float64 // mean of the pairs' differences of scores, with the ends of the interval that is right at any time
	Steady           float64    // ByScore: that mean as a part of the root mean square of the differences, from -1 to 1; else Mean
	Even             bool       // no pair had a difference
	Records          [2]Record
	Spread           []Difference // the pairs by their difference, the first bot's best ones first
	Worst            []int        // the games of a pair that went worst for the second bot, by ID; nil if it lost none
	Ratio, RatioEnds float64      // with sprt: the logarithm of the likelihood ratio, and the value at which it decides in either direction
}

// A Record is what one of the two has done.
type Record struct {
	Entry               int
	Wins, Draws, Losses int     // games won alone, without a single winner, and others
	Points              float64 // mean of its games, from 0 to 1
	Score               float64 // mean of its games
}

// A Difference is how often a pair had one.
type Difference struct {
	Points float64
	Pairs  int
}

// String returns the difference with its interval: "+38 rating points (from +21 to +56)", of a bot that has won all games "at least +145
// rating points", and of scores "+1.2 in the mean score (from +0.4 to +2.1)".
func (m *Measure) String() string {
	switch {
	case m.ByScore && m.Even:
		return "+0 in the mean score"
	case m.ByScore && math.IsInf(m.Score[1], 0):
		return fmt.Sprintf("%+.4g in the mean score of too few games", m.Score[0])
	case m.ByScore:
		return fmt.Sprintf("%+.4g in the mean score (from %+.4g to %+.4g)", m.Score[0], m.Score[1], m.Score[2])
	case m.Rating >= mostRating:
		return fmt.Sprintf("at least %+.0f rating points", m.RatingLow)
	case m.Rating <= -mostRating:
		return fmt.Sprintf("at most %+.0f rating points", m.RatingHigh)
	}
	return fmt.Sprintf("%+.0f rating points (from %+.0f to %+.0f)", m.Rating, m.RatingLow, m.RatingHigh)
}

// Measure reads the games of a past.
func (c *Format) Measure(f *tournament.Field, past tournament.Past) *Measure {
	m := &Measure{ByScore: c.score, Even: true}
	var k known
	worst := 0.0
	for i := range m.Records {
		m.Records[i].Entry = f.Entries[i]
	}
	for i := 0; i < past.Len(); {
		var p pair
		for match := past.Game(i).Match; i < past.Len() && past.Game(i).Match == match; i++ {
			p.add(f, past.Game(i))
		}
		if !p.complete() {
			continue
		}
		m.Pairs++
		m.Games += len(p.ids)
		difference, score := k.add(&p)
		m.count(difference)
		m.Even = m.Even && difference == 0 && score == 0
		if c.score {
			difference = score
		}
		if difference < worst {
			worst, m.Worst = difference, p.ids
		}
		for side := range p.sides {
			m.Records[side].add(&p.sides[side])
		}
	}
	slices.SortFunc(m.Spread, func(a, b Difference) int {
		if a.Points < b.Points {
			return -1
		}
		return 1
	})
	k.tell(m, 1-cmp.Or(c.level, rating.Confidence))
	if m.Pairs > 0 {
		m.rate(f.Size() > 2)
		if deviation := k.points.Deviation(); f.Size() == 2 && rating.Round(deviation) > 0 {
			for _, mean := range []float64{m.Mean, m.Low, m.High} {
				m.Normalized = append(m.Normalized, rating.Round(rating.Normalized(mean, deviation, c.size(f))))
			}
		}
		m.decide(c, &k.points, c.size(f))
	}
	return m
}

// known is what pairs say of the difference of the two.
type known struct {
	points  rating.Evidence
	scores  rating.Differences
	squares float64       // of the differences of scores, summed
	sums    [2][2]float64 // of both: points and scores
}

// add adds a pair, and returns its differences of points and of scores.
func (k *known) add(p *pair) (points, score float64) {
	points, score = rating.Round(p.mean(1)-p.mean(0)), rating.Round(p.score(1)-p.score(0))
	k.points.Add(points)
	k.scores.Add(score)
	k.squares += float64(score * score)
	for side := range k.sums {
		k.sums[side][0] += p.mean(side)
		k.sums[side][1] += p.score(side)
	}
	return points, score
}

// tell sets the means and their intervals, which miss the true ones with the probability wrong.
func (k *known) tell(m *Measure, wrong float64) {
	if m.Even = m.Even && m.Pairs > 0; m.Pairs == 0 {
		m.Low, m.High = -1, 1
		return
	}
	for side, sum := range k.sums {
		m.Records[side].Points, m.Records[side].Score = sum[0]/float64(m.Pairs), sum[1]/float64(m.Pairs)
	}
	m.Mean = k.points.Mean()
	m.Low, m.High = k.points.Interval(wrong)
	low, high := k.scores.Interval(wrong)
	m.Score = [3]float64{rating.Round(k.scores.Mean()), rating.Round(low), rating.Round(high)}
	if m.Steady = m.Mean; m.ByScore {
		m.Steady = k.scores.Mean() / max(math.Sqrt(k.squares/float64(m.Pairs)), math.SmallestNonzeroFloat64)
	}
}

// A pair is the games of a match, by side.
type pair struct {
	ids   []int
	open  bool
	sides [2]side
}

type side struct {
	points, score       float64
	wins, draws, losses int
}

func (s *side) played() int { return s.wins + s.draws + s.losses }

func (p *pair) add(f *tournament.Field, g tournament.Game) {
	p.ids = append(p.ids, g.ID)
	if !g.Done {
		p.open = true
		return
	}
	alone := false
	for seat := range g.Seats() {
		alone = alone || g.Won(seat)
	}
	for seat := range g.Seats() {
		at := slices.Index(f.Entries[:2], g.Entry(seat))
		if at < 0 {
			continue
		}
		s := &p.sides[at]
		s.points += g.Points(seat)
		s.score += g.Score(seat)
		switch {
		case g.Won(seat):
			s.wins++
		case alone:
			s.losses++
		default:
			s.draws++
		}
	}
}

// complete reports whether all games have results and both have played.
func (p *pair) complete() bool { return !p.open && p.sides[0].played() > 0 && p.sides[1].played() > 0 }

func (p *pair) mean(of int) float64 { return p.sides[of].points / float64(p.sides[of].played()) }

func (p *pair) score(of int) float64 { return p.sides[of].score / float64(p.sides[of].played()) }

func (r *Record) add(s *side) {
	r.Wins += s.wins
	r.Draws += s.draws
	r.Losses += s.losses
}

func (m *Measure) count(difference float64) {
	for i := range m.Spread {
		if m.Spread[i].Points == difference {
			m.Spread[i].Pairs++
			return
		}
	}
	m.Spread = append(m.Spread, Difference{difference, 1})
}

// rate turns differences of points into rating points: of the two, if they play each other, else around the mean of both bots' points
// against the others.
func (m *Measure) rate(opponents bool) {
	middle := (m.Records[0].Points + m.Records[1].Points) / 2
	of := func(difference float64) float64 {
		if !opponents {
			return rating.Round(ratingOf((1 + difference) / 2))
		}
		return rating.Round(ratingOf(middle+difference/2) - ratingOf(middle-difference/2))
	}
	m.Rating, m.RatingLow, m.RatingHigh = of(m.Mean), of(m.Low), of(m.High)
}

// decide sets the answer. games is the number of games of a pair.
func (m *Measure) decide(c *Format, e *rating.Evidence, games int) {
	if c.sprt {
		m.RatioEnds = math.Log(c.level / (1 - c.level))
		if m.Ratio = e.Ratio(meanOf(c.elo0), meanOf(c.elo1)); c.normalized {
			m.Ratio = e.NormalizedRatio(c.elo0, c.elo1, games)
		}
		switch {
		case m.Ratio >= m.RatioEnds:
			m.Answer = Better
		case m.Ratio <= -m.RatioEnds:
			m.Answer = Alike
		}
		return
	}
	low, high := rating.Round(m.Low), rating.Round(m.High)
	if c.score {
		low, high = m.Score[1], m.Score[2]
	}
	switch {
	case low > 0:
		m.Answer = Better
	case high < 0:
		m.Answer = Worse
	case c.margin > 0 && m.RatingLow > -c.margin && m.RatingHigh < c.margin:
		m.Answer = Alike
	}
}

// meanOf returns the mean difference of the points of two bots that play each other, by their difference in rating points.
func meanOf(rating float64) float64 { return 2/(1+math.Pow(10, -rating/400)) - 1 }
