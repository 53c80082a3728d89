package contests

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/contest"
	"agon/contest/store"
)

// How often the ledger is looked at for the answer of a run: at first, and at last.
const (
	answerEvery  = 20 * time.Millisecond
	answerSeldom = time.Second
)

// Dir returns the contest's folder: of its ledger, replays, logs and report.
func (c *Contest) Dir() string { return strings.TrimSuffix(c.Path, filepath.Ext(c.Path)) }

// ArtFolder is the folder of the bots' art in a contest's folder, as package gallery reads it. Whoever plays the contest writes it.
const ArtFolder = "art"

// ArtDir returns the folder of the bots' art.
func (c *Contest) ArtDir() string { return filepath.Join(c.Dir(), ArtFolder) }

// words say what a decision about a bot does while it is not done.
var words = map[store.What]string{store.Barred: "disqualifying", store.Withdrawn: "withdrawing", store.Reinstated: "reinstating"}

// Decide carries out a decision about a bot of a contest, whatever its state, and then calls done. A run in progress takes it as it plays,
// before it plans on: if that takes long, Decide returns before it, and [Contest.DecidingOn] has it until it is done. Other acts do not
// wait for it. The error is a [*Conflict] if the contest rules the decision out; [Contest.Undone] has what is known of that later.
func (s *Contests) Decide(ctx context.Context, c *Contest, d contest.Decision, done func() error) error {
	ctx = context.WithoutCancel(ctx)
	doing := words[d.What] + " " + d.Bot
	c.mu.Lock()
	before := c.deciding[d.Bot]
	if before == "" {
		c.deciding[d.Bot], c.undone, c.wrong = doing, "", ""
	}
	c.mu.Unlock()
	if before != "" {
		return &Conflict{"The site is busy with it (" + before + "): decide again when that is done."}
	}
	return s.answer(c, doing, func() error {
		number, taken, err := s.request(ctx, c, d)
		if err == nil && !taken {
			err = s.decideApart(ctx, c, d, number, doing)
		}
		if err != nil {
			return refusal(err)
		}
		return done()
	}, func() { delete(c.deciding, d.Bot) }, func() {})
}

// decideApart is decide for a decision about a bot. number is that of the request of it to a run that has ended; empty: there is none.
func (s *Contests) decideApart(ctx context.Context, c *Contest, d contest.Decision, number, doing string) error {
	c.acts.Lock()
	defer c.acts.Unlock()
	c.do(doing)
	defer c.do("")
	return s.decide(ctx, c, d, number)
}

// Again has games of a contest played again, and then calls done. Games that are being played stop, and are played on; see
// [Contest.Doing]. The error is a [*Conflict] if the contest rules it out; [Contest.Undone] has what is known of that later.
func (s *Contests) Again(ctx context.Context, c *Contest, d contest.Decision, done func() error) error {
	c.acts.Lock()
	return s.finish(c, "playing games again", func() error {
		if err := s.decide(ctx, c, d, ""); err != nil {
			return err
		}
		return done()
	})
}

// decide stores a decision while nothing plays the contest, and lets it be played on. number is as in [Contests.decideApart].
func (s *Contests) decide(ctx context.Context, c *Contest, d contest.Decision, number string) error {
	return refusal(s.change(ctx, c, func(open *contest.Contest) error {
		if number == "" {
			_, err := open.Decide(ctx, d)
			return err
		}
		if answered, err := open.Answer(ctx, number); answered || err != nil {
			return err
		}
		if _, err := open.Decide(ctx, d); err != nil {
			return err
		}
		return open.Reply(ctx, number, nil) // the next run must not take it again
	}, func(beside store.Store) error {
		if number != "" {
			return nil // the other process takes the request
		}
		_, err := contest.Ask(ctx, beside, d)
		return err
	}))
}

// SetLimit changes a key of [limits] from now on, and then calls done with the value before; an empty value restores that of the contest's
// file. Games that are being played stop, and begin again with the new value; see [Contest.Doing].
func (s *Contests) SetLimit(ctx context.Context, c *Contest, key, value, why string, done func(was string) error) error {
	ctx = context.WithoutCancel(ctx)
	c.acts.Lock()
	return s.finish(c, "changing limit "+key, func() error {
		var was string
		set := func(s store.Store) (err error) {
			was, err = contest.SetLimit(ctx, s, key, value, why)
			return err
		}
		var err error
		amend, beside := func(open *contest.Contest) error { return set(open.Store()) }, set
		if c.with(func(open *contest.Contest) { err = set(open.Store()) }) != nil { // the run goes on with the new limit
			amend, beside = func(*contest.Contest) error { return nil }, func(store.Store) error { return nil }
		}
		if err == nil {
			err = s.change(ctx, c, amend, beside)
		}
		if err != nil {
			return refusal(err)
		}
		return done(was)
	})
}

