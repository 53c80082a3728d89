package tournament

// A Bracket is a knockout as people draw it: boxes, each of which gets its two from the field or from boxes before it.
type Bracket struct {
	Seeds []int  // entries by their place in the draw
	Ties  []Tie  // by number; none comes before those that it gets somebody from
	Parts []Part // how the ties are laid out, in this order
}

// A Part is a tree of ties that is drawn by itself.
type Part struct {
	Name string // "winners", "third place"; empty where there is one
	Root int    // the number of the tie in which it ends
}

// Who stands on one side of a tie, where it is no entry.
const (
	Unknown = -1 // not known yet
	Nobody  = -2 // and never will be anybody
)

// A Tie is one box of a bracket: two entries of whom one goes on.
type Tie struct {
	Number int
	Name   string // "the final", "round 2"
	Part   int
	Level  int // how far everybody has come who stands in it: larger is further
	From   [2]Feed
	Sides  [2]int // the entries, upper first; or Unknown, or Nobody
	Bye    bool   // one of them has nobody to play, or both sides are empty; nothing is played
	Wins   [2]int // games won
	Score  [2]float64
	Games  []int  // the IDs of its games that count; Score is that of the last of them
	Series int    // how many games it has at most before it is played again
	Winner int    // an entry, or Unknown, or Nobody
	Loser  int    // likewise
	How    string // what decided, where games did not: "fewer faults"
}

// A Feed is where a side of a tie comes from.
type Feed struct {
	What FeedKind
	At   int // the place in the draw, from 0, or the number of a tie
}

// FeedKind is what sort of a Feed it is.
type FeedKind uint8

// The kinds of feeds.
const (
	FromDraw FeedKind = iota
	FromWinner
	FromLoser
)

// Side is the side of the tie on which an entry stands, -1 for neither.
func (t *Tie) Side(entry int) int {
	switch entry {
	case t.Sides[0]:
		return 0
	case t.Sides[1]:
		return 1
	}
	return -1
}

// Live reports whether the tie can be played or is being played.
func (t *Tie) Live() bool { return t.Winner == Unknown && t.Sides[0] >= 0 && t.Sides[1] >= 0 }
