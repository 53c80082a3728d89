package league

import (
	"cmp"
	"slices"

	"agon/rating"
	"agon/tournament"
)

// table is one group's standings in the making.
type table struct {
	league  *League
	lines   []tournament.Standing
	matches []*tournament.Match // of this group alone
	at      map[int]int         // an entry's place in the group
}

func (l *League) newTable(f *tournament.Field, number int, group []int, all []tournament.Standing, matches []*tournament.Match) *table {
	t := &table{league: l, at: make(map[int]int, len(group))}
	places := f.Places()
	for i, entry := range group {
		t.at[entry] = i
		line := all[places[entry]]
		line.Group = number
		t.lines = append(t.lines, line)
	}
	for _, m := range matches {
		if _, ours := t.at[m.Entries[0]]; ours {
			t.matches = append(t.matches, m)
			t.count(m)
		}
	}
	l.Rating.Rate(t.lines, l.meetings(t.matches, t.at), f.Seed)
	return t
}

// count takes in a decided match.
func (t *table) count(m *tournament.Match) {
	if !m.Decided {
		return
	}
	for i, points := range worths(m) {
		line := &t.lines[t.at[m.Entries[i]]]
		line.Points += points
		switch {
		case won(m, i):
			line.Wins++
		case first(m, i):
			line.Draws++
		default:
			line.Losses++
		}
	}
}

// worths is the points that each entry of a match takes home.
func worths(m *tournament.Match) []float64 {
	list := make([]float64, len(m.Entries))
	for i := range list {
		list[i] = m.Share(i, standing(m))
	}
	return list
}

// standing is what decides a match: games won where there are two, points of games where there are more.
func standing(m *tournament.Match) func(i int) float64 {
	if len(m.Entries) == 2 {
		return func(i int) float64 { return float64(m.Wins[i]) }
	}
	return func(i int) float64 { return rating.Round(m.Points[i]) }
}

// first reports whether nobody did better in the match; won, whether nobody did as well.
func first(m *tournament.Match, i int) bool {
	by := standing(m)
	for other := range m.Entries {
		if by(other) > by(i) {
			return false
		}
	}
	return true
}

func won(m *tournament.Match, i int) bool {
	by := standing(m)
	for other := range m.Entries {
		if other != i && by(other) >= by(i) {
			return false
		}
	}
	return true
}

// rank puts the lines into order: by rating, or points where there is none; then matches won; then the matches among those who
// are still equal; then games won less lost; then score made less conceded; then, where the rules read times, less time used;
// then the seeding order.
func (t *table) rank(f *tournament.Field) []tournament.Cluster {
	order := slices.Clone(t.lines)
	slices.SortStableFunc(order, t.leading)
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && t.leading(order[from], order[to]) == 0 {
			to++
		}
		t.part(order[from:to], f.Timed)
		from = to
	}
	t.lines = order
	t.tell(f.Timed)
	compared := rating.Compare(len(order), t.games())
	clusters := tournament.Place(order, compared, func(s tournament.Standing) int { return t.at[s.Entry] }, t.league.Advance)
	for i := range clusters { // from games of each entry to games of the group
		clusters[i].More = clusters[i].More * len(order) / t.league.Seats
	}
	return clusters
}

func (t *table) leading(a, b tournament.Standing) int {
	if !t.league.Rating.None() {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(b.Wins, a.Wins))
	}
	return cmp.Or(cmp.Compare(rating.Round(b.Points), rating.Round(a.Points)), cmp.Compare(b.Wins, a.Wins))
}

// part orders lines that are equal so far.
func (t *table) part(tied []tournament.Standing, timed bool) {
	if len(tied) < 2 {
		return
	}
	direct := t.direct(tied)
	slices.SortStableFunc(tied, func(a, b tournament.Standing) int {
		by := cmp.Or(
			cmp.Compare(direct[b.Entry], direct[a.Entry]),
			cmp.Compare(b.GamesWon-b.GamesLost, a.GamesWon-a.GamesLost),
			cmp.Compare(t.scoreDifference(b), t.scoreDifference(a)),
		)
		if by == 0 && timed {
			return cmp.Compare(a.Took, b.Took)
		}
		return by
	})
}

// tell notes by which rule the last who goes on is before the first who does not, where it is not by more points or a higher rating.
func (t *table) tell(timed bool) {
	last := t.league.Advance - 1
	if last < 0 || last+1 >= len(t.lines) {
		return
	}
	in, out := &t.lines[last], &t.lines[last+1]
	if rule := t.rule(*in, *out, timed); rule != "" {
		in.Note = "goes on " + rule
	}
}

// rule is what parts two neighbours in words, empty where points or ratings do.
func (t *table) rule(a, b tournament.Standing, timed bool) string {
	if !t.league.Rating.None() && a.Rating != b.Rating || t.league.Rating.None() && rating.Round(a.Points) != rating.Round(b.Points) {
		return ""
	}
	direct := t.direct(slices.DeleteFunc(slices.Clone(t.lines), func(s tournament.Standing) bool { return t.leading(a, s) != 0 }))
	switch {
	case a.Wins != b.Wins:
		return "by matches won"
	case direct[a.Entry] != direct[b.Entry]:
		return "by the matches between those who are equal"
	case a.GamesWon-a.GamesLost != b.GamesWon-b.GamesLost:
		return "by games won"
	case t.scoreDifference(a) != t.scoreDifference(b):
		return "by score"
	case timed && a.Took != b.Took:
		return "by less time used"
	}
	return "by the seeding"
}

// direct is the points that each of the tied made in the matches that only they played.
func (t *table) direct(tied []tournament.Standing) map[int]float64 {
	points := make(map[int]float64, len(tied))
	for _, s := range tied {
		points[s.Entry] = 0
	}
	for _, m := range t.matches {
		if !m.Decided || !among(points, m.Entries) {
			continue
		}
		for i, worth := range worths(m) {
			points[m.Entries[i]] = rating.Round(points[m.Entries[i]] + worth)
		}
	}
	return points
}

func among(set map[int]float64, entries []int) bool {
	for _, e := range entries {
		if _, ok := set[e]; !ok {
			return false
		}
	}
	return true
}

// scoreDifference is what an entry scored in its matches less the mean of what the others scored in them.
func (t *table) scoreDifference(s tournament.Standing) float64 {
	sum := 0.0
	for _, m := range t.matches {
		i := slices.Index(m.Entries, s.Entry)
		if i < 0 {
			continue
		}
		others := -m.Scores[i]
		for _, score := range m.Scores {
			others += score
		}
		sum += m.Scores[i] - others/float64(max(len(m.Entries)-1, 1))
	}
	return rating.Round(sum)
}

// virtual is the points of games that everybody is given beyond its own when entries are compared: two won and two lost, as Agresti
// and Coull do for shares, so that two wins out of two do not pass for certainty.
var virtual = []float64{1, 0, 1, 0}

// games is the points of every game that counts, by place in the group, and the virtual ones.
func (t *table) games() rating.Games {
	return func(yield func([]int, []float64) bool) {
		for place := range t.lines {
			for _, points := range virtual {
				if !yield([]int{place}, []float64{points}) {
					return
				}
			}
		}
		for _, m := range t.matches {
			for _, g := range m.Games {
				meeting := g.Meeting(func(entry int) int { return t.at[entry] })
				if !yield(meeting.Entries, meeting.Points) {
					return
				}
			}
		}
	}
}
