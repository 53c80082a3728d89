package program_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/game"
	"agon/games/colourbattle"
	"agon/play/referee"
)

// diary is a program that records what it receives (>) and sends (<), and moves by its table of answers.
const diary = `
import sys
diary = open(sys.argv[1], "a", 1)
def say(text):
    diary.write("< " + text + "\n")
    print(text)
moves = iter(sys.argv[2:])
for line in sys.stdin:
    diary.write("> " + line)
    if line.startswith('{"agon"'):
        say('{"name":"Diary","author":"us"}')
    elif not line.startswith('{"over"'):
        say(next(moves))
`

func writing(t testing.TB, moves ...string) (c bot.Command, book string) {
	c, book = python(t, diary), filepath.Join(t.TempDir(), "diary")
	c.Args = append(append(c.Args, book), moves...)
	return c, book
}

// The exchange in the protocol's documentation is a real one.
func TestProtocolPage(t *testing.T) {
	k := game.New(colourbattle.Spec)
	settings, err := k.Settings(map[string]any{"rounds": 2, "cells_per_bot": 4, "deal": `{"ids":[2,1],"start":[[0,1],[2,2]]}`})
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	c, book := writing(t, "RIGHT", "RIGHT")
	p := program.NewAgon(config(c, k.Launch))
	closing(t, p)
	p.Sit(0, table, 0)
	for !table.Over() {
		ask(p, &bot.Call{Table: table, Limit: long})
		table.Play(1, "LEFT", &game.Reply{})
		table.Step()
	}
	p.Leave(0)
	want := "```text\n" + written(t, book, 7) + "```\n"
	page, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), want) {
		t.Errorf("PROTOCOL.md does not hold this exchange:\n%s", want)
	}
}

// written waits until a diary has the given number of lines, and returns them.
func written(t *testing.T, book string, lines int) string {
	t.Helper()
	var text []byte
	for range 1000 {
		text, _ = os.ReadFile(book)
		if strings.Count(string(text), "\n") >= lines {
			return string(text)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the diary holds only %q", text)
	return ""
}

// TestAgon plays programs that speak the protocol well and badly.
func TestAgon(t *testing.T) {
	const read = `
import sys, json
turn = 0
for line in sys.stdin:
    told = json.loads(line)
    if "agon" in told: turn = 0`
	for _, tt := range []struct {
		name   string
		source string
		limit  time.Duration
		want   string // in each of two games
		note   string
	}{
		{"greets and moves", read + `; print('{"name":"x","author":"y"}')
    elif "over" not in told: print(told["number"])`, long, "ok ok ok ok", ""},
		{"need not greet", read + `
    elif "over" not in told: print(told["number"])`, long, "ok ok ok ok", ""},
		{"greets with less, and with CR LF", read + `; print('{"name":"x"}\r')
    elif "over" not in told: print("%d\r" % told["number"])`, long, "ok ok ok ok", ""},
		{"greets together with its first move", read + `
    elif "over" not in told:
        if told["turn"] == 0: print('{"author":"y"}')
        print(" %d " % told["number"])`, long, "ok ok ok ok", ""},
		{"greets late in its time, in pieces", `
import time` + read + `; sys.stdout.write('{"name":'); time.sleep(.05); print('"x"}')
    elif "over" not in told: print(told["number"])`, long, "ok ok ok ok", ""},
		{"greets twice: the second is an answer", read + `; print('{"name":"x"}')
    elif "over" not in told: print('{"name":"x"}')`, long, "garbled garbled garbled garbled", "invalid syntax"},
		{"an object that is no greeting", read + `
    elif "over" not in told: print('{"move":1}')`, long, "garbled garbled garbled garbled", "invalid syntax"},
		{"keeps the picture by what has changed", `
grid = []` + read + `
    elif "over" not in told:
        if told["turn"] == 0: grid = told["grid"]; assert told["names"] == ["a", "<b>"]
        else:
            assert "names" not in told
            for x, y, v in told.get("grid", []): grid[y][x] = v
        print(sum(map(sum, grid)) + 1)`, long, "ok ok ok ok", ""},
		{"a move that may not be played", read + `
    elif "over" not in told: print(99)`, long, "illegal illegal illegal illegal", "99 is no answer"},
		{"says nothing but its greeting", read + `; print('{"name":"x"}')`, short, "late gone gone gone", "no answer within 300ms"},
		{"ends when it is greeted", `import sys; input(); sys.exit(4)`, long, "crashed gone gone gone", "code 4"},
		{"a flood instead of a greeting", `
while 1: print('{"name":' + '1' * 100000)`, long, "output gone gone gone", "a line has at most"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := counting(game.Launch{Form: game.Lines}, game.Clock{})
			p := program.NewAgon(config(python(t, tt.source), k.Launch))
			closing(t, p)
			for range 2 {
				got, notes := play(t, k, p, nil, tt.limit)
				if got != tt.want {
					t.Errorf("its moves were %s, want %s; notes %q", got, tt.want, notes)
				}
				if tt.note != "" && (len(notes) == 0 || !strings.Contains(notes[0], tt.note)) {
					t.Errorf("notes %q do not speak of %q", notes, tt.note)
				}
			}
		})
	}
}

// An answer that is late but arrives before the bot is killed counts as late, and so does one that exceeds an enforced average. The bot
// keeps running.
func TestAgonLateButNotKilled(t *testing.T) {
	for _, tt := range []struct {
		name    string
		clock   game.Clock
		average time.Duration
		note    string
	}{
		{"the time of a move", game.Clock{First: long, Move: time.Microsecond, Kill: long}, 0, "the limit is 0.0 ms"},
		{"an enforced average", game.Clock{First: long, Move: long, Kill: long}, time.Nanosecond, "an average of 1ns"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := counting(game.Launch{Form: game.Lines}, tt.clock)
			c, _ := writing(t, "1", "2", "3", "4")
			p := program.NewAgon(config(c, k.Launch))
			closing(t, p)
			settings, err := k.Settings(nil)
			if err != nil {
				t.Fatal(err)
			}
			r := referee.Referee{Kind: k, Settings: settings, Players: []bot.Player{p}, Lanes: 1, Average: tt.average}
			games, late, over := 1, 0, 0
			err = r.Play(context.Background(), referee.Hooks{
				Next: func() (referee.Fixture, bool) { games--; return referee.Fixture{Seats: []int{0}}, games == 0 },
				Fault: func(_ referee.Fixture, _ *game.Table, c *bot.Call) {
					if c.Reply.Fault == game.Late && strings.Contains(c.Reply.Note, tt.note) {
						late++
					} else {
						t.Errorf("%v: %s", c.Reply.Fault, c.Reply.Note)
					}
				},
				Done: func(referee.Played) error { over++; return nil },
			})
			if err != nil || over != 1 || late < 3 {
				t.Errorf("%d games, %d late answers, %v", over, late, err)
			}
		})
	}
}

