package web

import (
	"cmp"
	"slices"

	"agon/internal/numerals"
	"agon/show/report"
)

const (
	mostHeads  = 100 // opponents on a bot's page
	mostWorst  = 5
	leastGames = 3 // games against an opponent, before it can be one of the worst
)

// headView is what a bot's games against one opponent came to. In games of several seats, a game is won against everyone who placed below.
type headView struct {
	gameSeatView
	Href                    string // of the opponent's page; empty if it has none
	Games, Won, Drawn, Lost int
	Share                   string // percent of the games won, a draw counting half
	share                   float64
}

// heads returns a bot's record against each opponent, the worst first: at most mostHeads, those with the most games. paged has the entries
// with a page.
func heads(r *report.Run, stage, entry int, games []int, paged map[int]bool) (list []headView) {
	at := map[int]*headView{}
	for _, i := range games {
		g := &r.Games[i]
		mine := slices.IndexFunc(g.Seats, func(s report.Seat) bool { return s.Slot == entry })
		for j := range g.Seats {
			other := &g.Seats[j]
			if j == mine || g.Seats[mine].Place == 0 {
				continue
			}
			v := at[other.Slot]
			if v == nil {
				v = &headView{gameSeatView: gameSeatView{chip: chipOf(r.Look(other.Slot)), Name: other.Name}}
				if paged[other.Slot] {
					v.Href = botFile(stage, other.Slot)
				}
				at[other.Slot] = v
			}
			v.count(cmp.Compare(g.Seats[mine].Place, other.Place))
		}
	}
	for _, v := range at {
		v.share = (float64(v.Won) + float64(v.Drawn)/2) / float64(v.Games)
		v.Share = numerals.Decimals(100*v.share, 0)
		list = append(list, *v)
	}
	byName := func(a, b headView) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(list, func(a, b headView) int { return cmp.Or(b.Games-a.Games, byName(a, b)) })
	list = list[:min(len(list), mostHeads)]
	slices.SortStableFunc(list, func(a, b headView) int { return cmp.Or(cmp.Compare(a.share, b.share), b.Games-a.Games) })
	return list
}

// count adds a game: before is negative if the bot placed before the opponent.
func (v *headView) count(before int) {
	v.Games++
	switch {
	case before < 0:
		v.Won++
	case before > 0:
		v.Lost++
	default:
		v.Drawn++
	}
}

// worst returns the opponents against whom a bot won less than half, the worst first.
func worst(list []headView) (few []headView) {
	for _, v := range list {
		if v.Games >= leastGames && v.share < 0.5 && len(few) < mostWorst {
			few = append(few, v)
		}
	}
	return few
}

// faultKind is how often a bot had a fault of one kind.
type faultKind struct {
	Name  string
	Count int
	Last  ladderGame // the newest game with it
}

// faultKinds returns the kinds of a bot's faults in its games, the most frequent first.
func faultKinds(r *report.Run, entry int, games []int, watchable map[int]bool) (list []faultKind) {
	at := map[string]*faultKind{}
	for _, i := range games {
		for _, s := range r.Games[i].Seats {
			if s.Slot != entry {
				continue
			}
			for name, n := range s.Faults {
				if at[name] == nil {
					at[name] = &faultKind{Name: name}
				}
				at[name].Count += n
				at[name].Last = newLadderGame(r, &r.Games[i], entry, "", "../", watchable)
			}
		}
	}
	for _, k := range at {
		list = append(list, *k)
	}
	slices.SortFunc(list, func(a, b faultKind) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Name, b.Name)) })
	return list
}
