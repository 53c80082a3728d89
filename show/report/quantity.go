package report

import "agon/format/tournament"

// A Quantity is the value that ranks a table, as shown on pages.
type Quantity struct {
	Name   string // "Mean", "Points", "Rating", "Place"
	Scored bool   // it is in the unit of the scores
	Digits int
}

// Quantity returns the value that ranks the stage's table.
func (s *Stage) Quantity() Quantity {
	switch s.By {
	case tournament.ByPoints:
		return Quantity{Name: "Points", Digits: 1}
	case tournament.ByRating:
		return Quantity{Name: "Rating"}
	case tournament.ByBracket:
		return Quantity{Name: "Place"}
	case tournament.ByMarks, tournament.ByNothing:
		return Quantity{Name: "Mark", Digits: 1}
	}
	return Quantity{Name: "Mean", Scored: true, Digits: 3}
}

// Measured returns the value that ranks a bot and the bounds of its 95 % interval, which both equal the value if there is no interval.
// The interval of points is that of the mean points over all matches.
func (s *Stage) Measured(l *Standing) (value, low, high float64) {
	switch s.By {
	case tournament.ByPoints:
		if l.PointsHigh > l.PointsLow {
			return l.Points, l.PointsLow, l.PointsHigh
		}
		return l.Points, l.Points, l.Points
	case tournament.ByRating:
		reach := Reach * l.RatingError
		return l.Rating, l.Rating - reach, l.Rating + reach
	case tournament.ByBracket:
		return float64(l.Rank), float64(max(1, l.RankLow)), float64(max(l.Rank, l.RankHigh))
	case tournament.ByMarks, tournament.ByNothing:
		return l.MarkPoints(), l.MarkPoints(), l.MarkPoints()
	}
	return l.Score, l.Low, l.High
}

// MostPairs is the maximum number of bots in a table of pairs; a larger one would not be legible.
const MostPairs = 40
