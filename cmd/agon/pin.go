package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"agon/lab/cases"
	"agon/lab/chances"
	"agon/lab/pin"
	"agon/lab/text"
	"agon/record/replay"
	"agon/show/report"
	"agon/show/term/activity"
)

// pinning are the flags of agon pin.
type pinning struct {
	pin.Setup
	game int64
}

func newPin(w *world) *cobra.Command {
	p := &pinning{Setup: pin.Setup{Kinds: recordedKind}}
	cmd := &cobra.Command{
		Use:   "pin GAME --seat S --turn T | CONTEST --faults BOT | CONTEST --blunders BOT",
		Short: "keep a bot's mistake as a test of its next version",
		Long: `Pin writes a moment of a recorded game into a file of its own: the game, the seat, the turn, and what the bot in that seat must do there. agon test runs
such files.

GAME is a file, or a contest with --game N. With --faults it writes a case for the first fault of a bot in each game of a contest, with --blunders
one for the move that cost it most in each game that it did not win, by the estimates of agon explain; both may be asked for at once.`,
		Example: `  agon pin game.agon --seat 1 --turn 80 --not UP
  agon pin contest --game 12 --seat 0 --turn 33 --survive 20 --name "the narrow corridor"
  agon pin contest --faults mybot --blunders mybot
  agon test tron ./mybot cases`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.Faults != "" || p.Blunders != "" {
				return p.pinContest(cmd.Context(), w, args[0])
			}
			return p.pinGame(cmd.Context(), w, args[0])
		},
	}
	f := cmd.Flags()
	f.Int64Var(&p.game, "game", 0, "number of the game in a contest's folder")
	f.IntVar(&p.Seat, "seat", -1, "`SEAT` of the bot, from 0")
	f.IntVar(&p.Turn, "turn", 0, "`TURN` from which on its own moves count, from 1")
	f.StringSliceVar(&p.Not, "not", nil, "`MOVES` that it must not make in that turn")
	f.StringSliceVar(&p.Must, "must", nil, "`MOVES` of which it must make one in that turn")
	f.IntVar(&p.Survive, "survive", 0, "number of `TURNS`, that one included, after which it must still play, or have won")
	f.BoolVar(&p.NoFault, "no-fault", false, "it must make no fault in that turn, or in those of --survive")
	f.StringVar(&p.Name, "name", "", "`NAME` of the case (default: of the game, the seat and the turn)")
	f.StringVar(&p.Out, "out", "cases", "`DIR` for the case, or a FILE.toml")
	f.StringVar(&p.Faults, "faults", "", "write a case for the first fault of `BOT` in each game of a contest")
	f.StringVar(&p.Blunders, "blunders", "", "write a case for the move that cost `BOT` most in each game of a contest that it did not win")
	f.IntVar(&p.Most, "most", 20, "most cases of --faults, and of --blunders")
	return cmd
}

func (p *pinning) pinGame(ctx context.Context, w *world, name string) error {
	rep, err := openRecorded(ctx, w, name, p.game)
	if err != nil {
		return err
	}
	for _, list := range [][]string{p.Not, p.Must} {
		for i := range list {
			list[i] = cases.Lines(list[i])
		}
	}
	c, err := p.Game(rep, name, p.game)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s: seat %d, which answered %s in %s, %s\n", c.File, c.Seat, cases.OneLine(c.Recorded), c.When(),
		c.Asks())
	return host(err)
}

// pinContest writes cases for the faults and the blunders of a bot in the games of a contest.
func (p *pinning) pinContest(ctx context.Context, w *world, dir string) error {
	name, err := p.Bot()
	if err != nil {
		return err
	}
	s, err := openArchive(dir)
	if err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	games := s.Games()
	played := 0
	for i, id := range games {
		if err := ctx.Err(); err != nil {
			return err
		}
		line.Now(p.Blunders == "", "game %d of %d", i+1, len(games))
		data, err := s.Get(id)
		if err != nil {
			return fmt.Errorf("game %d: %w", id+1, err)
		}
		rep, err := replay.Decode(data)
		if err != nil {
			return fmt.Errorf("game %d: %w", id+1, err)
		}
		seats, err := p.Mistakes(name, dir, id+1, rep, func(c *pin.Pin) {
			line.Clear()
			fmt.Fprintf(w.out, "%s: %s in %s%s\n", c.File, cases.OneLine(c.Recorded), c.When(), costOf(c.Cost))
		})
		if err != nil {
			return err
		}
		played += seats
	}
	line.Clear()
	if played == 0 {
		return fmt.Errorf("%s has no game of a bot %q", dir, name)
	}
	_, err = fmt.Fprintf(w.out, "%s of %s\n", report.Counted(p.Kept(), "case"), report.Counted(played, "game"))
	return host(err)
}

// costOf describes what a blunder cost; "" for a fault.
func costOf(g *chances.Turning) string {
	if g == nil {
		return ""
	}
	of := func(mean, deviation float64) string { return text.Percent(mean) + " ±" + text.Percent(1.96*deviation) }
	return fmt.Sprintf(" leaves %s, %s %s", of(g.Made.Mean, g.Made.Err), g.Better.Word, of(g.Better.Mean, g.Better.Err))
}
