package tournament

import (
	"fmt"
	"slices"

	"agon/game"
)

// A Field is who plays a stage, and what the kind allows. It is given to every call of a format; what changes while the stage is played
// stands in Changes.
type Field struct {
	Seed     int64     // of the stage: every draw and the seed of every game derive from it
	Entries  []int     // numbers in the contest's line-up, in seeding order: that of an earlier stage's table, or the line-up's
	Ratings  []float64 // beside Entries, where an earlier stage or the organiser rated them; nil where nobody did
	MinSeats int       // the fewest seats of a game
	MaxSeats int       // the most

	LeastScore float64 // that a game can give
	MostScore  float64 // and the most; equal where the kind does not say

	KeepOrder bool // seats keep the order of the line-up instead of rotating
	Timed     bool // the kind's rules read times, so that a table may

	OrderOnly bool // of a table only the order of the lines is asked: no intervals, no chances

	Changes []Change // in their order; see [Field.Change]. Entries holds everybody who ever played
}

// NewField is the field of a stage for one kind of game with its options.
func NewField(kind *game.Info, options game.Settings, seed int64, entries []int) Field {
	least, most := kind.Scores(options)
	return Field{
		Seed: seed, Entries: entries, LeastScore: least, MostScore: most,
		MinSeats: kind.MinSeats, MaxSeats: kind.MaxSeats, KeepOrder: kind.KeepOrder, Timed: kind.Timed,
	}
}

// Size is how many entries play.
func (f *Field) Size() int { return len(f.Entries) }

// Places is each entry's place in the seeding order, from 0, by its number in the line-up; -1 for who does not play.
func (f *Field) Places() []int {
	places := make([]int, slices.Max(append([]int{-1}, f.Entries...))+1)
	for i := range places {
		places[i] = -1
	}
	for i, entry := range f.Entries {
		places[entry] = i
	}
	return places
}

// Ordered is the entries of a match in the order of their seats: as given, or where seats keep the order of the line-up, in that.
func (f *Field) Ordered(entries ...int) []int {
	if f.KeepOrder {
		slices.SortFunc(entries, func(a, b int) int { return f.place(a) - f.place(b) })
	}
	return entries
}

// place is an entry's place in the seeding order, from 0; -1 for who does not play. For those of many entries see Places.
func (f *Field) place(entry int) int {
	if entry < len(f.Entries) && f.Entries[entry] == entry { // in a first stage, but for bots that cannot play
		return entry
	}
	return slices.Index(f.Entries, entry)
}

// Drawn is the entries in an order drawn from the stage's seed. Different purposes draw different orders.
func (f *Field) Drawn(purpose int64) []int {
	order := slices.Clone(f.Entries)
	dice := f.Dice(purpose)
	dice.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Dice are the stage's own, for one purpose.
func (f *Field) Dice(purpose ...int64) game.Dice {
	dice := game.NewDice(game.SubSeed(f.Seed, purpose...), nil)
	dice.Turn(0)
	return dice
}

// MatchSeed is the seed of a match, by its number.
func (f *Field) MatchSeed(match int) int64 { return game.SubSeed(f.Seed, int64(match)) }

// AtLeast is the sentence that a format says to a field that is too small for it.
func (f *Field) AtLeast(n int, format string) error {
	if f.Size() >= n {
		return nil
	}
	there := fmt.Sprintf("are only %d bots", f.Size())
	if f.Size() == 1 {
		there = "is only 1 bot"
	}
	return fmt.Errorf("%s needs at least %d bots, and there %s: add some under [[bots]]", format, n, there)
}

// SeatsFit tells why a game of this kind cannot have so many seats.
func (f *Field) SeatsFit(seats int) error {
	if seats >= f.MinSeats && seats <= f.MaxSeats {
		return nil
	}
	if f.MinSeats == f.MaxSeats {
		return fmt.Errorf("a game is played by %d, not by %d", f.MinSeats, seats)
	}
	return fmt.Errorf("a game is played by %d to %d, not by %d", f.MinSeats, f.MaxSeats, seats)
}
