package worker

import (
	"cmp"
	"context"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/internal/heartbeat"
	"agon/play/referee"
	"agon/record/gamelog"
)

// core is one processor with its players.
type core struct {
	pool    *Pool
	number  int
	players map[int]*startedPlayer // by entry
	absent  map[int]string         // of the current job
	single  bool                   // each player has a process of its own, whatever the pool says
	clock   int                    // number of line-ups so far
	shared  lineup.Core
	thread  *heartbeat.Thread
	referee *referee.Referee
	lanes   []tally
	before  map[int64][][]gamelog.Record // by game that is replayed: by seat, the earlier content of its log
	alone   bool                         // one game at a time is played
}

func (k *core) work(ctx context.Context) error {
	c := k.pool
	guard := c.Guard
	guard = cmp.Or(guard, patience)
	k.referee = &referee.Referee{Kind: c.Kind, Settings: c.Settings, Guard: guard, NoLimits: c.NoLimits, VoidStalled: c.VoidStalled,
		Processor: c.Processor, Times: c.Times, Average: c.Average, Slowness: c.Slowness, Order: uint64(c.Seed) + uint64(k.number),
		Host: k.thread}
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

// play plays a job, and then the games that were void or were lost with a bot's process, one by one, until none is left. The referee bounds
// how often a game is lost, so this ends.
func (k *core) play(ctx context.Context, job Job) error {
	k.absent = job.Absent
	again, err := k.once(ctx, job, k.pool.Lanes)
	for err == nil && len(again) > 0 {
		again, err = k.apart(ctx, Job{Lineup: job.Lineup, Fixtures: again})
	}
	return err
}

// once plays the fixtures of a job once, in a number of lanes.
func (k *core) once(ctx context.Context, job Job, lanes int) (again []referee.Fixture, err error) {
	if err := k.start(job.Lineup); err != nil {
		return nil, err
	}
	return k.session(ctx, job, lanes)
}

// apart plays fixtures one at a time with a process for each bot, even if the Python bots of this core share one: a bot that ends its
// process then affects nobody else.
func (k *core) apart(ctx context.Context, job Job) ([]referee.Fixture, error) {
	if !k.pool.OneProcess {
		return k.once(ctx, job, 1)
	}
	together := k.players
	k.players, k.single = map[int]*startedPlayer{}, true
	defer func() {
		k.closePlayers()
		k.players, k.single = together, false
	}()
	return k.once(ctx, job, 1)
}

// session plays the fixtures of a job in a number of lanes; 0 is as many as the job has games and memory allows. A lane that is free takes
// more fixtures, as long as the job has more and no game was lost.
func (k *core) session(ctx context.Context, job Job, lanes int) (lost []referee.Fixture, err error) {
	lineup, left := job.Lineup, job.Fixtures
	k.alone = true
	most := k.mostLanes()
	if lanes > most {
		lanes = most
	}
	if most == 1 {
		lanes = 1
	}
	k.referee.Lanes, k.referee.Grow = lanes, nil
	if lanes == 0 {
		k.referee.Lanes = min(firstLanes, most)
		k.referee.Grow = k.grown
	}
	err = k.referee.Play(ctx, referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			if len(left) == 0 && job.More != nil && len(lost) == 0 {
				if f, ok := job.More(); ok {
					left = append(left, job.fixture(f))
				}
			}
			if len(left) == 0 {
				return referee.Fixture{}, false
			}
			k.waitForCalmHost(ctx)
			f := left[0]
			left = left[1:]
			return k.addParticipants(lineup, f), true
		},
		Done: func(p referee.Played) error { return k.done(lineup, p) },
		Again: func(f referee.Fixture) {
			lost = append(lost, k.again(lineup, f))
			if f.Losses > 0 { // a bot that has taken games down with it plays one at a time
				k.referee.Lanes, k.referee.Grow = 1, nil
			}
		},
		Begin: func(lane int, f referee.Fixture, t *game.Table) {
			k.alone = k.alone && lane == 0
			k.begin(lineup, lane, f, t)
		},
		Turn:   k.count,
		Repeat: k.pool.Repeat,
		Fault:  func(f referee.Fixture, t *game.Table, c *bot.Call) { k.fault(lineup, f, t, c) },
	})
	return lost, err
}

// addParticipants adds the participants to a fixture, for kinds whose files name them.
func (k *core) addParticipants(lineup []int, f referee.Fixture) referee.Fixture {
	if f.Cast == nil {
		for _, place := range f.Seats {
			f.Cast = append(f.Cast, k.pool.Entries[lineup[place]].Participant())
		}
	}
	return f
}

// A core begins with few lanes, and plays in as many as its job has games and memory allows as soon as its bots have shown what memory they
// take.
const (
	firstLanes = 4
	mostLanes  = 32
)

// grown returns in how many lanes to play, where playing games are played now. The games of all bots may take half of this core's part of
// the memory that the machine has left.
func (k *core) grown(playing int) int {
	most := k.mostLanes()
	var held int64
	for _, p := range k.referee.Players {
		if memory := p.Traits().Memory; memory != nil {
			held += memory()
		}
	}
	if left := memoryLeft(); held > 0 && left > 0 && playing > 0 {
		spare := left / 2 / int64(max(k.pool.Cores, 1))
		most = min(most, playing+int(min(spare*int64(playing)/held, mostLanes)))
	}
	return most
}

// mostLanes returns how many games the players of this line-up can play at once.
func (k *core) mostLanes() int {
	most := mostLanes
	if k.pool.Kind.Launch.PerGame {
		most = 1
	}
	for _, p := range k.referee.Players {
		if few := p.Traits().MostLanes; few != nil {
			most = min(most, few())
		}
	}
	return most
}
