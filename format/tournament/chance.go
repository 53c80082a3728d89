package tournament

import (
	"math"

	"agon/game"
)

// A Trial simulates matches, with strengths as [Series.Results] gives them to a rating.
type Trial struct {
	games int // of a match; 1 if the strengths are those of whole matches
	dice  game.Dice
	sums  []float64
	luck  []float64
}

// mostTried is the maximum number of simulated games of a match; more would hardly change the probability of winning.
const mostTried = 60

// Trial returns a simulator of matches with this many seats and the given random seed.
func (s Series) Trial(seats int, seed int64) *Trial {
	t := &Trial{games: 1, dice: game.NewDice(seed, nil)}
	if s.BestOf == 0 {
		t.games = min(s.Length(seats), mostTried)
	}
	return t
}

// Turn starts the nth set of matches.
func (t *Trial) Turn(n int) { t.dice.Turn(n) }

// Play simulates a match of some entries and returns the points of each, valid until the next call.
func (t *Trial) Play(match []int, strength []float64) []float64 {
	n := len(match)
	t.sums, t.luck = append(t.sums[:0], make([]float64, n)...), append(t.luck[:0], make([]float64, n)...)
	for range t.games {
		for i, at := range match { // sorting strengths with Gumbel noise is the Plackett-Luce model
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

// Expected returns the mean points of an entry in a match of two, given its probability of winning a game.
func (t *Trial) Expected(chance float64) float64 {
	if t.games == 1 {
		return chance
	}
	n, ways, sum := t.games, 1.0, 0.0 // ways: number of ways to win k of n games
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
