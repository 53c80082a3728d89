package pyhost_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot/lineup"
	"agon/game"
)

// mortal is a bot that ends its process in the third round of its games, as long as its folder holds fewer than a number of marks.
const mortal = `
import os
import time

from .bot_control import Move

here = %q  # a bot plays from a copy of its files
open(os.path.join(here, "process-%%d" %% os.getpid()), "w").close()


class Mortal:
    def get_name(self):
        return "Mortal"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        if game_info.current_round == 3:
            marks = sum(name.startswith("death-") for name in os.listdir(here))
            if marks < %d:
                open(os.path.join(here, "death-%%d" %% marks), "x").close()
                %s
        return Move.UP
`

// writeMortal writes such a bot and returns its folder.
func writeMortal(t *testing.T, deaths int, how string) (entry lineup.Entry, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "robots")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mortal.py"), fmt.Appendf(nil, mortal, dir, deaths, how), 0o600); err != nil {
		t.Fatal(err)
	}
	entry = named(t, filepath.Join(dir, "mortal.py"), "Mortal")
	files, _ := filepath.Glob(filepath.Join(dir, "process-*"))
	for _, f := range files { // left by processes that only loaded it
		os.Remove(f)
	}
	return entry, dir
}

func marks(t *testing.T, dir, kind string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, kind+"-*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

var deaths = []struct {
	name, how string
	fault     game.Fault
	guard     time.Duration
}{
	{"killed", "os.kill(os.getpid(), 9)", game.Crashed, 0},
	{"exits", "os._exit(1)", game.Crashed, 0},
	{"hangs", "time.sleep(1e6)", game.Late, 3 * time.Second}, // long enough for the earlier moves on a busy machine
}

// TestDeathInALane: of the games played at once, only the guilty one has the fault. The others are lost, played again and count.
func TestDeathInALane(t *testing.T) {
	steve := enter(t, "builtin:steve")[0]
	for _, d := range deaths {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			entry, dir := writeMortal(t, 1, d.how)
			a := arena{entries: []lineup.Entry{entry, steve}, rounds: rounds, games: 7, lanes: 4, guard: d.guard}
			games := a.play(t)
			a.entries[0] = scripted(t, rounds, rounds)
			want := a.play(t)
			guilty := 0
			for nr, g := range games {
				if len(g.faults[0]) == 0 {
					if g.digest != want[nr].digest {
						t.Errorf("game %d is not the one that was lost", nr)
					}
					continue
				}
				guilty++
				if !maps.Equal(g.faults[0], count{d.fault: 1, game.Gone: rounds - 3}) {
					t.Errorf("game %d: %v\n%s", nr, g.faults[0], g.logs[0])
				}
				if g.digest == want[nr].digest {
					t.Errorf("game %d goes on as if nothing had happened", nr)
				}
			}
			if guilty != 1 || marks(t, dir, "death") != 1 || marks(t, dir, "process") != 2 {
				t.Errorf("%d guilty games, %d deaths, %d processes; want 1, 1 and 2", guilty, marks(t, dir, "death"),
					marks(t, dir, "process"))
			}
		})
	}
}

// TestDeathsEndNothingElse: a bot that ends its process is restarted for its next game, however often.
func TestDeathsEndNothingElse(t *testing.T) {
	for deaths, processes := range map[int]int{2: 3, 5: 6, 100: 6} {
		t.Run(fmt.Sprintf("%d deaths", deaths), func(t *testing.T) {
			t.Parallel()
			entry, dir := writeMortal(t, deaths, "os._exit(1)")
			games := arena{entries: []lineup.Entry{entry, enter(t, "builtin:steve")[0]}, rounds: rounds, games: 6}.play(t)
			if n := marks(t, dir, "process"); n != processes {
				t.Errorf("%d processes, not %d", n, processes)
			}
			for nr := int64(1); nr <= 6; nr++ {
				want := count(nil)
				if nr <= int64(deaths) {
					want = count{game.Crashed: 1, game.Gone: rounds - 3}
				}
				if !maps.Equal(games[nr].faults[0], want) {
					t.Errorf("game %d: %v, not %v\n%s", nr, games[nr].faults[0], want, games[nr].logs[0])
				}
				if len(games[nr].faults[1]) > 0 || games[nr].rounds != rounds {
					t.Errorf("game %d: the opponent has %v after %d rounds", nr, games[nr].faults[1], games[nr].rounds)
				}
			}
		})
	}
}

