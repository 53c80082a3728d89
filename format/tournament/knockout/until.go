package knockout

import (
	"math"
	"slices"

	"agon/format/tournament"
)

// Until returns the condition on which the stage ends early, and the most games it may have, without replays of ties.
func (k *Format) Until(f *tournament.Field) (tournament.Until, int) {
	matches := k.matches(f)
	if k.double {
		matches++ // the second final
	}
	return k.until, matches * k.bestOf
}

// Reached reports whether the stage needs no more games, though it could have more.
func (k *Format) Reached(f *tournament.Field, past tournament.Past) bool {
	if k.until.None() || past.Len() == 0 {
		return false
	}
	f, past = tournament.Succeeded(f, past, tournament.Now)
	b := k.bracket(f, past)
	return k.known(b) || !slices.ContainsFunc(b.Ties, func(t tournament.Tie) bool { return t.Winner == tournament.Unknown })
}

// known reports whether what matters is known before the end of the bracket: the winner, or who advances, which is known when all
// others are out.
func (k *Format) known(b *bracket) bool {
	u := k.until
	switch {
	case u.None():
		return false
	case u.Set():
		return k.through(b)
	}
	return u.Places(len(b.Seeds)) == 1 && b.champion() >= 0
}

// through reports whether the entries that advance are known: they are those that are still in, and all came further than those that are
// out.
func (k *Format) through(b *bracket) bool {
	in, least, most := 0, math.MaxInt, -1
	for _, p := range b.reached() {
		if !p.in {
			most = max(most, p.depth)
			continue
		}
		in++
		least = min(least, p.depth)
	}
	return in == k.until.Advance && least > most
}
