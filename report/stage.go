package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"agon/tournament"
)

// A Stage is a stage's table, and what belongs to it.
type Stage struct {
	Name      string        `json:"name"`
	Format    string        `json:"format"`
	Played    int           `json:"games"`
	Finished  bool          `json:"finished"`          // all its games are played
	Began     string        `json:"-"`                 // the day on which it began, "2026-03-01"; empty where nobody noted it
	Ended     string        `json:"-"`                 // the last day on which it was played
	By        tournament.By `json:"ranked_by"`         // what orders its table
	Standings []Standing    `json:"standings"`         // group by group, by rank
	Earlier   [][]Standing  `json:"earlier,omitempty"` // of the series before, where the stage began anew when its field changed

	Moments  []Moment                `json:"moments,omitempty"` // how it stood after rounds of play, in their order
	Planned  int                     `json:"-"`                 // games in all, 0 when that depends on the games
	Unit     string                  `json:"-"`                 // of the scores: "%", "points"
	Limit    float64                 `json:"-"`                 // of the mean time of a move, µs; 0 for none
	Next     string                  `json:"-"`                 // the stage that the best go on to; empty for the last
	NotApart []tournament.Cluster    `json:"-"`
	Meetings []*tournament.Encounter `json:"-"` // who met whom, where within a group everybody does: each has a cross table
	Pairs    []*tournament.Encounter `json:"-"` // who came before whom, where games are not matches of two; nil for more than MostPairs bots
	Bracket  *tournament.Bracket     `json:"-"` // of a knockout, nil for other formats
	BinLow   float64                 `json:"-"` // where the first bin of every histogram begins
	BinHigh  float64                 `json:"-"` // where the last one ends; equal to BinLow: no histograms
}

// NoGroup is the group of a bot that could not play, in a stage of several groups: it stands behind all of them.
const NoGroup = -1

// Groups are the standings group by group, without those who have none.
func (s *Stage) Groups() [][]Standing {
	var groups [][]Standing
	for from := 0; from < len(s.Standings) && s.Standings[from].Group != NoGroup; {
		to := from + 1
		for to < len(s.Standings) && s.Standings[to].Group == s.Standings[from].Group {
			to++
		}
		groups = append(groups, s.Standings[from:to])
		from = to
	}
	return groups
}

// Ungrouped are the standings of those who are in no group: they could not play.
func (s *Stage) Ungrouped() []Standing {
	if at := slices.IndexFunc(s.Standings, func(l Standing) bool { return l.Group == NoGroup }); at >= 0 {
		return s.Standings[at:]
	}
	return nil
}

// GroupName is A, B … Z, AA, AB …
func GroupName(n int) string {
	letter := string(rune('A' + n%26))
	if n < 26 {
		return letter
	}
	return GroupName(n/26-1) + letter
}

// Ladder reports whether the stage says how its ratings came about: it then has a leaderboard, and each bot a page with its curve.
func (s *Stage) Ladder() bool {
	return slices.ContainsFunc(s.Standings, func(l Standing) bool { return len(l.Curve) > 0 })
}

// Uncertain reports whether the ratings of a stage have errors, as those of ladders do.
func (s *Stage) Uncertain() bool {
	return slices.ContainsFunc(s.Standings, func(l Standing) bool { return l.RatingError > 0 })
}

// Ordered reports whether ratings depend on the order of matches.
func Ordered(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.OrderHigh > 0 })
}

// Rated reports whether there are ratings.
func Rated(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Rating != 0 })
}

// Decided is how many matches between all pairs of a group are decided, and how many there are.
func Decided(group []Standing) (decided, all int) {
	for _, l := range group {
		decided += l.Wins + l.Draws + l.Losses
	}
	return decided / 2, len(group) * (len(group) - 1) / 2
}

// GoingOn is who of a group goes on to the next stage; nil where nobody does, everybody, or nobody knows yet.
func (s *Stage) GoingOn(group []Standing) (names []string) {
	for i := range group {
		if group[i].Through {
			names = append(names, group[i].Name)
		}
	}
	if !s.Finished || len(names) == len(group) {
		return nil
	}
	return names
}

// Ties are sentences about ranks that are not apart, with their group where there are several.
func (s *Stage) Ties() []string {
	var lines []string
	grouped := len(s.Groups()) > 1
	for _, c := range s.NotApart {
		text := c.String()
		if grouped {
			lines = append(lines, fmt.Sprintf("Group %s: %s.", GroupName(c.Group), text))
			continue
		}
		lines = append(lines, strings.ToUpper(text[:1])+text[1:]+".")
	}
	return lines
}

// Settled says which neighbours of a table are separated at 95 %, and which are not.
func (s *Stage) Settled() string {
	if ties := s.Ties(); len(ties) > 0 || len(s.Standings) < 2 || s.Bracket != nil {
		return strings.Join(ties, " ")
	}
	return fmt.Sprintf("Every two neighbours differ by more than the 95 %% interval of their difference in %s: all ranks are separated.", s.quantity())
}

// quantity is what orders the table, in words.
func (s *Stage) quantity() string {
	if s.By == tournament.ByScore {
		return "mean score"
	}
	return s.By.String()
}

// Extremes are the most consistent bot of those without faults, the most erratic, and the one with the best game, of those with at least so many games; nil for
// nobody.
func (s *Stage) Extremes(games int) (steady, erratic, best *Standing) {
	var lines []*Standing
	for i := range s.Standings {
		if s.Standings[i].Broken == "" && s.Standings[i].Played >= games {
			lines = append(lines, &s.Standings[i])
		}
	}
	if len(lines) == 0 {
		return nil, nil, nil
	}
	steadier := slices.DeleteFunc(slices.Clone(lines), func(l *Standing) bool { return l.Faults > 0 })
	deviation := func(a, b *Standing) int { return cmp.Compare(a.Deviation, b.Deviation) }
	best = slices.MaxFunc(lines, func(a, b *Standing) int { return cmp.Compare(a.Best, b.Best) })
	if len(steadier) > 0 {
		steady = slices.MinFunc(steadier, deviation)
	}
	return steady, slices.MaxFunc(lines, deviation), best
}

// bins is how many bars a histogram has.
const bins = 24

// Count fills the histograms of a stage's bots from games: those of the stage itself are counted, and the axis holds the scores of all.
func (s *Stage) Count(stage int, games []Game) {
	at := map[int]*Standing{}
	for i := range s.Standings {
		s.Standings[i].Histogram = make([]int, bins)
		at[s.Standings[i].Entry] = &s.Standings[i]
	}
	for _, g := range games {
		for _, seat := range g.Seats {
			if at[seat.Slot] != nil {
				s.BinLow, s.BinHigh = math.Min(s.BinLow, seat.Score), math.Max(s.BinHigh, seat.Score)
			}
		}
	}
	s.BinLow, s.BinHigh = math.Floor(s.BinLow), math.Ceil(s.BinHigh)
	for _, g := range games {
		for _, seat := range g.Seats {
			if l := at[seat.Slot]; l != nil && g.Stage == stage && s.BinHigh > s.BinLow {
				l.Histogram[max(0, min(int((seat.Score-s.BinLow)/(s.BinHigh-s.BinLow)*bins), bins-1))]++
			}
		}
	}
}
