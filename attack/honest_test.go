package attack

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

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

// TestHonestClocksAreNotMarked: beside six busy processes no bot that leaves its clocks alone is marked "clock disagrees" or late, whether
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

// TestRaisersClocksAreNotMarked: beside four busy processes a bot that raises in every move is not marked "clock disagrees": what the class host
// does with the exception counts as the call.
func TestRaisersClocksAreNotMarked(t *testing.T) {
	tier.Alone(t)
	dir := lay(t, raising)
	busy(t, 4)
	for i := range 3 {
		o := must(t, dir, "run", "colour-battle", "./raiser.py", "builtin:steve", "--games", "20", "--set", "rounds=200", "--seed", "5", "--out", fmt.Sprint("out", i), "--pages", "0", "--json")
		if strings.Contains(o.Out, "clock_disagrees") || strings.Contains(o.Err, "clock disagrees") {
			t.Errorf("run %d marks it:\n%s\n%s", i, o.Out, o.Err)
		}
	}
}
