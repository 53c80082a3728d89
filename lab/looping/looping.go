/*
Package looping shows new games of a contest's bots one after another, on a screen in a hall: one is played while the one before is on the
screen for a fixed time, with the standing of all games so far. Nothing is decided by these games and no ledger has them; their replays can
be kept.

The screen is a [film.Loop], which a page or a terminal shows.
*/
package looping

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"agon/bot"
	"agon/contest"
	"agon/format/tournament"
	"agon/game"
	"agon/internal/cause"
	"agon/lab/live"
	"agon/record/replay"
	"agon/show/film"
)

// most is more games than any loop will play.
const most = 10_000_000

// A Loop plays new games on one core, one ahead of the screen, and shows each for a fixed time.
type Loop struct {
	Contest *contest.Contest // prepared: its bots play, with its seed
	Formats []tournament.Spec
	Games   int           // to play; 0: without end
	Each    time.Duration // on the screen
	Replays string        // folder to which replays are written; empty: none

	NoLimits, VoidStalled, OneProcess bool // as in [live.Loop]

	Secret  *bot.Secret // of bots' random generators, unless the contest has one
	Sandbox string      // noted in replays

	Watch func(ctx context.Context, screen *film.Loop) error // shows the screen until ctx is done or the viewer leaves
	Shown func(f film.Info, standing film.Standing) error    // called when a game has been shown; may be nil

	format tournament.Format
	field  tournament.Field
	kept   *keptReplays // nil if replays are not stored
	coming chan shown
	screen film.Loop
}

// shown is a finished game to be shown on the screen.
type shown struct {
	film     *film.Film
	standing film.Standing // including this game
}

// Run plays and shows games until ctx is done, the viewer leaves, or all games were shown. It returns the last standing.
func (l *Loop) Run(ctx context.Context) (film.Standing, error) {
	if err := l.meet(); err != nil {
		return film.Standing{}, err
	}
	if l.Replays != "" {
		var err error
		if l.kept, err = openReplays(l.Replays); err != nil {
			return film.Standing{}, cause.Host(err)
		}
	}
	l.coming = make(chan shown)
	l.show(0, shown{film: film.New(l.info(nil))})
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(l.coming)
		return l.play().Run(ctx)
	})
	work.Go(func() error {
		defer stop()
		return l.feed(ctx)
	})
	work.Go(func() error {
		defer stop()
		return l.Watch(ctx, &l.screen)
	})
	if err := work.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return film.Standing{}, cause.Host(err)
	}
	now, _ := l.screen.Now()
	return now.Standing, nil
}

// meet plans games of all bots if the contest's last stage is an arena of all, and otherwise of as many as the stage or the kind has seats.
func (l *Loop) meet() error {
	c := l.Contest
	var playing []int
	for i, e := range c.Entries {
		if e.Broken == "" {
			playing = append(playing, i)
		}
	}
	last := c.File.Stages[len(c.File.Stages)-1]
	keys := map[string]any{"games": most}
	format := cmp.Or(last.Format, c.Kind.Format)
	switch seats, ok := last.Keys["seats"]; {
	case ok:
		keys["seats"] = seats
	case format != "arena" || len(playing) > c.Kind.MaxSeats:
		keys["seats"] = max(c.Kind.MinSeats, min(c.Kind.UsualSeats, len(playing)))
	}
	arena, err := tournament.Find(l.Formats, "arena")
	if err != nil {
		return err
	}
	if l.format, err = arena.Make(keys); err != nil {
		return err
	}
	l.field = tournament.NewField(&c.Kind.Info, c.Settings, c.Seed, playing)
	return l.format.Check(&l.field)
}

// info returns the info of a film of these entries.
func (l *Loop) info(seats []int) film.Info {
	r := &replay.Replay{Record: &game.Record{}}
	for _, entry := range seats {
		e := l.Contest.Entries[entry]
		r.Seats = append(r.Seats, replay.Seat{Name: e.Name, Author: e.Author, Slot: entry})
	}
	info := film.ReplayInfo(l.Contest.Kind, l.Contest.Settings, r)
	info.Title = l.Contest.File.Name
	return info
}

// play returns the games to play.
func (l *Loop) play() *live.Loop {
	c := l.Contest
	play := &live.Loop{Play: c.Play(), Format: l.format, Field: l.field, Games: l.Games, Over: l.over}
	play.Notes = replay.Notes{Contest: c.File.Name, Stage: "loop", Sandbox: l.Sandbox}
	play.NoLimits, play.VoidStalled, play.OneProcess = l.NoLimits, l.VoidStalled, l.OneProcess
	play.Secret = l.Secret
	if c.File.Secret != "" {
		play.Secret = bot.ReadSecret(c.File.Secret)
	}
	return play
}

// over keeps a game, and waits until the screen is free for it.
func (l *Loop) over(ctx context.Context, g live.LoopGame) error {
	if l.kept != nil {
		if err := l.kept.keep(g.Replay); err != nil {
			return err
		}
	}
	info := l.info(g.Entries)
	info.Title, info.Seed = fmt.Sprintf("%s, game %d", l.Contest.File.Name, g.Number), g.Record.Seed
	f, err := film.FromRecord(info, g.Record)
	if err != nil {
		return fmt.Errorf("film game %d: %w", g.Number, err)
	}
	select {
	case l.coming <- shown{f, g.Standing}:
	case <-ctx.Done():
	}
	return nil
}
