package bomberman

import (
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// BenchmarkStep plays rounds of four players on a map of 21x21, one round an operation: the recorded commands of a game with chains.
func BenchmarkStep(b *testing.B) {
	g := gametest.Recorded[recordedGame](b, "testdata/games/4p-hunt-88.json.gz")
	var rules Rules
	dealt := *deal(b, &rules, g.Seed, g.Players)
	var rounds [][]game.Move[Move]
	for _, r := range g.Rounds {
		rounds = append(rounds, recordedMoves(r.C))
	}
	dice := game.NewDice(1, nil)
	b.ReportAllocs()
	b.ResetTimer()
	s, n := dealt, 0
	for range b.N {
		if n == len(rounds) {
			s, n = dealt, 0
		}
		rules.Step(&s, rounds[n], &dice)
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rounds/s")
}

// BenchmarkState encodes state.json of a round in the middle of that game.
func BenchmarkState(b *testing.B) {
	s := middle(b)
	names := playerNames(4)
	var text []byte
	text = AppendState(text, s, names)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		text = AppendState(text[:0], s, names)
	}
}

// BenchmarkMap encodes map.txt of the same round.
func BenchmarkMap(b *testing.B) {
	s := middle(b)
	names := playerNames(4)
	var text []byte
	b.ReportAllocs()
	for range b.N {
		text = AppendMap(text[:0], s, names, "\n")
	}
}

// BenchmarkDeal draws maps for four players; most draws are rejected.
func BenchmarkDeal(b *testing.B) {
	var rules Rules
	var s State
	for i := range b.N {
		dice := game.NewDice(int64(i), nil)
		if err := rules.Deal(&s, 4, &dice); err != nil {
			b.Fatal(err)
		}
	}
}

// middle returns the state after 30 rounds of a recorded game of four.
func middle(b *testing.B) *State {
	g := gametest.Recorded[recordedGame](b, "testdata/games/4p-hunt-88.json.gz")
	var rules Rules
	s := deal(b, &rules, g.Seed, g.Players)
	dice := game.NewDice(1, nil)
	for _, r := range g.Rounds[:30] {
		rules.Step(s, recordedMoves(r.C), &dice)
	}
	return s
}
