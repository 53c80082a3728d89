package attack

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/internal/tier"
	"agon/record/gamelog"
)

// honest is a contest of Fence of the kind's own Python bots.
const honest = `
-- cup.toml --
kind = "fence"
seed = 11
[options]
tie = "draw"
[[bots]]
ref = "Hedger=BOTS/hedger.py"
[[bots]]
ref = "Shadow=BOTS/shadow.py"
[[bots]]
ref = "Nearest=BOTS/nearest.py"
[[stages]]
format = "round-robin"
games = 1
`

// TestHonestClocksAreNotMarked: beside six busy processes no bot that leaves its clocks alone is marked "times differ" or late, whether
// processor time is counted by the kernel's groups or in ticks.
func TestHonestClocksAreNotMarked(t *testing.T) {
	tier.Alone(t)
	bots, err := filepath.Abs("../../games/fence/bots")
	if err != nil {
		t.Fatal(err)
	}
	dir := written(t, strings.ReplaceAll(honest, "BOTS", bots))
	busy(t, 6)
	for _, level := range []string{"none", "full"} {
		t.Run(level, func(t *testing.T) {
			var run struct {
				Games  int
				Clock  struct{ Moves, Late int }
				Stages []struct {
					Standings []struct {
						Bot   string `json:"bot"`
						Doubt string `json:"clock_disagrees"`
						Late  int    `json:"lost_on_time"`
					} `json:"standings"`
				} `json:"stages"`
			}
			o := agon(t, dir, "run", "cup.toml", "--sandbox", level, "--out", "out-"+level, "--pages", "0", "--json")
			if o.Code == 1 && strings.Contains(o.Err, "sandbox level "+level) {
				t.Skip(o.Err)
			}
			if o.Code != 0 {
				t.Fatalf("exits with %d\n%s", o.Code, o.Err)
			}
			o.decode(t, &run)
			if run.Games != 6 || run.Clock.Moves == 0 {
				t.Fatalf("%d games, %d moves under a clock", run.Games, run.Clock.Moves)
			}
			for _, s := range run.Stages[0].Standings {
				if s.Doubt != "" || s.Late > 0 {
					t.Errorf("%s is marked %q and lost %d games on time", s.Bot, s.Doubt, s.Late)
				}
			}
		})
	}
}

const raising = `
-- raiser.py --
from bot_control import Move
class Raiser:
    def get_name(self): return "Raiser"
    def get_contributor(self): return "r"
    def determine_next_move(self, grid, enemies, info):
        raise ValueError("I do not know")
`

// TestRaisersClocksAreNotMarked: beside four busy processes a bot that raises in every move is not marked "times differ": what the class
// host does with the exception counts as the call.
func TestRaisersClocksAreNotMarked(t *testing.T) {
	tier.Alone(t)
	dir := written(t, raising)
	busy(t, 4)
	for i := range 3 {
		o := must(t, dir, "run", "colour-battle", "./raiser.py", "builtin:steve", "--games", "20", "--set", "rounds=200", "--seed", "5",
			"--out", fmt.Sprint("out", i), "--pages", "0", "--json")
		if strings.Contains(o.Out, "clock_disagrees") || strings.Contains(o.Err, "times differ") {
			t.Errorf("run %d marks it:\n%s\n%s", i, o.Out, o.Err)
		}
	}
}

