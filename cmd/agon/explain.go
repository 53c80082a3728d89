package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"agon/game"
	"agon/lab/chances"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/term/screen"
	"agon/show/term/table"
)

// explaining are the flags of agon explain.
type explaining struct {
	replaying
	bot     string
	options chances.Options
	most    int
	games   int
	html    string
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

The estimates are those of the built-in bot in the position, not of the bots that played, and say their error. GAME is a file, or a contest with --game N. With --html or
--web the page of the game draws the chances in its bar and leads from one turning point to the next.

Without --game it looks at many games of a bot in a contest: its points and its chance at the deal by opponent and by seat, in which part of a game its chance changes, and
where it fell most.`,
		Example: `  agon explain game.agon
  agon explain game.agon --web
  agon explain contest --game 12 --of mybot
  agon explain contest --of mybot
  agon explain game.agon --playouts 200 --json`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd.Context(), w, args[0]) },
	}
	f := cmd.Flags()
	f.Int64Var(&e.game, "game", 0, "number of the game in a contest's folder")
	f.StringVar(&e.bot, "of", "", "list the turns of `BOT` alone, by its name or seat")
	f.StringVar(&e.options.Bot, "bot", "", "built-in `BOT` that plays on (default: the kind's strongest quick one)")
	f.IntVar(&e.options.Playouts, "playouts", 0, "number of times that a position is played on (default: as many as 1.5 million moves allow, from 4 to 24)")
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
	if e.ofContest(name) {
		return e.explainGames(ctx, w, name)
	}
	rep, err := e.open(name)
	if err != nil {
		return err
	}
	kind, err := recordedKind(rep.Record.Kind)
	if err != nil {
		return err
	}
	seat, err := e.seat(rep)
	if err != nil {
		return err
	}
	line := newActivity(w)
	defer line.end()
	x, err := chances.New(kind, rep.Record, e.options)
	if err != nil {
		return err
	}
	line.now(true, "playing on by builtin:%s", x.Bot)
	curve, err := x.Curve()
	if err != nil {
		return &exit{exitFault, fmt.Errorf("%s does not verify: %w", name, err)}
	}
	line.now(true, "looking for better moves")
	turnings, err := x.Turnings(curve, seat, e.most)
	if err != nil {
		return &exit{exitFault, err}
	}
	line.clear()
	if e.html != "" || e.web {
		return e.showPage(ctx, w, rep, told(x, curve, turnings))
	}
	if e.json {
		return printJSON(w.out, explained(rep, x, curve, turnings))
	}
	return host(e.print(w.out, name, kind, rep, x, curve, turnings))
}

// showPage writes or serves the page of the game with its chances.
func (e *explaining) showPage(ctx context.Context, w *world, rep *replay.Replay, c *film.Chances) error {
	f, err := filmOf(rep)
	if err != nil {
		return &exit{exitFault, err}
	}
	f.Info.Chances = c
	r := replaying{html: e.html, web: e.web, listen: e.listen}
	if _, err := r.export(w, f); err != nil || !e.web {
		return err
	}
	return r.serve(ctx, w, f)
}

// told returns estimates as viewers take them.
func told(x *chances.Estimator, curve []chances.Point, turnings []chances.Turning) *film.Chances {
	c := &film.Chances{Bot: x.Bot, Playouts: x.Playouts}
	for _, p := range curve {
		point := film.ChancesAt{Turns: p.Turns}
		for _, s := range p.Chances {
			point.Means, point.Errors = append(point.Means, s.Mean), append(point.Errors, s.Err)
		}
		c.Curve = append(c.Curve, point)
	}
	for _, g := range turnings {
		one := film.Turning{Seat: g.Seat, From: g.From, To: g.To, Before: g.Before.Mean, After: g.After.Mean, Turn: g.Turn}
		if g.Better != nil {
			one.Made, one.Left, one.Better, one.Would = g.Made.Word, g.Made.Mean, g.Better.Word, g.Better.Mean
		}
		c.Turnings = append(c.Turnings, one)
	}
	return c
}

// seat returns the seat of --of, -1 for all.
func (e *explaining) seat(rep *replay.Replay) (game.Seat, error) {
	if e.bot == "" {
		return -1, nil
	}
	seat, err := seatNamed(rep, e.bot)
	if err != nil {
		return 0, fmt.Errorf("--of %w", err)
	}
	return seat, nil
}

// seatNamed returns the seat of a recorded game by its number, or by the name of who played it.
func seatNamed(rep *replay.Replay, who string) (game.Seat, error) {
	for seat, s := range rep.Seats {
		if s.Name == who || fmt.Sprint(seat) == who {
			return game.Seat(seat), nil
		}
	}
	return 0, fmt.Errorf("%s: in this game played %s", who, playersOf(rep))
}

// playersOf names the players of a recorded game with their seats.
func playersOf(rep *replay.Replay) string {
	names := make([]string, len(rep.Seats))
	for seat, s := range rep.Seats {
		names[seat] = s.Name
	}
	return fmt.Sprintf("%s, in the seats 0 to %d", strings.Join(names, ", "), len(names)-1)
}

func (e *explaining) print(out io.Writer, name string, kind *game.Kind, rep *replay.Replay, x *chances.Estimator, curve []chances.Point, turnings []chances.Turning) error {
	style := table.On(out, os.Environ())
	say := func(format string, args ...any) { fmt.Fprintln(out, style.Wrap(fmt.Sprintf(format, args...))) }
	say("%s, %d turns: the chance of each seat after %d of them, each played on %d times by builtin:%s.\n", kind.Title, rep.Record.Turns, len(curve)-1, x.Playouts, x.Bot)
	t := &table.Table{Columns: []table.Column{{Head: "Bot", Width: 24}, {Head: "Chance, from the deal to the end", Width: max(len(curve)+4, 36)}, {Head: "Deal", Width: 8}, {Head: "End", Width: 8}}}
	columns := len(curve)
	if style.Width > 0 {
		widest := 0
		for _, s := range rep.Seats {
			widest = max(widest, screen.Width(s.Name))
		}
		columns = min(columns, max(style.Width-min(widest, 24)-besideCurve, 8))
	}
	for seat, s := range rep.Seats {
		t.Rows = append(t.Rows, []table.Cell{
			table.Bot(s.Slot, s.Name), table.Text(sparkOf(curve, seat, columns, style.Depth != screen.Plain)), table.Text(percent(curve[0].Chances[seat].Mean)), table.Text(percent(curve[len(curve)-1].Chances[seat].Mean)),
		})
	}
	if err := t.Write(out, style); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if len(turnings) == 0 {
		say("In no turn did a seat lose more than the estimates' error.")
	}
	for _, g := range turnings {
		who := rep.Seats[g.Seat].Name
		say("Turns %d to %d: %s fell from %s ±%s to %s ±%s.", g.From+1, g.To, printable(who), percent(g.Before.Mean), percent(1.96*g.Before.Err), percent(g.After.Mean), percent(1.96*g.After.Err))
		if g.Better == nil {
			say("  No single move is known to have been wrong.")
			continue
		}
		say("  Turn %d cost most: %s leaves %s ±%s, %s %s ±%s.", g.Turn, g.Made.Word, percent(g.Made.Mean), percent(1.96*g.Made.Err), g.Better.Word, percent(g.Better.Mean), percent(1.96*g.Better.Err))
		game := name
		if e.game > 0 {
			game += fmt.Sprintf(" --game %d", e.game)
		}
		if g.Made.Word[0] != '!' {
			fmt.Fprintf(out, "  agon pin %s --seat %d --turn %d --not %s\n", game, g.Seat, g.Turn, g.Made.Word)
		}
	}
	return nil
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// besideCurve is how many columns a terminal needs beside a name and the curve.
const besideCurve = 24

// sparkOf draws the chances of a seat as a line of bars, in as many columns: where the curve has more points, a column is the mean of some.
func sparkOf(curve []chances.Point, seat, columns int, colour bool) string {
	steps := []rune("._-=+*%#")
	if colour {
		steps = []rune("▁▂▃▄▅▆▇█")
	}
	var line []rune
	for i := range columns {
		points, sum := curve[i*len(curve)/columns:(i+1)*len(curve)/columns], 0.0
		for _, p := range points {
			sum += p.Chances[seat].Mean
		}
		at := int(sum / float64(len(points)) * float64(len(steps)))
		line = append(line, steps[min(max(at, 0), len(steps)-1)])
	}
	return string(line)
}

// explanation is what agon explain prints as JSON.
type explanation struct {
	Agon     int                 `json:"agon"` // version of the format
	Bot      string              `json:"bot"`  // that plays on
	Playouts int                 `json:"playouts"`
	Seats    []string            `json:"seats"`
	Curve    []explainedPoint    `json:"curve"`
	Turns    []explainedTurnings `json:"turnings"`
}

type explainedPoint struct {
	Turns   int       `json:"turns"` // played
	Chances []float64 `json:"chances"`
	Errors  []float64 `json:"errors"` // standard errors
}

type explainedTurnings struct {
	Seat   int              `json:"seat"`
	From   int              `json:"from"`
	To     int              `json:"to"`
	Before float64          `json:"before"`
	After  float64          `json:"after"`
	Turn   int              `json:"turn,omitempty"` // the move that cost most, from 1
	Made   *explainedOption `json:"made,omitempty"`
	Better *explainedOption `json:"better,omitempty"`
}

type explainedOption struct {
	Move   string  `json:"move"`
	Chance float64 `json:"chance"`
	Error  float64 `json:"error"`
}

func explained(rep *replay.Replay, x *chances.Estimator, curve []chances.Point, turnings []chances.Turning) explanation {
	e := explanation{Agon: 1, Bot: x.Bot, Playouts: x.Playouts, Turns: []explainedTurnings{}}
	for _, s := range rep.Seats {
		e.Seats = append(e.Seats, s.Name)
	}
	for _, p := range curve {
		point := explainedPoint{Turns: p.Turns}
		for _, c := range p.Chances {
			point.Chances, point.Errors = append(point.Chances, c.Mean), append(point.Errors, c.Err)
		}
		e.Curve = append(e.Curve, point)
	}
	for _, g := range turnings {
		one := explainedTurnings{Seat: int(g.Seat), From: g.From + 1, To: g.To, Before: g.Before.Mean, After: g.After.Mean, Turn: g.Turn}
		if g.Better != nil {
			one.Made = &explainedOption{g.Made.Word, g.Made.Mean, g.Made.Err}
			one.Better = &explainedOption{g.Better.Word, g.Better.Mean, g.Better.Err}
		}
		e.Turns = append(e.Turns, one)
	}
	return e
}
