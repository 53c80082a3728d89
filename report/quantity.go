package report

import "agon/tournament"

// A Quantity is what orders a table, as pages show it.
type Quantity struct {
	Name   string // "Mean", "Points", "Rating", "Place"
	Scored bool   // it is in the unit of the scores
	Digits int
}

// Quantity is what orders the stage's table.
func (s *Stage) Quantity() Quantity {
	switch s.By {
	case tournament.ByPoints:
		return Quantity{Name: "Points", Digits: 1}
	case tournament.ByRating:
		return Quantity{Name: "Rating"}
	case tournament.ByBracket:
		return Quantity{Name: "Place"}
	}
	return Quantity{Name: "Mean", Scored: true, Digits: 3}
}

// Measured is what ranks a bot and the bounds of its 95 % interval, which both equal it where there is none. The interval of points is that
// of the points which all matches make on average.
func (s *Stage) Measured(l *Standing) (value, low, high float64) {
	switch s.By {
	case tournament.ByPoints:
		if l.PointsHigh > l.PointsLow {
			return l.Points, l.PointsLow, l.PointsHigh
		}
		return l.Points, l.Points, l.Points
	case tournament.ByRating:
		reach := ratingReach * l.RatingError
		return l.Rating, l.Rating - reach, l.Rating + reach
	case tournament.ByBracket:
		return float64(l.Rank), float64(max(1, l.RankLow)), float64(max(l.Rank, l.RankHigh))
	}
	return l.Score, l.Low, l.High
}

// MostPairs is how many bots a table of pairs has at most; a larger one would be all dots and no picture.
const MostPairs = 40
