package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// decidingRows are what may not decide a contest: load, stops, kills, lanes, false clocks and neighbours.
func decidingRows() []row {
	return []row{
		{"deciding: tables of a contest of Python bots with chance: quiet, 1 and 32 lanes, beside 8 busy processes, stopped 3 x 10 s, killed 5 times", "one", oneTable},
		{"deciding: Fence and Tron at their clocks beside 8 busy processes, bots that need a tenth of their time: games lost on time", "none", busyClocks},
		{"deciding: a bot that forges its clock, charged against an honest one of the same work", "95 % to 105 %, marked", forgedClock},
		{"deciding: processor time of a bot beside one that leaves busy children, against a calm one", "at most 1.05x", besideThief},
	}
}

// A workplace is a temporary folder of bots in which agon is run.
type workplace struct {
	dir    string
	binary string
}

func newWorkplace(files map[string]string) (*workplace, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			return nil, err
		}
	}
	program, err := filepath.Abs(binary())
	return &workplace{dir, program}, err
}

func (l *workplace) close() { os.RemoveAll(l.dir) }

func (l *workplace) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, l.binary, args...)
	cmd.Dir = l.dir
	return cmd
}

// runAgon runs agon to its end and reads the JSON that it prints.
func (l *workplace) runAgon(ctx context.Context, into any, args ...string) error {
	cmd := l.command(ctx, append(args, "--json")...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%w: %s", err, stderr.String())
	}
	return json.Unmarshal(out, into)
}

// busy keeps the machine busy with that many processes until stop is called.
func busy(processes int) (stop func(), err error) {
	var all []*exec.Cmd
	stop = func() {
		for _, c := range all {
			c.Process.Kill()
			c.Wait()
		}
	}
	for range processes {
		c := exec.Command("python3", "-c", "import time\nend = time.monotonic() + 600\nwhile time.monotonic() < end: pass")
		if err := c.Start(); err != nil {
			stop()
			return nil, err
		}
		all = append(all, c)
	}
	return stop, nil
}

// gambler is a bot that plays at random, with both generators of Python bots.
const gambler = `import random
import numpy
from .bot_control import Move

MOVES = list(Move)


class %[1]s:
    def get_name(self):
        return "%[1]s"

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        return MOVES[(random.randrange(5) + numpy.random.randint(%[2]d)) %% 5]
`

func oneTable(ctx context.Context) (string, bool, error) {
	files := map[string]string{}
	args := []string{"run", "colour-battle"}
	for i, name := range []string{"Ada", "Bob", "Cid", "Dot", "Eve", "Flo"} {
		files[name+".py"] = fmt.Sprintf(gambler, name, i+2)
		args = append(args, "./"+name+".py")
	}
	l, err := newWorkplace(files)
	if err != nil {
		return "", false, err
	}
	defer l.close()
	args = append(args, "--set", "rounds=200", "--games", "200", "--seed", "11", "--pages", "0")
	tables := map[string][]string{}
	play := func(name string, disturb func(*exec.Cmd) error, more ...string) error {
		out := filepath.Join(l.dir, name)
		line := append(append([]string{}, args...), "--out", out, "--csv", out+".csv")
		line = append(line, more...)
		for {
			cmd := l.command(ctx, line...)
			if err := cmd.Start(); err != nil {
				return err
			}
			if disturb != nil {
				if err := disturb(cmd); err != nil {
					return err
				}
			}
			if err := cmd.Wait(); err == nil {
				break
			} else if disturb == nil {
				return err
			}
		}
		table, err := os.ReadFile(out + ".csv")
		tables[string(table)] = append(tables[string(table)], name)
		return err
	}
	kills, stops := 5, 3
	steps := []func() error{
		func() error { return play("quiet", nil) },
		func() error { return play("one-lane", nil, "--lanes", "1") },
		func() error { return play("lanes", nil, "--lanes", "32") },
		func() error {
			stop, err := busy(8)
			if err != nil {
				return err
			}
			defer stop()
			return play("busy", nil)
		},
		func() error {
			return play("stopped", func(c *exec.Cmd) error {
				for ; stops > 0; stops-- {
					time.Sleep(500 * time.Millisecond)
					c.Process.Signal(syscall.SIGSTOP)
					time.Sleep(10 * time.Second)
					c.Process.Signal(syscall.SIGCONT)
				}
				return nil
			})
		},
		func() error {
			return play("killed", func(c *exec.Cmd) error {
				if kills > 0 {
					kills--
					time.Sleep(1200 * time.Millisecond)
					c.Process.Kill()
				}
				return nil
			})
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return "", false, err
		}
	}
	return fmt.Sprintf("%d of %d runs", len(tables), len(steps)), len(tables) == 1, nil
}

// rider is a player of Tron that needs a tenth of its 100 ms per turn.
const rider = `import time
taken = set()
x = y = 0
while True:
    n, me = map(int, input().split())
    for i in range(n):
        x0, y0, x1, y1 = map(int, input().split())
        taken |= {(x0, y0), (x1, y1)}
        if i == me:
            x, y = x1, y1
    end = time.thread_time() + 0.01
    while time.thread_time() < end:
        pass
    for word, at in (("UP", (x, y - 1)), ("RIGHT", (x + 1, y)), ("DOWN", (x, y + 1)), ("LEFT", (x - 1, y))):
        if at not in taken and 0 <= at[0] < 30 and 0 <= at[1] < 20:
            break
    print(word, flush=True)
`

