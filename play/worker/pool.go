/*
Package worker plays fixtures on the cores of one machine.

A [Pool] has a core for each processor that it may use. A core is a token: one thread, bound to its processor together with the bots
that it started, so that a bot thinks only when its core lets it and takes no time from another's bot. Cores take jobs from one queue, so
none is idle while there is work; players run on from job to job.

A job is played until each of its games has been reported. Games that are lost with a bot's process are replayed one at a time, with a
process for each bot, even if Python bots otherwise share one.
*/
package worker

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/internal/heartbeat"
	"agon/play/referee"
)

// A Play describes how games are played: by whom, with which rules, limits and clock, and on how much of the machine.
type Play struct {
	Kind        *game.Kind
	Settings    game.Settings
	Entries     []lineup.Entry
	Seed        int64
	Secret      *bot.Secret   // seeds the generators of bots; nil: derived from Seed
	Cores       int           // 0: one for each processor
	Lanes       int           // games at once on a core; 0: up to 32, as memory allows
	Guard       time.Duration // of a call, if the clock has no limit; 0: 5 s
	Average     time.Duration // enforced over each game; 0: none
	Slowness    float64       // as in [referee.Referee]
	NoLimits    bool
	VoidStalled bool // see referee.Referee
	Processor   bool // see referee.Referee
	Times       bool // keep the time of every move
	OneProcess  bool // the Python bots of a line-up share a process, for organisers who trust them with each other
	Profile     bool // Python bots run under the standard profiler
	Pages       bool // send what all seats see through shared pages, if the system can
	Logs        int  // bytes of log kept for each bot and game; 0: 64 KiB
}

// A Pool plays jobs. Its fields must be set before Work and not changed later.
type Pool struct {
	Play

	// Strain counts what the host holds up, across all cores; nil counts nothing and never waits.
	Strain *Strain

	// Begin and Turn, if not nil, are called after a deal and after each step. They delay the game.
	Begin func(t *game.Table)
	Turn  func(t *game.Table, calls []*bot.Call)

	// Repeat, if not nil, is called for each answer in whose place a recorded move is played; see [referee.Hooks]. It delays the game.
	Repeat func(t *game.Table, c *bot.Call, answered, recorded string)

	// Watch, if not nil, is called after a deal, with the line-up of the game's job. It returns who follows the game, nil for nobody. It
	// must be safe for concurrent use, and delays the game.
	Watch func(lineup []int, f referee.Fixture, t *game.Table) Viewer

	// Logged is given the log of every new player, before it plays; may be nil. It must be safe for concurrent use.
	Logged func(entry int, log *bot.Log)

	// Enter is called for every new player, before it plays; may be nil. It must be safe for concurrent use.
	Enter func(entry int, p bot.Player)
	// Leave is called for every player when the work is over, before it is closed; may be nil.
	Leave func(entry int, p bot.Player)

	// Take returns the next job; false if there are no more. It must be safe for concurrent use.
	Take func(ctx context.Context) (Job, bool)
	// Done receives a game that has been played and keeps what it needs: the record is valid only during the call. It must be safe for
	// concurrent use; each core makes one call at a time. An error ends the work.
	Done func(core int, g Game) error

	libraries []string        // modules that its Python bots import; set by Work before the cores start
	stop      <-chan struct{} // closed when the players must give up; set by Work before the cores start

	mu       sync.Mutex         // guards referees
	referees []*referee.Referee // of all cores that have begun to work
}

// Waiting reports whether any core is waiting for a bot. It may be called while the pool works.
func (p *Pool) Waiting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.referees, (*referee.Referee).Waiting)
}

// loadingFor is the time a bot's file may take to load, as a multiple of a call's guard.
const loadingFor = 6

// Loading returns how long a bot's file may take to load if a call has this guard; 0 for the default.
func Loading(guard time.Duration) time.Duration { return loadingFor * guard }

// patience is the limit for a bot that never answers, if nothing else limits it.
const patience = 5 * time.Second

// Work plays until Take has no more jobs or ctx is done. The first failure of the host ends it.
func (p *Pool) Work(ctx context.Context) error {
	n := p.Cores
	if n <= 0 {
		n = runtime.NumCPU()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p.stop, p.libraries = ctx.Done(), lineup.Libraries(p.Entries)
	if p.asks() {
		go p.secret().Seed(0, 0) // a derived secret takes a tenth of a second, which bots need to start
		lineup.Prepare(p.Entries, p.libraries)
		// Threads that ask bots keep their processors while they wait; the rest of the program gets as many in addition.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n))
	}
	beats := heartbeat.Start()
	defer beats.Close()
	p.Strain.begin(beats)
	var done sync.WaitGroup
	for i := range n {
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			defer pin(i)()
			thread := heartbeat.NewThread(beats)
			defer thread.Close()
			k := &core{pool: p, number: i, players: map[int]*startedPlayer{}, thread: thread}
			defer k.close()
			if err := k.work(ctx); err != nil {
				stop(err)
			}
		})
	}
	done.Wait()
	return context.Cause(ctx)
}

// asks reports whether a bot runs outside the core's own thread.
func (p *Pool) asks() bool {
	return slices.ContainsFunc(p.Entries, func(e lineup.Entry) bool { return !e.Builtin() })
}

// secret returns the secret that seeds the generators of bots.
func (p *Pool) secret() *bot.Secret {
	if p.Secret != nil {
		return p.Secret
	}
	return bot.DeriveSecret(p.Seed)
}
