package gamefolder_test

import (
	"strings"
	"testing"

	"agon/game"
	"agon/games/folder"
	"agon/games/folder/engine"
	"agon/record/replay"
)

// drawing draws in every function, by generators of its own too, and asks the system.
const drawing = `
import os
import random

SHARED = random.Random()
SEEDED = random.Random(5)
ORDER = random.sample(range(9), 9)


class Drawing:
    def __init__(self):
        self.own = random.Random()

    def deal(self, seats, dice):
        return {"list": ORDER + [random.randrange(1000) for _ in range(3)], "turn": 0, "kept": random.Random(), "calls": self.draws()}

    def draws(self):
        import random as again
        from random import randrange
        return [SHARED.randrange(999), SEEDED.randrange(999), self.own.randrange(999), int.from_bytes(os.urandom(2), "big"),
                random.SystemRandom().randrange(999), again.randrange(999), randrange(999), random.Random().randrange(999)]

    def turn(self, state):
        return random.sample([0, 1], 2) if state["turn"] < 9 else None

    def moves(self, state, seat):
        moves = [str(n) for n in range(20)]
        random.shuffle(moves)
        return moves

    def step(self, state, moves, dice):
        state["list"].append(random.random() > 0.5)
        state["list"] += [state["kept"].randrange(999), dice.below(9)] + self.draws()
        state["turn"] += 1

    def outcome(self, state):
        return [random.randrange(9) for _ in range(2)]

    def observe(self, state, seat):
        return {"list": state["list"], "drawn": self.draws()}
`

// record plays a game by lot and returns what is recorded of it.
func record(t *testing.T, f *gamefolder.Folder, seed int64) *game.Record {
	t.Helper()
	table, err := play(t, f, seed, "random", "greedy")
	if err != nil {
		t.Fatal(err)
	}
	return table.Record().Clone()
}

