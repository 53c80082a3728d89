package game

import "fmt"

// A Table plays games, one after the other. The referee asks which seats owe a move (Owes), takes each move (Take, Miss, Think or Play),
// and steps. The table counts turns, holds the dice, and records the game.
//
// A table is not safe for concurrent use. It does not allocate per turn once its buffers have grown.
type Table struct {
	Kind *Kind
	Standings
	Prompts
	Console
	Facts RequestFacts // what requests to bots that are servers have; whoever plays a game sets them after the deal

	settings Settings
	board    board
	draws    []int
	dice     Dice
	luck     int64 // seeds the dice of built-in bots
	seats    int
	turns    int
	owes     Seats
	bots     []any

	shared     Prompt
	sharedTurn int
	seen       Frame
	seenTurn   int

	record Record
	times  bool
	digest Hash
}

// HashEvery is the number of turns between two hashes of the state in a record.
const HashEvery = 50

// Table returns a table for games with these settings. The error says which settings contradict each other.
func (k *Kind) Table(o Settings) (*Table, error) {
	b, err := k.board(o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	draws, err := parseDraws(o.Text("draws"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	return &Table{Kind: k, Standings: b.Standings, Prompts: b.Prompts, Console: b.Console, settings: o, board: b, draws: draws,
		times: k.Timed}, nil
}

// KeepTimes makes the table record the time of every move, as timed kinds always do.
func (t *Table) KeepTimes() { t.times = true }

// KeepsTimes reports whether the table records the time of every move.
func (t *Table) KeepsTimes() bool { return t.times }

// Deal begins a game. The seed may be that of a game in a set of mirrored deals; see [MirrorSeed]. The error says to organisers why these
// options and seats make no game.
func (t *Table) Deal(seed int64, seats int) error {
	if err := t.Kind.SeatsFit(seats); err != nil {
		return err
	}
	t.seats, t.turns, t.sharedTurn, t.seenTurn, t.Facts = seats, 0, -1, -1, RequestFacts{}
	drawn, nth, mirrored := t.Kind.mirroredSeed(t.settings, seed)
	t.dice, t.luck = NewDice(drawn, t.draws), seed
	t.dice.Turn(0)
	t.bots = append(t.bots[:0], make([]any, seats)...)
	if err := t.board.deal(seats, &t.dice); err != nil {
		return fmt.Errorf("%s: %w", t.Kind.Name, err)
	}
	if mirrored {
		t.board.mirror(nth)
	}
	t.record.reset(t, seed)
	t.digest = Hash{}
	t.digest.Text(t.Kind.Name)
	t.digest.Text(t.Kind.Version)
	t.digest.Int(seats)
	t.owes = t.board.owes()
	t.check()
	return t.Failed()
}

// Failed returns why the rules of the game have failed, a [*RulesError]; nil: they have not, as those that are Go code never do. Such a
// game is over, and must not be recorded.
func (t *Table) Failed() error {
	if err := t.board.failed(); err != nil {
		return &RulesError{t.Kind.Name, t.turns, err}
	}
	return nil
}

// A RulesError reports that the rules of a game have failed in a turn. Nobody has lost it.
type RulesError struct {
	Kind string
	Turn int // 0: the deal
	Err  error
}

func (e *RulesError) Error() string { return fmt.Sprintf("%s, turn %d: %v", e.Kind, e.Turn, e.Err) }

// Unwrap returns what the rules did.
func (e *RulesError) Unwrap() error { return e.Err }

// Settings returns the table's options.
func (t *Table) Settings() Settings { return t.settings }

// Seed returns the game's seed.
func (t *Table) Seed() int64 { return t.record.Seed }

// Draws returns the numbers that the dice give first in every game.
func (t *Table) Draws() []int { return t.draws }

// Seats returns the number of seats in the game.
func (t *Table) Seats() int { return t.seats }

// Turns returns the number of turns played.
func (t *Table) Turns() int { return t.turns }

// Owes returns the seats that owe a move in this turn. A seat that has moved stays in the set until Step.
func (t *Table) Owes() Seats { return t.owes }

// Limit returns the time of the move that a seat owes, where the kind's clock is Own; 0 is no limit.
func (t *Table) Limit(seat Seat) Micros { return t.board.limit(seat) }

// Over reports whether the game has ended.
func (t *Table) Over() bool { return t.owes.Empty() }

// Points returns the fraction of the other seats that a seat is placed before, where a shared place counts half: from 0 to 1.
func (t *Table) Points(seat Seat) float64 {
	if t.seats < 2 {
		return 0
	}
	mine, halves := t.Outcome(seat).Place, 0
	for other := range Seat(t.seats) {
		switch theirs := t.Outcome(other).Place; {
		case other == seat:
		case mine < theirs:
			halves += 2
		case mine == theirs:
			halves++
		}
	}
	return float64(halves) / float64(2*(t.seats-1))
}

// Unnamed calls a player by the number of the seat: "seat 0".
func Unnamed(seat Seat) string { return fmt.Sprintf("seat %d", seat) }

// View draws the state for a viewer into f, which is emptied first.
func (t *Table) View(f *Frame, viewer Seat) {
	f.Reset()
	f.Int("turn", t.turns)
	f.Int("round", t.Rounds())
	t.board.view(f, viewer)
}

// Seen returns the View of a seat in this turn, valid until the next call. Kinds without hidden information are drawn once per turn for all
// seats, with another "me".
func (t *Table) Seen(seat Seat) *Frame {
	if t.Kind.Hidden || t.Kind.Apart || t.seenTurn != t.turns {
		t.View(&t.seen, seat)
		t.seenTurn = t.turns
		return &t.seen
	}
	if me := t.seen.find("me"); me != nil {
		me.n = int(seat)
	}
	return &t.seen
}

// Common returns the part of this turn's prompts that all seats share, computed once per turn. The caller must not change it.
func (t *Table) Common() *Prompt {
	if t.sharedTurn != t.turns {
		t.shared.Reset()
		t.board.common(&t.shared)
		t.sharedTurn = t.turns
	}
	return &t.shared
}

// Sit puts a built-in bot into a seat for this game.
func (t *Table) Sit(seat Seat, n BuiltinBot) {
	d := NewDice(SubSeed(t.luck, int64(seat), 0x626f74), nil)
	d.Turn(0)
	t.bots[seat] = n.play(&d)
}

// Imagine has the rest of the game go by the chance of another seed, and so do built-in bots that sit down from now on. What is recorded
// then is no game that can be played again.
func (t *Table) Imagine(seed int64) {
	t.dice, t.luck = NewDice(seed, nil), seed
	t.dice.Turn(t.turns)
}

// Think has the built-in bot in a seat move and plays the move. r receives its remark and its log.
func (t *Table) Think(seat Seat, r *Reply) Fault {
	t.Consider(seat, r)
	return t.Settle(seat, r)
}

// Consider has the built-in bot in a seat choose its move, which [Table.Settle] plays, so that the caller can time it in between. If the
// move is not playable, the reply has the fault.
func (t *Table) Consider(seat Seat, r *Reply) {
	r.Fault = NoFault
	if why, err := t.board.think(seat, t.bots[seat], r); why != NoFault {
		r.Fault = why
		if err != nil && r.Note == "" {
			r.Note = err.Error()
		}
	}
}

// Settle plays the considered move, or the fault of the reply.
func (t *Table) Settle(seat Seat, r *Reply) Fault {
	if r.Fault != NoFault {
		return t.settle(seat, r, 0, r.Fault, nil)
	}
	return t.settle(seat, r, t.board.thought(seat), NoFault, nil)
}

// Take parses a reply and plays its move. If there is no playable move, Take returns the fault and plays the rules' stand-in, and r.Note
// explains the fault.
func (t *Table) Take(seat Seat, r *Reply) Fault {
	if r.Fault != NoFault {
		t.board.remark(r)
		return t.judge(seat, r, 0, r.Fault, nil)
	}
	code, why, err := t.board.read(seat, r)
	return t.judge(seat, r, code, why, err)
}

// Listed returns the moves that the kind lists, in the kind's Format; none if it lists none. A game must have been dealt.
func (t *Table) Listed() []string { return t.board.words(0)[:t.board.listed()] }

// May reports whether the rules let a seat that owes a move play one of the [Table.Listed] moves, by its index.
func (t *Table) May(seat Seat, nth int) bool { return t.board.may(seat, nth) }

// Choose plays one of the [Table.Listed] moves, by its index, as [Table.Play] plays its text.
func (t *Table) Choose(seat Seat, nth int, r *Reply) Fault {
	if err := t.board.word(seat, nth); err != nil {
		return t.judge(seat, r, 0, Illegal, err)
	}
	return t.settle(seat, r, nth, NoFault, nil)
}

// Play plays a move as text, in the kind's Format: from human players, scripts and the agon protocol.
func (t *Table) Play(seat Seat, text string, r *Reply) Fault {
	code, why, err := t.board.parse(seat, text)
	return t.judge(seat, r, code, why, err)
}

// judge settles the result of an answer. If no answer could have mattered there is no fault; r.Note says what it would have been.
func (t *Table) judge(seat Seat, r *Reply, code int, why Fault, err error) Fault {
	if why == NoFault {
		return t.settle(seat, r, code, why, err)
	}
	excused, ok := t.board.excuse(seat)
	if !ok {
		return t.settle(seat, r, code, why, err)
	}
	explain(r, err)
	r.Fault, r.Note = NoFault, fmt.Sprintf("no answer could have mattered; %v: %s", why, r.Note)
	return t.settle(seat, r, excused, NoFault, nil)
}

// explain puts the reason for a fault before what the referee noted about the reply's time.
func explain(r *Reply, err error) {
	switch {
	case err == nil:
	case r.Note == "":
		r.Note = err.Error()
	default:
		r.Note = err.Error() + "; " + r.Note
	}
}

func (t *Table) settle(seat Seat, r *Reply, code int, why Fault, err error) Fault {
	if why != NoFault {
		explain(r, err)
		r.Fault = why
		t.board.absent(seat, why)
		t.record.fault(t.turns, seat, why, r.Note)
	} else {
		t.record.move(seat, code)
	}
	if t.Kind.Timed {
		t.board.time(seat, r.Took)
		t.digest.Uint64(uint64(r.Took))
	}
	if t.times {
		t.record.time(seat, r.Took)
	}
	if len(r.Remark) > 0 {
		t.record.remark(t.turns, seat, r.Remark)
	}
	return why
}

// Step plays the turn. Every seat that owes a move must have given one, or a fault.
func (t *Table) Step() {
	t.turns++
	t.dice.Turn(t.turns)
	t.board.step(&t.dice)
	t.owes = t.board.owes()
	if t.turns%HashEvery == 0 || t.owes.Empty() {
		t.check()
	}
	switch {
	case t.board.failed() != nil:
		t.owes = Seats{}
	case t.owes.Empty():
		t.record.Said = t.board.said()
	}
}

// check adds the hash of the state to the digest.
func (t *Table) check() {
	h := t.board.hash()
	t.record.Hashes = append(t.record.Hashes, h)
	t.digest.Uint64(h)
}

// Digest returns the digest of the game so far: equal for equal options, seed and moves, on every machine.
func (t *Table) Digest() uint64 {
	d := t.digest
	d.Int(t.turns)
	return d.Sum()
}

// Record returns the record of the game, which is complete once the game is over. It belongs to the table and is valid until the next Deal.
func (t *Table) Record() *Record {
	t.record.Turns = t.turns
	t.record.Rounds = t.Rounds()
	t.record.Words = t.board.words(0)
	t.record.Digest = t.Digest()
	return &t.record
}
