package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"agon/format/rating"
	"agon/format/tournament"
)

// A Stage is a stage's table with its data.
type Stage struct {
	Name      string        `json:"name"`
	Format    string        `json:"format"`
	Played    int           `json:"games"`
	Finished  bool          `json:"finished"`              // all its games are played
	Early     string        `json:"ended_early,omitempty"` // how it ended if what mattered was certain before the last game
	Began     string        `json:"-"`                     // the day on which it began, "2026-03-01"; empty if unknown
	Ended     string        `json:"-"`                     // the last day on which it was played
	By        tournament.By `json:"ranked_by"`             // the value that ranks its table
	Standings []Standing    `json:"standings"`             // group by group, by rank
	Note      string        `json:"note,omitempty"`        // note that no game of it has been played, see Unplayed
	Remarks   []string      `json:"remarks,omitempty"`     // sentences on equal bots, rematches and circles, see Remark
	// TieShares are how often equal bots of each group tie, if the rating estimates that
	TieShares []rating.TieShare `json:"tie_shares,omitempty"`

	Earlier [][]Standing `json:"earlier,omitempty"` // of the earlier series, if the stage restarted when its field changed

	// Left has bots and versions that no longer play in it, the last to leave first; without ranks
	Left     []Standing              `json:"-"`
	Moments  []Moment                `json:"moments,omitempty"` // standings after rounds of play, in order
	Since    string                  `json:"-"`                 // the moment since which bots have climbed: "round 4", "14 Nov"
	Planned  int                     `json:"-"`                 // games in total, 0 if that depends on the games
	Unit     string                  `json:"-"`                 // of the scores: "%", "points"
	Limit    float64                 `json:"-"`                 // of the mean time of a move, µs; 0 for none
	Next     string                  `json:"-"`                 // the stage to which the best advance; empty for the last
	NotApart []tournament.Cluster    `json:"-"`
	Meetings []*tournament.Encounter `json:"-"` // results of pairs, if all in a group meet: each pair is a cell of the cross table
	// which of two bots was ahead, if games are not matches of two; nil for more than MostPairs bots
	Pairs   []*tournament.Encounter `json:"-"`
	Bracket *tournament.Bracket     `json:"-"` // of a knockout, nil for other formats
	BinLow  float64                 `json:"-"` // lower end of the first bin of every histogram
	BinHigh float64                 `json:"-"` // upper end of the last bin; equal to BinLow: no histograms
}

// Unplayed returns the sentence that no game of the stage has been played; empty if one was.
func (s *Stage) Unplayed() string {
	if s.Played > 0 {
		return ""
	}
	return "no game of it has been played"
}

// NoGroup is the group of a bot that could not play, in a stage of several groups. It is ranked after all groups.
const NoGroup = -1

// Groups returns the standings group by group, without bots that have none.
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

// Divided reports whether the groups are divisions, so that all bots have one order.
func (s *Stage) Divided() bool {
	return slices.ContainsFunc(s.Standings, func(l Standing) bool { return l.Above > 0 })
}

// Ungrouped returns the standings of bots that are in no group because they could not play.
func (s *Stage) Ungrouped() []Standing {
	if at := slices.IndexFunc(s.Standings, func(l Standing) bool { return l.Group == NoGroup }); at >= 0 {
		return s.Standings[at:]
	}
	return nil
}

// GroupName returns A, B … Z, AA, AB … for 0, 1 …
func GroupName(n int) string {
	letter := string(rune('A' + n%26))
	if n < 26 {
		return letter
	}
	return GroupName(n/26-1) + letter
}

// Marked reports whether the bots of the stage have marks.
func (s *Stage) Marked() bool { return s.By == tournament.ByMarks || s.By == tournament.ByNothing }

// Unranked reports whether the stage ranks nobody: then all share the first place, and none is shown.
func (s *Stage) Unranked() bool { return s.By == tournament.ByNothing }

