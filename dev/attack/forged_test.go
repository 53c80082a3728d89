package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// spinner is a bot that thinks for 30 ms a move, by a clock that it took before anybody could change it. At the end it says how long it
// worked, in processor time or asleep, and how long it was since its first move by the wall clock, which holds what the host held it up.
// What a cheat does to the clocks stands in for %[2]s, how it thinks for %[3]s.
const spinner = `
import sys, time
from bot_control import Move

real = {name: getattr(time, name) for name in ("perf_counter_ns", "process_time_ns", "monotonic_ns", "time_ns")}


def shrunk(clock):
    base = clock()
    return lambda: base + (clock() - base) // 100


class Bot:
    def __init__(self):
        self.worked, self.first, self.forged = 0, None, False

    def get_name(self):
        return "%[1]s"

    def get_contributor(self):
        return "attack"

    def forge(self):
%[2]s

    def think(self):
%[3]s

    def determine_next_move(self, grid, enemies, info):
        used = real["process_time_ns"]()
        if not self.forged:
            self.forged, self.first = True, real["monotonic_ns"]()
            self.forge()
        slept = self.think()
        self.worked += slept or real["process_time_ns"]() - used
        if info.current_round == info.number_of_rounds:
            print("worked %%d us of %%d us" %% (self.worked // 1000, (real["monotonic_ns"]() - self.first) // 1000))
        return Move.UP
`

const (
	spins  = "        end = real[\"monotonic_ns\"]() + 30_000_000\n        while real[\"monotonic_ns\"]() < end:\n            pass\n"
	sleeps = "        time.sleep(0.03)\n        return 30_000_000\n"
)

// forgeries are ways to change what the class host reads.
var forgeries = []struct{ name, forge, think string }{
	{"Honest", "        pass\n", spins},
	{"Module", "        for name, clock in real.items():\n            setattr(time, name, shrunk(clock))\n", spins},
	{"Frames", `        frame = sys._getframe(1)
        while frame:
            for name, value in list(frame.f_globals.items()):
                if any(value is clock for clock in real.values()) and "real" not in frame.f_globals:
                    frame.f_globals[name] = shrunk(value)
            frame = frame.f_back
`, spins},
	{"Lane", `        lane = sys._getframe(2).f_locals["self"]
        turn = type(lane).turn
        def short(self, body, own):
            answer, took = turn(self, body, own)
            return answer, took // 100
        type(lane).turn = short
`, spins},
	{"Thirds", `        lane = sys._getframe(2).f_locals["self"]
        turn = type(lane).turn
        def short(self, body, own):
            answer, took = turn(self, body, own)
            short.told += 1
            return answer, took if short.told % 3 == 0 else took // 100
        short.told = 0
        type(lane).turn = short
`, spins},
	{"Sleeper", `        frame = sys._getframe(2)
        frame.f_globals["clock"] = shrunk(real["perf_counter_ns"])
`, sleeps},
	{"SleeperOfThirds", `        frame, calls, slow = sys._getframe(2), [0], shrunk(real["perf_counter_ns"])
        def sometimes():
            calls[0] += 1
            return slow() if calls[0] // 2 % 3 else real["perf_counter_ns"]()
        frame.f_globals["clock"] = sometimes
`, sleeps},
	{"SleeperOfTwo", `        import threading
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        frame = sys._getframe(2)
        frame.f_globals["clock"] = shrunk(real["perf_counter_ns"])
`, sleeps},
}

