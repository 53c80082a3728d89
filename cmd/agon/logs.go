package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest/logs"
	"agon/internal/clean"
	"agon/lab/text"
)

// logging are the flags of agon logs.
type logging struct {
	logs.HandOut
	w       *world
	json    bool
	figures bool
	seat    int
}

func newLogs(w *world) *cobra.Command {
	l := &logging{w: w}
	cmd := &cobra.Command{
		Use:   "logs CONTEST | CONTEST-URL [BOT]",
		Short: "print a bot's log: its output and its faults, by game and turn",
		Long: `Print what a bot printed, its tracebacks and its faults, by game and turn, with the moves that it answered.
Without BOT, list the bots that have a log. With --out, write a folder for each author with the logs of his or her
bots and of nobody else, or the log of BOT alone; with --pages, also pages of its games with its output beside the board. With --game and --round, also a turn in which BOT printed nothing.

With the address of a contest's page on a site and --game, print the turns of your own bot in that game, while the contest goes on; --json has what it was sent as well. The
token of your account page is in AGON_TOKEN.

A line of exactly @name=value, with a number, is a figure of the turn in which BOT printed it. With --figures they are drawn over the turns of --game, or listed by
turn where the output is not a terminal; without --game, the least, mean and greatest value of each game are listed.`,
		Example: examples(`  agon logs contest.toml "My Bot"
  agon logs contest.toml "My Bot" --game 12 --round 40
  agon logs out/{kind}-1a2b3c4d {bot} --json
  agon logs contest.toml --out logs
  AGON_TOKEN=agon_… agon logs https://contests.example.org/c/evening --game 12 --json`),
		Args: between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isSite(args[0]) {
				return l.onSite(cmd.Context(), args)
			}
			return l.showLogs(cmd.Context(), args)
		},
	}
	f := cmd.Flags()
	f.IntVar(&l.Game, "game", 0, "number of one `GAME` (default: all)")
	f.IntVar(&l.Round, "round", 0, "number of one `ROUND` of a game (default: all)")
	f.BoolVar(&l.json, "json", false, "print a JSON array of turns, with what the bot was sent and the time of its move")
	f.BoolVar(&l.figures, "figures", false, "figures of BOT, lines @name=value of its output, over the turns of --game or over all games")
	f.IntVar(&l.seat, "seat", -1, "`SEAT` of your bot in a game on a site, from 0 (default: the first of yours)")
	f.StringVar(&l.Dir, "out", "", "`DIR` to write a folder for each author to")
	f.IntVar(&l.Pages, "pages", 0, "with --out, `N` pages of each bot's newest games, with its output beside the board")
	return cmd
}

// onSite prints the log of a game of a contest on a site.
func (l *logging) onSite(ctx context.Context, args []string) error {
	if len(args) > 1 || l.Round != 0 || l.figures || l.Dir != "" || l.Pages != 0 {
		return errors.New("the log of a game on a site goes with --game, --seat and --json alone")
	}
	return siteTurns(ctx, l.w, args[0], l.Game, l.seat, l.json)
}

func (l *logging) showLogs(ctx context.Context, args []string) error {
	r, err := logs.Open(ctx, stored, strings.TrimSuffix(args[0], ".toml"))
	if err != nil {
		return err
	}
	defer r.Close()
	switch {
	case l.Pages < 0 || l.Pages > 0 && l.Dir == "":
		return fmt.Errorf("--pages %d: it is a number of pages from 0, with --out DIR to write them to", l.Pages)
	case l.figures && (len(args) == 1 || l.Dir != "" || l.Round != 0):
		return errors.New("--figures needs the name of a bot, and goes with --game and --json alone")
	case l.Dir != "":
		return l.write(r, args[1:])
	case len(args) == 1:
		return l.list(r.Bots)
	}
	b, err := r.Find(args[1])
	if err != nil {
		return err
	}
	if l.figures {
		return l.showFigures(r, b)
	}
	turns, err := r.Turns(b, l.Game, l.Round)
	if err != nil {
		return err
	}
	if l.json {
		return printJSON(l.w.out, append([]logs.Turn{}, turns...))
	}
	if err := r.Played(b, l.Game); err != nil {
		return err
	}
	if len(turns) == 0 {
		fmt.Fprintf(l.w.out, "%s printed nothing there and had no fault\n", clean.Text(b.Name))
		return nil
	}
	_, err = l.w.out.Write([]byte(clean.Text(string(logs.Text(turns)))))
	return host(err)
}

// showFigures prints the figures of a bot.
func (l *logging) showFigures(r *logs.Reader, b logs.Bot) error {
	games, err := b.Figures(l.Game)
	switch {
	case err != nil:
		return err
	case l.json:
		return printJSON(l.w.out, games)
	case len(games) > 0:
		return host(text.Figures(l.w.out, games))
	}
	if err := r.Played(b, l.Game); err != nil {
		return err
	}
	fmt.Fprintf(l.w.out, "%s printed no figure there: a figure is a line of exactly @name=value, with a number\n", clean.Text(b.Name))
	return nil
}

// write writes the logs of all bots, or of the named one.
func (l *logging) write(r *logs.Reader, bot []string) error {
	bots := r.Bots
	if len(bot) > 0 {
		b, err := r.Find(bot[0])
		if err != nil {
			return err
		}
		if !b.Printed() && l.Pages == 0 {
			return fmt.Errorf("%s printed nothing and had no fault: there is no log to write", b.Name)
		}
		bots = []logs.Bot{b}
	}
	folders, err := r.HandOut(bots, l.HandOut)
	if err != nil {
		return err
	}
	fmt.Fprintf(l.w.out, "%d logs in %d folders: %s\n", len(bots), folders, l.Dir)
	return nil
}

// list prints the names of the bots that have a log.
func (l *logging) list(bots []logs.Bot) error {
	switch {
	case len(bots) == 0 && l.json:
		return printJSON(l.w.out, []logs.Turn{})
	case len(bots) == 0:
		fmt.Fprintln(l.w.out, "no logs: no bot printed anything or had a fault")
	}
	for _, b := range bots {
		fmt.Fprintln(l.w.out, b.Name)
	}
	return nil
}
