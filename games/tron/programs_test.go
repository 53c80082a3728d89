package tron

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"

	"agon/game"
	"agon/internal/tier"
)

// A program is a bot of this folder in its own language.
type program struct {
	file  string
	build []string // {src} and {dir} stand for the file and for a scratch folder; none for interpreted languages
	run   []string
}

var starterPrograms = []program{
	{"starters/python/bot.py", nil, []string{"python3", "{src}"}},
	{"starters/javascript/bot.js", nil, []string{"node", "-r", "./testdata/readline.js", "{src}"}},
	{"starters/go/bot.go", []string{"go", "build", "-o", "{dir}/bot", "{src}"}, []string{"{dir}/bot"}},
	{"starters/cpp/bot.cpp", []string{"g++", "-o", "{dir}/bot", "{src}"}, []string{"{dir}/bot"}},
	{"starters/java/Player.java", []string{"javac", "-d", "{dir}", "{src}"}, []string{"java", "-cp", "{dir}", "Player"}},
	{"starters/rust/bot.rs", []string{"rustc", "-o", "{dir}/bot", "{src}"}, []string{"{dir}/bot"}},
}

// TestStarters lets every starter play three games over real pipes against two random walkers, and compares each of its steps with its
// documented rule: the last free one of UP, DOWN, LEFT and RIGHT. It must also notice freed trails.
func TestStarters(t *testing.T) {
	lastFree := func(s *State, seat game.Seat, _ *game.Reply) Move {
		choice := Up
		for m := Up; m <= Right; m++ {
			if _, _, free := s.step(seat, m); free {
				choice = m
			}
		}
		return choice
	}
	for _, p := range starterPrograms {
		t.Run(p.file, func(t *testing.T) {
			if !strings.HasSuffix(p.file, ".py") {
				tier.Long(t)
			}
			p.make(t)
			for seed := range int64(3) {
				versus(t, p, seed, 3, lastFree)
			}
		})
	}
}

// TestExample compares the Python example with the built-in bot that compares in the article's order.
func TestExample(t *testing.T) {
	params, err := game.NewSettings(voronoiParams, map[string]any{"order": "article"})
	if err != nil {
		t.Fatal(err)
	}
	p := program{"bots/voronoi.py", nil, []string{"python3", "{src}"}}
	p.make(t)
	for seats := 2; seats <= maxSeats; seats++ {
		versus(t, p, 5, seats, newVoronoi(params, nil))
	}
}

// make compiles a program, and skips the test if the machine lacks the language.
func (p *program) make(t *testing.T) {
	t.Helper()
	fill := strings.NewReplacer("{src}", p.file, "{dir}", t.TempDir())
	for _, command := range []*[]string{&p.build, &p.run} {
		*command = strings.Fields(fill.Replace(strings.Join(*command, " ")))
		if len(*command) == 0 || strings.Contains((*command)[0], "/") {
			continue
		}
		if _, err := exec.LookPath((*command)[0]); err != nil {
			t.Skip(err)
		}
	}
	if len(p.build) == 0 {
		return
	}
	if out, err := exec.Command(p.build[0], p.build[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// versus plays one game of a program in seat 1 against random walkers, and compares its every step with a built-in bot's.
func versus(t *testing.T, p program, seed int64, seats int, builtin game.BuiltinFunc[State, Move]) {
	t.Helper()
	command := exec.Command(p.run[0], p.run[1:]...)
	var complaints strings.Builder
	command.Stderr = &complaints
	in, out := pipes(t, command)
	defer command.Wait()
	defer in.Close()

	rules, asks := &Rules{Width: 30, Height: 20}, &wire{}
	dice := game.NewDice(seed, nil)
	var s State
	if err := rules.Deal(&s, seats, &dice); err != nil {
		t.Fatal(err)
	}
	others := newRandom(game.Settings{}, &dice)
	moves := make([]game.Move[Move], maxSeats)
	var prompt game.Prompt
	for s.Alive > 1 && s.Cause[1] == Alive {
		seat := game.Seat(s.Next)
		if seat != 1 {
			moves[seat].Value = others(&s, seat, nil)
			rules.Step(&s, moves, nil)
			continue
		}
		prompt.Reset()
		asks.Ask(&prompt, &s, seat)
		if _, err := in.Write(prompt.Stdin); err != nil {
			t.Fatal(err)
		}
		line, err := out.ReadBytes('\n')
		if err != nil {
			in.Close()
			command.Wait()
			t.Fatalf("seed %d, turn %d: %v after %q: %s", seed, s.Turns, err, line, complaints.String())
		}
		got, err := asks.Read(&s, seat, &game.Reply{Out: line})
		if want := builtin(&s, seat, &game.Reply{}); err != nil || got != want {
			t.Fatalf("seed %d, turn %d: %q, %v; want %s", seed, s.Turns, line, err, names[want])
		}
		moves[seat].Value = got
		rules.Step(&s, moves, nil)
	}
}

func pipes(t *testing.T, command *exec.Cmd) (io.WriteCloser, *bufio.Reader) {
	t.Helper()
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return in, bufio.NewReader(out)
}