// The bots of a field whose false marks are counted have the costs, imports, memory and output of those that people submit: from 10 µs to
// 20 ms a move. The last one forges its clock.
const honestField = `
-- field.py --
import collections, copy, gc, json, math, random, sys, time
import numpy as np
try:
    from scipy import ndimage
except ImportError:
    ndimage = None
from bot_control import Move

def bot(number, does, name="Honest"):
    class Honest:
        def __init__(self): self.kept = []
        def get_name(self): return "%s %d" % (name, number)
        def get_contributor(self): return "h"
        def determine_next_move(self, grid, enemies, info):
            does(self, grid, info.current_round)
            return random.choice(list(Move)[:4])
    Honest.__name__ = Honest.__qualname__ = "%s%d" % (name, number)
    Honest.__module__ = __name__
    return Honest

def deep(n=30):
    if n == 0: raise ValueError("I do not know")
    deep(n - 1)
def cheap(s, grid, n): pass
def raises(s, grid, n): deep()
def sleeps(s, grid, n): time.sleep(0.002)
def prints(s, grid, n): print({"round": n}); print("thinking", file=sys.stderr)
def collects(s, grid, n): gc.collect()
def counts(s, grid, n): np.bincount(grid.flatten() % 7)
def filters(s, grid, n): ndimage.gaussian_filter(grid.astype(float), 2) if ndimage else np.fft.fft2(grid)
def copies(s, grid, n): s.kept.append([[int(x) for x in row] for row in grid]); del s.kept[:-20]
def bursts(s, grid, n): n % 5 or sum(i * i for i in range(200000))
def allocates(s, grid, n): np.zeros(500000).sum()
def keeps(s, grid, n): s.kept = np.ones(500000 + n)
def loops(s, grid, n): sum(random.random() for _ in range(3000))
def objects(s, grid, n): s.kept = [[k] for k in range(20000)]
def cycles(s, grid, n):
    for _ in range(3000):
        a = []
        a.append(a)
def spreads(s, grid, n):
    seen, queue = {(0, 0)}, collections.deque([(0, 0)])
    while queue:
        x, y = queue.popleft()
        for p in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if 0 <= p[0] < grid.shape[0] and 0 <= p[1] < grid.shape[1] and p not in seen:
                seen.add(p)
                queue.append(p)
def dumps(s, grid, n): json.loads(json.dumps(grid.tolist()))
def duplicates(s, grid, n): copy.deepcopy(grid.tolist())
def slow(s, grid, n): sum(math.sqrt(i) for i in range(200000))
def forges(s, grid, n):
    if not hasattr(sys, "forged"):
        real, sys.forged = time.perf_counter_ns, True
        base = real()
        sys._getframe(2).f_globals["clock"] = lambda: base + (real() - base) // 100
    slow(s, grid, n)

kinds = (raises, sleeps, prints, collects, cheap, counts, filters, copies, bursts, allocates, keeps, loops, objects, cycles, spreads, dumps, duplicates, slow)
for number in range(24):
    globals()["Honest%d" % number] = bot(number, kinds[number % len(kinds)])
Forger24 = bot(24, forges, "Forger")
`

// TestFalseMarksAreRare: of 3456 games of honest bots beside forty busy processes, at every level and with one lane and several, none is
// marked "times differ", and the one bot that forges its clock is. AGON_MARKS=FIRST+RUNS plays other seeds, 576 games of a bot each.
func TestFalseMarksAreRare(t *testing.T) {
	tier.Alone(t)
	const games, rounds, bots = 24, 12, 24
	first, runs := 0, 6
	if own := os.Getenv("AGON_MARKS"); own != "" {
		if _, err := fmt.Sscanf(own, "%d+%d", &first, &runs); err != nil {
			t.Fatalf("read AGON_MARKS %q, want FIRST+RUNS: %v", own, err)
		}
	}
	for seed := first; seed < first+runs; seed++ { // runs so short that a slow, busy machine ends each
		level := []string{"none", "namespaces", "full"}[seed%3]
		t.Run(fmt.Sprint("seed ", seed, " ", level), func(t *testing.T) {
			dir := written(t, honestField)
			busy(t, 40)
			o := agon(t, dir, "run", "colour-battle", "./field.py", "--games", fmt.Sprint(games), "--set", fmt.Sprint("rounds=", rounds),
				"--seed", fmt.Sprint(seed), "--out", "out", "--pages", "0", "--json", "--sandbox", level, "--lanes", fmt.Sprint(seed%2))
			if o.Code == 1 && strings.Contains(o.Err, "sandbox level "+level) {
				t.Skip(o.Err)
			}
			if o.Code != 0 {
				t.Fatalf("exits with %d\n%s", o.Code, o.Err)
			}
			forger := false
			if shown := marked(t, o, &forger); shown > 0 {
				t.Errorf("%d marks in the table", shown)
			}
			if !forger {
				t.Error("the bot that forges its clock is not marked")
			}
			marks := marksIn(t, filepath.Join(dir, "out"))
			t.Logf("%d of %d games of a bot are marked", len(marks), games*bots)
			for _, game := range slices.Sorted(maps.Keys(marks)) {
				t.Errorf("%s: %s", game, marks[game])
			}
		})
	}
}

