package tournament

import (
	"math"

	"agon/game"
)

// A Trial plays matches by chance, with strengths as [Series.Results] gives them to a rating.
type Trial struct {
	games int // that a match has; 1 where the strengths are those of whole matches
	dice  game.Dice
	sums  []float64
	luck  []float64
}

// mostTried is how many games of a match are played at most: more would not make it surer who wins.
const mostTried = 60

// Trial is ready to play matches of so many seats. Its chance is the seed's.
func (s Series) Trial(seats int, seed int64) *Trial {
	t := &Trial{games: 1, dice: game.NewDice(seed, nil)}
	if s.BestOf == 0 {
		t.games = min(s.Length(seats), mostTried)
	}
	return t
}

// Turn begins the nth set of matches.
func (t *Trial) Turn(n int) { t.dice.Turn(n) }

// Play plays a match of some entries and gives the points that each takes home, good until the next.
func (t *Trial) Play(match []int, strength []float64) []float64 {
	n := len(match)
	t.sums, t.luck = append(t.sums[:0], make([]float64, n)...), append(t.luck[:0], make([]float64, n)...)
	for range t.games {
		for i, at := range match { // with noise of the right shape, sorting the strengths is the Plackett-Luce model itself
			t.luck[i] = strength[at] - math.Log(-math.Log((float64(t.dice.Uint64()>>12)+0.5)/(1<<52)))
		}
		for i := range match {
			for j := range match {
				if t.luck[i] > t.luck[j] {
					t.sums[i]++
				}
			}
		}
	}
	for i := range match {
		halves := 0
		for j := range match {
			switch {
			case i == j:
			case t.sums[i] > t.sums[j]:
				halves += 2
			case t.sums[i] == t.sums[j]:
				halves++
			}
		}
		t.luck[i] = float64(halves) / float64(2*(n-1))
	}
	return t.luck
}

// Expected is the points that an entry takes home from a match of two on average, where it wins a game with a chance.
func (t *Trial) Expected(chance float64) float64 {
	if t.games == 1 {
		return chance
	}
	n, ways, sum := t.games, 1.0, 0.0 // ways to win k of n
	for k := range n + 1 {
		likely := float64(ways * math.Pow(chance, float64(k)) * math.Pow(1-chance, float64(n-k)))
		switch {
		case 2*k > n:
			sum += likely
		case 2*k == n:
			sum += likely / 2
		}
		ways *= float64(n-k) / float64(k+1)
	}
	return sum
}
