package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"agon/game"
	"agon/lab/stepping"
	"agon/record/replay/files"
)

// debugging are the flags of agon debug.
type debugging struct {
	bots    botFlags
	options playOptions
	setup   stepping.Setup
}

func newDebug(w *world) *cobra.Command {
	d := &debugging{options: playOptions{pace: usualPace}}
	cmd := &cobra.Command{
		Use:   "debug GAME.agon BOT [SEAT=BOT...] | CONTEST --game N [BOT]",
		Short: "stop a bot in its debugger at a turn of a recorded game",
		Long: `Debug plays a recorded game again up to a turn, with the bot started afresh and asked from the first turn on, and opens a debugger on it there: its clock has stopped.
From that turn on the bot decides, and it stops in each turn until you play on. The other seats are then played by the kind's strongest quick built-in bot or by the BOT named for a SEAT, or with a contest by
the contest's own bots.

Python bots stop under pdb, JavaScript under node inspect, Java under jdb, Go under dlv if it is installed, and all other programs under gdb. breakpoint() in a Python bot works too. With --port Python (by debugpy), JavaScript
and Java bots wait for an editor to attach there, and the process number of all others is printed for it. Breakpoints in the bot's own files are hit: the bot runs in its folder, or was compiled to name the files there.
A bot that answers otherwise than recorded before that turn is named: it is another version, or plays otherwise from time to time.

The bot runs without a sandbox, since a debugger must reach it: debug bots that you trust.`,
		Example: `  agon debug game.agon ./mybot --seat 0 --turn 80
  agon debug game.agon ./mybot --seat 0 --turn 80 1=./rival --port 5678
  agon debug contest --game 12 --seat mybot --turn 80
  agon debug contest --game 12 --seat mybot --turn 80 ./newbot`,
		Args: between(1, game.MaxSeats),
		RunE: func(cmd *cobra.Command, args []string) error {
			ref, others := "", []string(nil)
			if len(args) > 1 {
				ref, others = args[1], args[2:]
			}
			return d.run(cmd, w, args[0], ref, others)
		},
	}
	d.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&d.setup.Seat, "seat", "0", "`SEAT` of the bot: its number, or the name of who played it")
	f.IntVar(&d.options.turn, "turn", 1, "`TURN` in which it stops first, from 1")
	f.IntVar(&d.options.game, "game", 0, "number of the game in a contest's folder")
	f.IntVar(&d.setup.Port, "port", 0, "local `PORT` for editors of Python, JavaScript and Java; with it, others attach to the process")
	f.StringVar(&d.options.files.Replay, "replay", "", "write the game to `FILE`")
	f.StringVar(&d.options.files.Logs, "log", "", "`DIR` for bots' logs and the kind's own files of the game")
	return cmd
}

func (d *debugging) run(cmd *cobra.Command, w *world, name, ref string, others []string) error {
	s, err := d.bots.open(cmd.Flags(), false)
	if err != nil {
		return err
	}
	defer s.Close()
	bot := &stepping.Bot{Setup: d.setup}
	bot.Ref = ref
	defer bot.Close()
	g := &oneGame{playOptions: d.options, world: w, given: cmd.Flags(), session: s, debugged: bot, sites: siteBots(w, "")}
	switch {
	case bot.Port < 0 || bot.Port > 65535:
		return fmt.Errorf("--port must be from 1 to 65535, not %d", bot.Port)
	case ofContest(name) && len(others) > 0:
		return fmt.Errorf("%s: in a game of a contest its own bots play on", others[0])
	case ofContest(name):
		err = g.ofContest(cmd.Context(), name, nil)
	default:
		err = g.debugFile(cmd.Context(), name, others)
	}
	if bot.Quit {
		return nil // by the person's own choice
	}
	return err
}

// debugFile debugs a game of a file: the other seats are played by built-in bots, or by the bots named for them as SEAT=BOT.
func (g *oneGame) debugFile(ctx context.Context, name string, others []string) error {
	switch {
	case g.game != 0:
		return errors.New("--game names a game of a contest, and this is a file")
	case g.debugged.Ref == "":
		return fmt.Errorf("a recorded game has no bots: name the one to debug, as in agon debug %s ./mybot --seat %s", name,
			g.debugged.Seat)
	}
	rep, err := files.Replay(name)
	if err != nil {
		return err
	}
	if g.kind, err = recordedKind(rep.Record.Kind); err != nil {
		return err
	}
	refs := make([]string, len(rep.Seats))
	for seat := range refs {
		refs[seat] = fmt.Sprintf("seat-%d=builtin:%s", seat, g.kind.Quick)
	}
	for _, other := range others {
		who, ref, named := strings.Cut(other, "=")
		seat, err := rep.SeatOf(who)
		if !named || err != nil {
			return fmt.Errorf("%s: want SEAT=BOT, such as 1=./rival: in this game played %s", other, rep.Players())
		}
		refs[seat] = fmt.Sprintf("seat-%d=%s", seat, ref)
	}
	return g.onward(ctx, name, refs)
}