// Unplaced reports whether a bot stands below the table, without a place: nothing is known of its strength, since it has had no game yet.
func (s *Stage) Unplaced(l *Standing) bool { return s.Played > 0 && l.Played == 0 && s.Uncertain() }

// RankText returns the rank of a bot, "-" without a place.
func (s *Stage) RankText(l *Standing) string {
	if s.Unranked() || s.Unplaced(l) {
		return "-"
	}
	return strconv.Itoa(l.Rank)
}

// Placed returns how many bots have a place.
func (s *Stage) Placed() (n int) {
	for i := range s.Standings {
		if !s.Unplaced(&s.Standings[i]) {
			n++
		}
	}
	return n
}

// Ladder reports whether the stage has curves of ratings: it then has a leaderboard, and each bot a page with its curve.
func (s *Stage) Ladder() bool {
	return slices.ContainsFunc(s.Standings, func(l Standing) bool { return len(l.Curve) > 0 })
}

// Uncertain reports whether the ratings of a stage have standard errors, as those of ladders do.
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

// Decided returns how many matches between the pairs of a group are decided, and how many there are.
func Decided(group []Standing) (decided, all int) {
	for _, l := range group {
		decided += l.Wins + l.Draws + l.Losses
	}
	return decided / 2, len(group) * (len(group) - 1) / 2
}

// GoingOn returns the names of a group that advance to the next stage; nil if none or all do, or if it is not known yet.
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

// Ties returns the sentences about an early end, and about what is certain of the ranks, see [Stage.Certain].
func (s *Stage) Ties() []string {
	var lines []string
	for _, text := range []string{s.EndedEarly(), s.Certain()} {
		if text != "" {
			lines = append(lines, text)
		}
	}
	return lines
}

// EndedEarly returns a sentence about the end of a stage before all its games; empty if there was none.
func (s *Stage) EndedEarly() string {
	if s.Early == "" {
		return ""
	}
	return strings.ToUpper(s.Early[:1]) + s.Early[1:] + "."
}

// Settled returns the sentences of [Stage.Ties] as one text.
func (s *Stage) Settled() string { return strings.Join(s.Ties(), " ") }

// Certain returns a sentence on whether the first place is certain, or, in a stage of which some advance, whether it is certain who does.
// It is empty for brackets and fewer than two bots. Of divisions it is about the first place of the best.
func (s *Stage) Certain() string {
	groups := s.Groups()
	if s.Bracket != nil || s.Unranked() || s.Played == 0 || len(s.Standings) < 2 {
		return ""
	}
	advance := s.Next != "" && slices.ContainsFunc(s.Standings, func(l Standing) bool { return l.Through })
	if len(groups) == 1 || s.Divided() {
		return s.certainOf(groups[0], advance && len(groups) == 1)
	}
	what := "who is first"
	if advance {
		what = "who advances"
	}
	var open []string
	for _, group := range groups {
		if _, to := s.open(group, line(group, advance)); to > 0 {
			open = append(open, GroupName(group[0].Group))
		}
	}
	switch {
	case len(open) == 0:
		return strings.ToUpper(what[:1]) + what[1:] + " is certain in every group."
	case len(open) == 1:
		return fmt.Sprintf("It is not certain %s in group %s.", what, open[0])
	case len(open) > mostNamed:
		return fmt.Sprintf("It is not certain %s in %d of %d groups.", what, len(open), len(groups))
	}
	return fmt.Sprintf("It is not certain %s in groups %s.", what, Named(open))
}

// certainOf returns the sentence about the only group.
func (s *Stage) certainOf(group []Standing, advance bool) string {
	from, to := s.open(group, line(group, advance))
	switch {
	case advance && to > 0:
		return fmt.Sprintf("It is not certain who advances: ranks %s.", s.tied(from, to))
	case advance:
		return "Who advances is certain."
	case to > 0:
		return fmt.Sprintf("Nobody is certainly first: ranks %s.", s.tied(1, to))
	}
	for n := 2; n < len(group); n++ {
		if _, to := s.open(group, n); to == 0 {
			return "The first place is certain."
		}
	}
	if len(group) == 2 {
		return "The first place is certain."
	}
	return "Only the first place is certain."
}

