package game

import (
	"fmt"
	"strings"
)

// A Record is everything needed to re-simulate a game. Package replay encodes it.
type Record struct {
	Kind    string
	Version string   // of the kind's rules
	Options []string // "name=value", sorted
	Seed    int64
	Seats   int
	Turns   int
	Rounds  int
	Digest  uint64

	Words   []string // the moves that were played, as text; columns hold indexes into them
	Columns [][]byte // per seat, one code for each move it owed; see code
	Hashes  []uint64 // of the state at the deal, every 50 turns and at the end

	Faults  []FaultAt  // in the order of play; may be dropped, since the columns hold their codes
	Times   [][]Micros // per seat, parallel to the columns; empty if times were not kept
	Remarks []RemarkAt // may be dropped

	// Said is what the engine of the game said in it, if it is over, for those who look at it: see [Kind.Reread]. May be dropped.
	Said []byte
}

// FaultAt is a fault with its turn, its seat and its note.
type FaultAt struct {
	Turn int
	Seat Seat
	Why  Fault
	Note string
}

// FaultsOf counts the faults of a seat by their names.
func (r *Record) FaultsOf(seat Seat) map[string]int {
	count := map[string]int{}
	for _, f := range r.Faults {
		if f.Seat == seat {
			count[f.Why.String()]++
		}
	}
	return count
}

// RemarkAt is a remark with its turn and its seat.
type RemarkAt struct {
	Turn int
	Seat Seat
	Text []byte
}

// A column is a string of codes. Below wide: an index into Words. wide: the next two bytes are the index. Above: a fault, counted down from
// 255.
const wide = 239

func (r *Record) reset(t *Table, seed int64) {
	r.Kind, r.Version, r.Seed, r.Seats = t.Kind.Name, t.Kind.Version, seed, t.seats
	r.Options = t.settings.Texts()
	r.Words, r.Said = nil, nil
	for len(r.Columns) < t.seats {
		r.Columns = append(r.Columns, nil)
		r.Times = append(r.Times, nil)
	}
	r.Columns, r.Times = r.Columns[:t.seats], r.Times[:t.seats]
	for i := range r.Columns {
		r.Columns[i], r.Times[i] = r.Columns[i][:0], r.Times[i][:0]
	}
	r.Hashes, r.Faults, r.Remarks = r.Hashes[:0], r.Faults[:0], r.Remarks[:0]
}

func (r *Record) move(seat Seat, code int) {
	if code < wide {
		r.Columns[seat] = append(r.Columns[seat], byte(code))
		return
	}
	r.Columns[seat] = append(r.Columns[seat], wide, byte(code), byte(code>>8))
}

func (r *Record) fault(turn int, seat Seat, why Fault, note string) {
	r.Columns[seat] = append(r.Columns[seat], 255-byte(why))
	r.Faults = append(r.Faults, FaultAt{turn, seat, why, note})
}

func (r *Record) time(seat Seat, took Micros) { r.Times[seat] = append(r.Times[seat], took) }

func (r *Record) remark(turn int, seat Seat, text []byte) {
	r.Remarks = append(r.Remarks, RemarkAt{turn, seat, append([]byte(nil), text...)})
}

// Moves returns how many moves the column of a seat has, faults among them. What the moves are is not looked at.
func (r *Record) Moves(seat Seat) (n int) {
	for column := r.Columns[seat]; len(column) > 0; n++ {
		step := 1
		if column[0] == wide {
			step = min(3, len(column))
		}
		column = column[step:]
	}
	return n
}

// A Rerun re-simulates a recorded game on a table, turn by turn.
type Rerun struct {
	Table  *Table
	record *Record
	at     []int // next code of each column
	moves  []int // moves taken from each column
}

// Recorded returns the settings of a recorded game.
func (k *Kind) Recorded(rec *Record) (Settings, error) {
	chosen := make(map[string]any, len(rec.Options))
	for _, o := range rec.Options {
		name, value, _ := strings.Cut(o, "=")
		chosen[name] = value
	}
	return k.Settings(chosen)
}

// Rerun deals the recorded game again. The record must not belong to the same table.
func (k *Kind) Rerun(rec *Record) (*Rerun, error) {
	if err := k.plays(rec); err != nil {
		return nil, err
	}
	if err := k.again(); err != nil {
		return nil, err
	}
	return k.rerun(rec, nil)
}

