package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/game"
	"agon/internal/wholefile"
	"agon/lab/cases"
	"agon/lab/chances"
	"agon/lab/text"
	"agon/record/replay"
	"agon/show/report"
	"agon/show/term/activity"
)

// pinning are the flags of agon pin.
type pinning struct {
	game       int64
	seat, turn int
	not, must  []string
	survive    int
	noFault    bool
	name, out  string
	faults     string
	blunders   string
	most       int
	found      struct{ faults, blunders int }
}

func newPin(w *world) *cobra.Command {
	p := &pinning{}
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
			if p.faults != "" || p.blunders != "" {
				return p.pinContest(cmd.Context(), w, args[0])
			}
			return p.pin(w, args[0])
		},
	}
	f := cmd.Flags()
	f.Int64Var(&p.game, "game", 0, "number of the game in a contest's folder")
	f.IntVar(&p.seat, "seat", -1, "`SEAT` of the bot, from 0")
	f.IntVar(&p.turn, "turn", 0, "`TURN` from which on its own moves count, from 1")
	f.StringSliceVar(&p.not, "not", nil, "`MOVES` that it must not make in that turn")
	f.StringSliceVar(&p.must, "must", nil, "`MOVES` of which it must make one in that turn")
	f.IntVar(&p.survive, "survive", 0, "number of `TURNS`, that one included, after which it must still play, or have won")
	f.BoolVar(&p.noFault, "no-fault", false, "it must make no fault in that turn, or in those of --survive")
	f.StringVar(&p.name, "name", "", "`NAME` of the case (default: of the game, the seat and the turn)")
	f.StringVar(&p.out, "out", "cases", "`DIR` for the case, or a FILE.toml")
	f.StringVar(&p.faults, "faults", "", "write a case for the first fault of `BOT` in each game of a contest")
	f.StringVar(&p.blunders, "blunders", "", "write a case for the move that cost `BOT` most in each game of a contest that it did not win")
	f.IntVar(&p.most, "most", 20, "most cases of --faults, and of --blunders")
	return cmd
}

func (p *pinning) pin(w *world, name string) error {
	rep, err := openRecorded(name, p.game)
	if err != nil {
		return err
	}
	if p.seat < 0 {
		return fmt.Errorf("name the bot's seat, from 0 to %d: --seat", rep.Record.Seats-1)
	}
	c := &cases.Case{Name: p.name, Seat: game.Seat(p.seat), Turn: p.turn, Not: p.not, Must: p.must, Survive: p.survive, NoFault: p.noFault, Game: rep}
	if c.Name == "" {
		c.Name = p.title(name, c)
	}
	file, recorded, err := p.write(c)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s: seat %d, which answered %s in turn %d, %s\n", file, c.Seat, recorded, c.Turn, c.Asks())
	return host(err)
}

// title names a case by its game, seat and turn.
func (p *pinning) title(name string, c *cases.Case) string {
	base := filepath.Base(filepath.Clean(name))
	base = base[:len(base)-len(filepath.Ext(base))]
	if p.game > 0 {
		base += fmt.Sprintf(" game %d", p.game)
	}
	return fmt.Sprintf("%s seat %d turn %d", base, c.Seat, c.Turn)
}

// write checks a case, and writes its file.
func (p *pinning) write(c *cases.Case) (file, recorded string, err error) {
	kind, err := recordedKind(c.Game.Record.Kind)
	if err != nil {
		return "", "", err
	}
	c.Kind = kind.Name
	if key, err := c.Check(kind); err != nil {
		return "", "", fmt.Errorf("--%s: %w", flagOf(key), err)
	}
	file = p.out
	if filepath.Ext(file) != ".toml" {
		file = filepath.Join(file, fileName(c.Name)+".toml")
	}
	data, err := c.Append(nil, kind.Timed)
	if err == nil {
		if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
			err = wholefile.WriteBytes(file, data)
		}
	}
	if err != nil {
		return "", "", host(fmt.Errorf("write the case: %w", err))
	}
	return file, c.Recorded(), nil
}

// flagOf returns the flag of a key of a case's file.
func flagOf(key string) string {
	if key == "no_fault" {
		return "no-fault"
	}
	return key
}

