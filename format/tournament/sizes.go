package tournament

import (
	"fmt"
	"slices"
)

// Sizes are the numbers of bots that the games of a stage may have: one number, or several with equal shares of the games.
type Sizes []int

// Check returns, as a sentence for the organiser, why games of these sizes cannot be played in a field; nil if they can.
func (s Sizes) Check(f *Field) error {
	for i, n := range s {
		if slices.Contains(s[:i], n) {
			return fmt.Errorf("seats = %v has %d twice: each size has the same part of the games", []int(s), n)
		}
		if n > f.Size() {
			return TooFew("seats", n, f.Size())
		}
		if err := f.SeatsFit(n); err != nil {
			if len(s) > 1 {
				err = fmt.Errorf("seats = %v: %w", []int(s), err)
			}
			return err
		}
	}
	return nil
}

// sizePurpose separates the dice of sizes from other dice.
const sizePurpose = 0x73697a65

// A SizePlan assigns sizes to the matches of a stage, so that the numbers of games of each size are equal, at any time, within less than
// a match. Among the sizes with the fewest games it draws from the stage's seed.
type SizePlan struct {
	sizes Sizes
	field *Field
	games []int // of each size
}

// NewSizePlan returns the plan after the games of a past.
func NewSizePlan(sizes Sizes, f *Field, past Past) *SizePlan {
	p := &SizePlan{sizes, f, make([]int, len(sizes))}
	if len(sizes) > 1 {
		for i := range past.Len() {
			if at := slices.Index(sizes, past.Game(i).Seats()); at >= 0 {
				p.games[at]++
			}
		}
	}
	return p
}

// Next returns the size of a match, by its number; games returns the number of games of a match of a size.
func (p *SizePlan) Next(match int, games func(seats int) int) int {
	if len(p.sizes) == 1 {
		return p.sizes[0]
	}
	least := slices.Min(p.games)
	var behind []int
	for i, n := range p.games {
		if n == least {
			behind = append(behind, i)
		}
	}
	dice := p.field.Dice(sizePurpose, int64(match))
	at := behind[dice.Intn(len(behind))]
	p.games[at] += games(p.sizes[at])
	return p.sizes[at]
}
