package pyhost_test

import (
	"strings"
	"testing"

	"agon/bot/lineup"
)

const lanesFile = "testdata/robots/lanes/lanes.py"

// TestGamesKeepTheirState: what a bot keeps in its class and its modules belongs to one game, whether games are played at once or one after
// the other.
func TestGamesKeepTheirState(t *testing.T) {
	for _, name := range []string{"Counting", "LateImport", "StringImport"} {
		for _, lanes := range []int{1, 3} {
			t.Run(name+" in "+map[int]string{1: "one lane", 3: "three lanes"}[lanes], func(t *testing.T) {
				t.Parallel()
				a := arena{entries: []lineup.Entry{named(t, lanesFile, name), enter(t, "builtin:steve")[0]}, rounds: 8, games: 6,
					lanes: lanes}
				log := ""
				for nr, g := range a.play(t) {
					if len(g.faults[0]) > 0 {
						t.Errorf("game %d: %v\n%s", nr, g.faults[0], g.logs[0])
					}
					log += g.logs[0]
				}
				if name != "Counting" {
					return
				}
				if n := strings.Count(log, "this copy has played 1 games\n"); n != a.games {
					t.Errorf("%d of %d games began without state of others:\n%s", n, a.games, log)
				}
			})
		}
	}
}

// TestNamesOfLibrariesAreNoState: a bot that first uses a name of a library during a game has not changed its modules, and they serve the
// next game.
func TestNamesOfLibrariesAreNoState(t *testing.T) {
	t.Parallel()
	a := arena{entries: []lineup.Entry{enter(t, "testdata/robots/lanes/drawing.py")[0], enter(t, "builtin:steve")[0]}, rounds: 8, games: 6,
		lanes: 1}
	log := ""
	for _, g := range a.play(t) {
		log += g.logs[0]
	}
	if n := strings.Count(log, "this file is loaded\n"); n != 1 {
		t.Errorf("the file is loaded %d times for %d games", n, a.games)
	}
}

// TestEqualSeeds: with one lane a game of bots that use Python's or numpy's generator depends on its seed alone.
func TestEqualSeeds(t *testing.T) {
	for _, name := range []string{"Python", "Numpy", "InConstructor"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := arena{entries: []lineup.Entry{named(t, lanesFile, name), named(t, lanesFile, name)}, rounds: 30, games: 3}
			one, two := a.play(t), a.play(t)
			for nr := range one {
				if one[nr].digest != two[nr].digest {
					t.Errorf("game %d has two outcomes", nr)
				}
			}
			if one[1].digest == one[2].digest {
				t.Error("two seeds gave one game")
			}
			a.seed++
			if shifted := a.play(t); shifted[1].digest != one[2].digest {
				t.Error("a game changes after another game")
			}
		})
	}
}

// TestLanesDoNotChangeGames: bots without chance play the same games in any number of lanes, with pages and with frames.
func TestLanesDoNotChangeGames(t *testing.T) {
	t.Parallel()
	a := arena{entries: []lineup.Entry{named(t, lanesFile, "Counting"), enter(t, "testdata/robots/direct.py")[0],
		enter(t, "builtin:steve")[0]}, rounds: 20, games: 33}
	want := a.play(t)
	for _, tt := range []struct {
		lanes  int
		frames bool
	}{{1, true}, {4, false}, {12, true}, {32, false}, {32, true}} {
		a.lanes, a.frames = tt.lanes, tt.frames
		for nr, g := range a.play(t) {
			if g.digest != want[nr].digest || len(g.faults[0]) > 0 {
				t.Errorf("%+v: game %d differs: %v\n%.2000s", tt, nr, g.faults[0], g.logs[0])
			}
		}
	}
}
