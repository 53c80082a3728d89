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
	"agon/film"
	"agon/game"
	"agon/replay"
	"agon/tournament"
	formats "agon/tournament/all"
	"agon/worker"
)

// loopGames is more games than any loop will play.
const loopGames = 10_000_000

// endings are the flags of a run that ends, which do not apply to a loop.
var endings = []string{"json", "fresh", "strict", "format", "csv", "graph", "jobs", "lanes", "times", "freeze", "plain", "bracket", "log", "markdown", "pages"}

// A loop plays new games on one core, one ahead of the screen, and shows each for a fixed time.
type loop struct {
	*running
	world    *world
	contest  *contest.Contest
	format   tournament.Format
	field    tournament.Field
	ledger   *tournament.Ledger
	open     []tournament.Fixture // planned, not yet played
	taken    int
	standing film.Standing
	kept     *keptReplays // nil if replays are not stored
	coming   chan shown
	screen   film.Loop
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
	l := &loop{running: r, world: w, ledger: tournament.NewLedger(0, 0), coming: make(chan shown)}
	if err := l.prepare(cmd, args); err != nil {
		return err
	}
	l.show(0, shown{film: film.New(l.info(nil))})
	return l.run(cmd.Context())
}

// prepare opens the bots and plans their games.
func (l *loop) prepare(cmd *cobra.Command, args []string) error {
	out, games := l.out, l.games
	l.games = 0 // otherwise file reads --games as those of a contest that ends
	file, err := l.file(cmd, args)
	if err != nil {
		return err
	}
	l.games = games
	if l.guard > 0 {
		file.Limits.Guard = l.guard
	}
	if cmd.Flags().Changed("clock") {
		if file.Limits.CPUClock, err = clockOf(l.clock); err != nil {
			return err
		}
	}
	fmt.Fprintf(l.world.err, "agon: building the bots of %s\n", file.Name)
	if l.contest, err = contest.Prepare(cmd.Context(), file, l.setup()); err != nil {
		return l.refused(err)
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
	if err := l.ready(l.contest.Entries); err != nil {
		return err
	}
	l.contest.Seed = l.draw(cmd.Flags()) // a file's own seed is that of its contest, and these are new games
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
	info := filmInfo(l.contest.Kind, l.contest.Settings, r)
	info.Title = l.contest.File.Name
	return info
}

// run plays and shows games until ctx is done, the user quits, or --games games were shown.
func (l *loop) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(l.coming)
		return l.pool(ctx).Work(ctx)
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

// pool returns the worker pool. It has a single core, which calls Take and Done, so the ledger needs no lock.
func (l *loop) pool(ctx context.Context) *worker.Pool {
	pool := &worker.Pool{Play: l.contest.Play(), Take: l.take}
	pool.Cores, pool.Lanes, pool.NoLimits = 1, 1, l.noLimits
	pool.VoidStalled, pool.Times, pool.OneProcess = l.void, true, l.together
	pool.Done = func(_ int, g worker.Game) error { return l.done(ctx, g) }
	pool.Secret = l.botSecret(pool.Seed)
	if secret := l.contest.File.Secret; secret != "" {
		pool.Secret = bot.ReadSecret(secret)
	}
	return pool
}

// take gives the pool the next game.
func (l *loop) take(ctx context.Context) (worker.Job, bool) {
	if ctx.Err() != nil || l.games > 0 && l.taken == l.games {
		return worker.Job{}, false
	}
	if len(l.open) == 0 {
		l.open, _ = tournament.Next(l.format, &l.field, l.ledger)
		if len(l.open) == 0 {
			return worker.Job{}, false
		}
		if err := l.ledger.Plan(l.open...); err != nil {
			panic(err) // their numbers follow the ledger's
		}
	}
	next := l.open[0]
	l.open = l.open[1:]
	l.taken++
	return worker.NewJob(next), true
}

// done records a game, and waits until the screen is free for it.
func (l *loop) done(ctx context.Context, g worker.Game) error {
	if _, err := l.ledger.Enter(g.Result()); err != nil {
		return err
	}
	l.standing = l.addUp()
	r := replay.Replay{Record: g.Record, Notes: replay.Notes{Contest: l.contest.File.Name, Stage: "loop", Game: g.Fixture.ID + 1, Sandbox: l.About()}}
	seats := g.Entries()
	for _, entry := range seats {
		e := l.contest.Entries[entry]
		r.Seats = append(r.Seats, replay.Seat{Name: e.Name, Author: e.Author, Hash: e.Hash, Slot: entry, Params: e.Params()})
	}
	packed := replay.Encode(&r, l.contest.Kind.Timed)
	if l.kept != nil {
		if err := l.kept.keep(packed); err != nil {
			return err
		}
	}
	own, err := replay.Decode(packed) // the pool reuses its record
	if err != nil {
		return err
	}
	info := l.info(seats)
	info.Title, info.Seed = fmt.Sprintf("%s, game %d", l.contest.File.Name, g.Fixture.ID+1), own.Record.Seed
	f, err := film.FromRecord(info, own.Record)
	if err != nil {
		return fmt.Errorf("film game %d: %w", g.Fixture.ID+1, err)
	}
	select {
	case l.coming <- shown{f, l.standing}:
	case <-ctx.Done():
	}
	return nil
}
