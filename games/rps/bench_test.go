package rps

import (
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// BenchmarkRounds plays whole games of 51 rounds with random hands, deals included; one op is one round.
func BenchmarkRounds(b *testing.B) {
	rules := &Rules{Rounds: 51}
	dice := game.NewDice(1, nil)
	dice.Turn(0)
	var hands [4096][2]game.Move[Move]
	for i := range hands {
		for seat := range hands[i] {
			hands[i][seat].Value.Hand = Rock + Hand(dice.Intn(3))
		}
	}
	var s State
	rules.Deal(&s, 2, &dice)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if s.Rounds == s.Of {
			rules.Deal(&s, 2, &dice)
		}
		rules.Step(&s, hands[i%len(hands)][:], &dice)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrounds/s")
}

// BenchmarkTable plays games between two built-in bots as the arena does.
func BenchmarkTable(b *testing.B) {
	kind := game.New(Spec)
	rounds := 0
	b.ReportAllocs()
	for i := range b.N {
		rounds += gametest.Play(b, kind, 2, int64(i), nil).Rounds()
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
}

// BenchmarkRead parses an answer with full art.
func BenchmarkRead(b *testing.B) {
	w := &wire{}
	art := list(maxArt, "************************************************************")
	out := []byte(`{"move": "ROCK", "art": ` + art + `}`)
	var reply game.Reply
	b.SetBytes(int64(len(out)))
	for range b.N {
		reply.Reset()
		reply.Out = append(reply.Out, out...)
		if _, err := w.Read(nil, 0, &reply); err != nil {
			b.Fatal(err)
		}
	}
}
