/*
Package worker plays fixtures on the cores of one machine.

A [Crew] has a core for each processor that it may use. A core is a token: one thread, bound to its processor together with the bots
that were started from it, so that a bot thinks only while its core lets it and nobody's time is spent on another's bot. Cores take
jobs from one queue, so none is idle while there is work; players live on from job to job.

A job is played until each of its games has been handed in. Games that are lost with a bot's process are played again one at a time, with a
process for each bot, also where Python bots otherwise share one.
*/
package worker

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/program"
	"agon/bot/pyhost"
	"agon/game"
	"agon/internal/heartbeat"
	"agon/referee"
)

// A Job is some fixtures of one line-up.
type Job struct {
	Lineup   []int             // entries, in the order of the line-up
	Fixtures []referee.Fixture // their seats are places in the line-up
	Absent   map[int]string    // entries of the line-up that are not started, and why; nil for none
	Ended    func()            `json:"-"` // called when all of it has been played and handed in; nil for nobody
}

// A Crew plays jobs. Its fields are set before Work and not changed after.
type Crew struct {
	Kind        *game.Kind
	Settings    game.Settings
	Entries     []lineup.Entry
	Cores       int           // 0: one for each processor
	Lanes       int           // games at once on a core; 0: chosen by what a round costs
	Guard       time.Duration // of a call where the clock has no limit; 0: 5 s
	Average     time.Duration // enforced over each game; 0: none
	NoLimits    bool
	VoidStalled bool // see referee.Referee
	Processor   bool // see referee.Referee
	Times       bool // keep the time of every move
	Seed        int64
	Secret      *bot.Secret // seeds the generators of bots; nil: the one of Seed
	OneHouse    bool        // all Python bots of a line-up live in one process, for those who trust them with each other
	Profile     bool        // Python bots run under the standard profiler
	Pages       bool        // share what all seats see through pages, where the system can
	Logs        int         // bytes of log kept for each bot and game; 0: 64 KiB

	// Strain counts what the host holds up, across all cores; nil counts nothing and waits for nothing.
	Strain *Strain

	// Begin and Turn watch, where they are not nil: after a deal, and after each step. They hold up the game.
	Begin func(t *game.Table)
	Turn  func(t *game.Table, calls []*bot.Call)

	// Enter is called for every player that is made, before it plays; nil for nobody. It is called by several goroutines.
	Enter func(entry int, p bot.Player)
	// Leave is called for every player when the work is over, before it is closed; nil for nobody.
	Leave func(entry int, p bot.Player)

	// Take gives the next job; false when there is none any more. It is called by several goroutines.
	Take func(ctx context.Context) (Job, bool)
	// Done takes a game that has been played, or what of it must be kept: the record is good only during the call. It is
	// called by several goroutines, one at a time for each core. An error ends the work.
	Done func(core int, g Game) error

	stop     <-chan struct{} // of the players
	mu       sync.Mutex
	referees []*referee.Referee // of the cores that are at work
}

// Waiting reports whether any core waits for a bot at this moment. It may be called while the crew works.
func (c *Crew) Waiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.referees, (*referee.Referee).Waiting)
}

// A Game is a fixture that has been played.
type Game struct {
	referee.Played
	Lineup []int
	Absent map[int]string // as in its job
	Seats  []SeatTally    // by seat
	Share  time.Duration  // of the core's time that the game took
}

// A SeatTally is what a seat did in a game.
type SeatTally struct {
	Moves  int
	Wall   time.Duration // of its moves, and the processor time that it used outside its turns
	CPU    time.Duration // of its moves, where it was measured, and what it used outside its turns
	Stall  time.Duration // of Wall, what the host held up and nobody is charged
	Took   time.Duration // charged for its moves and for what it used outside its turns
	Least  time.Duration // its fastest move
	Most   time.Duration // its slowest
	OnTime bool          // it lost the game on time
	Faults map[game.Fault]int
	Doubt  string // why the times that the bot tells of itself are not believed; empty while they are
	Log    []byte
}

// loadingFor is how many times the guard of a call a bot's file may take to load.
const loadingFor = 6

// Loading is how long a bot's file may take to load where a call has this guard; 0 for the usual.
func Loading(guard time.Duration) time.Duration { return loadingFor * guard }

// patience is the guard against a bot that never answers, where nothing else limits it.
const patience = 5 * time.Second

