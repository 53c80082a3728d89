package knockout

import (
	"cmp"
	"fmt"
	"slices"

	"agon/tournament"
)

// Table ranks by how far everybody came. Who lost in the same round shares a rank; of them the better place in the draw stands first.
func (k *Format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	b := k.Bracket(f, past)
	lines := tournament.Lines(f, past)
	reached := make(map[int]progress, len(lines))
	for i := range lines {
		p := b.progress(lines[i].Entry)
		reached[lines[i].Entry] = p
		lines[i].Note, lines[i].Wins, lines[i].Losses, lines[i].Points = p.note, p.wins, p.losses, float64(p.wins)
	}
	slices.SortStableFunc(lines, func(x, y tournament.Standing) int {
		return cmp.Or(
			cmp.Compare(reached[y.Entry].depth, reached[x.Entry].depth),
			cmp.Compare(slices.Index(b.Seeds, x.Entry), slices.Index(b.Seeds, y.Entry)),
		)
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
	return tournament.Table{Standings: lines}
}

// progress is how far an entry came.
type progress struct {
	depth        int // larger is further
	wins, losses int // matches played, byes apart
	note         string
}

func (b *Bracket) progress(entry int) progress {
	p := progress{note: "still in"}
	for i := range b.Matches {
		m := &b.Matches[i]
		if m.One != entry && m.Two != entry {
			continue
		}
		if !m.Third {
			p.depth = 4 * m.Round
		}
		switch {
		case m.Winner == entry:
			p.win(m, b)
		case m.Loser == entry:
			p.losses++
			p.note = "lost " + b.name(m)
		}
	}
	return p
}

// win counts a match won. Whoever wins stands in the next round, which has a larger depth; only the last matches are marked here.
func (p *progress) win(m *Match, b *Bracket) {
	if !m.Bye {
		p.wins++
	}
	switch {
	case m.Third:
		p.depth++
		p.note = "third"
	case m.Round == b.Rounds-1:
		p.depth++
		p.note = "winner"
	}
}

// name is what people call a match.
func (b *Bracket) name(m *Match) string {
	if m.Third {
		return "the match for the third place"
	}
	switch b.Rounds - m.Round {
	case 1:
		return "the final"
	case 2:
		return "a semi-final"
	case 3:
		return "a quarter-final"
	}
	return fmt.Sprintf("in round %d", m.Round+1)
}
