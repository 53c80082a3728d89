package attack

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/gamelog"
	"agon/internal/tier"
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
	bots, err := filepath.Abs("../games/fence/bots")
	if err != nil {
		t.Fatal(err)
	}
	dir := lay(t, strings.ReplaceAll(honest, "BOTS", bots))
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

// TestRaisersClocksAreNotMarked: beside four busy processes a bot that raises in every move is not marked "times differ": what the class host
// does with the exception counts as the call.
func TestRaisersClocksAreNotMarked(t *testing.T) {
	tier.Alone(t)
	dir := lay(t, raising)
	busy(t, 4)
	for i := range 3 {
		o := must(t, dir, "run", "colour-battle", "./raiser.py", "builtin:steve", "--games", "20", "--set", "rounds=200", "--seed", "5", "--out", fmt.Sprint("out", i), "--pages", "0", "--json")
		if strings.Contains(o.Out, "clock_disagrees") || strings.Contains(o.Err, "times differ") {
			t.Errorf("run %d marks it:\n%s\n%s", i, o.Out, o.Err)
		}
	}
}

// The honest bots of a field whose false marks are counted: each raises, prints, computes, collects garbage or sleeps, in every move.
const honestField = `
-- field.py --
import gc, sys, time
from bot_control import Move

def bot(number, does):
    class Honest:
        def get_name(self): return "Honest %d" % number
        def get_contributor(self): return "h"
        def determine_next_move(self, grid, enemies, info):
            does()
            return Move.UP
    Honest.__name__ = Honest.__qualname__ = "Honest%d" % number
    Honest.__module__ = __name__
    return Honest

def deep(n=30):
    if n == 0: raise ValueError("I do not know")
    deep(n - 1)
def raises(): raise ValueError("I do not know")
def prints(): print("thinking", file=sys.stderr)
def computes(): sum(i * i for i in range(3000))
def collects(): gc.collect()
def sleeps(): time.sleep(0.002)
for number in range(24):
    globals()["Honest%d" % number] = bot(number, (raises, deep, prints, computes, collects, sleeps)[number % 6])
`

// TestFalseMarksAreRare: of 10 000 games of honest bots beside ten busy processes at most one is marked "times differ".
func TestFalseMarksAreRare(t *testing.T) {
	tier.Alone(t)
	const runs, games, rounds, bots = 7, 60, 12, 24
	marks, shown := map[string]bool{}, 0
	for seed := range runs { // runs so short that a slow, busy machine ends each
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			dir := lay(t, honestField)
			busy(t, 10)
			o := must(t, dir, "run", "colour-battle", "./field.py", "--games", fmt.Sprint(games), "--set", fmt.Sprint("rounds=", rounds), "--seed", fmt.Sprint(seed), "--out", "out", "--pages", "0", "--json")
			shown += strings.Count(o.Out, "clock_disagrees")
			files, err := contest.LogFiles(filepath.Join(dir, "out"))
			if err != nil || len(files) < bots/6*3 {
				t.Fatalf("%d logs, though 12 of %d bots print in every move: %v", len(files), bots, err)
			}
			for _, file := range files {
				records, err := file.Read(0)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range records {
					if r.Kind == gamelog.Note && strings.Contains(r.Text, "times differ") {
						marks[fmt.Sprint(file.Name, " in game ", r.Game, " of seed ", seed)] = true
					}
				}
			}
		})
	}
	t.Logf("%d of %d games of a bot are marked: %v", len(marks), runs*games*bots, slices.Sorted(maps.Keys(marks)))
	if len(marks) > 1 || shown > len(marks) {
		t.Errorf("%d marks in the logs, %d in the table", len(marks), shown)
	}
}