// marked returns the number of honest bots that a table marks, and sets forger if it marks one that is not.
func marked(t *testing.T, o outcome, forger *bool) (honest int) {
	t.Helper()
	for _, s := range standings(t, o) {
		switch {
		case s.Doubt == "":
		case strings.HasPrefix(s.Bot, "Forger"):
			*forger = true
		default:
			honest++
		}
	}
	return honest
}

// marksIn returns the games of honest bots that are marked in the logs of a contest, with what was measured.
func marksIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := contest.LogFiles(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d logs, though some bots print in every move: %v", len(files), err)
	}
	marks := map[string]string{}
	for _, file := range files {
		records, err := file.Read(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Kind == gamelog.Note && strings.Contains(r.Text, "times differ") && !strings.HasPrefix(file.Name, "Forger") {
				marks[fmt.Sprint(file.Name, " in game ", r.Game)] = r.Text
			}
		}
	}
	return marks
}

// A forker leaves a busy child behind in every third turn, for which it never waits, and a busy thread.
const forker = `
-- forker.py --
import os, threading, time
from bot_control import Move
class Forker:
    def __init__(self): self.turn = 0
    def get_name(self): return "Forker"
    def get_contributor(self): return "f"
    def determine_next_move(self, grid, enemies, info):
        self.turn += 1
        if self.turn % 3 == 1:
            try:
                if os.fork() == 0:
                    end = time.monotonic() + 0.5
                    while time.monotonic() < end: pass
                    os._exit(0)
            except OSError: pass
        if self.turn == 2: threading.Thread(target=lambda: [sum(range(1000)) for _ in range(20000)], daemon=True).start()
        if self.turn % 5 == 0: time.sleep(0.002)
        return Move.UP
-- honest.py --
import random
import numpy as np
from bot_control import Move
class Honest:
    def get_name(self): return "Honest"
    def get_contributor(self): return "h"
    def determine_next_move(self, grid, enemies, info):
        np.bincount(grid.flatten())
        return random.choice(list(Move)[:4])
`

// TestNobodyIsMarkedBesideAForker: what a bot leaves running beside an honest one on the same processor marks the honest one at no level,
// and holds up no game.
func TestNobodyIsMarkedBesideAForker(t *testing.T) {
	tier.Alone(t)
	for run := range 9 {
		level := []string{"full", "namespaces", "none"}[run%3]
		t.Run(fmt.Sprint(level, " ", run), func(t *testing.T) {
			dir := written(t, forker)
			o := agon(t, dir, "run", "colour-battle", "./forker.py", "./honest.py", "builtin:steve", "--games", "2", "--set", "rounds=150",
				"--seed", fmt.Sprint(run), "--jobs", "1", "--lanes", "2", "--sandbox", level, "--out", "out", "--pages", "0", "--json")
			if o.Code == 1 && strings.Contains(o.Err, "sandbox level "+level) {
				t.Skip(o.Err)
			}
			if o.Code != 0 {
				t.Fatalf("exits with %d\n%s", o.Code, o.Err)
			}
			for _, s := range standings(t, o) {
				if s.Bot == "Honest" && s.Doubt != "" {
					t.Errorf("the honest bot is marked: %s", s.Doubt)
				}
			}
		})
	}
}

// A timed is what a table says of the times of a bot.
type timed struct {
	Bot   string `json:"bot"`
	Doubt string `json:"clock_disagrees"`
}

// standings returns the table of a contest's first stage.
func standings(t *testing.T, o outcome) []timed {
	t.Helper()
	var run struct {
		Stages []struct {
			Standings []timed `json:"standings"`
		} `json:"stages"`
	}
	o.decode(t, &run)
	return run.Stages[0].Standings
}
