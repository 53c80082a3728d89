package swiss

import (
	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// Until returns the condition on which the stage ends early, and the most games it may have.
func (s format) Until(f *tournament.Field) (tournament.Until, int) {
	return tournament.ReadUntil(s.keys), s.rounds(f) * (f.Size() / 2) * s.series(f).Length(2)
}

// Reached reports whether the remaining rounds are not needed.
func (s format) Reached(f *tournament.Field, past tournament.Past) bool {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	return s.certain(f, past, past.Matches(s.series(f)))
}

// certain reports whether the remaining rounds will not change the part of the table that matters, except with the probability that the
// condition allows. The rounds are simulated with strengths drawn from the estimate of the decided matches; see package league, which does
// the same.
func (s format) certain(f *tournament.Field, past tournament.Past, matches []*tournament.Match) bool {
	until := tournament.ReadUntil(s.keys)
	if until.None() || len(matches) == 0 {
		return false
	}
	lines := s.lines(f, past, matches)
	places := f.Places()
	order := make([]int, len(lines))
	for i, line := range lines {
		order[i] = places[line.Entry]
	}
	rest := newRest(f, matches, newRecord(f, matches), s.series(f), s.rounds(f), 0)
	if rest.rounds == 0 && len(rest.open) == 0 {
		return false // over in any case
	}
	return until.Forecast(func(pass int, see func(wrong func() bool) bool) {
		online := rating.NewOnline(f.Size(), 0)
		online.Fit(s.units(matches, places, f))
		online.Ranks(game.SubSeed(f.Seed, certainPurpose, int64(len(matches)), int64(pass)), func(strength []float64) {
			see(func() bool {
				rest.simulate(strength)
				return !until.Same(order, rest.after)
			})
		})
	}, 1)
}
