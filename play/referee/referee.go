package referee

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"agon/bot"
	"agon/game"
)

// A Fixture is one game to play, as far as a referee needs it.
type Fixture struct {
	ID     int64
	Seed   int64
	Seats  []int              // by seat: index of its player in the line-up
	Cast   []game.Participant `json:"-"` // by seat: participants, for kinds whose prompts name them; may be nil
	Tries  int                // number of earlier attempts
	Losses int                // of these, those lost with a bot's process
	Voided bool               // the last attempt was void: the host may have decided it

	Made *game.Record `json:"-"` // the moves of the lost game, which are repeated; nil for none
}

// Played is a finished game. The record belongs to the referee and is valid only during the call that passes it on.
type Played struct {
	Fixture Fixture
	Lane    int
	Table   *game.Table
	Record  *game.Record
	Wall    time.Duration // from the deal to the end, including other lanes
	Share   time.Duration // the game's part of it
}

// Hooks are called by a referee while it plays. Next and Done are required.
type Hooks struct {
	Next func() (Fixture, bool) // the next fixture of this line-up; false if there is none
	Done func(Played) error     // a game is over; an error ends the play
	// Again is called when a game was lost with a bot's process or by the host, and must be replayed alone
	Again func(Fixture)
	Begin func(lane int, f Fixture, t *game.Table)         // a game was dealt
	Turn  func(lane int, t *game.Table, calls []*bot.Call) // after each step, for counting and watching
	Fault func(f Fixture, t *game.Table, c *bot.Call)      // a fault was recorded, before the step

	// Repeat is called before a recorded move is played in place of an answer, with both in the kind's words, or as "!late" the fault; nil:
	// nobody compares them.
	Repeat func(t *game.Table, c *bot.Call, answered, recorded string)
}

// A Referee plays games of one line-up. It is not safe for concurrent use.
type Referee struct {
	Kind        *game.Kind
	Settings    game.Settings
	Players     []bot.Player
	Lanes       int           // largest number of concurrent games
	Guard       time.Duration // wall time after which a silent bot is killed, if the clock has no limit of its own
	NoLimits    bool
	VoidStalled bool          // a game that the host may have decided is replayed, at most twice
	Processor   bool          // clocks count the processor time of bots instead of wall time
	Host        bot.Host      // reports this thread's stalls; nil: not measured
	AskAll      bool          // send all prompts before awaiting an answer: the bots share a process
	Average     time.Duration // enforced on all moves of a seat in a game; 0: no such limit. See bank
	// Slowness multiplies all limits where the rules read no times; below 1: 1. For a processor slower than the one that the limits are
	// meant for
	Slowness float64
	Times    bool                  // keep the time of every move
	Order    uint64                // seeds the order of asking, which affects no rule
	Grow     func(playing int) int // chooses Lanes again, as so many games are played; nil keeps it

	lanes []*lane
	order *rand.Rand
	turns []int // of asking
	calls [][]*bot.Call
	clock game.Clock

	guard, average time.Duration // Guard and Average, multiplied by Slowness

	traits  []bot.Traits // of Players
	timed   bool         // moves can be late
	playing int
	turned  int         // turns so far
	waiting atomic.Bool // for a bot
}

// Waiting reports whether the referee is waiting for a bot: for its answer, or for its start. It is safe for concurrent use.
func (r *Referee) Waiting() bool { return r.waiting.Load() }

// slowness returns the factor by which all limits of time are multiplied.
func (r *Referee) slowness() float64 {
	if r.Slowness > 1 && !r.Kind.Timed {
		return r.Slowness
	}
	return 1
}

// Play plays until Next has no more fixtures, ctx is done (current games are then abandoned), or the host fails.
func (r *Referee) Play(ctx context.Context, h Hooks) error {
	r.order = rand.New(rand.NewPCG(r.Order, 0x61676f6e))
	r.clock, r.guard, r.average = r.Kind.Clock(r.Settings), r.Guard, r.Average
	if by := r.slowness(); by > 1 {
		longer := func(d time.Duration) time.Duration { return time.Duration(float64(d) * by) }
		r.clock, r.guard, r.average = r.clock.Longer(by), longer(r.Guard), longer(r.Average)
	}
	r.timed = !r.NoLimits && (r.clock.Own || r.clock.Move > 0 || r.clock.First > 0 || r.clock.Bank > 0 || r.average > 0)
	r.turned = 0
	r.calls = make([][]*bot.Call, len(r.Players))
	r.turns = make([]int, len(r.Players))
	r.traits = make([]bot.Traits, len(r.Players))
	for i, p := range r.Players {
		r.turns[i] = i
		r.traits[i] = p.Traits()
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
