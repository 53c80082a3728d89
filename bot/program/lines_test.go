package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/sandbox"
	"agon/game"
)

// TestLines plays programs with every kind of behaviour, read by the caller and by a goroutine.
func TestLines(t *testing.T) {
	const echo = "while read n x; do echo $n; done"
	for _, tt := range []struct {
		name  string
		bot   func(t testing.TB) bot.Command
		pad   int
		limit time.Duration
		want  string
		note  string // part of the first note
		log   string // part of the log
	}{
		{"a line for each prompt", sh(echo), 0, long, "ok ok ok ok", "", ""},
		{"a prompt larger than a pipe", py(`while 1: print(input().split()[0])`), 300_000, long, "ok ok ok ok", "", ""},
		{"lines that end with CR LF", sh(`while read n x; do printf '%s\r\n' $n; done`), 0, long, "ok ok ok ok", "", ""},
		{"an answer in two parts", sh(`while read n x; do printf 0; sleep 0.02; printf '%s\n' $n; done`), 0, long, "ok ok ok ok", "", ""},
		{"a line of another word", sh(`while read n x; do echo up; done`), 0, long, "garbled garbled garbled garbled", "", ""},
		{"an empty line", sh(`while read n x; do echo; done`), 0, long, "garbled garbled garbled garbled", "", ""},
		{"NUL bytes", sh(`while read n x; do printf '%s\0\n' $n; done`), 0, long, "garbled garbled garbled garbled", "", ""},
		{"bytes that are no text", sh(`while read n x; do printf '\377\376\033[2J\n'; done`), 0, long, "garbled garbled garbled garbled",
			"", ""},

		{"a mark before the first answer", sh(`read n x; printf '\357\273\277%s\n' $n; ` + echo), 0, long, "ok ok ok ok", "", ""},
		{"a mark before it is asked", sh(`printf '\357\273\277'; ` + echo), 0, long, "ok ok ok ok", "", ""},
		{"a mark before each answer", sh(`while read n x; do printf '\357\273\277%s\n' $n; done`), 0, long, "ok garbled garbled garbled",
			"", ""},
		{"answers in UTF-16 with a mark", sh(`printf '\377\376'; while read n x; do printf '%s\0\n\0' $n; done`), 0, long,
			"garbled garbled garbled garbled", "; its output is in UTF-16: write UTF-8", "its output is in UTF-16"},
		{"answers in UTF-16", sh(`while read n x; do printf '%s\0\n\0' $n; done`), 0, long, "garbled garbled garbled garbled",
			"; its output is in UTF-16: write UTF-8", "its output is in UTF-16"},

		{"two lines at once: the first counts", sh(`while read n x; do printf '%s\n77\n' $n; done`), 0, long, "ok ok ok ok", "", "77"},
		{"answers before it is asked", sh(`echo 3; echo 4; echo 5; sleep 0.1; ` + echo), 0, long, "ok ok ok ok", "", "3"},
		{"half an answer before it is asked", sh(`printf 99; sleep 0.1; ` + echo), 0, long, "ok ok ok ok", "", "99"},
		{"a second line while it is asked again", sh(`while read n x; do echo $n; sleep 0.1; echo $n; sleep 1; done`), 0, long,
			"ok ok ok ok", "", ""},
		{"standard error is the log's", sh(`while read n x; do echo "thinking of $n" >&2; echo $n; done`), 0, long, "ok ok ok ok", "",
			"thinking of 3"},
		{"a flood of standard error", py(`
import os
while 1:
    n = input().split()[0]
    os.write(2, b"e" * 300000)
    print(n)`), 0, long, "ok ok ok ok", "", "bytes are left out here"},

		{"silence", sh("exec sleep 1000"), 0, short, "late gone gone gone", "no answer within 300ms", ""},
		{"silence from the third move on", sh("read n x; echo $n; read n x; echo $n; exec sleep 1000"), 0, medium, "ok ok late gone",
			"no answer", ""},
		{"a line without an end", sh("read n x; printf 1; exec sleep 1000"), 0, short, "late gone gone gone", `without a line end`, ""},
		{"a byte now and then", sh("read n x; while :; do printf 1; sleep 0.05; done"), 0, short, "late gone gone gone",
			`without a line end`, ""},
		{"answers without reading", sh("while :; do echo 1; sleep 0.05; done"), 0, short, "late gone gone gone",
			"before it read the prompt", ""},
		{"ignores signals", sh("trap '' TERM INT HUP; while :; do sleep 0.05; done"), 0, short, "late gone gone gone", "was killed", ""},
		{"never reads a prompt larger than a pipe", sh("exec sleep 1000"), 300_000, short, "late gone gone gone", "no answer", ""},
		{"reads a prompt slowly and never to its end", py("import os, time\nwhile 1: os.read(0, 100); time.sleep(.01)"), 300_000, short,
			"late gone gone gone", "no answer", ""},
		{"closes its input and sleeps", sh("exec 0<&-; exec sleep 1000"), 300_000, short, "late gone gone gone", "no answer", ""},
		{"leaves a child that holds its pipes", sh("sleep 1000 & exit 0"), 0, short, "late gone gone gone", "no answer", ""},

		{"ends at once", sh("exit 3"), 0, long, "crashed gone gone gone", "ended with code 3", ""},
		{"ends before its first answer", sh("read n x; exit 0"), 0, long, "crashed gone gone gone",
			"ended with code 0 before its first answer: agon took one of them", ""},
		{"ends after an answer", sh("read n x; echo $n"), 0, long, "ok crashed gone gone", "ended with code 0", ""},
		{"ends within a line", sh("read n x; printf $n"), 0, long, "crashed gone gone gone", `the beginning of a line, "1"`, ""},
		{"ends by a signal, with last words", sh("echo help >&2; kill -SEGV $$"), 0, long, "crashed gone gone gone",
			"by signal: segmentation fault", "help"},
		{"closes its output", sh("exec 1>&-; exec sleep 1000"), 0, long, "crashed gone gone gone", "closed its standard output", ""},
		{"ends while a large prompt is written", sh("exit 1"), 300_000, long, "crashed gone gone gone", "code 1", ""},

		{"a flood of lines", sh("exec yes 1"), 0, long, "output gone gone gone", "bytes for one move", ""},
		{"a flood without a line's end", sh("exec cat /dev/zero"), 0, long, "output gone gone gone", "without a line end", ""},
		{"a flood behind an answer", sh("read n x; echo $n; exec yes 2"), 0, long, "ok output gone gone", "bytes for one move", ""},
	} {
		for _, launch := range []game.Launch{{Form: game.Lines, PerGame: true}, {Form: game.Lines, PerGame: true, Together: true}} {
			t.Run(tt.name+map[bool]string{true: ", side by side"}[launch.Together], func(t *testing.T) {
				t.Parallel()
				k := counting(launch, game.Clock{})
				c := config(tt.bot(t), launch)
				c.Taken = "agon took one of them"
				p := program.NewLines(c)
				closing(t, p)
				got, notes := play(t, k, p, map[string]any{"pad": tt.pad}, tt.limit)
				if got != tt.want {
					t.Errorf("its moves were %s, want %s; notes %q", got, tt.want, notes)
				}
				if tt.note != "" && (len(notes) == 0 || !strings.Contains(notes[0], tt.note)) {
					t.Errorf("notes %q do not speak of %q", notes, tt.note)
				}
				p.Close()
				if log := string(c.Log.Text()); !strings.Contains(log, tt.log) {
					t.Errorf("the log does not hold %q: %.300q", tt.log, log)
				}
			})
		}
	}
}

