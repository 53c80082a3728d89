package logs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"agon/contest"
	"agon/game"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
)

// A Part is turns of a seat of a game, whole and in their order.
type Part struct {
	Turns []Turn
	Next  int // the first turn behind them; 0: there are none
}

// mostText bounds what a part has of prompts and output, in bytes. It has one turn at least.
const mostText = 1 << 20

// Turns returns turns of a seat of a game of the contest in a folder, from a turn on: those in which it moved, printed or had a fault. What
// belongs to no turn is before the first. There are at most most turns, and fewer where they have much text.
func Turns(find Kinds, dir string, number int, rep *replay.Replay, seat, from, most int) (Part, error) {
	records, err := recordsOf(dir, rep.Seats[seat].Slot)
	if err != nil {
		return Part{}, err
	}
	k, err := find(rep.Record.Kind)
	if err != nil {
		return Part{}, err
	}
	r, err := k.Reread(rep.Record)
	p := parting{number: number, seat: seat, from: from, most: most, word: wordOf(find, rep), logged: gamelog.ByTurn(gamelog.Of(records, number))}
	slices.SortStableFunc(p.logged, func(a, b gamelog.Turn) int { return cmp.Compare(a.Turn, b.Turn) })
	for more := err == nil; more && p.Next == 0; more, err = r.Next() {
		turn := r.Table.Turns() + 1
		p.printed(turn - 1)
		p.move(turn, r, rep.Record.Faults)
	}
	if err != nil && !errors.Is(err, game.ErrRecorded) {
		return Part{}, fmt.Errorf("game %d: %w", number, err)
	}
	p.printed(turnsWithout)
	return p.Part, nil
}

// turnsWithout is a turn behind all of a game.
const turnsWithout = 1 << 30

// A parting makes a part.
type parting struct {
	Part
	number, seat, from, most int

	word   string         // what the rules call a turn
	logged []gamelog.Turn // not looked at yet
	text   int            // bytes in the part
}

// add adds a turn, which is made if there is room for it.
func (p *parting) add(turn int, made func() Turn) {
	switch {
	case turn < p.from || p.Next != 0:
	case len(p.Turns) == p.most || p.text >= mostText:
		p.Next = turn
	default:
		t := made()
		p.text += len(t.Printed) + len(t.Sent) + len(t.Answer)
		p.Turns = append(p.Turns, t)
	}
}

// printed adds the turns up to one in which the bot made no move.
func (p *parting) printed(until int) {
	for ; len(p.logged) > 0 && p.logged[0].Turn <= until; p.logged = p.logged[1:] {
		p.add(max(0, p.logged[0].Turn), func() Turn { return p.turn(&p.logged[0]) })
	}
}

// move adds the turn that comes next in a rerun, if the seat moves or printed something in it.
func (p *parting) move(turn int, r *game.Rerun, faults []game.FaultAt) {
	_, _, _, owes := r.Coming(game.Seat(p.seat))
	logged := gamelog.Turn{Turn: turn}
	if len(p.logged) > 0 && p.logged[0].Turn == turn {
		logged, p.logged, owes = p.logged[0], p.logged[1:], true
	}
	if !owes {
		return
	}
	p.add(turn, func() Turn {
		t := p.turn(&logged)
		t.Round = r.Table.Rounds() + 1
		t.addMove(r, faults, worker.WholeSent)
		return t
	})
}

// turn returns what is logged of a turn.
func (p *parting) turn(l *gamelog.Turn) Turn {
	return Turn{Game: p.number, Turn: l.Turn, Seat: &p.seat, Printed: l.Printed, Notes: l.Notes, word: p.word}
}

// recordsOf returns the log of an entry of the contest in a folder.
func recordsOf(dir string, entry int) ([]gamelog.Record, error) {
	files, err := contest.LogFiles(dir)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(files, func(f contest.LogFile) bool { return f.Entry == entry })
	if at < 0 {
		return nil, nil // it printed nothing and had no fault
	}
	return files[at].Read(0)
}
