package rating

import (
	"math"
	"slices"

	"agon/game"
)

// Elo is the rating of chess: the winner takes from the loser what it was not expected to win. The order of the meetings matters; Spread
// measures how much.
type Elo struct {
	Start float64 // rating before the first meeting
	K     float64 // the most that one meeting can move a rating
}

// A Meeting is one game or match for a rating: entries, and the points of each. More points than another is a win against it, equal points
// a draw.
type Meeting struct {
	Entries []int
	Points  []float64
}

// Expected returns the expected score of an entry rated a against one rated b: 1/(1+10^((b-a)/400)).
func Expected(a, b float64) float64 {
	return 1 / (1 + math.Pow(10, (b-a)/400))
}

// Rate returns the n entries' ratings after the meetings, in their order. In a meeting of more than two each plays each of the others with
// its share of K, all from the ratings before the meeting.
func (e Elo) Rate(n int, meetings []Meeting) []float64 {
	ratings := make([]float64, n)
	for i := range ratings {
		ratings[i] = e.Start
	}
	var before []float64
	for _, m := range meetings {
		before = before[:0]
		for _, entry := range m.Entries {
			before = append(before, ratings[entry])
		}
		for i, entry := range m.Entries {
			ratings[entry] = Round(before[i] + e.change(m, before, i))
		}
	}
	return ratings
}

// change returns the change of the ith entry's rating by a meeting.
func (e Elo) change(m Meeting, before []float64, i int) float64 {
	sum := 0.0
	for j := range m.Entries {
		if j != i {
			sum += won(m.Points[i], m.Points[j]) - Expected(before[i], before[j])
		}
	}
	if len(m.Entries) < 2 {
		return 0
	}
	return float64(e.K*sum) / float64(len(m.Entries)-1)
}

func won(mine, theirs float64) float64 {
	switch {
	case mine > theirs:
		return 1
	case mine < theirs:
		return 0
	}
	return 0.5
}

// Spread plays the meetings in other orders and returns each entry's best and worst place by rating, in 95 of 100 orders. It draws the
// orders from the seed, so that equal calls give equal results.
func (e Elo) Spread(n int, meetings []Meeting, orders int, seed int64) (best, worst []int) {
	places := make([][]int, n)
	mixed := slices.Clone(meetings)
	dice := game.NewDice(seed, nil)
	for turn := range orders {
		dice.Turn(turn)
		dice.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		ratings := e.Rate(n, mixed)
		for entry := range places {
			places[entry] = append(places[entry], placeOf(ratings, entry))
		}
	}
	best, worst = make([]int, n), make([]int, n)
	spared := orders / 40 // 2.5 % at each end
	for entry, list := range places {
		slices.Sort(list)
		if len(list) > 0 {
			best[entry], worst[entry] = list[spared], list[len(list)-1-spared]
		}
	}
	return best, worst
}

// placeOf returns one more than the number of entries with a higher rating.
func placeOf(ratings []float64, entry int) int {
	place := 1
	for _, r := range ratings {
		if r > ratings[entry] {
			place++
		}
	}
	return place
}
