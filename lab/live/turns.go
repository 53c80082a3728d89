package live

import (
	"context"
	"sync"

	"agon/bot"
	"agon/game"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/show/web"
)

// Printed is the output of a game's bots, during the game and after it. It reads logs only when somebody asks. Its
// methods are safe for concurrent use.
type Printed struct {
	mu    sync.Mutex
	seats map[int]*printedSeat
}

type printedSeat struct {
	log   *bot.Log
	over  bool           // the game is over, and turns are complete
	read  int64          // size of the log at the last read
	turns map[int]string // never changed, only replaced
}

// Logged adds the log of a seat's player.
func (l *Printed) Logged(seat int, log *bot.Log) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seats == nil {
		l.seats = map[int]*printedSeat{}
	}
	l.seats[seat] = &printedSeat{log: log}
}

// Look does nothing.
func (*Printed) Look(context.Context, *game.Table, []*bot.Call) {}

// End keeps the complete logs.
func (l *Printed) End(g worker.Game) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seat, t := range g.Seats {
		if s := l.seats[seat]; s != nil {
			s.over, s.turns = true, gamelog.TurnTexts(t.Log)
		}
	}
	return nil
}

// At returns what a seat's bot printed in a turn, with the notes on it.
func (l *Printed) At(seat, turn int) string { return l.of(seat)[turn] }

// of returns At for all turns. The map never changes.
func (l *Printed) of(seat int) map[int]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.seats[seat]
	if s == nil {
		return nil
	}
	if total := s.log.Total(); !s.over && (s.turns == nil || s.read != total) {
		s.read, s.turns = total, gamelog.TurnTexts(append(s.log.Peek(), s.log.Lane(0).Peek()...))
	}
	return s.turns
}

// Turns are the prompts and answers of a game in progress, for the panel of its page.
type Turns struct {
	Printed *Printed // what the bots print

	mu   sync.Mutex
	logs map[seatTurn]web.TurnLog
	size int // bytes of prompts
}

type seatTurn struct{ seat, turn int }

// mostPrompts is how many bytes of prompts a game in progress keeps. Those of later turns are not shown.
const mostPrompts = 64 << 20

// Look adds the answers of a turn and the prompts of the next one.
func (l *Turns) Look(_ context.Context, t *game.Table, calls []*bot.Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.logs == nil {
		l.logs = map[seatTurn]web.TurnLog{}
	}
	for _, c := range calls {
		at := seatTurn{int(c.Seat), t.Turns()}
		log := l.logs[at]
		log.Turn, log.Micros = t.Turns(), int64(c.Reply.Took)
		if c.Reply.Fault == game.NoFault {
			log.Answer = t.LastMove(c.Seat)
		} else {
			log.Fault = c.Reply.Fault.String() + ": " + c.Reply.Note
		}
		l.logs[at] = log
	}
	if l.size > mostPrompts || t.Over() {
		return
	}
	for seat := range t.Seats() {
		if owes := t.Owes(); owes.Has(game.Seat(seat)) {
			sent := worker.SentText(t, game.Seat(seat), false)
			l.size += len(sent)
			l.logs[seatTurn{seat, t.Turns() + 1}] = web.TurnLog{Turn: t.Turns() + 1, Sent: sent}
		}
	}
}

// Seats returns nil: it has the turns of all seats. With Turn it is a [web.Logs].
func (l *Turns) Seats() []int { return nil }

// Turn returns the newest turn of a seat, up to a turn, of which anything is known.
func (l *Turns) Turn(seat, turn int) web.TurnLog {
	printed := l.Printed.of(seat)
	for at := turn; at >= 0; at-- {
		log := l.of(seat, at)
		if log.Printed = printed[at]; !log.Empty() {
			return log
		}
	}
	return web.TurnLog{Turn: turn}
}

// of returns what is known of a turn of a seat, without its output.
func (l *Turns) of(seat, turn int) web.TurnLog {
	l.mu.Lock()
	defer l.mu.Unlock()
	log := l.logs[seatTurn{seat, turn}]
	log.Turn = turn
	return log
}
