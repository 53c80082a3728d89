package program_test

import (
	"strings"
	"testing"

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
		{"from a thread that it waits for", begin + `a = threading.Thread(target=lambda: (time.sleep(1e-4), print("late", flush=True))); a.start(); a.join()`},
		{"from a child that it waits for", begin + `int(n) % 20 or os.system("echo late")`},
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
