package tournament

import (
	"fmt"
	"slices"

	"agon/game"
)

// A Field is the entries of a stage, and the limits of the kind of game. It is passed to every call of a format; changes during the stage
// are in Changes.
type Field struct {
	Seed     int64     // of the stage; all draws and the seeds of all games derive from it
	Entries  []int     // numbers in the contest's line-up, in seeding order: that of an earlier stage's table, or the line-up's
	Ratings  []float64 // parallel to Entries: ratings by an earlier stage or the organiser; nil if there are none
	MinSeats int       // minimum number of seats of a game
	MaxSeats int       // maximum number of seats of a game

	LeastScore float64 // minimum score of a game
	MostScore  float64 // maximum score of a game; equal to LeastScore if unknown

	KeepOrder bool // seats keep the order of the line-up instead of rotating
	Mirrors   int  // number of deals in a set of mirrored deals; 0: the kind has none
	Timed     bool // the kind's rules read times, so a table may too

	Named bool // the stage has named its bots: no other joins it

	OrderOnly bool // only the order of a table's lines is needed: no intervals, no chances

	Changes []Change // in order; see [Field.Change]. Entries includes all that ever played

	whole *roll // of a field made by Replaced: who was there in each round of play
}

// NewField returns the field of a stage for one kind of game with its options.
func NewField(kind *game.Info, options game.Settings, seed int64, entries []int) Field {
	least, most := kind.Scores(options)
	mirrors := 0
	if kind.Mirrored(options) {
		mirrors = kind.Mirrors
	}
	return Field{
		Mirrors: mirrors,
		Seed:    seed, Entries: entries, LeastScore: least, MostScore: most,
		MinSeats: kind.MinSeats, MaxSeats: kind.MaxSeats, KeepOrder: kind.KeepOrder, Timed: kind.Timed,
	}
}

// Size returns the number of entries.
func (f *Field) Size() int { return len(f.Entries) }

// Places returns each entry's place in the seeding order, from 0, by its number in the line-up; -1 for those that do not play.
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

// Ordered returns the entries of a match in the order of their seats: as given, or in the order of the line-up if KeepOrder is set.
func (f *Field) Ordered(entries ...int) []int {
	if f.KeepOrder {
		slices.SortFunc(entries, func(a, b int) int { return f.place(a) - f.place(b) })
	}
	return entries
}

// place returns an entry's place in the seeding order, from 0; -1 if it does not play. For many entries use Places.
func (f *Field) place(entry int) int {
	if entry < len(f.Entries) && f.Entries[entry] == entry { // the usual case in a first stage
		return entry
	}
	return slices.Index(f.Entries, entry)
}

// Drawn returns the entries in an order drawn from the stage's seed. Different purposes draw different orders.
func (f *Field) Drawn(purpose int64) []int {
	order := slices.Clone(f.Entries)
	dice := f.Dice(purpose)
	dice.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Dice returns the stage's dice for a purpose.
func (f *Field) Dice(purpose ...int64) game.Dice {
	dice := game.NewDice(game.SubSeed(f.Seed, purpose...), nil)
	dice.Turn(0)
	return dice
}

// MatchSeed returns the seed of a match, by its number.
func (f *Field) MatchSeed(match int) int64 { return game.SubSeed(f.Seed, int64(match)) }

// AtLeast returns an error if the field has fewer than n entries, which the named format needs.
func (f *Field) AtLeast(n int, format string) error {
	if f.Size() >= n {
		return nil
	}
	return &TooSmall{format, n, f.Size()}
}

// A TooSmall is the error of a field that has fewer entries than its format needs.
type TooSmall struct {
	Format      string
	Least, Bots int
}

func (t *TooSmall) Error() string {
	there := fmt.Sprintf("are only %d bots", t.Bots)
	if t.Bots == 1 {
		there = "is only 1 bot"
	}
	return fmt.Sprintf("%s needs at least %d bots, and there %s: add some under [[bots]]", t.Format, t.Least, there)
}

// SeatsFit returns an error if a game of this kind cannot have this many seats.
func (f *Field) SeatsFit(seats int) error {
	if seats >= f.MinSeats && seats <= f.MaxSeats {
		return nil
	}
	if f.MinSeats == f.MaxSeats {
		return fmt.Errorf("a game is played by %d, not by %d", f.MinSeats, seats)
	}
	return fmt.Errorf("a game is played by %d to %d, not by %d", f.MinSeats, f.MaxSeats, seats)
}

// A Shortage is the error of a key whose number is greater than that of the bots. It does not keep a stage from going on without those
// who left.
type Shortage struct {
	Key     string
	N, Bots int
}

func (s *Shortage) Error() string {
	if s.Bots == 1 {
		return fmt.Sprintf("%s = %d is more than the one bot there is", s.Key, s.N)
	}
	return fmt.Sprintf("%s = %d is more than the %d bots there are", s.Key, s.N, s.Bots)
}

// TooFew returns the error of a key whose number is greater than that of the bots.
func TooFew(key string, n, bots int) error { return &Shortage{key, n, bots} }
