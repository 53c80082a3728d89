package tron

import (
	"testing"

	"agon/game"
)

// BenchmarkRules plays whole games of four seats that step to a random free neighbour; a round is every living seat once.
func BenchmarkRules(b *testing.B) {
	rules := &Rules{Width: 30, Height: 20}
	moves := make([]game.Move[Move], maxSeats)
	dice := game.NewDice(1, nil)
	var s State
	rounds, turns := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		if err := rules.Deal(&s, 4, &dice); err != nil {
			b.Fatal(err)
		}
		for owes := rules.Turn(&s); !owes.Empty(); owes = rules.Turn(&s) {
			seat := s.Next
			chance := dice.Uint64()
			m := Up + Move(chance&3)
			for range 3 {
				if _, _, free := s.step(game.Seat(seat), m); free {
					break
				}
				m = Up + (m-Up+1)&3
			}
			moves[seat].Value = m
			rules.Step(&s, moves, &dice)
		}
		rounds += int(s.Round)
		turns += int(s.Turns)
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkFill runs the race from random starts on the empty board, the longest there is.
func BenchmarkFill(b *testing.B) {
	for _, seats := range []int{2, 4} {
		b.Run(string(rune('0'+seats)), func(b *testing.B) { fill(b, seats) })
	}
}

func fill(b *testing.B, seats int) {
	rules := &Rules{Width: 30, Height: 20}
	states := make([]State, 64)
	dice := game.NewDice(1, nil)
	for i := range states {
		if err := rules.Deal(&states[i], seats, &dice); err != nil {
			b.Fatal(err)
		}
	}
	order := []int8{0, 1, 2, 3}[:seats]
	var race Race
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		s := &states[n%len(states)]
		race.Begin(s.Layout, &s.Walls)
		for seat := range seats {
			race.Put(seat, int(s.X[seat]), int(s.Y[seat]))
		}
		race.Run(order)
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "fills/s")
}

// BenchmarkChampion plays the champion at its usual strength against the article's bot; an operation is one start with every
// rotation of the seats. The row of 200 games is -benchtime 100x.
func BenchmarkChampion(b *testing.B) {
	for _, others := range []int{1, 3} {
		b.Run(string(rune('1'+others)), func(b *testing.B) {
			rivals := []rival{{"champion", nil}}
			for range others {
				rivals = append(rivals, rival{"voronoi", nil})
			}
			games, won, moves := 0, 0, 0
			for b.Loop() {
				wins, own := match(b, rivals, 1, int64(games))
				games += len(rivals)
				won += wins[0]
				moves += own
			}
			b.ReportMetric(100*float64(won)/float64(games), "%won")
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(moves), "ms/move")
		})
	}
}