// Options that could reveal hidden information are not sent.
func TestHelloHasNoDeal(t *testing.T) {
	k := counting(game.Launch{Form: game.Lines}, game.Clock{})
	c, book := writing(t, "1")
	p := program.NewAgon(config(c, k.Launch))
	closing(t, p)
	play(t, k, p, map[string]any{"rounds": 1, "draws": "4 7"}, long)
	if prompt := written(t, book, 5); !strings.Contains(prompt, `"options":{"lines":0,"pad":0,"rounds":1},"clock":{}}`) {
		t.Errorf("it received %s", prompt)
	}
}

func TestIntroduce(t *testing.T) {
	k := counting(game.Launch{Form: game.Lines}, game.Clock{})
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	greeter, _ := writing(t)
	for _, tt := range []struct {
		name    string
		command bot.Command
		wait    time.Duration
		is, by  string
		fails   string
	}{
		{"who greets", greeter, long, "Diary", "us", ""},
		{"who does not", shell("exec sleep 1000"), short, "", "", ""},
		{"who ends as if all were well", shell("exit 0"), long, "", "", "ended with code 0 before its first answer: agon took one of them"},
		{"who ends at once", shell("exit 5"), long, "", "", "ended with code 5"},
	} {
		c := config(tt.command, k.Launch)
		c.Taken = "agon took one of them"
		name, author, err := c.Introduce(k, settings, tt.wait)
		if name != tt.is || author != tt.by || (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
			t.Errorf("%s: %q by %q, %v", tt.name, name, author, err)
		}
	}
}

// Close ends every process of the game, including those that a program has left running.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	script := "echo $$ > " + dir + "/a; sh -c 'echo $$ > " + dir +
		"/b; exec sleep 1000' & trap '' TERM; while read n x; do echo $n; done; sleep 1000"
	launch := game.Launch{Form: game.Lines, PerGame: true}
	p := program.NewLines(config(shell(script), launch))
	play(t, counting(launch, game.Clock{}), p, nil, long)
	p.Close()
	for _, name := range []string{"a", "b"} {
		pid, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(strings.TrimSpace(string(pid))) == 0 {
			continue // it was killed before it wrote
		}
		lives := func() bool {
			state, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat")
			return err == nil && !strings.Contains(string(state), ") Z ")
		}
		for tries := 0; lives(); tries++ { // its kill may take a moment
			if tries == 1000 {
				t.Errorf("process %s is still alive", name)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}
