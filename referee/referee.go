package referee

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"agon/bot"
	"agon/game"
)

// A Fixture is one game to be played, as far as a referee must know it.
type Fixture struct {
	ID     int64
	Seed   int64
	Seats  []int        // by seat: which player of the line-up sits there
	Cast   []game.Guest `json:"-"` // by seat: who plays, for kinds whose prompts say so; nil for none
	Tries  int          // how often it was begun before and came to nothing
	Losses int          // of these, how often it was lost with a bot's process
	Voided bool         // it was void, the last time: the host may have decided it

	Made *game.Record `json:"-"` // the moves of the game that was lost, which stand; nil for none
}

// A Played game. The record belongs to the referee and is good only during the call that hands it over.
type Played struct {
	Fixture Fixture
	Lane    int
	Table   *game.Table
	Record  *game.Record
	Wall    time.Duration // from the deal to the end, other lanes included
	Share   time.Duration // the game's part of it
}

// Hooks are what a referee tells and asks while it plays. Next and Done are required.
type Hooks struct {
	Next  func() (Fixture, bool)                           // the next fixture of this line-up; false when there is no more
	Done  func(Played) error                               // a game is over; an error ends the play
	Again func(Fixture)                                    // a game was lost with a bot's process or to the host, and must be played again, alone
	Begin func(lane int, f Fixture, t *game.Table)         // a game was dealt
	Turn  func(lane int, t *game.Table, calls []*bot.Call) // after each step; for counting and watching
	Fault func(f Fixture, t *game.Table, c *bot.Call)      // a fault was taken, before the step
}

// A Referee plays games of one line-up. It belongs to one goroutine.
type Referee struct {
	Kind        *game.Kind
	Settings    game.Settings
	Players     []bot.Player
	Lanes       int           // how many games are played at once, at most
	Guard       time.Duration // wall time after which a silent bot is killed where the clock has no limit of its own
	NoLimits    bool
	VoidStalled bool                                         // a game that the host may have decided is played again, twice at most
	Processor   bool                                         // clocks count the processor time of bots, and not wall time
	Host        bot.Host                                     // what this thread knows of its own stalls; nil for nothing
	AskAll      bool                                         // ask everybody before the first answer is awaited: the bots live in one process
	Average     time.Duration                                // enforced: a seat's moves of a game may take this times its rounds; 0: no such limit
	Times       bool                                         // keep the time of every move
	Order       uint64                                       // seeds the order of asking, which no rule sees
	Grow        func(perRound time.Duration, rounds int) int // chooses Lanes again once a round has been measured; nil keeps it

	lanes []*lane
	order *rand.Rand
	turns []int // of asking
	calls [][]*bot.Call
	clock game.Clock

	watchers []watcher
	timed    bool // moves can be late
	playing  int
	waiting  atomic.Bool // for a bot
}

// Waiting reports whether the referee waits for a bot at this moment: for its answer, or until it has sat down. It may be called from
// any goroutine.
func (r *Referee) Waiting() bool { return r.waiting.Load() }

// watcher is a player of the line-up that watches.
type watcher struct {
	bot.Watcher
	player int
}

// A lane is a place for one game.
type lane struct {
	number  int
	table   *game.Table
	fixture Fixture
	begun   time.Time
	busy    bool
	share   time.Duration
	bank    time.Duration // that the enforced average allows a seat
	moves   []int         // by seat: moves asked for so far
	calls   []bot.Call    // by seat
	asked   []*bot.Call
	made    *game.Rerun // the moves of a game that was lost, while it is played again
	spent   []spending  // by seat
}

// Play plays until Next has no more fixtures, ctx is done (the games at hand are then left), or the host fails.
func (r *Referee) Play(ctx context.Context, h Hooks) error {
	r.order = rand.New(rand.NewPCG(r.Order, 0x61676f6e))
	r.clock = r.Kind.Clock(r.Settings)
	r.timed = !r.NoLimits && (r.clock.Move > 0 || r.clock.First > 0 || r.clock.Bank > 0 || r.Average > 0)
	r.calls = make([][]*bot.Call, len(r.Players))
	r.turns = make([]int, len(r.Players))
	r.watchers = r.watchers[:0]
	for i, p := range r.Players {
		r.turns[i] = i
		if w, ok := p.(bot.Watcher); ok {
			r.watchers = append(r.watchers, watcher{w, i})
		}
	}
	for {
		if err := r.fill(ctx, h); err != nil {
			return err
		}
		if r.playing == 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.turn(ctx, h); err != nil {
			return err
		}
	}
}