// TestOftenDeadInLanes: a bot that ends its process in every second game, of many at once, has a fault in these and changes no other; after
// the second end its games are spread over processes.
func TestOftenDeadInLanes(t *testing.T) {
	t.Parallel()
	steve := enter(t, "builtin:steve")[0]
	const games, ends = 16, 8
	entry, dir := writeMortal(t, ends, "os._exit(1)")
	a := arena{entries: []lineup.Entry{entry, steve}, rounds: rounds, games: games, lanes: games}
	got := a.play(t)
	a.entries[0] = scripted(t, rounds, rounds)
	want, guilty := a.play(t), 0
	for nr, g := range got {
		switch {
		case len(g.faults[0]) > 0:
			guilty++
			if !maps.Equal(g.faults[0], count{game.Crashed: 1, game.Gone: rounds - 3}) {
				t.Errorf("game %d: %v\n%s", nr, g.faults[0], g.logs[0])
			}
		case g.digest != want[nr].digest:
			t.Errorf("game %d is another one\n%s", nr, g.logs[0])
		}
	}
	if n := marks(t, dir, "process"); guilty != ends || n > 2+games/4+ends {
		t.Errorf("%d guilty games, %d processes; want %d, and few", guilty, n, ends)
	}
}

// TestDeathsLeaveNothing: the host releases what it held for a process that ended. No other test runs at the same time.
func TestDeathsLeaveNothing(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not report open files")
		}
		return len(files)
	}
	pages := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("this system does not report mappings")
		}
		return strings.Count(string(maps), "agon-note")
	}
	before, mapped := open(), pages()
	for range 3 {
		entry, _ := writeMortal(t, 100, "os._exit(1)")
		arena{entries: []lineup.Entry{entry}, rounds: rounds, games: 4}.play(t)
	}
	if after := open(); after > before+2 {
		t.Errorf("%d descriptors are open, %d were", after, before)
	}
	if after := pages(); after > mapped {
		t.Errorf("%d note pages are mapped, %d were", after, mapped)
	}
}

// sleeper is a bot that sleeps forever at a place, once a folder has a file of that name.
const sleeper = `
import os
import time

from .bot_control import Move


def nap(place):
    if os.path.exists(os.path.join("HERE", place)):
        time.sleep(1e6)


nap("module")


class Sleeper:
    def __init__(self):
        nap("constructor")

    def get_name(self):
        return "Sleeper"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        return Move.UP
`

// TestHangsBeforeTheFirstMove: a file that never finishes loading, or a constructor that never returns, costs its own games and nothing
// else. The limit is far longer than loading takes: loading may use six times the call's processor time, and four times as much wall time.
func TestHangsBeforeTheFirstMove(t *testing.T) {
	for place, fault := range map[string]count{"module": {game.Unstarted: rounds}, "constructor": {game.Late: 1, game.Gone: rounds - 1}} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "robots")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "sleeper.py")
			if err := os.WriteFile(file, []byte(strings.ReplaceAll(sleeper, "HERE", dir)), 0o600); err != nil {
				t.Fatal(err)
			}
			entry := named(t, file, "Sleeper")
			if err := os.WriteFile(filepath.Join(dir, place), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			games := arena{entries: []lineup.Entry{entry, enter(t, "builtin:steve")[0]}, rounds: rounds, games: 2,
				guard: time.Second / 2}.play(t)
			for nr := int64(1); nr <= 2; nr++ {
				if !maps.Equal(games[nr].faults[0], fault) || games[nr].rounds != rounds || len(games[nr].faults[1]) > 0 {
					t.Errorf("game %d: %v, not %v\n%s", nr, games[nr].faults[0], fault, games[nr].logs[0])
				}
			}
		})
	}
}