// Reread is Rerun for those who look at a game: it goes by what the game's engine said when it was played, and executes nothing, if the
// record has that and it is of this game. It proves nothing: who decides by a recorded game uses Rerun.
func (k *Kind) Reread(rec *Record) (*Rerun, error) {
	if len(rec.Said) > 0 && k.plays(rec) == nil {
		if r, err := k.rerun(rec, rec.Said); err == nil && r.Finish() == nil {
			return r, r.Restart()
		}
	}
	return k.Rerun(rec)
}

// plays returns an error for a record of another kind, or of another version of its rules.
func (k *Kind) plays(rec *Record) error {
	if rec.Kind != k.Name {
		return fmt.Errorf("this is a game of %s, not of %s", rec.Kind, k.Name)
	}
	if rec.Version != k.Version {
		return fmt.Errorf("the game was played under version %s of the rules of %s; this agon has version %s", rec.Version, k.Name,
			k.Version)
	}
	return nil
}

// rerun deals a recorded game in which the engine said this; nil: the engine is asked.
func (k *Kind) rerun(rec *Record, said []byte) (*Rerun, error) {
	settings, err := k.Recorded(rec)
	if err != nil {
		return nil, err
	}
	t, err := k.Table(settings)
	if err != nil {
		return nil, err
	}
	t.board.repeat(said)
	r := &Rerun{Table: t, record: rec}
	return r, r.Restart()
}

// Restart goes back to the deal.
func (r *Rerun) Restart() error {
	if len(r.record.Columns) != r.record.Seats {
		return fmt.Errorf("%d columns for %d seats", len(r.record.Columns), r.record.Seats)
	}
	if err := r.Table.Deal(r.record.Seed, r.record.Seats); err != nil {
		return err
	}
	if err := r.Table.board.learn(r.record.Words); err != nil {
		return err
	}
	r.at = make([]int, r.record.Seats)
	r.moves = make([]int, r.record.Seats)
	return r.compare()
}

// Next plays one more turn; it returns false if the record has no more. An error says in which turn the record and the rules differ, and is
// final.
func (r *Rerun) Next() (bool, error) {
	t := r.Table
	if t.Over() || t.turns == r.record.Turns {
		return false, nil
	}
	owes := t.Owes()
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		if err := r.repeat(seat); err != nil {
			return false, fmt.Errorf("turn %d, seat %d: %w", t.turns, seat, err)
		}
	}
	t.Step()
	if err := t.Failed(); err != nil {
		return false, err
	}
	return true, r.compare()
}

// Beginning returns the record of the first turns of a recorded game, from which it can be played on: see [Table.Rerun]. An error says that
// the record does not verify so far, or that the game was over by then.
func (k *Kind) Beginning(rec *Record, turns int) (*Record, error) {
	r, err := k.Rerun(rec)
	if err != nil {
		return nil, err
	}
	for range turns {
		if _, err := r.Next(); err != nil {
			return nil, err
		}
	}
	if r.Table.Over() || r.Table.turns < turns {
		return nil, fmt.Errorf("the game was over after %d turns", r.Table.turns)
	}
	return r.Table.Made(), nil
}

// Made returns a copy of the moves played so far.
func (t *Table) Made() *Record {
	made := &Record{}
	made.Follow(t)
	return made
}

// Follow adds what has been played on a table since the last call for this game, which takes little time however long the game is. An empty
// record takes all of it.
func (r *Record) Follow(t *Table) {
	r.Words = append(r.Words, t.board.words(len(r.Words))...)
	words := r.Words
	now := t.record
	now.Turns, now.Rounds, now.Digest, now.Words = t.turns, t.Rounds(), t.Digest(), words
	r.extend(&now)
}

// Clone returns a copy.
func (r *Record) Clone() *Record {
	c := &Record{Said: r.Said}
	c.extend(r)
	return c
}

// extend adds what another record of the game has beyond this one.
func (r *Record) extend(by *Record) {
	r.Kind, r.Version, r.Options, r.Seed, r.Seats = by.Kind, by.Version, by.Options, by.Seed, by.Seats
	r.Turns, r.Rounds, r.Digest = by.Turns, by.Rounds, by.Digest
	for len(r.Columns) < len(by.Columns) {
		r.Columns, r.Times = append(r.Columns, nil), append(r.Times, nil)
	}
	for seat := range by.Columns {
		r.Columns[seat] = append(r.Columns[seat], by.Columns[seat][len(r.Columns[seat]):]...)
		r.Times[seat] = append(r.Times[seat], by.Times[seat][len(r.Times[seat]):]...)
	}
	r.Words = append(r.Words, by.Words[len(r.Words):]...)
	r.Hashes = append(r.Hashes, by.Hashes[len(r.Hashes):]...)
	r.Faults = append(r.Faults, by.Faults[len(r.Faults):]...)
	r.Remarks = append(r.Remarks, by.Remarks[len(r.Remarks):]...)
}