// turn plays one turn in every lane.
func (r *Referee) turn(ctx context.Context, h Hooks) error {
	begin := time.Now()
	r.gather()
	r.waiting.Store(true)
	r.ask()
	r.waiting.Store(false)
	if err := ctx.Err(); err != nil { // then the answers may be those of players that were stopped
		return err
	}
	for _, p := range r.Players {
		if err := hostError(p); err != nil {
			return err
		}
	}
	for _, l := range r.lanes {
		if l.busy {
			r.take(l, h)
		}
	}
	spent := time.Since(begin)
	r.measure(spent)
	spent /= time.Duration(max(r.playing, 1))
	for _, l := range r.lanes {
		l.share += spent
		if err := r.step(l, h); err != nil {
			return err
		}
	}
	return nil
}

// fill begins games in free lanes.
func (r *Referee) fill(ctx context.Context, h Hooks) error {
	for n := 0; n < max(r.Lanes, 1); n++ {
		if n == len(r.lanes) {
			l, err := r.newLane(n)
			if err != nil {
				return err
			}
			r.lanes = append(r.lanes, l)
		}
		l := r.lanes[n]
		if l.busy {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		f, ok := h.Next()
		if !ok {
			return nil
		}
		r.waiting.Store(true)
		err := r.begin(l, f)
		r.waiting.Store(false)
		if err != nil {
			return err
		}
		if h.Begin != nil {
			h.Begin(n, f, l.table)
		}
	}
	return nil
}

func (r *Referee) newLane(number int) (*lane, error) {
	t, err := r.Kind.Table(r.Settings)
	if err != nil {
		return nil, err
	}
	if r.Times {
		t.KeepTimes()
	}
	return &lane{number: number, table: t, calls: make([]bot.Call, r.Kind.MaxSeats), moves: make([]int, r.Kind.MaxSeats), spent: make([]spending, r.Kind.MaxSeats)}, nil
}

func (r *Referee) begin(l *lane, f Fixture) error {
	if err := l.table.Deal(f.Seed, len(f.Seats)); err != nil {
		return fmt.Errorf("game %d: %w", f.ID, err)
	}
	l.made = nil
	if f.Made != nil {
		l.made = l.table.Rerun(f.Made)
	}
	l.fixture, l.begun, l.busy, l.share = f, time.Now(), true, 0
	_, rounds := r.Kind.Scale(r.Settings, len(f.Seats))
	l.bank = r.Average * time.Duration(rounds)
	r.playing++
	clear(l.moves)
	clear(l.spent)
	l.table.Cast(f.Cast)
	for seat, player := range f.Seats {
		r.Players[player].Sit(l.number, l.table, game.Seat(seat))
		if err := hostError(r.Players[player]); err != nil {
			return err
		}
	}
	return nil
}

// hostError is what the host lacks to play a bot.
func hostError(p bot.Player) error {
	if h, ok := p.(bot.Hosted); ok {
		return h.HostError()
	}
	return nil
}

// gather sorts the moves that are owed by player.
func (r *Referee) gather() {
	for p := range r.calls {
		r.calls[p] = r.calls[p][:0]
	}
	for _, l := range r.lanes {
		if !l.busy {
			continue
		}
		l.asked = l.asked[:0]
		owes := l.table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			c := &l.calls[seat]
			c.Lane, c.Table, c.Seat, c.Worded, c.Settled, c.Thought, c.Lost = l.number, l.table, seat, false, false, false, false
			c.Limit = r.limit(l, seat)
			c.Clock, c.Processor, c.Host = r.timed, r.Processor && r.timed, r.Host
			c.Wall, c.CPU, c.Stall, c.Ponder, c.Grace, c.Excused, c.Held = 0, 0, 0, 0, 0, false, false
			c.Allowed = r.announced(l, c)
			c.Reply.Reset()
			l.asked = append(l.asked, c)
			p := l.fixture.Seats[seat]
			r.calls[p] = append(r.calls[p], c)
		}
	}
}

