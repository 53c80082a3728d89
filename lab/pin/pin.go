// Package pin keeps moments of recorded games as cases: one that is named, or the faults and the blunders of a bot in the games of a
// contest. Package cases has what a case is, and what a bot must do in it.
package pin

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agon/game"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/wholefile"
	"agon/lab/cases"
	"agon/lab/chances"
	"agon/record/replay"
)

// A Setup describes which moments are kept, and where.
type Setup struct {
	Kinds      func(name string) (*game.Kind, error)
	Seat, Turn int
	Not, Must  []string
	Survive    int
	NoFault    bool
	Name       string // of the case; empty: of the game, the seat and the turn
	Out        string // folder for cases, or a FILE.toml for one
	Faults     string // bot whose first fault in each game is kept; empty: none
	Blunders   string // bot whose worst move is kept in each game that it did not win; empty: none
	Most       int    // cases of faults, and of blunders

	faults, blunders int
}

// A Pin is a case that was written.
type Pin struct {
	*cases.Case
	File     string
	Recorded string           // the answer in the game
	Cost     *chances.Turning // of a blunder
}

// Game keeps the moment of a game that the setup names. name and number are those of the game.
func (s *Setup) Game(rep *replay.Replay, name string, number int64) (*Pin, error) {
	if s.Seat < 0 {
		return nil, fmt.Errorf("name the bot's seat, from 0 to %d: --seat", rep.Record.Seats-1)
	}
	word, err := s.turnWord(rep)
	if err != nil {
		return nil, err
	}
	if len(s.Not)+len(s.Must)+s.Survive == 0 && !s.NoFault {
		return nil, fmt.Errorf("say what the bot must do in %s %d: --not MOVES, --must MOVES, --survive TURNS or --no-fault", word, s.Turn)
	}
	p := &Pin{Case: &cases.Case{
		Name: s.Name, Seat: game.Seat(s.Seat), Turn: s.Turn, Not: s.Not, Must: s.Must, Survive: s.Survive, NoFault: s.NoFault, Game: rep,
	}}
	if p.Name == "" {
		p.Name = title(name, number, p.Case, word)
	}
	return p, s.write(p)
}

// Bot returns the bot whose mistakes are sought.
func (s *Setup) Bot() (string, error) {
	if filepath.Ext(s.Out) == ".toml" {
		return "", errors.New("--faults and --blunders write several cases: --out names their folder")
	}
	if s.Faults != "" && s.Blunders != "" && s.Faults != s.Blunders {
		return "", fmt.Errorf("--faults %s --blunders %s: name one bot, or call the command once for each", s.Faults, s.Blunders)
	}
	return cmp.Or(s.Faults, s.Blunders), nil
}

// Mistakes keeps the mistakes of a bot in one game of a contest. It returns in how many seats the bot played.
func (s *Setup) Mistakes(bot, name string, number int64, rep *replay.Replay, found func(*Pin)) (played int, err error) {
	word, err := s.turnWord(rep)
	if err != nil {
		return 0, err
	}
	for seat, of := range rep.Seats {
		if of.Name != bot {
			continue
		}
		played++
		list, err := s.findings(rep, game.Seat(seat))
		if err != nil {
			return played, fmt.Errorf("game %d: %w", number, err)
		}
		for _, p := range list {
			p.Name = title(name, number, p.Case, word)
			if err := s.write(p); err != nil {
				return played, err
			}
			found(p)
		}
	}
	return played, nil
}

// Kept returns the number of mistakes that were kept.
func (s *Setup) Kept() int { return s.faults + s.blunders }

// turnWord returns what the rules of a game call its turns.
func (s *Setup) turnWord(rep *replay.Replay) (string, error) {
	kind, err := s.Kinds(rep.Record.Kind)
	if err != nil {
		return "", err
	}
	return kind.TurnWord(rep.Record.Turns, rep.Record.Rounds), nil
}

// title names a case by its game, seat and turn.
func title(name string, game int64, c *cases.Case, word string) string {
	base := filepath.Base(filepath.Clean(name))
	base = base[:len(base)-len(filepath.Ext(base))]
	if game > 0 {
		base += fmt.Sprintf(" game %d", game)
	}
	return fmt.Sprintf("%s seat %d %s %d", base, c.Seat, word, c.Turn)
}

// write checks a case, and writes its file.
func (s *Setup) write(f *Pin) error {
	c := f.Case
	kind, err := s.Kinds(c.Game.Record.Kind)
	if err != nil {
		return err
	}
	c.Kind = kind.Name
	if key, err := c.Check(kind); err != nil {
		return fmt.Errorf("--%s: %w", strings.ReplaceAll(key, "_", "-"), err)
	}
	file := s.Out
	if filepath.Ext(file) != ".toml" {
		file = filepath.Join(file, clean.FileName(c.Name)+".toml")
	}
	data, err := c.Append(nil, kind.Timed)
	if err == nil {
		if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
			err = wholefile.WriteBytes(file, data)
		}
	}
	if err != nil {
		return cause.Host(fmt.Errorf("write the case: %w", err))
	}
	f.File, f.Recorded = file, c.Recorded()
	return nil
}

// findings returns what is sought of a seat in a game, and counts it.
func (s *Setup) findings(rep *replay.Replay, seat game.Seat) (list []*Pin, err error) {
	if fault := faultCase(rep, seat); s.Faults != "" && fault != nil && s.faults < s.Most {
		s.faults++
		list = append(list, &Pin{Case: fault})
	}
	if s.Blunders == "" || s.blunders >= s.Most {
		return list, nil
	}
	blunder, err := s.blunderCase(rep, seat)
	if err == nil && blunder != nil {
		s.blunders++
		list = append(list, blunder)
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
func (s *Setup) blunderCase(rep *replay.Replay, seat game.Seat) (*Pin, error) {
	kind, err := s.Kinds(rep.Record.Kind)
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
	return &Pin{Case: &cases.Case{Seat: seat, Turn: g.Turn, Not: []string{g.Made.Word}, Game: rep}, Cost: &g}, nil
}