// End stops a contest for good, or until Reopen. As Pause it does not wait for games that do not stop at once.
func (s *Contests) End(ctx context.Context, c *Contest) error {
	c.acts.Lock()
	if state, _, _ := c.State(); state == Over {
		c.acts.Unlock()
		return nil
	}
	return s.stopAs(ctx, c, Over, "", "ending")
}

// Reopen lets a contest that was ended with games left wait for its start. The error is a [*Conflict] while something is done with it.
func (s *Contests) Reopen(ctx context.Context, c *Contest) error {
	if err := c.Busy(); err != nil {
		return err
	}
	c.acts.Lock()
	defer c.acts.Unlock()
	if state, _, _ := c.State(); state != Over {
		return nil
	}
	return s.become(ctx, c, Waiting, "")
}

// refusal returns an error of a contest as one for the reader.
func refusal(err error) error {
	var impossible *contest.Impossible
	var conflict *contest.Conflict
	switch {
	case errors.As(err, &impossible):
		return &Conflict{sentence(impossible.Text)}
	case errors.As(err, &conflict):
		return &Conflict{sentence(conflict.Text)}
	}
	return err
}

// sentence returns a text with a capital letter and a full stop.
func sentence(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// request has the run in progress take a decision about a bot, and waits for that. taken is false if there is no run, or none any more
// before it has; number is that of the request then. When the site ends, the next run takes it.
func (s *Contests) request(ctx context.Context, c *Contest, d contest.Decision) (number string, taken bool, err error) {
	asked := c.with(func(open *contest.Contest) { number, err = contest.Ask(ctx, open.Store(), d) })
	if asked == nil || err != nil {
		return "", false, err
	}
	defer c.redraw.Store(true)
	for wait := answerEvery; ; wait = min(2*wait, answerSeldom) {
		still := c.with(func(open *contest.Contest) {
			if open == asked {
				taken, err = open.Answer(ctx, number)
			}
		})
		if taken || err != nil || still != asked {
			return number, taken || s.ctx.Err() != nil, err
		}
		select {
		case <-time.After(wait):
		case <-s.ctx.Done():
			return number, true, nil
		}
	}
}

// with calls f with the contest that is open, if it is, and returns it. It stays open meanwhile.
func (c *Contest) with(f func(open *contest.Contest)) *contest.Contest {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open != nil {
		f(c.open)
	}
	return c.open
}

// halt stops the contest's run, if it has one, and returns when it has ended.
func (s *Contests) halt(c *Contest) {
	c.mu.Lock()
	stop, ended := c.stop, c.ended
	c.mu.Unlock()
	if stop != nil {
		stop()
		<-ended
	}
}

// change amends a contest while nothing plays it, and lets it be played on.
func (s *Contests) change(ctx context.Context, c *Contest, amend func(*contest.Contest) error, beside func(store.Store) error) error {
	ctx = context.WithoutCancel(ctx)
	playing, _, _ := c.State()
	s.halt(c)
	finished, err := s.amend(ctx, c, amend, beside)
	after, _, _ := c.State()
	switch {
	case playing == Playing && after == Over && err == nil && !finished:
		if err = s.become(ctx, c, Playing, ""); err == nil {
			s.begin(c)
		}
	case playing == Playing && after == Playing:
		s.begin(c)
	case after == Over && err == nil && !finished:
		err = s.become(ctx, c, Waiting, "")
	}
	return err
}

// amend changes a contest that is not played here: by its ledger, or, if another process plays it, by a request to that one. finished
// reports whether no games are left.
func (s *Contests) amend(ctx context.Context, c *Contest, change func(*contest.Contest) error,
	beside func(store.Store) error) (finished bool, err error) {
	if _, err := os.Stat(c.Dir()); err != nil || s.setup.Amend == nil {
		return false, &Conflict{"No game has been played yet: change the contest's file instead."}
	}
	open, err := s.setup.Amend(ctx, c.Dir())
	var conflict *contest.Conflict
	if errors.As(err, &conflict) && s.setup.Beside != nil {
		ledger, err := s.setup.Beside(ctx, c.Dir())
		if err != nil {
			return false, err
		}
		return true, errors.Join(beside(ledger), ledger.Close())
	}
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, open.Close()) }()
	if err := change(open); err != nil {
		return false, err
	}
	result, _, err := open.Recount(ctx)
	if err != nil {
		return false, err
	}
	if f, err := s.File(c); err == nil {
		open.File.Name, open.File.Description, open.File.Limits = f.Name, f.Description, f.Limits
	}
	s.showResult(c, open, result, nil)
	if err := s.keepTable(c); err != nil {
		return false, err
	}
	if s.setup.Amended != nil {
		err = s.setup.Amended(ctx, open, result)
	}
	return result.Finished, err
}
