package contests

import (
	"context"
	"errors"
	"fmt"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/internal/diskfree"
	"agon/internal/moment"
	"agon/lab/agents"
)

// begin starts the run of a contest that is playing.
func (s *Contests) begin(c *Contest) {
	ctx, stop := context.WithCancel(s.ctx)
	ended := make(chan struct{})
	c.mu.Lock()
	before := c.ended
	c.stop, c.ended = stop, ended
	c.mu.Unlock()
	s.work.Go(func() {
		defer close(ended)
		defer stop()
		if before != nil {
			<-before // of the run that was paused
		}
		s.play(ctx, c)
	})
}

// play plays a contest in turns, until it is over, fails, or ctx is done.
func (s *Contests) play(ctx context.Context, c *Contest) {
	rounds, err := s.beginAgents(c)
	if err != nil {
		s.setup.Log(c.Name, err.Error())
		s.settle(c, Failed, err.Error())
		return
	}
	defer c.endAgents(rounds)
	for ctx.Err() == nil {
		if !s.hasRoom(ctx, c) {
			return
		}
		over, err := s.turn(ctx, c, rounds)
		if kept := s.keepTable(c); err == nil {
			err = kept
		}
		switch {
		case diskfree.IsFull(err):
			s.held(c, "The site's disk is full: no games are played until there is room.")
			s.setup.Log(c.Name, err.Error())
			if !rest(ctx) {
				return
			}
		case err != nil && ctx.Err() != nil: // it is paused; what else is wrong will be met again
			if !errors.Is(err, context.Canceled) {
				s.setup.Log(c.Name, err.Error())
			}
		case err != nil && !errors.Is(err, context.Canceled):
			s.setup.Log(c.Name, err.Error())
			s.settle(c, Failed, err.Error())
			return
		case over:
			if more, why := s.follows(c); more {
				continue
			} else if why != "" {
				s.settle(c, Paused, why)
				return
			}
			s.settle(c, Over, "")
			return
		}
	}
}

// follows reports whether stages follow those that were opened and are over, and why they wait; empty: none does.
func (s *Contests) follows(c *Contest) (more bool, why string) {
	f, err := s.File(c)
	if err != nil || f.Agents != nil {
		return false, "" // a round of agents has stages of its own
	}
	begun := len(f.At(s.setup.Now()).Stages)
	c.mu.Lock()
	defer c.mu.Unlock()
	if more = c.has < begun; !more && begun < len(f.Stages) {
		why = fmt.Sprintf("its stage %q begins on %s, by its timetable.", f.Stages[begun].Name, moment.Words(f.Stages[begun].Begins))
	}
	return more, why
}

// settle ends a contest's play.
func (s *Contests) settle(c *Contest, state State, why string) {
	if err := s.become(context.WithoutCancel(s.ctx), c, state, why); err != nil {
		s.setup.Log(c.Name, err.Error())
	}
}

// turn waits for the cores and plays for a while; of a contest of agents, whose edits need no turn, a round.
func (s *Contests) turn(ctx context.Context, c *Contest, rounds *agents.Play) (over bool, err error) {
	var file *config.File
	if rounds != nil {
		if file, err = rounds.Next(ctx); err != nil || file == nil {
			return err == nil, err
		}
	}
	if f, err := s.File(c); err == nil && len(f.At(s.setup.Now()).Stages) == 0 {
		return true, nil
	}
	if err := s.turns.take(ctx, c); err != nil {
		return false, err
	}
	defer s.turns.give()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	begun := time.Now()
	var open *contest.Contest
	if rounds != nil {
		open, err = rounds.Open(ctx, file)
	} else {
		open, err = s.setup.Open(ctx, c.Path)
	}
	if err != nil {
		return false, err
	}
	s.sign(ctx, c, open)
	c.play(open)
	c.leaveOut("", "")
	defer func() {
		c.play(nil)
		err = errors.Join(err, open.Close())
	}()
	seen := map[int]Progress{}
	o, err := s.runOptions(c, open)
	if err != nil {
		return false, err
	}
	o.Progress = s.follow(c, open, seen, begun, stop)
	result, err := run.Run(ctx, open, o)
	if err != nil {
		return false, err
	}
	s.showResult(c, open, result, seen)
	over = result.Finished
	if rounds != nil && over {
		if _, err := rounds.Played(ctx, open, result); err != nil {
			return false, err
		}
		over = false // until no round is left
	}
	if s.setup.Report != nil {
		if err := s.setup.Report(context.WithoutCancel(ctx), open, result); err != nil {
			return false, err
		}
	}
	return over, nil
}