// Work plays until Take has no more jobs or ctx is done. The first failure of the host ends it.
func (c *Crew) Work(ctx context.Context) error {
	n := c.Cores
	if n <= 0 {
		n = runtime.NumCPU()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.stop = ctx.Done()
	if c.asks() {
		// Threads that ask bots keep their processors while they wait; the rest of the program has as many beside them.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n))
	}
	beats := heartbeat.Start()
	defer beats.Close()
	c.Strain.begin(beats)
	var done sync.WaitGroup
	for i := range n {
		done.Add(1)
		go func() {
			defer done.Done()
			runtime.LockOSThread() // and never unlocked: the thread keeps its processor and ends with it
			defer pin(i)()
			thread := heartbeat.NewThread(beats)
			defer thread.Close()
			k := &core{crew: c, number: i, players: map[int]*seated{}, thread: thread}
			defer k.leave()
			if err := k.work(ctx); err != nil {
				stop(err)
			}
		}()
	}
	done.Wait()
	return context.Cause(ctx)
}

// asks reports whether a bot is asked by the system's means, and does not think on the core's own thread.
func (c *Crew) asks() bool {
	return slices.ContainsFunc(c.Entries, func(e lineup.Entry) bool { return !e.Native() })
}

// core is one processor with its players.
type core struct {
	crew    *Crew
	number  int
	players map[int]*seated // by entry
	absent  map[int]string  // of the job at hand
	single  bool            // each player has a process of its own, whatever the crew says
	clock   int
	shared  *pyhost.Shared
	folders program.Folders
	thread  *heartbeat.Thread
	referee *referee.Referee
	lanes   []tally
}

// seated is a player that lives on this core.
type seated struct {
	player bot.Player
	log    *bot.Log
	used   int
	absent string // why it is not started

	pondered time.Duration // that its log does not tell of yet
}

// most is how many players a core keeps alive; the one that was used longest ago makes room.
const most = 64

func (k *core) work(ctx context.Context) error {
	c := k.crew
	guard := c.Guard
	if guard == 0 {
		guard = patience
	}
	k.referee = &referee.Referee{Kind: c.Kind, Settings: c.Settings, Guard: guard, NoLimits: c.NoLimits, VoidStalled: c.VoidStalled, Processor: c.Processor, Times: c.Times, Average: c.Average, Order: uint64(c.Seed) + uint64(k.number), Host: k.thread}
	c.mu.Lock()
	c.referees = append(c.referees, k.referee)
	c.mu.Unlock()
	for ctx.Err() == nil {
		job, ok := c.Take(ctx)
		if !ok {
			break
		}
		if err := k.play(ctx, job); err != nil {
			return err
		}
		if job.Ended != nil {
			job.Ended()
		}
	}
	return nil
}

// play plays a job, and after it the games that were void or were lost with a bot's process, each by itself, until none is left. The
// referee says how often a game may be lost, so this ends.
func (k *core) play(ctx context.Context, job Job) error {
	k.absent = job.Absent
	again, err := k.once(ctx, job.Lineup, job.Fixtures, k.crew.Lanes)
	for err == nil && len(again) > 0 {
		again, err = k.apart(ctx, job.Lineup, again)
	}
	return err
}

// once plays fixtures of a line-up once, in so many lanes.
func (k *core) once(ctx context.Context, lineup []int, fixtures []referee.Fixture, lanes int) (again []referee.Fixture, err error) {
	if err := k.seat(lineup); err != nil {
		return nil, err
	}
	return k.session(ctx, lineup, fixtures, lanes)
}

// apart plays fixtures one at a time with a process for each bot, also where the Python bots of this core share one: a bot that ends
// its process then hurts nobody but itself.
func (k *core) apart(ctx context.Context, lineup []int, fixtures []referee.Fixture) ([]referee.Fixture, error) {
	if !k.crew.OneHouse {
		return k.once(ctx, lineup, fixtures, 1)
	}
	together := k.players
	k.players, k.single = map[int]*seated{}, true
	defer func() {
		k.close()
		k.players, k.single = together, false
	}()
	return k.once(ctx, lineup, fixtures, 1)
}

// session plays fixtures in so many lanes; 0 lets the cost of a round decide.
func (k *core) session(ctx context.Context, lineup []int, fixtures []referee.Fixture, lanes int) (lost []referee.Fixture, err error) {
	next := 0
	most := k.mostLanes()
	if lanes > most {
		lanes = most
	}
	if most == 1 {
		lanes = 1
	}
	k.referee.Lanes, k.referee.Grow = lanes, nil
	if lanes == 0 {
		k.referee.Lanes = min(firstLanes, len(fixtures))
		k.referee.Grow = func(perRound time.Duration, rounds int) int { return min(lanesFor(perRound, rounds), most) }
	}
	err = k.referee.Play(ctx, referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			if next == len(fixtures) {
				return referee.Fixture{}, false
			}
			k.calm(ctx)
			next++
			return k.cast(lineup, fixtures[next-1]), true
		},
		Done: func(p referee.Played) error { return k.done(lineup, p) },
		Again: func(f referee.Fixture) {
			lost = append(lost, k.again(lineup, f))
			if f.Losses > 0 { // a bot that has taken games down with it plays one at a time
				k.referee.Lanes, k.referee.Grow = 1, nil
			}
		},
		Begin: func(lane int, f referee.Fixture, t *game.Table) { k.begin(lineup, lane, f, t) },
		Turn:  k.count,
		Fault: func(f referee.Fixture, t *game.Table, c *bot.Call) { k.fault(lineup, f, t, c) },
	})
	return lost, err
}

