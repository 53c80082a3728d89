package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"agon/bot/lineup"
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
	Rating    Interval       `json:"rating"`          // difference in rating points
	Points    Interval       `json:"difference"`      // of mean points, from -1 to 1
	By        string         `json:"by"`              // what the answer is about: "points" or "score"
	Score     *Interval      `json:"score,omitempty"` // difference of the mean scores; nil before enough pairs
	Same      bool           `json:"same"`            // they are the same bot
	Even      bool           `json:"even"`            // the versions played alike: no pair had a difference
	Bots      []Bot          `json:"bots"`            // OLD, then NEW
	Spread    []Pairs        `json:"spread"`          // pairs by NEW's points less OLD's
	Ratio     *Ratio         `json:"ratio,omitempty"`
	Worst     []int          `json:"worst,omitempty"` // games of a pair that went worst for NEW, from 1
	Dir       string         `json:"dir"`
	Faults    []Fault        `json:"faults,omitempty"` // of the two, in this run
	Stopped   bool           `json:"-"`                // before its end

	// Normalized is the difference in normalised Elo; nil with opponents, or if all pairs had the same difference
	Normalized *Interval `json:"normalized_elo,omitempty"`
	// Stopping says which estimate the differences are, and that it is biased; empty if the games did not end because the answer was known
	Stopping string `json:"stopping,omitempty"`

	// Steady is the difference of what is compared, from -1 to 1; see [compare.Measure]
	Steady float64 `json:"-"`
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
	Score  float64 `json:"score"`  // mean of its games
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

// A Ratio is the logarithm of the likelihood ratio of the ratio test, the value at which it decides in either direction, and its
// hypotheses: the differences of which it accepts one, in rating points or, with the model "normalized", in normalised Elo.
type Ratio struct {
	Log  float64 `json:"log"`
	Ends float64 `json:"ends"`
	Low  float64 `json:"elo_low"`
	High float64 `json:"elo_high"`

	Model string `json:"elo_model"` // "logistic" or "normalized"
}

// verdict names the hypotheses of the ratio test, and which of them it accepts.
func (r *Ratio) verdict(answer compare.Answer) string {
	low, high, unit := points(r.Low), points(r.High), "rating points"
	if r.Model == "normalized" {
		unit = "points of normalised Elo"
	}
	switch answer {
	case compare.Better:
		return fmt.Sprintf("the ratio test accepts H1, a difference of %s %s, over H0, one of %s", high, unit, low)
	case compare.Alike:
		return fmt.Sprintf("the ratio test accepts H0, a difference of %s %s, over H1, one of %s", low, unit, high)
	}
	return fmt.Sprintf("the ratio test has not decided between H0, a difference of %s %s, and H1, one of %s", low, unit, high)
}

// Normalised returns the difference in normalised Elo as a sentence; empty if it is not known or the answer is about scores.
func (k *Comparison) Normalised() string {
	if k.Normalized == nil || k.By == "score" {
		return ""
	}
	return fmt.Sprintf("normalised Elo: %+.1f (from %+.1f to %+.1f)", k.Normalized.Value, k.Normalized.Low, k.Normalized.High)
}

// biased is what is said of a comparison that has ended because its answer was known.
const biased = "The difference is the maximum-likelihood estimate of these games, which is biased towards the answer, since they ended " +
	"as soon as it was known. The interval allows for that."

// points returns a difference with its sign; 0 has none.
func points(v float64) string {
	if v == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", v)
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
		By: s.Keys["by"].(string), Same: same(&c.Entries[0], &c.Entries[1]), Even: m.Even, Steady: m.Steady,
	}
	if !math.IsInf(m.Score[1], 0) && m.Pairs > 0 {
		known.Score = &Interval{m.Score[0], m.Score[1], m.Score[2]}
	}
	if m.Answer != compare.Unknown {
		known.Stopping = biased
	}
	if n := m.Normalized; n != nil {
		known.Normalized = &Interval{n[0], n[1], n[2]}
	}
	names := s.names(c)
	for i, r := range m.Records {
		name := names[i]
		known.Bots = append(known.Bots, Bot{name, c.Entries[r.Entry].Ref, r.Wins, r.Draws, r.Losses, r.Points, r.Score})
		for why, times := range result.Faults[c.Entries[r.Entry].Name] {
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
		known.Ratio = &Ratio{m.Ratio, m.RatioEnds, s.Keys["elo_low"].(float64), s.Keys["elo_high"].(float64), "logistic"}
		if model, chosen := s.Keys["elo_model"].(string); chosen {
			known.Ratio.Model = model
		}
	}
	known.Text = known.sentence(m)
	return known, nil
}

// sentence returns the answer as a sentence.
func (k *Comparison) sentence(m *compare.Measure) string {
	if k.Pairs == 0 {
		return "no pair of games has been played"
	}
	parts := []string{m.String()}
	if k.Ratio != nil {
		parts = slices.Insert(parts, 0, k.Ratio.verdict(k.Answer))
	}
	switch {
	case k.Same:
		parts = slices.Insert(parts, 0, "they are the same bot, so that all differences are luck")
	case k.Even:
		alike := "the versions played alike, without a difference in " + report.Counted(k.Pairs, "pair")
		parts = slices.Insert(parts, 0, alike)
	}
	return fmt.Sprintf("%s: %s, after %s of at most %d", k.claim(), strings.Join(parts, "; "), report.Counted(k.Games, "game"), k.Most)
}

// claim returns what is known of the two. A ratio test between differences of which one is negative says no more than its hypotheses.
func (k *Comparison) claim() string {
	from, to := k.Bots[0].Name, k.Bots[1].Name
	switch {
	case k.Ratio != nil && k.Ratio.Low < 0 && k.Answer != compare.Unknown:
		return fmt.Sprintf("%s against %s", to, from)
	case k.Answer == compare.Better:
		return fmt.Sprintf("%s is better than %s", to, from)
	case k.Answer == compare.Worse:
		return fmt.Sprintf("%s is worse than %s", to, from)
	case k.Answer == compare.Alike && k.Ratio != nil:
		return fmt.Sprintf("%s is no improvement on %s", to, from)
	case k.Answer == compare.Alike:
		return fmt.Sprintf("%s and %s differ by less than the margin", to, from)
	}
	return fmt.Sprintf("it is not known whether %s is better than %s", to, from)
}

// names returns what the two are called: by their own names, by their references if these are equal, or else OLD and NEW.
func (s *Setup) names(c *contest.Contest) [2]string {
	from, to := &c.Entries[0], &c.Entries[1]
	switch {
	case from.Participant().Name != to.Participant().Name:
		return [2]string{from.Name, to.Name}
	case s.Old != s.New:
		return [2]string{s.Old, s.New}
	}
	return [2]string{"OLD", "NEW"}
}

// same reports whether two entries are the same bot: the same class or program of equal files.
func same(a, b *lineup.Entry) bool {
	class := func(e *lineup.Entry) string {
		if at := strings.LastIndexAny(e.Ref, `:/\`); at >= 0 && e.Ref[at] == ':' {
			return e.Ref[at:]
		}
		return ""
	}
	return a.Hash == b.Hash && class(a) == class(b)
}
