package marks

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// A Rule is a table [[marks]]: what the chance to beat a yardstick is worth.
type Rule struct {
	Against    string      `json:"against"`    // the name of the yardstick
	AtLeast    []Threshold `json:"at_least"`   // the lowest first
	Confidence float64     `json:"confidence"` // in percent: all thresholds of a student are decided rightly with it
	MostGames  int         `json:"most_games"` // of a student
}

// A Threshold is a chance to beat a yardstick and its points, which take the place of those of a lower one.
type Threshold struct {
	Percent float64 `json:"percent"` // of a game, where a draw counts half
	Points  float64 `json:"points"`
}

// Bounds of the values of a rule.
const (
	MostPoints = 1_000_000
	MostGames  = 100_000
	MostRules  = 20
	mostSteps  = 100
)

// A Mistake is why a rule cannot be used.
type Mistake struct {
	Key  string // of the table [[marks]]
	Step int    // the index of the threshold in at_least; -1: none of them alone
	Text string
}

func (m *Mistake) Error() string { return m.Text }

// Check returns the first mistake of a rule; nil if it can be used.
func (r *Rule) Check() *Mistake {
	wrong := func(key string, step int, format string, args ...any) *Mistake {
		return &Mistake{key, step, fmt.Sprintf(format, args...)}
	}
	switch {
	case r.Against == "":
		return wrong("against", -1, `a table [[marks]] has no against: add against = "BOT", the name of a bot under [[bots]]`)
	case !(r.Confidence >= 50 && r.Confidence <= 99.9): // NaN too
		return wrong("confidence", -1, "confidence must be from 50%% to 99.9%%, not %v%%", r.Confidence)
	case r.MostGames < 2 || r.MostGames > MostGames:
		return wrong("most_games", -1, "most_games must be a whole number from 2 to %d, not %d", MostGames, r.MostGames)
	case len(r.AtLeast) == 0 || len(r.AtLeast) > mostSteps:
		return wrong("at_least", -1, `at_least has %d thresholds: write 1 to %d, such as at_least = { "50%%" = 4, "60%%" = 7 }`,
			len(r.AtLeast), mostSteps)
	}
	for i, t := range r.AtLeast {
		before := Threshold{}
		if i > 0 {
			before = r.AtLeast[i-1]
		}
		switch {
		case !(t.Percent > 0 && t.Percent < 100):
			return wrong("at_least", i, "at_least: a threshold must be above 0%% and below 100%%, since no number of games makes these "+
				"certain, not %v%%", t.Percent)
		case t.Percent == before.Percent:
			return wrong("at_least", i, "at_least has the threshold %v%% twice: remove one of them", t.Percent)
		case t.Percent < before.Percent:
			return wrong("at_least", i, "at_least has %v%% after %v%%: write the lowest threshold first", t.Percent, before.Percent)
		case !(t.Points > before.Points && t.Points <= MostPoints):
			return wrong("at_least", i, "at_least gives %v points for %v%%: a threshold must give more points than a lower one (%v), and "+
				"at most %d", t.Points, t.Percent, before.Points, MostPoints)
		}
	}
	return nil
}

// Write returns rules as the value of [Key].
func Write(rules []Rule) string {
	text, err := json.Marshal(rules)
	if err != nil {
		return "" // a number that Check refuses
	}
	return string(text)
}

// Read reads rules that Write has written.
func Read(text string) (rules []Rule, err error) {
	if text == "" {
		return nil, errors.New(`it needs fixed opponents: add a table [[marks]] with against = "BOT" and at_least = { "60%" = 7 }`)
	}
	if err := json.Unmarshal([]byte(text), &rules); err != nil || len(rules) == 0 || len(rules) > MostRules {
		return nil, fmt.Errorf("%q are no tables [[marks]]: write 1 to %d of them into the contest's file", text, MostRules)
	}
	for i := range rules {
		if wrong := rules[i].Check(); wrong != nil {
			return nil, wrong
		}
		if slices.ContainsFunc(rules[:i], func(r Rule) bool { return r.Against == rules[i].Against }) {
			return nil, Twice(rules[i].Against)
		}
	}
	return rules, nil
}

// Twice returns the mistake of a second rule against the same yardstick.
func Twice(against string) *Mistake {
	return &Mistake{"against", -1, fmt.Sprintf("two tables [[marks]] are against %q: write all its thresholds into one", against)}
}

// mark returns what games prove.
func (r *Rule) mark(m *measurement) tournament.Mark {
	low, high := m.evidence.Interval(1 - r.Confidence/100)
	share := func(mean float64) float64 { return rating.Round((1 + mean) / 2) }
	x := tournament.Mark{
		Against: r.Against, Games: m.games, Won: m.won, Drawn: m.drawn, Lost: m.lost, Faults: m.faults, Looks: m.looks,
		Share: share(m.evidence.Mean()), Low: share(low), High: share(high),
	}
	for _, t := range r.AtLeast {
		switch chance := t.Percent / 100; {
		case x.Low >= chance:
			x.Threshold, x.Points, x.Most = chance, t.Points, t.Points
		case x.High >= chance:
			x.Open, x.Most = true, t.Points
		}
	}
	return x
}
