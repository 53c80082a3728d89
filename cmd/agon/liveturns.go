package main

import (
	"sync"

	"agon/bot"
	"agon/game"
	"agon/web"
)

// liveTurns are the prompts and answers of a game in progress, for the panel of its page. They are nil where nobody looks.
type liveTurns struct {
	mu   sync.Mutex
	logs map[seatTurn]web.TurnLog
	size int // bytes of prompts
	most int // the last turn that is over
}

type seatTurn struct{ seat, turn int }

// mostPrompts is how many bytes of prompts a game in progress keeps. Those of later turns are not shown.
const mostPrompts = 64 << 20

// note adds the answers of a turn and the prompts of the next one.
func (l *liveTurns) note(t *game.Table, calls []*bot.Call) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.most = t.Turns()
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
			sent := t.Sent(game.Seat(seat))
			l.size += len(sent)
			l.logs[seatTurn{seat, t.Turns() + 1}] = web.TurnLog{Turn: t.Turns() + 1, Sent: sent}
		}
	}
}

// last returns the last turn that is over.
func (l *liveTurns) last() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.most
}

// at returns what is known of a turn of a seat.
func (l *liveTurns) at(seat, turn int) web.TurnLog {
	l.mu.Lock()
	defer l.mu.Unlock()
	log := l.logs[seatTurn{seat, turn}]
	log.Turn = turn
	return log
}

// liveLogs returns what the page may show of the bots' turns, or nil if it would reveal hidden information to a player.
func (g *oneGame) liveLogs() web.Logs {
	if g.turns == nil {
		return nil
	}
	return playLogs{g}
}

// playLogs are the logs of all bots of a game in progress.
type playLogs struct{ *oneGame }

// Seats returns all seats.
func (g playLogs) Seats() (seats []int) {
	for seat := range g.entries {
		seats = append(seats, seat)
	}
	return seats
}

// Turn returns the newest turn of a seat, up to a turn, of which anything is known.
func (g playLogs) Turn(seat, turn int) web.TurnLog {
	printed := g.printed.of(seat)
	for at := min(turn, g.turns.last()); at >= 0; at-- {
		log := g.turns.at(seat, at)
		if log.Printed = printed[at]; !log.Empty() {
			return log
		}
	}
	return web.TurnLog{Turn: turn}
}

// Rows returns the turns of a seat from one on.
func (g playLogs) Rows(seat, from, most int) (rows []web.TurnLog) {
	printed := g.printed.of(seat)
	for at := from; at <= g.turns.last() && len(rows) < most; at++ {
		log := g.turns.at(seat, at)
		if log.Printed = printed[at]; !log.Empty() {
			rows = append(rows, log)
		}
	}
	return rows
}
