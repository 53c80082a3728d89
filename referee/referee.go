package referee

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"agon/bot"
	"agon/game"
)

// A Fixture is one game to be played, as far as a referee must know it.
type Fixture struct {
	ID     int64
	Seed   int64
	Seats  []int              // by seat: which player of the line-up sits there
	Cast   []game.Participant `json:"-"` // by seat: who plays, for kinds whose prompts say so; nil for none
	Tries  int                // how often it was begun before and came to nothing
	Losses int                // of these, how often it was lost with a bot's process
	Voided bool               // it was void, the last time: the host may have decided it

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

// Hooks are what a referee calls while it plays. Next and Done are required.
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
	AskAll      bool                                         // send all prompts before the first answer is awaited: the bots live in one process
	Average     time.Duration                                // enforced, on all moves of a seat in a game; 0: no such limit. See bank
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
