package compare

import (
	"fmt"
	"slices"
	"strings"

	"agon/contest"
	"agon/format/tournament/compare"
	"agon/show/report"
)

// A Comparison is what is known of two bots. Its JSON form is what agon compare --json prints.
type Comparison struct {
	Agon      int            `json:"agon"` // version of the format
	Answer    compare.Answer `json:"answer"`
	Text      string         `json:"text"` // the answer as a sentence
	Games     int            `json:"games"`
	Most      int            `json:"most"`
	Pairs     int            `json:"pairs"`
	Certainty string         `json:"certainty"`
	Rating    Interval       `json:"rating"`     // difference in rating points
	Points    Interval       `json:"difference"` // of mean points, from -1 to 1
	Bots      []Bot          `json:"bots"`       // OLD, then NEW
	Spread    []Pairs        `json:"spread"`     // pairs by NEW's points less OLD's
	Ratio     *Ratio         `json:"ratio,omitempty"`
	Worst     []int          `json:"worst,omitempty"` // games of a pair that went worst for NEW, from 1
	Dir       string         `json:"dir"`
	Faults    []Fault        `json:"faults,omitempty"` // of the two, in this run
	Stopped   bool           `json:"-"`                // before its end
}

// Better reports whether the second bot is known to be better.
func (k *Comparison) Better() bool { return k.Answer == compare.Better }

// An Interval is an estimate with the ends of its interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// A Bot is the record of one of the two.
type Bot struct {
	Name   string  `json:"name"`
	Ref    string  `json:"ref"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Points float64 `json:"points"` // mean of its games, from 0 to 1
}

// Pairs are those with one difference of points.
type Pairs struct {
	Difference float64 `json:"difference"`
	Pairs      int     `json:"pairs"`
}

// A Fault is a kind of fault of one of the two.
type Fault struct {
	Name  string `json:"name"`
	Fault string `json:"fault"`
	Times int    `json:"times"`
}

// A Ratio is the logarithm of the likelihood ratio of the ratio test, and the value at which it decides in either direction.
type Ratio struct {
	Log  float64 `json:"log"`
	Ends float64 `json:"ends"`
}

// measured returns what the games say.
func (s *Setup) measured(c *contest.Contest, result *contest.Result) (*Comparison, error) {
	format, err := compare.Spec.Make(s.Keys)
	if err != nil {
		return nil, err
	}
	stage := result.Stages[0]
	m := format.(*compare.Format).Measure(&stage.Field, stage.Ledger.All())
	known := &Comparison{
		Agon: 1, Answer: m.Answer, Games: m.Games, Most: s.games(), Pairs: m.Pairs, Certainty: s.Keys["until"].(string), Dir: c.Dir,
		Rating: Interval{m.Rating, m.RatingLow, m.RatingHigh}, Points: Interval{m.Mean, m.Low, m.High},
	}
	for _, r := range m.Records {
		name := c.Entries[r.Entry].Name
		known.Bots = append(known.Bots, Bot{name, c.Entries[r.Entry].Ref, r.Wins, r.Draws, r.Losses, r.Points})
		for why, times := range result.Faults[name] {
			known.Faults = append(known.Faults, Fault{name, why, times})
		}
	}
	slices.SortFunc(known.Faults, func(a, b Fault) int { return strings.Compare(a.Name+"\x00"+a.Fault, b.Name+"\x00"+b.Fault) })
	for _, d := range m.Spread {
		known.Spread = append(known.Spread, Pairs{d.Points, d.Pairs})
	}
	for _, id := range m.Worst {
		known.Worst = append(known.Worst, id+1)
	}
	if m.RatioEnds > 0 {
		known.Ratio = &Ratio{m.Ratio, m.RatioEnds}
	}
	known.Text = known.sentence(m)
	return known, nil
}

// sentence returns the answer as a sentence.
func (k *Comparison) sentence(m *compare.Measure) string {
	from, to := k.Bots[0].Name, k.Bots[1].Name
	games := report.Counted(k.Games, "game")
	switch {
	case k.Pairs == 0:
		return "no pair of games has been played"
	case m.Answer == compare.Better:
		return fmt.Sprintf("%s is better than %s: %s, after %s of at most %d", to, from, m, games, k.Most)
	case m.Answer == compare.Worse:
		return fmt.Sprintf("%s is worse than %s: %s, after %s of at most %d", to, from, m, games, k.Most)
	case m.Answer == compare.Alike && k.Ratio != nil:
		return fmt.Sprintf("%s is no improvement on %s: %s, after %s of at most %d", to, from, m, games, k.Most)
	case m.Answer == compare.Alike:
		return fmt.Sprintf("%s and %s differ by less than the margin: %s, after %s of at most %d", to, from, m, games, k.Most)
	}
	return fmt.Sprintf("it is not known whether %s is better than %s: %s, after %s of at most %d", to, from, m, games, k.Most)
}
