package program_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/sandbox"
	"agon/game"
)

// These tests play a counting game: each turn every seat receives the turn number and must answer it. So the answer to another turn is
// illegal and is recognised.

type countState struct {
	Turn, Seats, Rounds int32
	Right               [4]int32
}

type countRules struct{ rounds int }

func (r *countRules) Deal(s *countState, seats int, _ *game.Dice) error {
	*s = countState{Seats: int32(seats), Rounds: int32(r.rounds)}
	return nil
}

func (r *countRules) Turn(s *countState) game.Seats {
	if s.Turn == s.Rounds {
		return game.Seats{}
	}
	return game.FirstSeats(int(s.Seats))
}

func (r *countRules) Check(s *countState, _ game.Seat, m int32) error {
	if m != s.Turn+1 {
		return fmt.Errorf("%d is no answer to turn %d", m, s.Turn+1)
	}
	return nil
}

func (r *countRules) Absent(*countState, game.Seat, game.Fault) int32 { return -1 }

func (r *countRules) Step(s *countState, moves []game.Move[int32], _ *game.Dice) {
	s.Turn++
	for i := range s.Seats {
		if moves[i].Value == s.Turn {
			s.Right[i]++
		}
	}
}

func (r *countRules) Outcome(s *countState, seat game.Seat) game.Outcome {
	return game.Outcome{Place: int(seat) + 1, Score: float64(s.Right[seat])}
}

// countWire sends the number in every form: as a line, an argument, a variable and a file.
type countWire struct{ pad, lines int }

func (w *countWire) Common(p *game.Prompt, s *countState) {
	p.Stdin = strconv.AppendInt(p.Stdin, int64(s.Turn+1), 10)
	file := p.File("in/turn.txt")
	*file = strconv.AppendInt(*file, int64(s.Turn+1), 10)
}

func (w *countWire) Ask(p *game.Prompt, s *countState, seat game.Seat) {
	p.Stdin = append(p.Stdin, ' ')
	for range w.pad {
		p.Stdin = append(p.Stdin, 'x')
	}
	p.Stdin = append(p.Stdin, '\n')
	for range w.lines {
		p.Stdin = append(p.Stdin, "0 0 0\n"...)
	}
	p.Args = append(p.Args, strconv.Itoa(int(s.Turn+1)), "{dir}")
	p.Env = append(p.Env, fmt.Sprint("SEAT=", seat))
}

func (w *countWire) Read(_ *countState, _ game.Seat, r *game.Reply) (int32, error) {
	if r.Exit != 0 {
		r.Fault = game.Crashed
		return 0, fmt.Errorf("exit code %d", r.Exit)
	}
	if text := r.File("move.txt"); text != nil {
		return w.parse(string(text))
	}
	return w.parse(string(r.Out))
}

func (w *countWire) parse(text string) (int32, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return int32(n), err
}

func (w *countWire) Format(m int32) string            { return strconv.Itoa(int(m)) }
func (w *countWire) Parse(text string) (int32, error) { return w.parse(text) }
func countView(f *game.Frame, s *countState, _ game.Seat) {
	f.Int("number", int(s.Turn+1))
	f.Grid("grid", 3, 2, func(x, y int) int {
		if y == 0 && x < int(s.Turn) {
			return 1
		}
		return 0
	})
	f.Texts("names", 2, func(i int) string { return []string{"a", "<b>"}[i] })
}

func counting(launch game.Launch, clock game.Clock) *game.Kind {
	return game.New(game.Spec[countState, int32]{
		Name: "count", Title: "Counting", Version: "1", MinSeats: 1, MaxSeats: 4, UsualSeats: 1,
		Options: []game.Option{{Name: "rounds", Default: 4}, {Name: "pad", Default: 0}, {Name: "lines", Default: 0}},
		Rules: func(o game.Settings) (game.Rules[countState, int32], error) {
			return &countRules{o.Int("rounds")}, nil
		},
		Wire:   func(o game.Settings) game.Wire[countState, int32] { return &countWire{o.Int("pad"), o.Int("lines")} },
		Clock:  func(game.Settings) game.Clock { return clock },
		Round:  func(s *countState) int { return int(s.Turn) },
		View:   countView,
		Hash:   func(h *game.Hash, s *countState) { h.Int(int(s.Turn)) },
		Scale:  func(o game.Settings, _ int) (string, int) { return "right", o.Int("rounds") },
		Launch: launch,
	})
}

// long is a limit that no working program of these tests reaches.
const long = 30 * time.Second

// short is a limit for programs that never answer, and medium one for those that answer at first.
const (
	short  = 300 * time.Millisecond
	medium = 3 * time.Second
)

// play plays a game in one seat and returns the fault of each move, and the notes.
func play(t *testing.T, k *game.Kind, p bot.Player, chosen map[string]any, limit time.Duration) (faults string, notes []string) {
	t.Helper()
	table := deal(t, k, chosen)
	p.Sit(0, table, 0)
	defer p.Leave(0)
	var words []string
	for !table.Over() {
		c := &bot.Call{Table: table, Limit: limit}
		ask(p, c)
		word := c.Reply.Fault.String()
		switch {
		case c.Lost:
			return strings.Join(append(words, "lost"), " "), notes
		case word == "":
			word = "ok"
		default:
			notes = append(notes, c.Reply.Note)
		}
		words = append(words, word)
		table.Step()
	}
	return strings.Join(words, " "), notes
}

func ask(p bot.Player, c *bot.Call) {
	calls := []*bot.Call{c}
	p.Ask(calls)
	p.Answer(calls)
	if !c.Lost {
		c.Put()
	}
}

func deal(t testing.TB, k *game.Kind, chosen map[string]any) *game.Table {
	t.Helper()
	settings, err := k.Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, k.MinSeats); err != nil {
		t.Fatal(err)
	}
	return table
}

// shell returns a command that runs a shell script.
func shell(script string) bot.Command {
	return bot.Command{Path: "/bin/sh", Args: []string{"-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")}, Dir: "/"}
}

// python returns a command that runs Python source, or skips the test without Python.
func python(t testing.TB, source string) bot.Command {
	t.Helper()
	path := "/usr/bin/python3"
	if _, err := os.Stat(path); err != nil {
		if path, err = exec.LookPath("python3"); err != nil {
			t.Skip("there is no python3")
		}
	}
	return bot.Command{Path: path, Args: []string{"-u", "-S", "-c", source}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/"}
}

// compiled returns a command of a compiled C program.
func compiled(t testing.TB, source string) bot.Command {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "bot.c"), filepath.Join(dir, "bot")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	build(t, "gcc", "-O2", "-o", program, file)
	return bot.Command{Path: program, Dir: dir}
}

func build(t testing.TB, compiler string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skipf("there is no %s", compiler)
	}
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compiler, err, out)
	}
}

func config(c bot.Command, launch game.Launch) program.Config {
	return program.Config{Command: c, Launcher: sandbox.Plain(), Launch: launch, Log: bot.NewLog(0)}
}

func closing(t testing.TB, p bot.Player) {
	t.Helper()
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

// The environment of the tests has a variable that no program may see.
func init() { os.Setenv("OF_THE_HOST", "1") }
