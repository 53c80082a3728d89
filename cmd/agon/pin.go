package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"agon/cases"
	"agon/game"
	"agon/games/all"
	"agon/internal/wholefile"
	"agon/replay"
	"agon/report"
)

// pinning are the flags of agon pin.
type pinning struct {
	replaying
	seat, turn int
	not, must  []string
	survive    int
	noFault    bool
	name, out  string
	faults     string
	most       int
}

func newPin(w *world) *cobra.Command {
	p := &pinning{}
	cmd := &cobra.Command{
		Use:   "pin GAME --seat S --turn T | CONTEST --faults BOT",
		Short: "keep a bot's mistake as a test of its next version",
		Long: `Pin writes a moment of a recorded game into a file of its own: the game, the seat, the turn, and what the bot in that seat must do there. agon test runs
such files.

GAME is a file, or a contest with --game N. With --faults it writes a case for the first fault of a bot in each game of a contest.`,
		Example: `  agon pin game.agon --seat 1 --turn 80 --not UP
  agon pin contest --game 12 --seat 0 --turn 33 --survive 20 --name "the narrow corridor"
  agon pin contest --faults mybot
  agon test tron ./mybot cases`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.faults != "" {
				return p.pinFaults(w, args[0])
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
	f.IntVar(&p.most, "most", 20, "most cases of --faults")
	return cmd
}

func (p *pinning) pin(w *world, name string) error {
	rep, err := p.open(name)
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
	kind, err := all.Find(c.Game.Record.Kind)
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
	text, err := c.Append(nil, kind.Timed)
	if err == nil {
		if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
			err = wholefile.WriteBytes(file, text)
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

// pinFaults writes a case for the first fault of a bot in each game of a contest.
func (p *pinning) pinFaults(w *world, dir string) error {
	if filepath.Ext(p.out) == ".toml" {
		return errors.New("--faults writes several cases: --out names their folder")
	}
	s, err := openShelf(dir)
	if err != nil {
		return err
	}
	written, played := 0, 0
	for _, id := range s.Games() {
		data, err := s.Get(id)
		if err != nil {
			return fmt.Errorf("game %d: %w", id+1, err)
		}
		rep, err := replay.Decode(data)
		if err != nil {
			return fmt.Errorf("game %d: %w", id+1, err)
		}
		for seat, of := range rep.Seats {
			if of.Name != p.faults {
				continue
			}
			played++
			c := faultCase(rep, game.Seat(seat))
			if c == nil || written == p.most {
				continue
			}
			p.game = id + 1
			c.Name = p.title(dir, c)
			file, recorded, err := p.write(c)
			if err != nil {
				return err
			}
			written++
			fmt.Fprintf(w.out, "%s: %s in turn %d\n", file, recorded, c.Turn)
		}
	}
	if played == 0 {
		return fmt.Errorf("%s has no game of a bot %q", dir, p.faults)
	}
	_, err = fmt.Fprintf(w.out, "%s of %s\n", report.Counted(written, "case"), report.Counted(played, "game"))
	return host(err)
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
