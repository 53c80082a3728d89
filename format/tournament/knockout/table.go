package knockout

import (
	"cmp"
	"slices"
	"strings"

	"agon/format/tournament"
)

// Table ranks by how far entries came. Those that lost in the same round share a rank, ordered by their place in the draw.
func (k *Format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	b := k.bracket(f, past)
	lines := tournament.Lines(f, past)
	reached := b.reached()
	for i := range lines {
		p := reached[lines[i].Entry]
		lines[i].Note, lines[i].Wins, lines[i].Losses, lines[i].Points = p.note, p.wins, p.losses, float64(p.wins)
	}
	slices.SortFunc(lines, func(x, y tournament.Standing) int {
		one, two := reached[x.Entry], reached[y.Entry]
		return cmp.Or(cmp.Compare(two.depth, one.depth), cmp.Compare(one.seed, two.seed))
	})
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && reached[lines[to].Entry].depth == reached[lines[from].Entry].depth {
			to++
		}
		for i := from; i < to; i++ {
			lines[i].Rank, lines[i].RankLow, lines[i].RankHigh = from+1, from+1, to
			lines[i].Through = k.advance == 0 || i < k.advance
		}
		from = to
	}
	k.hope(f, lines, b)
	return tournament.Table{By: tournament.ByBracket, Standings: lines, Bracket: b.Bracket}
}

// hope sets the chances of the lines, and during play the final places that they may have.
func (k *Format) hope(f *tournament.Field, lines []tournament.Standing, b *bracket) {
	if p := k.forecast(f, b); p != nil {
		for i := range lines {
			p.setForecast(&lines[i])
		}
		return
	}
	winner := b.champion()
	if winner < 0 {
		return // nothing has been played
	}
	for i := range lines {
		if lines[i].Entry == winner {
			lines[i].ChanceFirst = 1
		}
		if k.advance > 0 && k.advance < len(lines) && lines[i].Through {
			lines[i].ChanceNext = 1
		}
	}
}

// progress is how far an entry came, and its matches.
type progress struct {
	seed         int  // in the draw, from 0
	depth        int  // larger is further
	wins, losses int  // matches played, without byes
	in           bool // it still plays, or has won the bracket
	note         string
}

// reached returns how far each entry came.
func (b *bracket) reached() map[int]*progress {
	all := make(map[int]*progress, len(b.Seeds))
	for seed, entry := range b.Seeds {
		all[entry] = &progress{seed: seed, note: "still in"}
	}
	for i := range b.Ties {
		t := &b.Ties[i]
		for _, entry := range t.Sides {
			if p := all[entry]; p != nil {
				p.meet(t, b, entry)
			}
		}
	}
	if w := b.champion(); w >= 0 && b.Ties[b.last()].Side(w) < 0 { // of a final that nobody is left of
		all[w].depth, all[w].in, all[w].note = b.Ties[b.last()].Level+1, true, "winner"
	}
	return all
}

// meet counts a tie of the entry, which has the others before it.
func (p *progress) meet(t *tournament.Tie, b *bracket, entry int) {
	p.depth = max(p.depth, t.Level)
	switch {
	case t.Winner == entry:
		p.win(t, b)
	case t.Loser == entry:
		p.losses++
		p.note = "lost " + t.Name
		if strings.Contains(t.Name, "s' round") {
			p.note = "lost in " + t.Name
		}
	case t.Winner != tournament.Unknown:
		p.in, p.note = false, "out"
	case b.third(t):
		p.in, p.note = true, "plays for third place"
	default:
		p.in, p.note = true, "still in"
	}
}

// win counts a match won. The winner of most matches is in a tie of the next round, which has a larger level; only for the last ones the
// depth is increased here.
func (p *progress) win(t *tournament.Tie, b *bracket) {
	if !t.Bye {
		p.wins++
	}
	switch {
	case b.third(t):
		p.depth++
		p.note = "third"
	case t.Number == b.last():
		p.depth++
		p.in, p.note = true, "winner"
	}
}

// third reports whether a tie is the match for third place.
func (b *bracket) third(t *tournament.Tie) bool { return b.second < 0 && t.Part == 1 }

// champion returns the winner of the bracket, Unknown before the end.
func (b *bracket) champion() int { return b.Ties[b.last()].Winner }

// last returns the number of the tie that decides the bracket.
func (b *bracket) last() int {
	if b.second >= 0 {
		return b.second
	}
	return b.Parts[0].Root
}
