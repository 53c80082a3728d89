package game

import (
	"fmt"
	"iter"
)

// OutputFiles writes a game down in the files that the contest's own runner left. It hands them to put one after the other, as early as
// that runner wrote them, and knows no disk: where the files go is its caller's affair. What it has handed over it must not change any
// more, and an error of put ends its work.
type OutputFiles[S, M comparable] func(g *Replayer[S, M], put func(OutputFile) error) error

// An OutputFile is one file of a game, or a folder for files.
type OutputFile struct {
	Name   string     // relative, with forward slashes; a folder's ends in a slash
	Data   []byte     // content of the file
	Margin bool       // the film has the wide margin of the original of 2020
	Film   [][]string // pictures of text, row by row; if set, the file is an animated GIF of them
	Remove bool       // delete the file, if it exists
	Log    []byte     // what the original engine prints as it writes the file, in whole lines
}

// A Participant is the bot or person in a seat, for the files that name them.
type Participant struct {
	Name    string
	Author  string
	Ref     string            // the reference of the bot: a path, an image; empty if unknown
	Person  bool              // a human player
	NoClock bool              // its time was not limited
	Facts   map[string]string // other keys of the bot's own description file
}

// A Replayer re-simulates a game turn by turn from its record, during or after the game. It asks no bots.
type Replayer[S, M comparable] struct {
	Settings Settings
	Record   *Record
	Players  []Participant // by seat

	rerun   *Rerun
	board   *typedBoard[S, M]
	owed    Seats
	faults  int // faults in the record before this turn
	remarks int
	err     error
	more    func() bool // waits until another turn has been recorded; false if none will be
}

// Next plays the next turn, waiting for it if the game is still being played. It returns false at the end of the game.
func (g *Replayer[S, M]) Next() bool {
	if g.err != nil || g.rerun.Table.Over() {
		return false
	}
	for g.Turns() == g.Record.Turns {
		if !g.more() {
			return false
		}
		if g.err = (typedMoves[S, M]{g.board}).learn(g.Record.Words); g.err != nil {
			return false
		}
	}
	turn := g.Turns()
	for g.faults < len(g.Record.Faults) && g.Record.Faults[g.faults].Turn < turn {
		g.faults++
	}
	for g.remarks < len(g.Record.Remarks) && g.Record.Remarks[g.remarks].Turn < turn {
		g.remarks++
	}
	g.owed = g.rerun.Table.Owes()
	more, err := g.rerun.Next()
	g.err = err
	return more && err == nil
}

// Turns returns the number of turns replayed.
func (g *Replayer[S, M]) Turns() int { return g.rerun.Table.Turns() }

// State returns the state after the last replayed turn, or the deal. Next changes it.
func (g *Replayer[S, M]) State() *S { return &g.board.state }

// Outcome returns a seat's outcome after the last replayed turn.
func (g *Replayer[S, M]) Outcome(seat Seat) Outcome { return g.rerun.Table.Outcome(seat) }

// Owed returns the seats that owed a move in the last turn.
func (g *Replayer[S, M]) Owed() Seats { return g.owed }

// Moves returns the moves of the last turn by seat, including stand-ins. Entries of seats that owed no move are undefined.
func (g *Replayer[S, M]) Moves() []Move[M] { return g.board.moves[:len(g.Players)] }

// Fault returns the fault of a seat in the last turn, and its note.
func (g *Replayer[S, M]) Fault(seat Seat) (Fault, string) {
	for _, f := range g.Record.Faults[g.faults:] {
		if f.Turn >= g.Turns() {
			break
		}
		if f.Seat == seat {
			return f.Why, f.Note
		}
	}
	return NoFault, ""
}

// Remark returns the remark beside a seat's move of the last turn, nil if there is none.
func (g *Replayer[S, M]) Remark(seat Seat) []byte {
	for _, r := range g.Record.Remarks[g.remarks:] {
		if r.Turn >= g.Turns() {
			break
		}
		if r.Seat == seat {
			return r.Text
		}
	}
	return nil
}

// Took returns the time of a seat's move of the last turn, 0 if times were not kept.
func (g *Replayer[S, M]) Took(seat Seat) Micros {
	nth := g.rerun.moves[seat] - 1
	if !g.owed.Has(seat) || nth >= len(g.Record.Times[seat]) {
		return 0
	}
	return g.Record.Times[seat][nth]
}

// Writes reports whether the kind writes files of its own for a finished game.
func (k *Kind) Writes() bool { return k.output != nil }

// Write passes the kind's own files of a finished game to put. The error is one of put, or says where the record does not match this kind;
// some files may have been passed on by then.
func (k *Kind) Write(rec *Record, players []Participant, put func(OutputFile) error) error {
	if err := k.writable(rec, players); err != nil {
		return err
	}
	return k.output(rec, players, put, func() bool { return false })
}

func (k *Kind) writable(rec *Record, players []Participant) error {
	if k.output == nil {
		return fmt.Errorf("%s writes no files of its own for a game", k.Name)
	}
	if len(players) != rec.Seats {
		return fmt.Errorf("%d names for the %d seats of a game", len(players), rec.Seats)
	}
	return nil
}

// Follow is Write for a game in progress at a table. Each call of turn, the first after the deal, passes to put what the original has
// written by then; stop ends the work, whether the game is over or not. The table's goroutine must call both.
func (k *Kind) Follow(t *Table, players []Participant, put func(OutputFile) error) (turn func() error, stop func(), err error) {
	rec := t.Record()
	if err := k.writable(rec, players); err != nil {
		return nil, nil, err
	}
	var failed error
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		failed = k.output(rec, players, put, func() bool { return yield(struct{}{}) })
	})
	return func() error {
		t.Record()
		next()
		return failed
	}, stop, nil
}

// writer erases the types of OutputFiles.
func writer[S, M comparable](k *Kind, output OutputFiles[S, M]) func(*Record, []Participant, func(OutputFile) error, func() bool) error {
	return func(rec *Record, players []Participant, put func(OutputFile) error, more func() bool) error {
		rerun, err := k.Rerun(rec)
		if err != nil {
			return err
		}
		g := &Replayer[S, M]{
			Settings: rerun.Table.settings, Record: rec, Players: players,
			rerun: rerun, board: rerun.Table.board.course.(*typedBoard[S, M]), more: more,
		}
		if err := output(g, put); err != nil {
			return err
		}
		return g.err
	}
}
