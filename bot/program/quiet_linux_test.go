package program_test

import (
	"os/exec"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/program"
	"agon/game"
)

// TestALineBehindAnAnswer: whatever a program writes behind its answer is dropped and logged, and never taken as its next answer.
func TestALineBehindAnAnswer(t *testing.T) {
	const begin = "import os, sys, time, threading\nwhile 1:\n n = input().split()[0]\n print(n, flush=True)\n "
	for _, tt := range []struct{ name, source string }{
		{"a comment", begin + `print("debug: done", flush=True)`},
		{"the answer twice", begin + `print(n, flush=True)`},
		{"three lines", begin + `print("a", flush=True); print("b", flush=True)`},
		{"a comment without a line end", begin + `os.write(1, b"debug")`},
		{"late", begin + `time.sleep(int(n) % 4 * 1e-4); print("late", flush=True)`},
		{"from a thread that it waits for",
			begin + `a = threading.Thread(target=lambda: (time.sleep(1e-4), print("late", flush=True))); a.start(); a.join()`},
		{"from a child that it waits for", begin + `int(n) % 20 or os.system("echo late")`},
		{"after a child whose output it polls", begin + `import subprocess
 int(n) % 20 or subprocess.run("sleep .002; echo; echo >&2", shell=True, capture_output=True); print("late", flush=True)`},
		{"from a program that polls", `import os, select
while 1:
 select.select([0], [], [])
 n = os.read(0, 100).split()[0].decode()
 print(n, flush=True); print("late", flush=True)`},
		{"from an event loop", `import os, select
e = select.epoll(); e.register(0, select.EPOLLIN)
while 1:
 e.poll()
 n = os.read(0, 100).split()[0].decode()
 print(n, flush=True); print("late", flush=True)`},
		{"after some work", begin + `[0 for _ in range(3000)]; print("late", flush=True)`},
	} {
		for _, launch := range []game.Launch{{Form: game.Lines, PerGame: true}, {Form: game.Lines, PerGame: true, Together: true}} {
			t.Run(tt.name+map[bool]string{true: ", side by side"}[launch.Together], func(t *testing.T) {
				t.Parallel()
				k, c := counting(launch, game.Clock{}), config(python(t, tt.source), launch)
				p := program.NewLines(c)
				closing(t, p)
				got, notes := play(t, k, p, map[string]any{"rounds": 100}, long)
				if n := strings.Count(got, "ok"); n != 100 {
					t.Errorf("%d of 100 moves were its own: %q", n, notes[:min(len(notes), 3)])
				}
				p.Close()
				if log := string(c.Log.Text()); !strings.Contains(log, "ignored output") {
					t.Errorf("the log does not say what was dropped: %.300q", log)
				}
			})
		}
	}
}

// TestTwoLinesInOtherLanguages: so in languages that flush each line on their own, and if both lines come in one write.
func TestTwoLinesInOtherLanguages(t *testing.T) {
	const line = `%d\ndebug: done\n`
	for name, make := range map[string]func(t testing.TB) bot.Command{
		"C, each line flushed": func(t testing.TB) bot.Command {
			return compiled(t, `#include <stdio.h>
int main() { int n; while (scanf("%d", &n) == 1) { printf("%d\n", n); fflush(stdout); printf("debug: done\n"); fflush(stdout); } }`)
		},
		"C, one write": func(t testing.TB) bot.Command {
			return compiled(t, `#include <stdio.h>
int main() { int n; while (scanf("%d", &n) == 1) { printf("`+line+`", n); fflush(stdout); } }`)
		},
		"JavaScript": func(t testing.TB) bot.Command {
			return javascript(t, `require('readline').createInterface({input: process.stdin}).on('line', l => {
  console.log(l.split(' ')[0]); console.log('debug: done') })`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			launch := game.Launch{Form: game.Lines, PerGame: true}
			k, c := counting(launch, game.Clock{}), config(make(t), launch)
			p := program.NewLines(c)
			closing(t, p)
			for range 2 {
				if got, notes := play(t, k, p, map[string]any{"rounds": 200}, long); strings.Count(got, "ok") != 200 {
					t.Errorf("not all of 200 moves were its own: %q", notes[:min(len(notes), 3)])
				}
			}
		})
	}
}

func javascript(t testing.TB, source string) bot.Command {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	return bot.Command{Path: path, Args: []string{"-e", source}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/"}
}

// TestABlindHostSaysSo: where the host cannot see when a program waits, the log says which rule holds.
func TestABlindHostSaysSo(t *testing.T) {
	launch := game.Launch{Form: game.Lines, PerGame: true}
	c := config(shell(`while read n x; do printf '%s\nlate\n' $n; done`), launch)
	c.Launcher = blind{c.Launcher}
	p := program.NewLines(c)
	closing(t, p)
	play(t, counting(launch, game.Clock{}), p, nil, long)
	p.Close()
	if log := string(c.Log.Text()); strings.Count(log, "cannot see when it waits") != 1 {
		t.Errorf("the log does not say once that nobody sees when it waits: %q", log)
	}
}

// A blind launcher has no trait Awaits.
type blind struct{ bot.Launcher }

func (b blind) Start(c bot.Command) (*bot.Process, error) {
	p, err := b.Launcher.Start(c)
	if err != nil {
		return nil, err
	}
	copied := *p
	copied.Awaits = nil
	return &copied, nil
}
