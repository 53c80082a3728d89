package gamecheck

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"agon/format/rating"
	"agon/game"
)

// bias plays many games by lot of the usual number of seats.
func (c *checker) bias() error {
	t, err := c.kind.Table(c.settings)
	if err != nil {
		return err
	}
	seats := max(c.kind.UsualSeats, c.kind.MinSeats)
	c.points = make([]rating.Sample, seats)
	begun, n := time.Now(), 0
	for ; n < c.Bias && time.Since(begun) < c.Time; n++ {
		if err := c.play(t, c.Seed+1<<20+int64(n), seats, nil, "random"); err != nil {
			if c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			c.fail("bias", "", "seed %d: %v", c.Seed+1<<20+int64(n), err)
			return nil
		}
		for seat := range seats {
			c.points[seat].Add(t.Points(game.Seat(seat)))
		}
		c.count(t)
	}
	if seats > 1 {
		c.ok("bias", "points in %d games by lot%s", n, advantages(c.points))
	}
	c.ok("length", "%.0f turns on average, %d to %d; %.0f %% of the games have no single winner", c.turns.Mean(), c.shortest, c.longest,
		100*float64(c.drawn)/float64(max(c.played, 1)))
	return nil
}

// advantages says what the seats have of the points, with intervals that hold for all of them in 95 of 100 such tests, and which seats have
// more or less than a half, as these intervals say.
func advantages(points []rating.Sample) string {
	text := ""
	var better, worse []string
	for seat := range points {
		p := &points[seat]
		mean := p.Mean()
		low, high := p.Interval(0, 1)
		if n := p.N(); n > 1 {
			wider := rating.StudentT(1-(1-rating.Confidence)/float64(len(points)), n-1) / rating.StudentT(rating.Confidence, n-1)
			low, high = max(mean-wider*(mean-low), 0), min(mean+wider*(high-mean), 1)
		}
		from, to := math.Round(1000*low), math.Round(1000*high) // as they are printed
		text += fmt.Sprintf(", seat %d %.1f %% (%.1f to %.1f)", seat, 100*mean, from/10, to/10)
		switch {
		case points[seat].N() < fewGames:
		case from > 500:
			better = append(better, strconv.Itoa(seat))
		case to < 500:
			worse = append(worse, strconv.Itoa(seat))
		}
	}
	switch {
	case points[0].N() < fewGames:
		return text + fmt.Sprintf(": so few games do not show whether a seat has an advantage: %d do", fewGames)
	case better == nil && worse == nil:
		return text + ": 50 % is in every interval, so no seat is known to have an advantage"
	}
	var parts []string
	if better != nil {
		parts = append(parts, "more than half to seat "+strings.Join(better, ", "))
	}
	if worse != nil {
		parts = append(parts, "less than half to seat "+strings.Join(worse, ", "))
	}
	return text + ": " + strings.Join(parts, ", ") + "; formats rotate seats, so that every bot has each as often"
}

// fewGames is how many games of search against lot are enough.
const fewGames = 10

// skill plays search against lot.
func (c *checker) skill() error {
	if c.Skill < 0 {
		return nil
	}
	if c.kind.Hidden {
		c.ok("skill", "not looked at: a search would know what is hidden")
		return nil
	}
	seats := max(c.kind.MinSeats, min(2, c.kind.MaxSeats))
	if seats < 2 {
		return nil
	}
	t, err := c.kind.Table(c.settings)
	if err != nil {
		return err
	}
	var points rating.Sample
	begun, n := time.Now(), 0
	for ; n < c.Skill && time.Since(begun) < c.Time; n++ {
		bots := make([]string, seats)
		for i := range bots {
			bots[i] = "random"
		}
		bots[n%seats] = "mcts"
		if err := c.play(t, c.Seed+1<<21+int64(n), seats, nil, bots...); err != nil {
			if c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			c.fail("skill", "", "seed %d: %v", c.Seed+1<<21+int64(n), err)
			return nil
		}
		points.Add(t.Points(game.Seat(n % seats)))
	}
	low, high := points.Interval(0, 1)
	about := "looking ahead wins: it is a game of skill"
	switch {
	case n < fewGames:
		about = fmt.Sprintf("so few games do not tell whether looking ahead wins: %d do", fewGames)
	case high < 0.5:
		about = "looking ahead loses, so the outcome of a state may be the wrong way round: more is better"
	case low <= 0.5:
		about = "looking ahead does not win: it may be a game of luck, or need a better search"
	}
	c.ok("skill", "builtin:mcts has %.0f %% ±%.0f of the points against builtin:random in %d games: %s", 100*points.Mean(), 50*(high-low),
		n, about)
	return nil
}
