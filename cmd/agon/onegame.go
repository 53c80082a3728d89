package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/film"
	"agon/game"
	"agon/output"
	"agon/referee"
	"agon/replay"
	"agon/term"
	"agon/web"
	"agon/worker"
)

// oneGame is one game that is played, and perhaps watched.
type oneGame struct {
	*playing
	world    *world
	kind     *game.Kind
	settings game.Settings
	entries  []lineup.Entry
	seed     int64
	film     *film.Film
	outcome  *playOutcome
	humans   *humans
	keyboard *keyboard  // that several people share; nil for none
	views    []seatView // films of those who play by hand
	alone    int        // turns since one of them was asked
	turned   time.Time  // when the last turn was over

	printed livePrinted
	growing *liveReplay // nil: nobody watches it by a file
	turns   *liveTurns  // nil: nobody looks
	before  uint64      // digest of the game that is played again; 0: none

	engine    *engineLog   // what --clog prints; nil without it
	files     *output.Live // the kind's own files, written while the game is played; nil where there are none
	unwritten error        // what has stopped their writing
}

func (g *oneGame) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, g.humans.stop)()
	if g.web || !g.humans.lines && (g.watch || g.humans.here != nil) {
		return g.shown(ctx)
	}
	defer g.humans.read(ctx)()
	g.keyboard = g.shareKeyboard()
	if err := g.play(ctx); err != nil {
		return g.failed(err)
	}
	return g.tell()
}

// failed is the host's failure, or a player's interrupt.
func (g *oneGame) failed(err error) error {
	if errors.Is(err, context.Canceled) {
		return &exit{exitHost, errors.New("stopped; the game was discarded")}
	}
	return host(err)
}

// shown plays beside a viewer, which the game does not wait for.
func (g *oneGame) shown(ctx context.Context) error {
	g.film = film.New(g.info())
	if g.web && !g.veiled() {
		g.turns = &liveTurns{logs: map[seatTurn]web.TurnLog{}}
	}
	chairs := g.seatPeople()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ctx, g.humans.stop)()
	done := make(chan error, 1)
	go func() { done <- g.play(ctx) }()
	shown := g.show(ctx, chairs)
	if _, over := g.film.Len(); !over {
		stop()
	}
	err := <-done
	if err != nil && !errors.Is(err, context.Canceled) {
		return host(err)
	}
	if shown != nil && !errors.Is(shown, context.Canceled) {
		return host(shown)
	}
	if err != nil && !g.json {
		return host(term.PrintStanding(g.words(), g.film)) // left before the end
	}
	return g.tell()
}

func (g *oneGame) show(ctx context.Context, chairs []web.Chair) error {
	if !g.web {
		out, _ := g.world.out.(*os.File)
		return g.inTerminal(ctx, term.Options{In: g.world.in, Out: out, Picture: g.picture, Printed: g.whatIsPrinted()})
	}
	l, err := net.Listen("tcp", g.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w; name another address with --listen", g.listen, err)
	}
	fmt.Fprintf(g.world.err, "agon: watch at http://%s   (Ctrl-C ends)\n", reachable(l.Addr()))
	g.tellChairs(l.Addr(), chairs)
	return web.ServePlay(ctx, l, g.film, chairs, g.liveLogs())
}

func (g *oneGame) info() film.Info {
	r := &replay.Replay{Record: &game.Record{Seed: g.seed}, Seats: g.seats()}
	info := filmInfo(g.kind, g.settings, r)
	info.Veiled = g.veiled()
	return info
}

func (g *oneGame) seats() []replay.Seat {
	var seats []replay.Seat
	for i, e := range g.entries {
		seats = append(seats, replay.Seat{Name: e.Name, Author: e.Author, Hash: e.Hash, Slot: i, Params: e.Params()})
	}
	return seats
}

// play plays the game on one core.
func (g *oneGame) play(ctx context.Context) error {
	shared, _ := g.shared() // run has checked it
	var seats []int
	for i := range g.entries {
		seats = append(seats, i)
	}
	given := false
	processor, _ := clockOf(g.clock)
	pool := &worker.Pool{
		Kind: g.kind, Settings: g.settings, Entries: g.entries, Cores: 1, Lanes: 1, Guard: g.guard, Average: g.average,
		NoLimits: g.noLimits || g.debug, Processor: processor, Times: true, Seed: g.seed, Secret: g.botSecret(g.seed), Pages: true, OneProcess: shared,
		Take: func(context.Context) (worker.Job, bool) {
			if given {
				return worker.Job{}, false
			}
			given = true
			return worker.Job{Lineup: seats, Fixtures: []referee.Fixture{{Seed: g.seed, Seats: seats}}}, true
		},
		Done: func(_ int, played worker.Game) error { return g.done(played) },
	}
	if g.live != "" {
		var logs func()
		if g.playing.logs != "" && g.headed {
			logs = g.writeLogs
		}
		g.growing = newLiveReplay(g.live, g.kind, g.seats(), logs)
		defer g.growing.close()
		pool.Watch = g.growing.watch
	}
	pool.Logged = g.printed.logged
	pool.Begin = func(t *game.Table) {
		g.look(t, nil)
		g.keyboard.turn(ctx, t)
	}
	pool.Turn = func(t *game.Table, calls []*bot.Call) {
		g.look(t, calls)
		g.halt(ctx, calls)
		g.keepPace(ctx, calls)
		g.keyboard.turn(ctx, t)
	}
	return pool.Work(ctx)
}

// tell prints the outcome of the game.
func (g *oneGame) tell() error {
	if g.outcome == nil {
		return nil
	}
	if g.json {
		return printJSON(g.world.out, g.outcome.json())
	}
	return host(g.outcome.print(g.world.out))
}