// TestForgedClock: whatever a bot does to the clocks of its process, it is charged for the time that it worked, and marked.
func TestForgedClock(t *testing.T) {
	for _, f := range forgeries {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			dir := written(t, fmt.Sprintf("-- bot.py --\n"+spinner, f.name, f.forge, f.think))
			var game struct {
				Seats []struct {
					Bot   string  `json:"bot"`
					Moves int     `json:"moves"`
					Avg   float64 `json:"avg_us"`
					Doubt string  `json:"clock_disagrees"`
				} `json:"seats"`
			}
			must(t, dir, "play", "colour-battle", "bot.py", "builtin:steve", "--set", "rounds=40", "--seed", "7", "--json", "--log",
				"logs").decode(t, &game)
			cheat := game.Seats[0]
			worked, passed := truthIn(t, filepath.Join(dir, "logs"))
			charged := cheat.Avg * float64(cheat.Moves)
			if charged < 0.95*worked {
				t.Errorf("charged with %.0f µs; it worked %.0f µs of %.0f µs", charged, worked, passed)
			}
			if honest := f.name == "Honest"; honest != (cheat.Doubt == "") {
				t.Errorf("marked: %q", cheat.Doubt)
			} else if honest && charged > 1.05*passed {
				t.Errorf("charged with %.0f µs where it had %.0f µs", charged, passed)
			}
		})
	}
}

var saysTruth = regexp.MustCompile(`worked (\d+) us of (\d+) us`)

// truthIn finds in the logs of a game what a spinner says of itself, in microseconds.
func truthIn(t *testing.T, dir string) (worked, passed float64) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		if truth := saysTruth.FindSubmatch(text); truth != nil {
			worked, _ = strconv.ParseFloat(string(truth[1]), 64)
			passed, _ = strconv.ParseFloat(string(truth[2]), 64)
			return worked, passed
		}
	}
	t.Fatalf("no log of %v says how long the bot thought", files)
	return 0, 0
}

// TestForgedClockInATable: the mark stands beside the bot's name, in the object that is printed, and is kept with the contest.
func TestForgedClockInATable(t *testing.T) {
	t.Parallel()
	f := forgeries[2]
	dir := written(t, fmt.Sprintf("-- bot.py --\n"+spinner, f.name, f.forge, f.think))
	args := []string{"run", "colour-battle", "bot.py", "builtin:steve", "--set", "rounds=5", "--games", "2", "--seed", "7", "--out", "out"}
	if out := must(t, dir, args...).Out; !regexp.MustCompile(`(?m)Frames .* times differ$`).MatchString(out) {
		t.Errorf("no mark in\n%s", out)
	}
	var run struct {
		Stages []struct {
			Standings []struct {
				Bot   string `json:"bot"`
				Doubt string `json:"clock_disagrees"`
			} `json:"standings"`
		} `json:"stages"`
	}
	must(t, dir, append(args, "--json")...).decode(t, &run) // everything has been played: the mark comes from the ledger
	for _, s := range run.Stages[0].Standings {
		if (s.Bot == "Frames") != (s.Doubt != "") {
			t.Errorf("%s is marked %q", s.Bot, s.Doubt)
		}
	}
	if page, err := os.ReadFile(filepath.Join(dir, "out", "report", "index.html")); err != nil ||
		!regexp.MustCompile(`Frames: times differ`).Match(page) {
		t.Errorf("the report has no mark (%v)", err)
	}
}

// TestLookingIsFree: the host makes the list of all bots that a bot looks into outside the time of its call.
func TestLookingIsFree(t *testing.T) {
	t.Parallel()
	dir := written(t, `
-- bots.py --
from bot_control import Move


class Blind:
    def get_name(self):
        return "Blind"

    def get_contributor(self):
        return "attack"

    def determine_next_move(self, grid, enemies, info):
        return Move.UP


class Looks(Blind):
    def get_name(self):
        return "Looks"

    def determine_next_move(self, grid, enemies, info):
        enemies[0]
        return Move.UP
`)
	args := []string{"trial", "colour-battle", "bots.py", "--rounds", "400", "--games", "2", "--json"}
	for range 19 {
		args = append(args, "builtin:steve")
	}
	var trial struct {
		Trials []struct {
			Bot   string  `json:"bot"`
			Least float64 `json:"least_us"`
		} `json:"trials"`
	}
	must(t, dir, args...).decode(t, &trial)
	// The fastest move of 800 is one that nothing held up.
	if blind, looks := trial.Trials[0], trial.Trials[1]; looks.Least > 5*blind.Least {
		t.Errorf("%s needs %.2f µs at least, %s %.2f µs", looks.Bot, looks.Least, blind.Bot, blind.Least)
	}
}