// ask lets everybody think: one after the other in an order that is drawn for each turn, or side by side.
func (r *Referee) ask() {
	if r.Kind.Launch.Together || r.AskAll {
		for p, calls := range r.calls {
			if len(calls) > 0 {
				r.Players[p].Ask(calls)
			}
		}
		for p, calls := range r.calls {
			if len(calls) > 0 {
				r.Players[p].Answer(calls)
			}
		}
		return
	}
	for i := len(r.turns) - 1; i > 0; i-- {
		j := int(r.order.Uint64() >> 32 * uint64(i+1) >> 32)
		r.turns[i], r.turns[j] = r.turns[j], r.turns[i]
	}
	for _, p := range r.turns {
		if calls := r.calls[p]; len(calls) > 0 {
			r.Players[p].Ask(calls)
			r.Players[p].Answer(calls)
		}
	}
}

// take puts the answers of a lane on its table. A lane with a lost or void answer takes none: its game is played again.
func (r *Referee) take(l *lane, h Hooks) {
	for _, c := range l.asked {
		switch {
		case c.Lost && l.fixture.Losses < mostLosses:
			l.fixture.Tries++
			l.fixture.Losses++
			l.fixture.Voided = false
			l.fixture.Made = l.table.Made()
			return
		case c.Lost:
			stand(c)
		case r.timed && r.void(l, c):
			c.Lost, l.fixture.Voided = true, true
			l.fixture.Tries++
			return
		}
	}
	stands := l.made != nil && l.made.More()
	for _, c := range l.asked {
		if r.timed {
			r.charge(l, c)
		}
		if stands {
			l.moves[c.Seat]++
			l.made.Repeat(c.Seat, &c.Reply, c.Settled)
			continue
		}
		if r.timed {
			r.late(l, c)
		}
		if r.NoLimits && r.Kind.Timed {
			c.Reply.Took = 0 // else the rules would end the game by a clock that is off
		}
		l.moves[c.Seat]++
		c.Put()
		if c.Reply.Fault != game.NoFault && h.Fault != nil {
			h.Fault(l.fixture, l.table, c)
		}
	}
}

// mostLosses is how many times a game that went down with a bot's process is played again. After that it stands.
const mostLosses = 1

// stand makes a fault of an answer that was lost: the bot is absent from the game from here on.
func stand(c *bot.Call) {
	c.Lost = false
	c.Reply.Fault = game.Gone
	c.Reply.Note = "its process ended in another game for the second time and took this game with it; it is not played again"
}

// step plays the turn of a lane, and ends its game when it is over.
func (r *Referee) step(l *lane, h Hooks) error {
	if !l.busy {
		return nil
	}
	for _, c := range l.asked {
		if c.Lost {
			r.leave(l)
			h.Again(l.fixture)
			return nil
		}
	}
	l.table.Step()
	for _, w := range r.watchers {
		if slices.Contains(l.fixture.Seats, w.player) {
			w.Turned(l.number, l.table)
		}
	}
	if h.Turn != nil {
		h.Turn(l.number, l.table, l.asked)
	}
	if !l.table.Over() {
		return nil
	}
	r.leave(l)
	if r.flagged(l) {
		l.fixture.Tries++
		l.fixture.Voided = true
		h.Again(l.fixture)
		return nil
	}
	return h.Done(Played{Fixture: l.fixture, Lane: l.number, Table: l.table, Record: l.table.Record(), Wall: time.Since(l.begun), Share: l.share})
}

func (r *Referee) leave(l *lane) {
	l.busy = false
	r.playing--
	for _, player := range l.fixture.Seats {
		r.Players[player].Leave(l.number)
	}
}

// measure lets Grow choose the number of lanes, after a few turns and then now and again.
func (r *Referee) measure(turn time.Duration) {
	if r.Grow == nil || r.playing == 0 {
		return
	}
	_, rounds := r.Kind.Scale(r.Settings, len(r.lanes[0].fixture.Seats))
	r.Lanes = max(r.Lanes, r.Grow(turn/time.Duration(r.playing), rounds))
}
