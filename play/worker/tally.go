package worker

import (
	"fmt"
	"time"

	"agon/bot"
	"agon/game"
	"agon/play/referee"
	"agon/record/gamelog"
)

// tally counts what the seats of a lane do during a game.
type tally struct {
	lineup  []int
	fixture referee.Fixture
	seats   []SeatTally
	logged  []int  // by seat: faults and notes in the log
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
	l.logged = append(l.logged[:0], make([]int, t.Seats())...)
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
		s.Wall += c.Ponder
		s.CPU += c.Ponder
		s.took += c.Ponder
		k.ponders(s, &k.lanes[lane], t, c)
		if why := c.Reply.Fault; why != game.NoFault {
			s.fault(why)
		} else if c.Reply.Note != "" {
			k.note(&k.lanes[lane], t, c)
		}
	}
}

// The processor time between its turns that is a fault: so much, and this part of what the bot used in its turns. A program that frees what
// it has searched, or whose runtime collects and compiles in the background, uses less, and is charged for it.
const (
	pondering     = 10 * time.Millisecond
	ponderingPart = 4
)

// A ponderer adds up the processor time of a bot, in all its games, since it was last found to use too much of it between its turns.
type ponderer struct{ within, between time.Duration }

// count adds a move. It returns what was used between turns, and in which part of the time in turns, where that is too much; else 0.
func (p *ponderer) count(c *bot.Call) (between time.Duration, percent float64) {
	p.within, p.between = p.within+max(c.CPU, c.Wall-c.Stall), p.between+c.Ponder // quick moves have no measured processor time
	if c.Ponder == 0 || p.between < pondering || p.between < p.within/ponderingPart {
		return 0, 0
	}
	between, percent = p.between, 100*p.between.Seconds()/max(p.within, time.Microsecond).Seconds()
	*p = ponderer{}
	return between, percent
}

// ponders records a fault where a bot uses too much between its turns.
func (k *core) ponders(s *SeatTally, l *tally, t *game.Table, c *bot.Call) {
	entry := k.players[l.lineup[l.fixture.Seats[c.Seat]]]
	between, percent := entry.pondered.count(c)
	if between == 0 {
		return
	}
	s.fault(game.Pondering)
	entry.logIn(c.Lane).Fault(t.Turns(), s.Moves, game.Pondering,
		fmt.Sprintf("it used %.1f ms of processor time between its turns, %.0f %% of what it used in them; it is charged for it, and "+
			"stopped between its turns",
			between.Seconds()*1e3, percent))
}

// done passes a finished game on.
func (k *core) done(lineup []int, p referee.Played) error {
	g := Game{Played: p, Lineup: lineup, Absent: k.absent, Seats: k.lanes[p.Lane].seats}
	for seat, place := range p.Fixture.Seats {
		live, s := k.players[lineup[place]], &g.Seats[seat]
		s.end(p.Table.Outcome(game.Seat(seat)))
		if s.OnTime {
			live.logIn(p.Lane).Add(gamelog.Record{Turn: p.Table.Turns(), Kind: gamelog.Note, Text: "lost on time: " + s.times()})
		}
		k.takeLog(s, seat, live, p.Lane, p.Fixture.ID)
		if live.traits.Doubt != nil {
			s.Doubt = live.traits.Doubt()
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
			k.players[lineup[player]].logIn(k.laneOf(f.ID)).Printf("game %d is void and replayed: the host had delayed a bot that was late",
				f.ID+1)
		}
	}
	if lane := k.laneOf(f.ID); lane < len(k.lanes) {
		k.lanes[lane].lose()
	}
	k.keepLogs(lineup, f)
	return f
}