func sh(script string) func(testing.TB) bot.Command {
	return func(testing.TB) bot.Command { return shell(script) }
}

func py(source string) func(testing.TB) bot.Command {
	return func(t testing.TB) bot.Command { return python(t, source) }
}

// A program runs for one game or for all of them, and what it printed last in one game is not read in the next.
func TestLinesFromGameToGame(t *testing.T) {
	const counts = `n=0; while read turn x; do n=$((n+1)); echo "asked $n times" >&2; printf '%s\nlate\n' $turn; done`
	for _, tt := range []struct {
		name    string
		perGame bool
		asked   string
	}{{"a process for each game", true, "asked 4 times"}, {"a process for all games", false, "asked 8 times"}} {
		t.Run(tt.name, func(t *testing.T) {
			launch := game.Launch{Form: game.Lines, PerGame: tt.perGame}
			k, c := counting(launch, game.Clock{}), config(shell(counts), launch)
			p := program.NewLines(c)
			closing(t, p)
			for range 2 {
				if got, notes := play(t, k, p, nil, long); got != "ok ok ok ok" {
					t.Errorf("its moves were %s: %q", got, notes)
				}
			}
			p.Close()
			log := string(c.Log.Text())
			if !strings.Contains(log, tt.asked) || tt.perGame && strings.Contains(log, "asked 5") {
				t.Errorf("the log is %q", log)
			}
		})
	}
}

// A program that is kept may end between games; it is restarted without a fault.
func TestLinesEndsBetweenGames(t *testing.T) {
	launch := game.Launch{Form: game.Lines}
	k := counting(launch, game.Clock{})
	p := program.NewLines(config(shell("for i in 1 2 3 4; do read n x; echo $n; done"), launch))
	closing(t, p)
	for range 3 {
		if got, notes := play(t, k, p, nil, long); got != "ok ok ok ok" {
			t.Errorf("its moves were %s: %q", got, notes)
		}
	}
}

