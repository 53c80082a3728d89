package web

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/bracket"
	"agon/show/report"
)

// A podium is who won a contest that is over, and by what.
type podium struct {
	Places  []podiumPlace
	Margin  string // "28 : 23 in the final", "1.5 points ahead of Bob"; empty if unknown
	Certain string // how certain the first place is, in about five words
	Game    *gameView
}

type podiumPlace struct {
	chip
	Place, Name, Author string
}

// newPodium returns the first three of the last stage, nil while the contest is played.
func newPodium(r *report.Run, watchable map[int]bool) *podium {
	s := r.Last()
	if !r.Finished || s == nil || s.Unranked() || s.Played == 0 || len(s.Groups()) != 1 && !s.Divided() || len(s.Standings) < 2 {
		return nil
	}
	p := podium{Places: podiumPlaces(s)}
	if len(p.Places) == 0 {
		return nil
	}
	p.Margin, p.Certain = marginText(s), s.FirstCertain()
	if g := decidingGame(r, s); g != nil {
		v := newGameView(g, r, watchable)
		p.Game = &v
	}
	return &p
}

// mostOnPodium is how many bots stand on a podium at most, where several share a place.
const mostOnPodium = 6

// podiumPlaces returns the first three of a stage with those who share their places; none of a place that so many share that there is no
// room for all.
func podiumPlaces(s *report.Stage) (places []podiumPlace) {
	ranks := slices.IndexFunc(s.Standings, func(row report.Standing) bool { return row.Overall() > 3 || row.Played == 0 })
	if ranks < 0 {
		ranks = len(s.Standings)
	}
	lines := s.Standings[:ranks]
	if len(lines) > mostOnPodium {
		full := lines[mostOnPodium].Rank
		lines = lines[:slices.IndexFunc(lines, func(row report.Standing) bool { return row.Rank == full })]
	}
	for _, row := range lines {
		places = append(places, podiumPlace{chipOf(row.Look()), ordinal(row.Rank), row.Name, row.Author})
	}
	return places
}

// marginText returns by how much the first of a stage is ahead.
func marginText(s *report.Stage) string {
	if s.Bracket != nil {
		if score := bracket.FinalScore(s.Bracket); score != "" {
			return score + " in the final."
		}
		return ""
	}
	one, two := &s.Standings[0], &s.Standings[1]
	if one.Rank == two.Rank {
		return ""
	}
	first, _, _ := s.Measured(one)
	second, _, _ := s.Measured(two)
	if first <= second {
		return "Ahead of " + two.Name + " by the tie-break."
	}
	unit, in := " point", ""
	switch s.By {
	case tournament.ByRating:
		unit = " rating point"
	case tournament.ByScore: // its unit may be any word: "outlived", "rounds won"
		if unit, in = "", " in mean score"; s.Unit == "%" {
			unit = " %"
		}
	}
	ahead := math.Round((first-second)*100) / 100
	if s.By == tournament.ByRating && ahead >= 1 {
		ahead = math.Round(ahead)
	}
	figure := numerals.Trimmed(ahead)
	if ahead == 0 {
		figure = "Less than 0.01"
	}
	if ahead != 1 && strings.HasSuffix(unit, "point") {
		unit += "s"
	}
	return fmt.Sprintf("%s%s ahead of %s%s.", figure, unit, sharing(s, two.Rank), in)
}

// sharing names those who share a rank, or says how many they are.
func sharing(s *report.Stage, rank int) string {
	var names []string
	for i := range s.Standings {
		if row := &s.Standings[i]; row.Rank == rank && row.Played > 0 {
			names = append(names, row.Name)
		}
	}
	switch len(names) {
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	}
	return numerals.Counted(len(names), "bot")
}

// decidingGame returns the last game of a bracket's final, or the last between the first two of a stage; nil if there is none.
func decidingGame(r *report.Run, s *report.Stage) *report.Game {
	final := -1
	if s.Bracket != nil {
		final = bracket.LastGame(s.Bracket) + 1
	}
	for i := range slices.Backward(r.Games) {
		g := &r.Games[i]
		between := final <= 0 && g.Stage == len(r.Stages)-1 && bothIn(g, s.Standings[0].Entry, s.Standings[1].Entry)
		if between || g.Number == final {
			return g
		}
	}
	return nil
}

// bothIn reports whether two entries sit in a game.
func bothIn(g *report.Game, one, other int) bool {
	has := func(entry int) bool {
		return slices.ContainsFunc(g.Seats, func(s report.Seat) bool { return s.Slot == entry })
	}
	return has(one) && has(other)
}

// newestGames returns the indexes of the newest games, the newest first; the deciding one of a contest that is over stands before them.
func newestGames(r *report.Run) []int {
	var list []int
	for i := len(r.Games) - 1; i >= 0 && len(list) < fewGames; i-- {
		list = append(list, i)
	}
	s := r.Last()
	if !r.Finished || s == nil || s.Bracket == nil {
		return list
	}
	final := slices.IndexFunc(r.Games, func(g report.Game) bool { return g.Number == bracket.LastGame(s.Bracket)+1 })
	if at := slices.Index(list, final); at > 0 {
		list = slices.Insert(slices.Delete(list, at, at+1), 0, final)
	}
	return list
}

// A part is a piece of a sentence, with the chip of a bot before it if it is a name.
type part struct {
	chip
	Text string
}

// outcome returns how a game ended in words, "Emil beat Ada", and the scores of a game of two. shown are its first seats.
func outcome(seats []report.Seat, shown []gameSeatView) (told []part, scores string) {
	name := func(i int) part { return part{shown[i].chip, shown[i].Name} }
	if len(seats) < 2 {
		return []part{name(0), {Text: "played alone"}}, shown[0].Score
	}
	even := seats[0].Place == seats[1].Place
	if len(seats) > 2 {
		if even {
			return []part{name(0), {Text: "and"}, name(1), {Text: "shared first place"}}, ""
		}
		return []part{name(0), {Text: "won ahead of"}, name(1)}, shown[0].Score
	}
	scores = shown[0].Score + " : " + shown[1].Score
	if even {
		return []part{name(0), {Text: "and"}, name(1), {Text: "drew"}}, scores
	}
	return []part{name(0), {Text: "beat"}, name(1)}, scores
}
