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
	number  int // of the group
	lines   []tournament.Standing
	matches []*tournament.Match // of this group alone
	at      map[int]int         // an entry's place in the group
	decided int                 // matches
	games   int                 // of the group that count

	differences []float64 // of scores, by place in the group; nil until they are asked for
}

func (l *League) newTable(f *tournament.Field, number int, group []int, all []tournament.Standing, matches []*tournament.Match) *table {
	t := &table{league: l, number: number, at: make(map[int]int, len(group))}
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
	t.games += len(m.Games)
	if !m.Decided {
		return
	}
	t.decided++
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
	return t.place(f)
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
	if t.differences == nil {
		t.differences = make([]float64, len(t.lines))
		for _, m := range t.matches {
			t.addDifferences(m)
		}
	}
	return rating.Round(t.differences[t.at[s.Entry]])
}

func (t *table) addDifferences(m *tournament.Match) {
	for i, entry := range m.Entries {
		others := -m.Scores[i]
		for _, score := range m.Scores {
			others += score
		}
		t.differences[t.at[entry]] += m.Scores[i] - others/float64(max(len(m.Entries)-1, 1))
	}
}