// cast tells a fixture who plays in it, for the kinds whose files say so.
func (k *core) cast(lineup []int, f referee.Fixture) referee.Fixture {
	if f.Cast == nil {
		for _, place := range f.Seats {
			f.Cast = append(f.Cast, k.crew.Entries[lineup[place]].Guest())
		}
	}
	return f
}

// Lanes are chosen so that a crash of the host loses little and a round costs little: many for cheap bots, few for slow ones.
const (
	firstLanes = 4
	mostLanes  = 32
	loseAtMost = 4 * time.Second
)

func lanesFor(perRound time.Duration, rounds int) int {
	lanes := mostLanes
	for lanes > firstLanes && perRound*time.Duration(rounds*lanes) > loseAtMost {
		lanes /= 2
	}
	return lanes
}

// mostLanes is how many games the players of this line-up can play at once.
func (k *core) mostLanes() int {
	most := mostLanes
	if k.crew.Kind.Launch.PerGame {
		most = 1
	}
	for _, p := range k.referee.Players {
		if few, ok := p.(interface{ MostLanes() int }); ok {
			most = min(most, few.MostLanes())
		}
	}
	return most
}

// seat makes players of a line-up, those that are not alive yet.
func (k *core) seat(entries []int) error {
	if k.shared == nil && k.crew.Pages && k.crew.Kind.Launch.Form == game.Hosted {
		if err := k.pages(len(entries)); err != nil {
			return err
		}
	}
	k.clock++
	k.referee.Players = k.referee.Players[:0]
	k.referee.AskAll = k.crew.OneHouse && !k.single
	for _, e := range entries {
		k.admit(e)
	}
	if k.referee.AskAll {
		k.house(entries)
	}
	for _, e := range entries {
		s := k.players[e]
		if s == nil {
			station := k.station()
			s = &seated{log: station.Log, player: k.crew.Entries[e].Player(station)}
			k.players[e] = s
			if k.crew.Enter != nil {
				k.crew.Enter(e, s.player)
			}
		}
		s.used = k.clock
		k.referee.Players = append(k.referee.Players, s.player)
	}
	k.makeRoom()
	return nil
}

// admit sees to it that an entry that is not started has a player that says so, and any other none of these.
func (k *core) admit(entry int) {
	why := k.absent[entry]
	s := k.players[entry]
	if s != nil && s.absent != why {
		s.player.Close()
		delete(k.players, entry)
	}
	if why != "" && k.players[entry] == nil {
		k.players[entry] = &seated{log: bot.NewLog(k.crew.Logs), player: bot.Absent{Why: why}, absent: why}
	}
}

func (k *core) station() lineup.Station {
	return lineup.Station{Log: bot.NewLog(k.crew.Logs), Shared: k.shared, Profile: k.crew.Profile, Loading: Loading(k.crew.Guard), Folders: &k.folders, Secret: k.crew.secret(), Stop: k.crew.stop}
}

// secret is what seeds the generators of bots.
func (c *Crew) secret() *bot.Secret {
	if c.Secret != nil {
		return c.Secret
	}
	return bot.DeriveSecret(c.Seed)
}

// house puts all Python bots of a line-up that are not alive yet into one process.
func (k *core) house(entries []int) {
	var who []int
	var configs []pyhost.Config
	for _, e := range entries {
		if k.players[e] != nil {
			continue
		}
		if c, ok := k.crew.Entries[e].Python(k.station()); ok {
			who, configs = append(who, e), append(configs, c)
		}
	}
	for i, p := range pyhost.NewHouse(configs) {
		k.players[who[i]] = &seated{log: configs[i].Log, player: p}
	}
}

// pages makes the pages that this core's bots share. A system without them sends everything in frames.
func (k *core) pages(seats int) error {
	t, err := k.crew.Kind.Table(k.crew.Settings)
	if err != nil {
		return err
	}
	if err := t.Deal(1, seats); err != nil {
		return fmt.Errorf("deal a game to measure its pages: %w", err)
	}
	if size := len(t.Common().Stdin); size > 0 {
		k.shared, _ = pyhost.NewShared(mostLanes, size)
	}
	return nil
}

func (k *core) makeRoom() {
	for len(k.players) > most {
		oldest := -1
		for e, s := range k.players {
			if s.used < k.clock && (oldest < 0 || s.used < k.players[oldest].used || s.used == k.players[oldest].used && e < oldest) {
				oldest = e
			}
		}
		if oldest < 0 {
			return
		}
		k.players[oldest].player.Close()
		delete(k.players, oldest)
	}
}

// close ends all players.
func (k *core) close() {
	for e, s := range k.players {
		if k.crew.Leave != nil {
			k.crew.Leave(e, s.player)
		}
		s.player.Close()
	}
}

// leave ends all players and frees what they shared.
func (k *core) leave() {
	k.close()
	if k.shared != nil {
		k.shared.Close()
	}
}