// roundTime is about how long a round of play of a ladder takes. A bot that joins plays after at most two.
const roundTime = time.Minute

// runOptions returns the options of a turn's run, but for what follows its progress.
func (s *Contests) runOptions(c *Contest, open *contest.Contest) (o run.Options, err error) {
	o = s.setup.Options
	if s.setup.Remote != nil {
		if o.Remote, err = s.setup.Remote(open); err != nil {
			return o, err
		}
	}
	o.Watch, o.RoundTime, o.Meter = c.screens().Dealt, roundTime, &c.meter
	if s.setup.Played != nil {
		o.Played = func(p run.Played) { s.setup.Played(c.Name, p) }
	}
	o.Note = func(text string) { s.setup.Log(c.Name, text) }
	o.Late = func(bot, why string) {
		c.leaveOut(bot, why)
		s.setup.Log(c.Name, why)
	}
	return o, nil
}

// follow returns what takes the progress of a turn that began at a time: it counts games, shows tables, and stops the turn when others wait
// or the disk is full. seen is as in [Table.follow].
func (s *Contests) follow(c *Contest, open *contest.Contest, seen map[int]Progress, begun time.Time, stop func()) func(run.Progress) {
	counted, due := 0, time.Time{}
	return func(p run.Progress) {
		see(seen, p, time.Now())
		s.games.Add(int64(p.Played - counted))
		counted = p.Played
		if s.turns.length() > 0 && time.Since(begun) > s.setup.Slice {
			stop()
		}
		if time.Now().Before(due) && !c.redraw.Swap(false) {
			return
		}
		if s.setup.Room() != nil {
			stop() // the next turn waits for room
			return
		}
		since := time.Now()
		s.show(c, open, p, seen)
		due = time.Now().Add(max(tableEvery, tableShare*time.Since(since)))
	}
}

// see notes the progress of a stage in a run. Of the stage before it comes to have all games that the run played until this one began.
func see(seen map[int]Progress, p run.Progress, now time.Time) {
	x, ok := seen[p.Stage]
	if !ok && p.Done <= p.Played {
		x.Began = now
	}
	if before, known := seen[p.Stage-1]; !ok && known && !x.Began.IsZero() {
		before.Played = max(before.Played, before.offset+p.Played-p.Done)
		seen[p.Stage-1] = before
	}
	x.Played, x.Planned, x.offset = p.Done, p.Planned, p.Done-p.Played
	seen[p.Stage] = x
}

// play notes the contest that is open during a turn; nil after it.
func (c *Contest) play(open *contest.Contest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open = open; open != nil {
		c.has = len(open.Stages)
	}
}

// leaveOut notes that a new bot cannot join, and why; an empty name forgets all.
func (c *Contest) leaveOut(bot, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if bot == "" {
		c.late = map[string]string{}
		return
	}
	c.late[bot] = why
}

// LeftOut returns why a new bot cannot join; empty if it can, or nobody has tried.
func (c *Contest) LeftOut(bot string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.late[bot]
}

// Reload lets the run of a contest, if there is one, read its bots again.
func (s *Contests) Reload(c *Contest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		return // the next turn reads them
	}
	if _, err := contest.Ask(context.WithoutCancel(s.ctx), c.open.Store(), contest.Decision{What: contest.Reload}); err != nil {
		s.setup.Log(c.Name, err.Error())
	}
}
