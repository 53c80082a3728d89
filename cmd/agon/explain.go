package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"agon/game"
	"agon/games/all"
	"agon/lab/chances"
	"agon/lab/explain"
	"agon/lab/text"
	"agon/record/replay"
	"agon/record/replay/files"
	"agon/show/film"
	"agon/show/term/activity"
)

// explaining are the flags of agon explain.
type explaining struct {
	options chances.Options
	bot     string
	game    int64
	most    int
	games   int
	html    string
	json    bool
	web     bool
	listen  string
}

func newExplain(w *world) *cobra.Command {
	e := &explaining{}
	cmd := &cobra.Command{
		Use:   "explain GAME | CONTEST --of BOT",
		Short: "estimate how a game stood, and which moves decided it",
		Long: `Explain plays a recorded game on from many of its turns, many times, by a built-in bot in every seat, and draws each seat's chance along the game: the mean
part of the others that it is placed before. It lists the turns in which a bot lost most, with the move in them that cost most and what would have been better.

The estimates are those of the built-in bot in the position, not of the bots that played, and say their error. GAME is a file, or a contest with --game N, also by the address of its page on a site
when it is over. With --html or
--web the page of the game draws the chances in its bar and leads from one turning point to the next.

Without --game it looks at many games of a bot in a contest: its points and its chance at the deal by opponent and by seat, in which part of a game its chance changes, and
where it fell most.`,
		Example: `  agon explain game.agon
  agon explain game.agon --web
  agon explain contest --game 12 --of mybot
  agon explain https://contests.example.org/c/evening --game 12 --of mybot
  agon explain contest --of mybot
  agon explain game.agon --playouts 200 --json`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd.Context(), w, args[0]) },
	}
	f := cmd.Flags()
	f.Int64Var(&e.game, "game", 0, "number of the game in a contest")
	f.StringVar(&e.bot, "of", "", "list the turns of `BOT` alone, by its name or seat")
	f.StringVar(&e.options.Bot, "bot", "", "built-in `BOT` that plays on (default: the kind's strongest quick one)")
	f.IntVar(&e.options.Playouts, "playouts", 0,
		"number of times that a position is played on (default: as many as 1.5 million moves allow, from 4 to 24)")
	f.IntVar(&e.options.Points, "points", 0, "number of turns that are looked at, at most (default 40)")
	f.IntVar(&e.most, "most", 3, "most turns that are listed")
	f.IntVar(&e.games, "games", 40, "most games of a contest that are looked at, spread evenly over those of the bot")
	f.StringVar(&e.html, "html", "", "export the game with its chances to `FILE`, a single page for any browser")
	f.BoolVar(&e.web, "web", false, "look at the game with its chances in the browser")
	f.StringVar(&e.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.BoolVar(&e.json, "json", false, "print one JSON object")
	return cmd
}

func (e *explaining) run(ctx context.Context, w *world, name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() && e.game == 0 && e.bot != "" && files.Original(all.Kinds(), name) == nil {
		return e.explainGames(ctx, w, name)
	}
	rep, err := openRecorded(ctx, w, name, e.game)
	if err != nil {
		return err
	}
	kind, err := recordedKind(rep.Record.Kind)
	if err != nil {
		return err
	}
	seat := game.Seat(-1)
	if e.bot != "" {
		if seat, err = rep.SeatOf(e.bot); err != nil {
			return fmt.Errorf("--of %w", err)
		}
	}
	line := activity.New(w.err)
	defer line.End()
	x, err := explain.Look(name, kind, rep, e.options, seat, e.most, func(what string) { line.Now(true, "%s", what) })
	if err != nil {
		return err
	}
	line.Clear()
	if e.html != "" || e.web {
		return e.showPage(ctx, w, rep, x.Film())
	}
	if e.json {
		return printJSON(w.out, x.Values())
	}
	if e.game > 0 {
		name += fmt.Sprintf(" --game %d", e.game)
	}
	return host(text.Explanation(w.out, x, name))
}

// showPage writes or serves the page of the game with its chances.
func (e *explaining) showPage(ctx context.Context, w *world, rep *replay.Replay, c *film.Chances) error {
	f, err := film.OfReplay(recordedKind, rep)
	if err != nil {
		return &exit{exitFault, err}
	}
	f.Info.Chances = c
	if _, err := export(w, f, e.html, ""); err != nil || !e.web {
		return err
	}
	return serveFilm(ctx, w, f, e.listen)
}

// explainGames looks at many games of a bot.
func (e *explaining) explainGames(ctx context.Context, w *world, dir string) error {
	if e.html != "" || e.web {
		return fmt.Errorf("--html and --web show one game: name it with --game")
	}
	s, err := openArchive(dir)
	if err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	games := explain.Games{
		Archive: s, Kinds: recordedKind, Bot: e.bot, Most: e.games, Options: e.options,
		Doing: func(nth, of int) { line.Now(true, "game %d of %d", nth, of) },
	}
	b, err := games.Look(ctx)
	if errors.Is(err, explain.ErrNoGames) {
		return fmt.Errorf("--of %s: %s has %w", e.bot, dir, err)
	}
	if err != nil {
		return err
	}
	line.Clear()
	if e.json {
		return printJSON(w.out, b.Values(e.most))
	}
	return host(text.Bot(w.out, b, dir, e.most))
}
