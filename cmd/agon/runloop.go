package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"agon/bot"
	"agon/contest"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/lab/live"
	"agon/record/replay"
	"agon/show/film"
)

// loopGames is more games than any loop will play.
const loopGames = 10_000_000

// endings are the flags of a run that ends, which do not apply to a loop.
var endings = []string{"json", "fresh", "strict", "format", "csv", "graph", "jobs", "lanes", "times", "freeze", "plain", "bracket", "log", "markdown", "pages"}

// A loop plays new games on one core, one ahead of the screen, and shows each for a fixed time.
type loop struct {
	*running
	world   *world
	contest *contest.Contest
	format  tournament.Format
	field   tournament.Field
	kept    *keptReplays // nil if replays are not stored
	coming  chan shown
	screen  film.Loop
}

// shown is a finished game to be shown on the screen.
type shown struct {
	film     *film.Film
	standing film.Standing // including this game
}

// runLoop is agon run --loop.
func (r *running) runLoop(cmd *cobra.Command, w *world, args []string) error {
	if !(r.loop > 0) || r.loop > math.MaxInt32 {
		return fmt.Errorf("--loop %v: want seconds per game, as in --loop 20", r.loop)
	}
	for _, name := range endings {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s does not work with --loop, which never ends; remove it", name)
		}
	}
	l := &loop{running: r, world: w, coming: make(chan shown)}
	if err := l.prepare(cmd, args); err != nil {
		return err
	}
	l.show(0, shown{film: film.New(l.info(nil))})
	return l.runLoop(cmd.Context())
}

// prepare opens the bots and plans their games.
func (l *loop) prepare(cmd *cobra.Command, args []string) error {
	out, games := l.out, l.games
	l.games = 0 // otherwise file reads --games as those of a contest that ends
	file, err := l.file(args)
	if err != nil {
		return err
	}
	l.games = games
	if l.session.Guard > 0 {
		file.Limits.Guard = l.session.Guard
	}
	if cmd.Flags().Changed("clock") {
		file.Limits.CPUClock = l.session.CPUClock
	}
	fmt.Fprintf(l.world.err, "agon: building the bots of %s\n", file.Name)
	if l.contest, err = contest.Prepare(cmd.Context(), file, l.setup()); err != nil {
		return openError(l.session, err)
	}
	var playing []int
	for i, e := range l.contest.Entries {
		if e.Broken == "" {
			playing = append(playing, i)
			continue
		}
		fmt.Fprintf(l.world.err, "agon: %s cannot play: %s\n", printable(e.Name), printable(e.Broken))
	}
	for _, refusal := range l.contest.Refused {
		fmt.Fprintf(l.world.err, "agon: %s is refused: %s\n", printable(refusal.Name), refusal.Why)
	}
	if err := l.session.Launcher.Ready(l.contest.Entries); err != nil {
		return err
	}
	l.contest.Seed = l.session.Draw() // a file's own seed is that of its contest, and these are new games
	if err := l.meet(playing); err != nil {
		return err
	}
	if cmd.Flags().Changed("out") {
		if l.kept, err = openReplays(out); err != nil {
			return host(err)
		}
	}
	return nil
}

// meet plans games of all bots if the contest's last stage is an arena of all, and otherwise of as many as the stage or the kind has seats.
func (l *loop) meet(playing []int) error {
	c := l.contest
	last := c.File.Stages[len(c.File.Stages)-1]
	keys := map[string]any{"games": loopGames}
	format := last.Format
	if format == "" {
		format = c.Kind.Format
	}
	switch seats, ok := last.Keys["seats"]; {
	case ok:
		keys["seats"] = seats
	case format != "arena" || len(playing) > c.Kind.MaxSeats:
		keys["seats"] = max(c.Kind.MinSeats, min(c.Kind.UsualSeats, len(playing)))
	}
	arena, err := tournament.Find(formats.Formats, "arena")
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
func (l *loop) info(seats []int) film.Info {
	r := &replay.Replay{Record: &game.Record{}}
	for _, entry := range seats {
		e := l.contest.Entries[entry]
		r.Seats = append(r.Seats, replay.Seat{Name: e.Name, Author: e.Author, Slot: entry})
	}
	info := film.ReplayInfo(l.contest.Kind, l.contest.Settings, r)
	info.Title = l.contest.File.Name
	return info
}

// runLoop plays and shows games until ctx is done, the user quits, or --games games were shown.
func (l *loop) runLoop(ctx context.Context) error {
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
		return l.watch(ctx)
	})
	if err := work.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return host(err)
	}
	if l.inLines() {
		return nil
	}
	now, _ := l.screen.Now()
	return host(l.print(now.Standing.Title(), now.Standing))
}

// play returns the games to play.
func (l *loop) play() *live.Loop {
	c := l.contest
	play := &live.Loop{Play: c.Play(), Format: l.format, Field: l.field, Games: l.games, Over: l.over}
	play.Notes = replay.Notes{Contest: c.File.Name, Stage: "loop", Sandbox: l.session.Launcher.About()}
	play.NoLimits, play.VoidStalled, play.OneProcess = l.session.NoLimits, l.void, l.session.Shared
	play.Secret = l.session.BotSecret(c.Seed)
	if c.File.Secret != "" {
		play.Secret = bot.ReadSecret(c.File.Secret)
	}
	return play
}

// over keeps a game, and waits until the screen is free for it.
func (l *loop) over(ctx context.Context, g live.LoopGame) error {
	if l.kept != nil {
		if err := l.kept.keep(g.Replay); err != nil {
			return err
		}
	}
	info := l.info(g.Entries)
	info.Title, info.Seed = fmt.Sprintf("%s, game %d", l.contest.File.Name, g.Number), g.Record.Seed
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