// Rerun repeats earlier moves on a table that has just been dealt the same game. The record is one of [Table.Made] of another deal.
func (t *Table) Rerun(made *Record) *Rerun {
	if err := t.board.learn(made.Words); err != nil {
		panic(err) // the words of a table are those of its kind
	}
	return &Rerun{Table: t, record: made, at: make([]int, t.seats), moves: make([]int, t.seats)}
}

// Moves returns how many moves of a seat have been played so far, faults among them.
func (r *Rerun) Moves(seat Seat) int { return r.moves[seat] }

// More reports whether the moves of this turn are in the record.
func (r *Rerun) More() bool { return r.Table.turns < r.record.Turns }

// Repeat plays a seat's recorded move instead of the one in reply; reply receives the recorded fault and remark. A player that has settled
// its move has made the same one again.
func (r *Rerun) Repeat(seat Seat, reply *Reply, settled bool) {
	turn := r.Table.turns
	reply.Fault, reply.Note, reply.Remark = NoFault, "", reply.Remark[:0]
	code, why, took, err := r.next(seat)
	if err != nil {
		panic(err) // the record is of a table
	}
	if settled {
		return
	}
	for _, f := range r.record.Faults {
		if f.Turn == turn && f.Seat == seat {
			reply.Note = f.Note
		}
	}
	for _, remark := range r.record.Remarks {
		if remark.Turn == turn && remark.Seat == seat {
			reply.Remark = append(reply.Remark, remark.Text...)
		}
	}
	reply.Took = took
	if why == NoFault {
		if err := r.Table.board.word(seat, code); err != nil {
			panic(err) // it was legal before
		}
	}
	r.Table.settle(seat, reply, code, why, nil)
}

// repeat plays the next move of a seat.
func (r *Rerun) repeat(seat Seat) error {
	code, why, took, err := r.next(seat)
	if err != nil {
		return err
	}
	if why == NoFault {
		if err := r.Table.board.word(seat, code); err != nil {
			return err
		}
	}
	r.Table.settle(seat, &Reply{Took: took}, code, why, nil)
	return nil
}

// next returns the next move of a seat, or its fault, and its time.
func (r *Rerun) next(seat Seat) (code int, why Fault, took Micros, err error) {
	column := r.record.Columns[seat]
	at := r.at[seat]
	if at >= len(column) {
		return 0, NoFault, 0, fmt.Errorf("the record has no move")
	}
	code = int(column[at])
	r.at[seat]++
	switch {
	case code == wide:
		if at+2 >= len(column) {
			return 0, NoFault, 0, fmt.Errorf("the record is cut short")
		}
		code = int(column[at+1]) | int(column[at+2])<<8
		r.at[seat] += 2
	case code > wide:
		why = Fault(255 - code)
		if why == NoFault || why >= faults {
			return 0, NoFault, 0, fmt.Errorf("the record has an unknown fault")
		}
	}
	if nth := r.moves[seat]; nth < len(r.record.Times[seat]) {
		took = r.record.Times[seat][nth]
	}
	r.moves[seat]++
	if why == NoFault && code >= len(r.record.Words) {
		return 0, NoFault, 0, fmt.Errorf("the record has an unknown move")
	}
	return code, why, took, nil
}

// compare compares the hashes of the rerun with those of the record.
func (r *Rerun) compare() error {
	got, want := r.Table.record.Hashes, r.record.Hashes
	if len(got) > len(want) || got[len(got)-1] != want[len(got)-1] {
		return fmt.Errorf("turn %d: the re-simulated game differs from the record", r.Table.turns)
	}
	return nil
}

// Finish plays the record to its end and returns an error if the game differs from the recorded one.
func (r *Rerun) Finish() error {
	for {
		more, err := r.Next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	for seat, column := range r.record.Columns {
		if r.at[seat] != len(column) {
			return fmt.Errorf("seat %d: the record has %d bytes of moves beyond the end of the game", seat, len(column)-r.at[seat])
		}
	}
	if r.Table.turns != r.record.Turns || r.Table.Digest() != r.record.Digest {
		return fmt.Errorf("the re-simulated game has the digest %016x after %d turns, the record %016x after %d", r.Table.Digest(),
			r.Table.turns, r.record.Digest, r.record.Turns)
	}
	return nil
}
