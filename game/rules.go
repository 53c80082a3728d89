package game

// Rules are the laws of one kind. S is everything there is to know about a game in progress, M one seat's move.
// Both are flat values: = copies them, == compares them, no pointer hides in them. Options are fields of the Rules value that
// the Spec makes. One Rules value may serve many games in turn, but only one goroutine at a time.
type Rules[S, M comparable] interface {
	// Deal sets s, whatever it held, to the beginning of a game. An error means that these options and seats make no game.
	Deal(s *S, seats int, d *Dice) error
	// Turn is who owes a move; nobody once the game is over. A seat that can do nothing any more owes nothing.
	Turn(s *S) Seats
	// Check tells why a move cannot be played here. It is asked for each move that a Wire has read, before Step.
	Check(s *S, seat Seat, m M) error
	// Absent is the move that stands in for one that never came. It is never passed to Check.
	Absent(s *S, seat Seat, why Fault) M
	// Step plays one turn. moves is indexed by seat; the entries of seats that owed nothing are to be ignored.
	// Step is total, never fails and allocates nothing.
	Step(s *S, moves []Move[M], d *Dice)
	// Outcome is how a seat stands: final once Turn is empty, the standing so far before.
	Outcome(s *S, seat Seat) Outcome
}

// An Excuser is Rules in which it may not matter what a seat says. Excuse is asked where a seat that owes a move gave none, or none that
// can be played: the move that it gives is played then, and the seat has no fault. ok is false where an answer would have mattered.
type Excuser[S, M comparable] interface {
	Excuse(s *S, seat Seat) (m M, ok bool)
}

// A Move is what a seat plays. Took is 0 unless the Spec is Timed.
type Move[M any] struct {
	Value M
	Took  Micros
}

// An Outcome is how a seat stands in a game.
type Outcome struct {
	Place  int     // from 1; shared only where the rules say so
	Score  float64 // for people: percent of the canvas, rounds won, points
	OnTime bool    // it lost the game on time: its clock ran out, or it died of being late
}

// A Wire is the contest's original calling convention, as pure functions. Bytes are the interface here: what it appends is
// what bots written for the original contest were sent.
type Wire[S, M comparable] interface {
	// Ask appends to p what this seat may see, exactly and no more. Where the Wire is also a [Commoner], only what the seats do not share.
	Ask(p *Prompt, s *S, seat Seat)
	// Read makes a move of a reply. An error means that it is none: the fault is then what Read has put into r.Fault, or Garbled.
	// It may leave a remark in r.
	Read(s *S, seat Seat, r *Reply) (M, error)
	// Format is a move as text: in scripts, replays and logs.
	Format(m M) string
	// Parse is the inverse of Format.
	Parse(text string) (M, error)
}

// A Commoner is a Wire whose seats share a part of what they see. Common is made once per turn, for all of them. Where it names a
// Dir, its files lie there until the end of the game, and no seat can change them.
type Commoner[S any] interface {
	Common(p *Prompt, s *S)
}

// An Opener is a Wire that has something to say to a seat once, before its first turn: in the opening frame of a hosted bot.
type Opener[S any] interface {
	Open(p *Prompt, s *S, seat Seat)
}

// A Remarker is a Wire that has a remark on replies with a fault too. Remark leaves it in r; Read, which is not called for them, does
// the same for all others.
type Remarker interface {
	Remark(r *Reply)
}

// A Caster is a Wire whose prompts say who plays. Cast is called before the first turn, with a guest by seat, and holds until it is
// called again; nil stands for players of whom nothing is known.
type Caster interface {
	Cast(players []Participant)
}

// A Mind is a built-in bot in one seat of one game. It is called once for each move it owes and must not change s.
// It may append a remark or a log line to out.
type Mind[S, M comparable] func(s *S, seat Seat, out *Reply) M
