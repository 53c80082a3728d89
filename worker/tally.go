package worker

import (
	"agon/bot"
	"agon/game"
	"agon/referee"
)

// tally counts what the seats of a lane do while a game is played.
type tally struct{ seats []SeatTally }

// count is called after each turn of a lane.
func (k *core) count(lane int, t *game.Table, calls []*bot.Call) {
	for len(k.lanes) <= lane {
		k.lanes = append(k.lanes, tally{})
	}
	l := &k.lanes[lane]
	if len(l.seats) < t.Seats() || t.Turns() == 1 {
		l.seats = append(l.seats[:0], make([]SeatTally, t.Seats())...)
	}
	for _, c := range calls {
		s := &l.seats[c.Seat]
		s.Moves++
		s.Wall += c.Wall
		s.CPU += c.CPU
		s.Stall += c.Stall
		s.Most = max(s.Most, c.Wall)
		if why := c.Reply.Fault; why != game.NoFault {
			if s.Faults == nil {
				s.Faults = map[game.Fault]int{}
			}
			s.Faults[why]++
		}
	}
}

// done hands a finished game in.
func (k *core) done(lineup []int, p referee.Played) error {
	g := Game{Played: p, Lineup: lineup}
	if p.Lane < len(k.lanes) {
		g.Seats = k.lanes[p.Lane].seats
	}
	for len(g.Seats) < p.Table.Seats() { // a game that was over before its first turn
		g.Seats = append(g.Seats, SeatTally{})
	}
	for seat, player := range p.Fixture.Seats {
		if s := k.players[lineup[player]]; s.log.Total() > 0 {
			g.Seats[seat].Log = s.log.Take()
		}
	}
	return k.crew.Done(k.number, g)
}