// Rules may draw from random in every function: equal seeds and moves give equal games, whatever was played before, in every process.
func TestRulesDrawFromRandom(t *testing.T) {
	t.Parallel()
	const drawn = "name = \"drawing\"\nseats = \"2\"\nversion = \"1\"\nsimultaneous = true\n"
	f := open(t, drawn, drawing)
	first, other := record(t, f, 1), record(t, f, 2)
	if first.Digest == other.Digest {
		t.Error("games of two seeds are equal")
	}
	if again := record(t, f, 1); again.Digest != first.Digest {
		t.Errorf("the digest of the same game is %x after other games, and was %x", again.Digest, first.Digest)
	}
	fresh, err := gamefolder.Open(f.Dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	record(t, fresh, 3)
	for _, rec := range []*game.Record{other, first} {
		r, err := fresh.Kind.Rerun(rec)
		if err == nil {
			err = r.Finish()
		}
		if err != nil {
			t.Errorf("played again by another process: %v", err)
		}
	}
}

// said is what bots have answered: lines that the rules judge one by one.
const said = `
class Said:
    def deal(self, seats, dice):
        return {"said": [], "lines": 3}
    def turn(self, state):
        return len(state["said"]) % 2 if len(state["said"]) < 4 else None
    def check(self, state, seat, move):
        return "nothing" if move == "nothing" else None
    def absent(self, state, seat, why):
        return "absent\nfor\t" + why
    def step(self, state, moves, dice):
        state["said"].append(moves[len(state["said"]) % 2])
    def outcome(self, state):
        return [0, 0]
    def observe(self, state, seat):
        return {"said": [ascii(move) if len(move) < 99 else str(len(move)) for move in state["said"]], "lines": state["lines"]}
`

// Moves have several lines, tabs and up to 64 KiB: they reach the rules, the replay and the rules again as they were.
func TestMovesOfSeveralLines(t *testing.T) {
	t.Parallel()
	f := open(t, "name = \"said\"\nseats = \"2\"\nversion = \"1\"\n[lines]\nturn = [\"{lines}\"]\nanswer = \"{lines}\"\n", said)
	s, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	var p game.Prompt
	if table.Ask(&p, 0); p.Lines != 3 {
		t.Errorf("an answer has %d lines, want 3", p.Lines)
	}
	take := func(seat game.Seat, text string, want game.Fault) {
		t.Helper()
		r := game.Reply{Out: []byte(text)}
		if why := table.Take(seat, &r); why != want || len(r.Note) > 1000 {
			t.Errorf("an answer of %d bytes is %v, want %v: %s", len(text), why, want, r.Note)
		}
		if want == game.NoFault {
			table.Step()
		}
	}
	take(0, strings.Repeat("x", 64<<10+1), game.Garbled)
	take(0, "a\xff", game.Garbled)
	take(0, "a\x1eb", game.Garbled)
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	take(0, " 1 a\r\n\"2\"\tb\n\\3 \n", game.NoFault)
	take(1, strings.Repeat("ä\n", 64<<10/3)+"x", game.NoFault)
	r := game.Reply{}
	if why := table.Play(0, `"one\n\"two"`, &r); why != game.NoFault { // as a program with the agon protocol answers
		t.Errorf("a move in JSON is %v: %s", why, r.Note)
	}
	table.Step()
	r = game.Reply{Fault: game.Late}
	table.Take(1, &r)
	table.Step()
	var frame game.Frame
	table.View(&frame, game.Audience)
	if got, want := strings.Join(frame.Words("said"), " "), `'1 a\n"2"\tb\n\\3' 43691 'one\n"two' 'absent\nfor\tlate'`; got != want {
		t.Errorf("the rules got %s, want %s", got, want)
	}
	for _, word := range table.Record().Words {
		if strings.Contains(word, "\n") {
			t.Errorf("a move is written in several lines: %.80q", word)
		}
	}
	decoded, err := replay.Decode(replay.Encode(&replay.Replay{Record: table.Record().Clone(), Seats: make([]replay.Seat, 2)}, false))
	if err != nil {
		t.Fatal(err)
	}
	rerun, err := f.Kind.Rerun(decoded.Record)
	if err == nil {
		err = rerun.Finish()
	}
	if err != nil {
		rerun.Table.View(&frame, game.Audience)
		t.Errorf("%v: %s", err, strings.Join(frame.Words("said"), " "))
	}
}

// What is written of a move can be read again, whatever the move looks like.
func TestMovesAsOneLine(t *testing.T) {
	t.Parallel()
	f := open(t, toml, counting)
	s, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	wire := engine.Position{Seats: 1}
	wire.Owes.Add(0)
	wire.Moves = [][]string{{"a\nb\tc", "d"}}
	var read engine.Position
	read.Seats = 1
	if err := read.Read(wire.Text(), 0); err != nil || len(read.Moves[0]) != 2 || read.Moves[0][0] != "a\nb\tc" {
		t.Errorf("%q, %v", read.Moves, err)
	}
	table, err := f.Kind.Table(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	seat, _ := game.Seat(0), table
	r := game.Reply{}
	if why := table.Play(seat, "4\n5", &r); why != game.Illegal || !strings.Contains(r.Note, `"4\n5" cannot be played here`) {
		t.Errorf("%v: %q", why, r.Note)
	}
}

// Mistakes in how many lines a move has are named.
func TestLinesOfAnAnswer(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"0", "20000", `"3"`, `"{lines*}"`, `"{lines} {lines}"`, "true"} {
		_, err := gamefolder.Open(write(t, toml+"[lines]\nturn = [\"x\"]\nanswer = "+answer+"\n", counting), here(t))
		if err == nil || !strings.Contains(err.Error(), "answer is how many lines a move has") {
			t.Errorf("answer = %s: %v", answer, err)
		}
	}
	f := open(t, toml+"[lines]\nturn = [\"x\"]\nanswer = \"{out}\"\n", counting)
	s, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	table.Ask(&game.Prompt{}, 0)
	if err := table.Failed(); err == nil || !strings.Contains(err.Error(), `answer = "{out}" in [lines] is "" here`) {
		t.Error(err)
	}
}