// A program that ends in every game is restarted for the next, however often: a crash forfeits no other game.
func TestLinesIsStartedAgain(t *testing.T) {
	launch := game.Launch{Form: game.Lines, PerGame: true}
	k, c := counting(launch, game.Clock{}), config(shell("echo started >&2; exit 1"), launch)
	p := program.NewLines(c)
	closing(t, p)
	for nth := range 6 {
		if got, _ := play(t, k, p, nil, long); got != "crashed gone gone gone" {
			t.Errorf("game %d: its moves were %s", nth, got)
		}
	}
	if n := strings.Count(string(c.Log.Text()), "started\n"); n != 6 {
		t.Errorf("it was started %d times", n)
	}
}

// A successful game between crashes keeps a program in play.
func TestLinesForgivesAfterAGoodGame(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "games")
	script := `echo x >> ` + mark + `; [ $(($(wc -l < ` + mark + `) % 3)) = 0 ] || exit 1; while read n x; do echo $n; done`
	launch := game.Launch{Form: game.Lines, PerGame: true}
	k := counting(launch, game.Clock{})
	p := program.NewLines(config(shell(script), launch))
	closing(t, p)
	for nth := range 9 {
		got, _ := play(t, k, p, nil, long)
		if good := got == "ok ok ok ok"; good != (nth%3 == 2) {
			t.Errorf("game %d: its moves were %s", nth, got)
		}
	}
}

// noLauncher is a host that can start nothing.
type noLauncher struct{ bot.Launcher }

func (noLauncher) Start(bot.Command) (*bot.Process, error) {
	return nil, errors.New("no more processes")
}

// A failed start is the bot's fault if its files cause it; otherwise the host is blamed and the game does not count.
func TestStart(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) bot.Command {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return bot.Command{Path: path, Dir: dir}
	}
	for _, tt := range []struct {
		name     string
		command  bot.Command
		launcher bot.Launcher
		want     string
		host     bool
	}{
		{"it may not be run", write("locked", "#!/bin/sh\n", 0o644), sandbox.Plain(), "unstarted unstarted unstarted unstarted", false},
		{"it is no program", write("noise", "\x00\x01\x02\x03", 0o755), sandbox.Plain(), "unstarted unstarted unstarted unstarted", false},
		{"its interpreter is not there", write("odd", "#!/no/such/python\n", 0o755), sandbox.Plain(),
			"unstarted unstarted unstarted unstarted", false},
		{"it has vanished", bot.Command{Path: filepath.Join(dir, "gone"), Dir: dir}, sandbox.Plain(), "lost", true},
		{"the host has no such interpreter", bot.Command{Path: "no-such-node", Dir: dir}, sandbox.Plain(), "lost", true},
		{"the host can start nothing", shell("cat"), noLauncher{sandbox.Plain()}, "lost", true},
	} {
		for form, make := range map[game.Form]func(program.Config) bot.Player{
			game.Lines: func(c program.Config) bot.Player { return program.NewLines(c) },
			game.Fresh: func(c program.Config) bot.Player { return program.NewFresh(c) },
		} {
			t.Run(tt.name, func(t *testing.T) {
				launch := game.Launch{Form: form, PerGame: true}
				c := config(tt.command, launch)
				c.Launcher = tt.launcher
				p := make(c)
				closing(t, p)
				got, notes := play(t, counting(launch, game.Clock{}), p, nil, long)
				if got != tt.want || (p.Traits().HostError() != nil) != tt.host {
					t.Errorf("its moves were %s %q, the host lacks: %v", got, notes, p.Traits().HostError())
				}
			})
		}
	}
}

// Each lane has a program of its own, and lanes are asked in turn.
func TestLinesInLanes(t *testing.T) {
	launch := game.Launch{Form: game.Lines, PerGame: true}
	k := counting(launch, game.Clock{})
	p := program.NewLines(config(shell(`[ $(($$ % 2)) = 2 ]; while read n x; do [ "$n" = 3 ] && [ -n "$x" ] && exit 1; echo $n; done`),
		launch))
	closing(t, p)
	tables := []*game.Table{deal(t, k, nil), deal(t, k, map[string]any{"pad": 1}), deal(t, k, nil)}
	for lane, table := range tables {
		p.Sit(lane, table, 0)
	}
	var got [3][]string
	for range 4 {
		var calls []*bot.Call
		for lane, table := range tables {
			calls = append(calls, &bot.Call{Lane: lane, Table: table, Limit: long})
		}
		p.Ask(calls)
		p.Answer(calls)
		for lane, c := range calls {
			got[lane] = append(got[lane], c.Table.Take(0, &c.Reply).String())
			c.Table.Step()
		}
	}
	for lane, want := range []string{"   ", "  crashed gone", "   "} {
		if all := strings.Join(got[lane], " "); all != want {
			t.Errorf("lane %d: %q, want %q", lane, all, want)
		}
		p.Leave(lane)
	}
	if why, dead := p.Dead(); dead {
		t.Errorf("after its games it is dead: %s", why)
	}
}
