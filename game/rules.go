package game

import "time"

// Rules are the laws of one kind. S is the complete state of a game in progress, M one seat's move. Both are flat values: = copies them, ==
// compares them, and they contain no pointers. Options are fields of the Rules value that the Spec makes. A Rules value may serve many
// games in turn, but is not safe for concurrent use.
type Rules[S, M comparable] interface {
	// Deal sets s, whatever it held, to the beginning of a game. The error says why these options and seats make no game.
	Deal(s *S, seats int, d *Dice) error
	// Turn returns the seats that owe a move; none once the game is over. A seat that cannot act any more owes none.
	Turn(s *S) Seats
	// Check returns why a move cannot be played here. It is called for each move that a Wire has parsed, before Step.
	Check(s *S, seat Seat, m M) error
	// Absent returns the move that stands in for a missing one. It is never passed to Check.
	Absent(s *S, seat Seat, why Fault) M
	// Step plays one turn. moves is indexed by seat; entries of seats that owed no move must be ignored. Step never fails and must not
	// allocate.
	Step(s *S, moves []Move[M], d *Dice)
	// Outcome returns a seat's outcome: final once Turn is empty, the current standing before.
	Outcome(s *S, seat Seat) Outcome
}

// An Excuser is Rules in which an answer may make no difference. Excuse is called for a seat that owes a move and gave no playable one. If
// ok is true, no answer would have mattered: m is played and the seat has no fault.
type Excuser[S, M comparable] interface {
	Excuse(s *S, seat Seat) (m M, ok bool)
}

// A Mirrorer is Rules that can share out the luck of the deal over a set of Spec.Mirrors games. Mirror turns a drawn deal into the nth of
// its set; the 0th is the drawn one. Each alone must be as likely as any drawn deal, so that nobody is favoured.
type Mirrorer[S any] interface {
	Mirror(s *S, nth int)
}

// A Limiter is Rules of a kind with a [Clock] that is Own: they limit each move by themselves. Limit returns the time of the move that a
// seat owes; 0 is no limit.
type Limiter[S any] interface {
	Limit(s *S, seat Seat) Micros
}

// A Failer is Rules that may fail, since they are no Go code of this program. Failed returns why they have failed since the last Deal; nil:
// they have not. A game whose rules have failed is over, and has no outcome. What they say of it then is not looked at.
type Failer interface {
	Failed() error
}

// A Teller is Rules of a program that takes long to play a game again. Said returns what the program has said in a game that is over, for
// [Record.Said]; nil: too much to keep. Repeat has further deals be of the game in which it said this, without the program.
type Teller[S any] interface {
	Said(s *S) []byte
	Repeat(said []byte)
}

// A Move is a seat's move. Took is 0 unless the Spec is Timed.
type Move[M any] struct {
	Value M
	Took  Micros
}

// An Outcome is a seat's place and score.
type Outcome struct {
	Place  int     // from 1; shared only if the rules say so
	Score  float64 // for display: percent of the canvas, rounds won, points
	OnTime bool    // it lost on time: its clock ran out, or it died of being late
}

// A Wire is the contest's original calling convention, as pure functions. Its bytes are the contract: it appends exactly what bots written
// for the original contest received.
type Wire[S, M comparable] interface {
	// Ask appends to p exactly what this seat may see; for a [Commoner], only what the seats do not share.
	Ask(p *Prompt, s *S, seat Seat)
	// Read parses a reply. The error says that it is no move: the fault is then r.Fault if Read has set it, or else Garbled. Read may set a
	// remark in r.
	Read(s *S, seat Seat, r *Reply) (M, error)
	// Format returns a move as text, for scripts, replays and logs.
	Format(m M) string
	// Parse is the inverse of Format.
	Parse(text string) (M, error)
}

// A Commoner is a Wire whose seats share part of what they see. Common is called once per turn, for all of them. If it sets Dir, its files
// stay there until the end of the game, read-only for the seats.
type Commoner[S any] interface {
	Common(p *Prompt, s *S)
}

// An Opener is a Wire that sends something to a seat once, before its first turn: in the opening frame of a hosted bot.
type Opener[S any] interface {
	Open(p *Prompt, s *S, seat Seat)
}

// A Caller is a Wire of a kind whose programs and hosted bots are sent different texts. Call appends what a hosted bot is sent for a move,
// in place of Ask; its opening is {}.
type Caller[S any] interface {
	Call(p *Prompt, s *S, seat Seat)
}

// A Remarker is a Wire that also adds remarks to replies with a fault. Remark sets it in r; Read, which is not called for them, does the
// same for all others.
type Remarker interface {
	Remark(r *Reply)
}

// A Caster is a Wire whose prompts name the players. Cast is called before the first turn, with a participant per seat, and holds until the
// next call; nil stands for unknown players.
type Caster interface {
	Cast(players []Participant)
}

// A Requester is a Wire whose bots may be HTTP servers, as [Requests] of the Spec says. Request returns the body of a request to one of
// them, in JSON.
type Requester[S any] interface {
	Request(s *S, seat Seat, f RequestFacts) string
}

// Requests are how bots that are HTTP servers are asked: what is posted to them, below their address, and which field of an answer is the
// move.
type Requests struct {
	Start  string // path of what is posted before the first move; empty: nothing
	Move   string // path of what is posted for each move
	End    string // path of what is posted when the game is over; empty: nothing
	Answer string // the field of an answer that is the move, as a text
}

// RequestFacts are what the body of a request may have beside the state.
type RequestFacts struct {
	Game    string        // a text that all bots of the game are sent, and no other game has
	Allowed time.Duration // for an answer, in all requests of a game; 0: without limit
	Took    time.Duration // the bot's last answer; 0: it has given none
}

// A BuiltinFunc chooses the moves of a built-in bot in one seat of one game. It is called once for each move that the bot owes and must not
// change s. It may append a remark or a log line to out.
type BuiltinFunc[S, M comparable] func(s *S, seat Seat, out *Reply) M