// A finding is a case that was found in a game of a contest.
type finding struct {
	*cases.Case
	why string
}

// pinContest writes cases for the faults and the blunders of a bot in the games of a contest.
func (p *pinning) pinContest(ctx context.Context, w *world, dir string) error {
	if filepath.Ext(p.out) == ".toml" {
		return errors.New("--faults and --blunders write several cases: --out names their folder")
	}
	if p.faults != "" && p.blunders != "" && p.faults != p.blunders {
		return fmt.Errorf("--faults %s --blunders %s: name one bot, or call the command once for each", p.faults, p.blunders)
	}
	name := cmp.Or(p.faults, p.blunders)
	s, err := openShelf(dir)
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
		line.Now(p.blunders == "", "game %d of %d", i+1, len(games))
		data, err := s.Get(id)
		if err != nil {
			return fmt.Errorf("game %d: %w", id+1, err)
		}
		rep, err := replay.Decode(data)
		if err != nil {
			return fmt.Errorf("game %d: %w", id+1, err)
		}
		for seat, of := range rep.Seats {
			if of.Name != name {
				continue
			}
			played++
			found, err := p.findings(rep, game.Seat(seat))
			if err != nil {
				return fmt.Errorf("game %d: %w", id+1, err)
			}
			p.game = id + 1
			for _, f := range found {
				f.Name = p.title(dir, f.Case)
				file, recorded, err := p.write(f.Case)
				if err != nil {
					return err
				}
				line.Clear()
				fmt.Fprintf(w.out, "%s: %s in turn %d%s\n", file, recorded, f.Turn, f.why)
			}
		}
	}
	line.Clear()
	if played == 0 {
		return fmt.Errorf("%s has no game of a bot %q", dir, name)
	}
	_, err = fmt.Fprintf(w.out, "%s of %s\n", report.Counted(p.found.faults+p.found.blunders, "case"), report.Counted(played, "game"))
	return host(err)
}

// findings returns what is sought of a seat in a game, and counts it.
func (p *pinning) findings(rep *replay.Replay, seat game.Seat) (list []finding, err error) {
	if fault := faultCase(rep, seat); p.faults != "" && fault != nil && p.found.faults < p.most {
		p.found.faults++
		list = append(list, finding{fault, ""})
	}
	if p.blunders == "" || p.found.blunders >= p.most {
		return list, nil
	}
	blunder, err := blunderCase(rep, seat)
	if err == nil && blunder != nil {
		p.found.blunders++
		list = append(list, *blunder)
	}
	return list, err
}

// faultCase returns a case of a seat's first fault; nil if it has none.
func faultCase(rep *replay.Replay, seat game.Seat) *cases.Case {
	for _, f := range rep.Record.Faults {
		if f.Seat == seat {
			return &cases.Case{Seat: seat, Turn: f.Turn + 1, NoFault: true, Game: rep}
		}
	}
	return nil
}

// blunderCase returns a case of the move that cost a seat most; nil if it won, or if no single move is known to have been wrong.
func blunderCase(rep *replay.Replay, seat game.Seat) (*finding, error) {
	kind, err := recordedKind(rep.Record.Kind)
	if err != nil {
		return nil, err
	}
	x, err := chances.New(kind, rep.Record, chances.Options{})
	if err != nil {
		return nil, err
	}
	curve, err := x.Curve()
	if err != nil || curve[len(curve)-1].Chances[seat].Mean == 1 {
		return nil, err
	}
	turnings, err := x.Turnings(curve, seat, 1)
	if err != nil || len(turnings) == 0 || turnings[0].Better == nil || strings.HasPrefix(turnings[0].Made.Word, "!") {
		return nil, err
	}
	g := turnings[0]
	return &finding{
		&cases.Case{Seat: seat, Turn: g.Turn, Not: []string{g.Made.Word}, Game: rep},
		fmt.Sprintf(" leaves %s ±%s, %s %s ±%s", text.Percent(g.Made.Mean), text.Percent(1.96*g.Made.Err), g.Better.Word, text.Percent(g.Better.Mean), text.Percent(1.96*g.Better.Err)),
	}, nil
}
