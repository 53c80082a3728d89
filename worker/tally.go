package worker

import (
	"time"

	"agon/bot"
	"agon/game"
	"agon/referee"
)

// tally counts what the seats of a lane do during a game.
type tally struct {
	lineup  []int
	fixture referee.Fixture
	seats   []SeatTally
	told    []int  // by seat: faults and notes in the log
	viewer  Viewer // of the game; nil for none
}

// begin is called when a game has been dealt in a lane.
func (k *core) begin(lineup []int, lane int, f referee.Fixture, t *game.Table) {
	for len(k.lanes) <= lane {
		k.lanes = append(k.lanes, tally{})
	}
	l := &k.lanes[lane]
	l.lineup, l.fixture = lineup, f
	l.seats = make([]SeatTally, t.Seats()) // the receiver of the game keeps them
	l.told = append(l.told[:0], make([]int, t.Seats())...)
	if k.pool.Begin != nil {
		k.pool.Begin(t)
	}
	l.watch(k.pool.Watch, t)
}

// count is called after each turn of a lane.
func (k *core) count(lane int, t *game.Table, calls []*bot.Call) {
	if k.pool.Turn != nil {
		k.pool.Turn(t, calls)
	}
	k.lanes[lane].turn(t, calls)
	k.pool.Strain.count(calls)
	for _, c := range calls {
		s := &k.lanes[lane].seats[c.Seat]
		s.Moves++
		s.Wall += c.Wall
		s.CPU += c.CPU
		s.stall += c.Stall
		s.took += c.Charged()
		if s.Moves == 1 || c.Wall < s.Least {
			s.Least = c.Wall
		}
		s.Most = max(s.Most, c.Wall)
		if c.Ponder > 0 {
			s.Wall += c.Ponder
			s.CPU += c.Ponder
			s.took += c.Ponder
			k.ponders(s, &k.lanes[lane], t, c)
		}
		if why := c.Reply.Fault; why != game.NoFault {
			s.fault(why)
		} else if c.Reply.Note != "" {
			k.note(&k.lanes[lane], t, c)
		}
	}
}

// pondering is the processor time outside its turns that is a fault. An interpreter that cleans up after an answer needs less.
const pondering = 10 * time.Millisecond

// ponders adds up what a bot has used outside its turns, in all its games, and records a fault each time that it is too much.
func (k *core) ponders(s *SeatTally, l *tally, t *game.Table, c *bot.Call) {
	entry := k.players[l.lineup[l.fixture.Seats[c.Seat]]]
	if entry.pondered += c.Ponder; entry.pondered < pondering {
		return
	}
	s.fault(game.Pondering)
	entry.logIn(c.Lane).Printf("game %d, turn %d, seat %d: %v: it used %.1f ms of processor time outside its turns, which are charged to it; it is stopped between its turns",
		l.fixture.ID+1, t.Turns(), c.Seat, game.Pondering, entry.pondered.Seconds()*1e3)
	entry.pondered = 0
}

// done passes a finished game on.
func (k *core) done(lineup []int, p referee.Played) error {
	g := Game{Played: p, Lineup: lineup, Absent: k.absent, Seats: k.lanes[p.Lane].seats}
	for seat, place := range p.Fixture.Seats {
		live, s := k.players[lineup[place]], &g.Seats[seat]
		s.end(p.Table.Outcome(game.Seat(seat)))
		if s.OnTime {
			live.logIn(p.Lane).Printf("game %d, turn %d, seat %d: lost on time: %s", p.Fixture.ID+1, p.Table.Turns(), seat, s.times())
		}
		k.takeLog(s, seat, live, p.Lane, p.Fixture.ID)
		if d, ok := live.player.(interface{ Doubt() string }); ok {
			s.Doubt = d.Doubt()
		}
	}
	delete(k.before, p.Fixture.ID)
	return k.pool.Done(k.number, g)
}

// again prepares a game that is replayed: nothing in it counts, and the logs say so.
func (k *core) again(lineup []int, f referee.Fixture) referee.Fixture {
	if f.Voided {
		k.pool.Strain.void()
		for _, player := range f.Seats {
			k.players[lineup[player]].logIn(k.laneOf(f.ID)).Printf("game %d is void and replayed: the host had delayed a bot that was late", f.ID+1)
		}
	}
	if lane := k.laneOf(f.ID); lane < len(k.lanes) {
		k.lanes[lane].lose()
	}
	k.keepLogs(lineup, f)
	return f
}