// slowWalker is a player of Fence that needs a second of its ten.
const slowWalker = `import time


class player:
    def __init__(self):
        self.steps = 0

    def move(self, B, N, x, y):
        end = time.thread_time() + 0.0012
        while time.thread_time() < end:
            pass
        self.steps += 1
        return ((1, 0), (0, 1), (-1, 0), (0, -1))[self.steps // 7 % 4]
`

func busyClocks(ctx context.Context) (string, bool, error) {
	l, err := newWorkplace(map[string]string{"rider.py": rider, "Bot.py": slowWalker})
	if err != nil {
		return "", false, err
	}
	defer l.close()
	stop, err := busy(8)
	if err != nil {
		return "", false, err
	}
	defer stop()
	lost, games := 0, 0
	for kind, bot := range map[string]string{"tron": "./rider.py", "fence": "./Bot.py"} {
		var told struct {
			Games  int `json:"games"`
			Stages []struct {
				Standings []struct {
					OnTime int `json:"lost_on_time"`
				} `json:"standings"`
			} `json:"stages"`
		}
		if err := l.runAgon(ctx, &told, "run", kind, "one="+bot, "two="+bot, "--games", "4", "--seed", "7", "--pages", "0", "--out", kind); err != nil {
			return "", false, err
		}
		games += told.Games
		for _, s := range told.Stages[0].Standings {
			lost += s.OnTime
		}
	}
	return fmt.Sprintf("%d of %d", lost, games), lost == 0, nil
}

// spinner is a bot that works for 60 ms per move, after a prefix of code.
const spinner = `import time
from .bot_control import Move

real = time.perf_counter_ns
work = time.thread_time
%s


class %s:
    def get_name(self):
        return self.__class__.__name__

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        end = work() + 0.06
        while work() < end:
            pass
        return Move.UP
`

const forging = `base = real()
time.perf_counter_ns = lambda: base + (real() - base) // 100
time.process_time_ns = lambda: 0`

func forgedClock(ctx context.Context) (string, bool, error) {
	l, err := newWorkplace(map[string]string{"honest.py": fmt.Sprintf(spinner, "", "Honest"), "forger.py": fmt.Sprintf(spinner, forging, "Forger")})
	if err != nil {
		return "", false, err
	}
	defer l.close()
	var told struct {
		Stages []struct {
			Standings []struct {
				Bot   string  `json:"bot"`
				Avg   float64 `json:"avg_us"`
				Doubt string  `json:"clock_disagrees"`
			} `json:"standings"`
		} `json:"stages"`
	}
	if err := l.runAgon(ctx, &told, "run", "colour-battle", "./honest.py", "./forger.py", "--set", "rounds=50", "--games", "4", "--seed", "1", "--jobs", "1", "--pages", "0"); err != nil {
		return "", false, err
	}
	took, marked := map[string]float64{}, map[string]bool{}
	for _, s := range told.Stages[0].Standings {
		took[s.Bot], marked[s.Bot] = s.Avg, s.Doubt != ""
	}
	ratio := took["Forger"] / took["Honest"]
	said := "not marked"
	if marked["Forger"] {
		said = "marked"
	}
	return fmt.Sprintf("%.1f %%, %s", 100*ratio, said), ratio > 0.95 && ratio < 1.05 && marked["Forger"] && !marked["Honest"], nil
}

// A thief leaves five busy children per move, which start later; a calm bot leaves none.
const leaving = `import os
import time
from .bot_control import Move


class %s:
    def get_name(self):
        return self.__class__.__name__

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
        for _ in range(%d if game_info.current_round <= 20 else 0):
            if os.fork() == 0:
                time.sleep(0.5)
                while True:
                    pass
        return Move.UP
`

func besideThief(ctx context.Context) (string, bool, error) {
	l, err := newWorkplace(map[string]string{"honest.py": fmt.Sprintf(spinner, "", "Honest"), "thief.py": fmt.Sprintf(leaving, "Thief", 5), "calm.py": fmt.Sprintf(leaving, "Calm", 0)})
	if err != nil {
		return "", false, err
	}
	defer l.close()
	beside := func(other string) func() (float64, error) {
		return func() (float64, error) {
			var told struct {
				Seats []struct {
					Bot string  `json:"bot"`
					Avg float64 `json:"avg_us"`
				} `json:"seats"`
			}
			if err := l.runAgon(ctx, &told, "play", "colour-battle", "./honest.py", other, "--set", "rounds=100", "--seed", "1"); err != nil {
				return 0, err
			}
			for _, s := range told.Seats {
				if s.Bot == "Honest" {
					return 1e6 / s.Avg, nil
				}
			}
			return 0, fmt.Errorf("no seat of the bot")
		}
	}
	thief, calm, err := duel(beside("./thief.py"), beside("./calm.py"))
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.2fx", calm/thief), calm/thief <= 1.05, nil
}
