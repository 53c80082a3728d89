package marks

import (
	"encoding/json"
	"errors"

	"agon/format/rating"
	"agon/format/tournament"
)

// A Rule is a table [[marks]]: what the chance to beat a yardstick is worth.
type Rule struct {
	Against    string      `json:"against"`    // the name of the yardstick
	AtLeast    []Threshold `json:"at_least"`   // the lowest first; a higher one gives more points
	Confidence float64     `json:"confidence"` // in percent, with which all thresholds of a student are decided rightly
	MostGames  int         `json:"most_games"` // of a student
}

// A Threshold is a chance to beat a yardstick, and the points for it.
type Threshold struct {
	Percent float64 `json:"percent"` // of a game, where a draw counts half
	Points  float64 `json:"points"`
}

// Write returns rules as the value of [Key].
func Write(rules []Rule) string {
	text, err := json.Marshal(rules)
	if err != nil {
		return "" // a number that is none
	}
	return string(text)
}

// Read reads rules that Write has written.
func Read(text string) (rules []Rule, err error) {
	if err := json.Unmarshal([]byte(text), &rules); err != nil || len(rules) == 0 {
		return nil, errors.New(`it needs fixed opponents: add a table [[marks]] with against = "BOT" and at_least = { "60%" = 7 }`)
	}
	return rules, nil
}

// mark returns what games prove.
func (r *Rule) mark(m *measurement) tournament.Mark {
	low, high := m.evidence.Interval(1 - r.Confidence/100)
	chance := func(mean float64) float64 { return rating.Round((1 + mean) / 2) }
	x := m.Mark
	x.Against, x.Share, x.Low, x.High = r.Against, chance(m.evidence.Mean()), chance(low), chance(high)
	for _, t := range r.AtLeast {
		if x.Low >= t.Percent/100 {
			x.Threshold, x.Points = t.Percent/100, t.Points
		} else if x.High >= t.Percent/100 {
			x.Open = true
		}
	}
	return x
}