// tied says of ranks that they are not separated.
func (s *Stage) tied(from, to int) string {
	if s.Finished {
		return fmt.Sprintf("%d–%d are statistically tied", from, to)
	}
	return fmt.Sprintf("%d–%d may still swap", from, to)
}

// line returns the number of bots of a group above the line that matters: those that advance, or the first.
func line(group []Standing, advance bool) int {
	n := 0
	for i := range group {
		if group[i].Through && advance {
			n++
		}
	}
	return max(1, n)
}

// open returns the range of ranks across the line below the first n of a group, 0 and 0 if they are separated from the others at 95 %.
func (s *Stage) open(group []Standing, n int) (from, to int) {
	for _, c := range s.NotApart {
		if c.Group == group[0].Group && c.From <= n && c.To > n {
			from, to = cmp.Or(min(from, c.From), c.From), max(to, c.To)
		}
	}
	for i := range group {
		if l := &group[i]; l.Rank <= n && l.RankHigh > n && l.Played > 0 {
			from, to = cmp.Or(min(from, l.RankLow), l.RankLow), max(to, l.RankHigh)
		}
	}
	return from, to
}

// FirstCertain returns in about five words how certain the first place of a stage of one group is; empty for a bracket.
func (s *Stage) FirstCertain() string {
	if s.Bracket != nil || s.Unranked() || len(s.Standings) < 2 {
		return ""
	}
	if _, to := s.open(s.Standings, 1); to > 0 {
		return fmt.Sprintf("Ranks %s.", s.tied(1, to))
	}
	return "The first place is certain."
}

// Extremes returns the most consistent bot of those without faults, the most erratic, and the one with the best game, among bots with at
// least ten games, or for the best game as many as any bot has where nobody has ten; nil if there is none. Of fewer than two bots, and
// where scores have two values, none is consistent or erratic.
func (s *Stage) Extremes() (steady, erratic, best *Standing) {
	var lines []*Standing
	least := 1
	for i := range s.Standings {
		least = min(max(least, s.Standings[i].Played), notable)
	}
	for i := range s.Standings {
		if s.Standings[i].Broken == "" && s.Standings[i].Played >= least {
			lines = append(lines, &s.Standings[i])
		}
	}
	if len(lines) == 0 {
		return nil, nil, nil
	}
	steadier := slices.DeleteFunc(slices.Clone(lines), func(l *Standing) bool { return l.Faults > 0 })
	deviation := func(a, b *Standing) int { return cmp.Compare(a.Deviation, b.Deviation) }
	best = slices.MaxFunc(lines, func(a, b *Standing) int { return cmp.Compare(a.Best, b.Best) })
	if len(lines) < 2 || least < notable || s.BinHigh <= s.BinLow {
		return nil, nil, best
	}
	if len(steadier) > 0 {
		steady = slices.MinFunc(steadier, deviation)
	}
	return steady, slices.MaxFunc(lines, deviation), best
}

// notable is how many games a bot must have played to be called consistent, erratic or the owner of the best game.
const notable = 10

// bins is the number of bars of a histogram.
const bins = 24

// Count fills the histograms of a stage's bots: it counts the games of the stage, on an axis that spans the scores of all stages. Scores of
// only two values, such as won and lost, have no histogram.
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
	if !several(stage, games) {
		s.BinLow, s.BinHigh = 0, 0
		return
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

// several reports whether the games of a stage have more than two different scores.
func several(stage int, games []Game) bool {
	seen := map[float64]bool{}
	for i := range games {
		for j := range games[i].Seats {
			if games[i].Stage == stage {
				seen[games[i].Seats[j].Score] = true
			}
		}
		if len(seen) > 2 {
			return true
		}
	}
	return false
}
