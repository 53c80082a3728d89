package tournament

import "slices"

// A Moment is the standings of a stage after a round of play.
type Moment struct {
	Round int // of play, from 0: the last whose results count
	Games int // with a result, up to then
	Lines []MomentLine
}

// A MomentLine is a place in the table of a moment. Lines are ordered group by group, best first.
type MomentLine struct {
	Entry  int
	Group  int
	Rank   int     // see [Standing.Overall]
	Rating float64 // 0 if the format has no ratings
	Score  float64 // mean of its scores; 0 if unknown
	Points float64 // points of matches; 0 if unknown
}

// A Remembering is a format that keeps the history of its table, so that moments need not be computed again.
type Remembering interface {
	// Remember returns the moments after these rounds of play, which are ascending.
	Remember(f *Field, past Past, rounds []int) []Moment
}

// dear is the maximum number of games counted for all moments together, if each moment is computed separately.
const dear = 4_000_000

// Moments returns the standings of a stage after its complete rounds of play: all of them, or at most most spread over them, including
// the last. Games that were taken back are missing in them until they have been played again.
func Moments(format Format, f *Field, l *Ledger, most int) []Moment {
	past := l.All().WithGaps()
	complete := past.complete()
	if complete == 0 || most < 1 {
		return nil
	}
	remembering, cheap := format.(Remembering)
	if !cheap {
		most = max(2, min(most, dear/max(past.Len(), 1)))
	}
	var rounds []int
	for i := range min(most, complete) {
		rounds = append(rounds, (i+1)*complete/min(most, complete)-1)
	}
	var list []Moment
	if cheap {
		list = remembering.Remember(f, past, rounds)
	} else {
		for _, round := range rounds {
			list = append(list, moment(format, f, past, round))
		}
	}
	return slices.DeleteFunc(list, func(m Moment) bool { return m.Games == 0 }) // all were taken back
}

// moment computes the table after a round of play.
func moment(format Format, f *Field, past Past, round int) Moment {
	then := *f
	then.OrderOnly = true
	then.Entries, then.Changes = f.Entries[:f.Known(round)], nil
	for _, c := range f.Changes {
		if c.Round <= round {
			then.Changes = append(then.Changes, c)
		}
	}
	past.games -= past.In(round + 1)
	past.known = round + 1
	m := Moment{Round: round, Games: past.Done(round)}
	for _, s := range Standings(format, &then, past).Standings {
		m.Lines = append(m.Lines, MomentLine{Entry: s.Entry, Group: s.Group, Rank: s.Overall(), Rating: s.Rating, Score: s.Score,
			Points: s.Points})
	}
	return m
}
