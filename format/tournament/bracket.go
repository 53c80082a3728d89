package tournament

// A Bracket is a knockout as a drawing: boxes, each of which gets its two entries from the field or from earlier boxes.
type Bracket struct {
	Seeds []int  // entries by their place in the draw, from 0
	Ties  []Tie  // by number; each comes after those that feed it
	Parts []Part // the parts of the drawing, in order
	Gone  []int  // entries that play no more
}

// A Part is a tree of ties that is drawn separately.
type Part struct {
	Name string // "winners", "third place"; empty if there is one part
	Root int    // the number of its last tie
}

// Values for a side of a tie without an entry.
const (
	Unknown = -1 // not known yet
	Nobody  = -2 // never will be an entry
)

// A Tie is a box of a bracket: two entries, one of which advances.
type Tie struct {
	Number int
	Name   string // "the final", "round 2"
	Part   int
	Level  int // how far entries in this tie have come: larger is further
	From   [2]Feed
	Sides  [2]int // the entries, upper first, or Unknown, or Nobody
	Bye    bool   // one side is Nobody, or both are; nothing is played
	Wins   [2]int // games won
	Score  [2]float64
	Games  []int  // the IDs of its games that count; Score is that of the last of them
	Series int    // maximum number of games before it is replayed
	Winner int    // an entry, Unknown or Nobody
	Loser  int    // likewise
	How    string // what decided it instead of games: "fewer faults"
	Left   string // who left, if that decided it: "the other left"
}

// A Feed is the source of a side of a tie.
type Feed struct {
	What FeedKind
	At   int // the place in the draw, from 0, or the number of a tie
}

// FeedKind is the type of a Feed.
type FeedKind uint8

// Types of feeds.
const (
	FromDraw FeedKind = iota
	FromWinner
	FromLoser
)

// Side returns the side of an entry in the tie, -1 if it has none.
func (t *Tie) Side(entry int) int {
	switch entry {
	case t.Sides[0]:
		return 0
	case t.Sides[1]:
		return 1
	}
	return -1
}

// Live reports whether the tie is undecided and has both entries.
func (t *Tie) Live() bool { return t.Winner == Unknown && t.Sides[0] >= 0 && t.Sides[1] >= 0 }
