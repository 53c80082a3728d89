package tuning

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// An Axis is the range of a parameter.
type Axis struct {
	From, To float64 // From is smaller
	Whole    bool    // whole numbers only
}

// A Search is how values are sought.
type Search struct {
	Axes   []Axis
	Rounds int
	Seed   int64
	Width  float64 // distance of a version from the present values in the first round, as a part of the range: above 0, at most 0.5
	Step   float64 // how far the values move after the first round if one version wins all games, as a part of the range
}

// Exponents of the gains by round, and the rounds that the first steps are held back by, as a part of all: those of Spall, section III.
const (
	stepShrinks  = 0.602
	widthShrinks = 0.101
	heldBack     = 0.1
)

// Sides returns the two versions of a round, from 0: values by axis, the present ones moved down and up along the direction of the round.
func (s *Search) Sides(round int, at []float64) (down, up []float64) {
	signs := s.signs(round)
	for i, a := range s.Axes {
		far := s.distance(round, a)
		middle := min(max(at[i], a.From+far), a.To-far) // at an end of the range too the versions are as far apart
		down, up = append(down, a.nearest(middle-signs[i]*far)), append(up, a.nearest(middle+signs[i]*far))
	}
	return down, up
}

// Move returns the values after a round: difference is the mean of the points of the upper version less those of the lower one, from -1 to
// 1.
func (s *Search) Move(round int, at []float64, difference float64) []float64 {
	signs := s.signs(round)
	held := heldBack * float64(s.Rounds)
	// The slope is the difference by the distance, which shrinks too: the step of the first round is Step at a difference of 1.
	step := s.Step * math.Pow((held+1)/(held+1+float64(round)), stepShrinks) * math.Pow(float64(round+1), widthShrinks)
	moved := make([]float64, len(at))
	for i, a := range s.Axes {
		moved[i] = a.within(at[i] + signs[i]*step*difference*(a.To-a.From))
	}
	return moved
}

// Best returns the values to use after some rounds: the mean of the last half of the path, which begins with the first values.
func (s *Search) Best(path [][]float64) []float64 {
	last := path[len(path)/2:]
	best := make([]float64, len(s.Axes))
	for i, a := range s.Axes {
		for _, at := range last {
			best[i] += at[i] / float64(len(last))
		}
		best[i] = a.nearest(best[i])
	}
	return best
}

// Luck returns the seed of the games of a round; that of round -1 is of games that no round has.
func (s *Search) Luck(round int) int64 {
	return int64(rand.New(rand.NewPCG(uint64(s.Seed)^0x6c75636b, uint64(round))).Uint64() >> 11)
}

// signs returns the direction of a round: 1 or -1 for each axis.
func (s *Search) signs(round int) []float64 {
	dice := rand.New(rand.NewPCG(uint64(s.Seed), uint64(round)))
	signs := make([]float64, len(s.Axes))
	for i := range signs {
		signs[i] = float64(2*dice.IntN(2) - 1)
	}
	return signs
}

// distance returns how far from the present value the versions of a round are. Two whole numbers differ.
func (s *Search) distance(round int, a Axis) float64 {
	far := s.Width * (a.To - a.From) / math.Pow(float64(round+1), widthShrinks)
	if a.Whole {
		return max(far, 0.5)
	}
	return far
}

func (a Axis) within(v float64) float64 { return min(max(v, a.From), a.To) }

// nearest returns the value that a bot can have: within the range, and a whole number where only these are. Others have four figures more
// than the range has, as people read them.
func (a Axis) nearest(v float64) float64 {
	v = a.within(v)
	if a.Whole {
		return math.Round(v)
	}
	places := 4 - int(math.Floor(math.Log10(a.To-a.From)))
	if places < 0 {
		unit := math.Pow10(-places)
		return a.within(math.Round(v/unit) * unit)
	}
	// the product with a part of a unit is seldom the shortest figure
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', places, 64), 64)
	if err != nil {
		return v // not reached: it was formatted
	}
	return a.within(short)
}
