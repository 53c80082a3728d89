package league

import (
	"cmp"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// table computes the standings of one group.
type table struct {
	league  *League
	number  int // of the group
	lines   []tournament.Standing
	matches []*tournament.Match // of this group alone
	at      map[int]int         // an entry's place in the group
	decided int                 // number of decided matches
	games   int                 // number of games of the group
	ties    rating.TieShare     // how often equal bots tie, if that is estimated

	equal       map[int]bool // sorted lines of entries that are equal to the one before in all that ranks
	differences []float64    // of scores, by place in the group; nil until needed
}

// newTable returns the table of a group with these lines and matches, in seeding order.
func (l *League) newTable(f *tournament.Field, number int, lines []tournament.Standing, matches []*tournament.Match) *table {
	t := &table{league: l, number: number, lines: lines, matches: matches, at: make(map[int]int, len(lines))}
	for i := range lines {
		t.at[lines[i].Entry], lines[i].Group = i, number
	}
	for _, m := range matches {
		t.count(m)
	}
	t.ties = l.Rating.Rate(t.lines, l.meetings(t.matches, t.at), f.Seed)
	return t
}

// count adds a match, and its points if it is decided.
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

// worths returns the points of each entry of a match.
func worths(m *tournament.Match) []float64 {
	list := make([]float64, len(m.Entries))
	for i := range list {
		list[i] = m.Share(i, standing(m))
	}
	return list
}

// standing returns what decides a match: games won if it has two entries, points of games if it has more.
func standing(m *tournament.Match) func(i int) float64 {
	if len(m.Entries) == 2 {
		return func(i int) float64 { return float64(m.Wins[i]) }
	}
	return func(i int) float64 { return rating.Round(m.Points[i]) }
}

// first reports whether no entry did better in the match; won, whether none did as well.
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

// rank orders the lines: by rating, or points if there is none; then matches won; then points in the matches among those still equal;
// then games won minus lost; then the difference of scores; then, if the rules read times, less time used; then the seeding order.
func (t *table) rank(f *tournament.Field) []tournament.Cluster {
	t.sort(f)
	t.noteRule(f.Timed)
	return t.place(f)
}

// sort puts the lines into their order.
func (t *table) sort(f *tournament.Field) {
	order := slices.Clone(t.lines)
	t.equal = map[int]bool{}
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
}

func (t *table) leading(a, b tournament.Standing) int {
	if !t.league.Rating.None() {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(b.Wins, a.Wins))
	}
	return cmp.Or(cmp.Compare(rating.Round(b.Points), rating.Round(a.Points)), cmp.Compare(b.Wins, a.Wins))
}

// part orders lines that are equal by leading.
func (t *table) part(tied []tournament.Standing, timed bool) {
	if len(tied) < 2 {
		return
	}
	direct := t.direct(tied)
	compare := func(a, b tournament.Standing) int {
		by := cmp.Or(
			cmp.Compare(direct[b.Entry], direct[a.Entry]),
			cmp.Compare(b.GamesWon-b.GamesLost, a.GamesWon-a.GamesLost),
			cmp.Compare(t.scoreDifference(b), t.scoreDifference(a)),
		)
		if by == 0 && timed {
			return cmp.Compare(a.Took, b.Took)
		}
		return by
	}
	slices.SortStableFunc(tied, compare)
	for i := 1; i < len(tied); i++ {
		t.equal[tied[i].Entry] = compare(tied[i-1], tied[i]) == 0
	}
}

// same reports whether a sorted line is equal to the one before it.
func (t *table) same(_, line tournament.Standing) bool { return t.equal[line.Entry] }

// noteRule notes the rule that puts the last line that advances before the next, or in the last stage the first before the second, unless
// it is points or rating.
func (t *table) noteRule(timed bool) {
	last, why := t.league.Advance-1, tournament.GoesOn
	if last < 0 {
		last, why = 0, "first: "
	}
	if last+1 >= len(t.lines) || why == "first: " && t.equal[t.lines[1].Entry] {
		return
	}
	in, out := &t.lines[last], &t.lines[last+1]
	if rule := t.rule(*in, *out, timed); rule != "" {
		in.Note = why + rule
	}
}

// rule describes the rule that separates two neighbours, empty if it is points or rating.
func (t *table) rule(a, b tournament.Standing, timed bool) string {
	if !t.league.Rating.None() && a.Rating != b.Rating || t.league.Rating.None() && rating.Round(a.Points) != rating.Round(b.Points) {
		return ""
	}
	direct := t.direct(slices.DeleteFunc(slices.Clone(t.lines), func(s tournament.Standing) bool { return t.leading(a, s) != 0 }))
	switch {
	case a.Wins != b.Wins:
		return "more matches won"
	case direct[a.Entry] != direct[b.Entry]:
		return "won against the others with equal points"
	case a.GamesWon-a.GamesLost != b.GamesWon-b.GamesLost:
		return "more games won"
	case t.scoreDifference(a) != t.scoreDifference(b):
		return "better scores"
	case timed && a.Took != b.Took:
		return "less time used"
	}
	return "the better seed"
}

// direct returns the points of the tied entries in the matches among them only.
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
	return !slices.ContainsFunc(entries, func(e int) bool { _, ok := set[e]; return !ok })
}

// scoreDifference returns an entry's scores in its matches minus the mean of the others' scores in them.
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
