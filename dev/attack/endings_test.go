package attack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// line is a bot's line of a table, without its times.
type line struct {
	Rank   int
	Bot    string
	Played int
	Score  float64
	Faults int
}

// report is what agon run prints with --json.
type report struct {
	Games    int
	Finished bool
	Stages   []struct{ Standings []line }
	Retired  []struct {
		Bot, Why string
		Games    int
	}
	Dir string
}

// table is the standings of the last stage.
func (r report) table() []line { return r.Stages[len(r.Stages)-1].Standings }

// sameTable fails where two tables differ.
func sameTable(t *testing.T, what string, got, want []line) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d lines, not %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: %+v, not %+v", what, got[i], want[i])
		}
	}
}

// endings are bots that end their process in each way that once lost a game or hung a run.
const endings = `
-- calm.py --
from .bot_control import Move


class Calm:
    def get_name(self):
        return "Calm"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        return [Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT][game_info.current_round // 7 % 4]
-- dumb.py --
import os

from .bot_control import Move


class Dumb:
    def get_name(self):
        return "Dumb"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        os._exit(1)
-- sore.py --
import os

from .bot_control import Move


class Sore:
    """Ends its process in the games in which it likes its place least, in a round of its own for each."""

    def __init__(self):
        self.start = None

    def get_name(self):
        return "Sore"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        if self.start is None:
            self.start = int(self.position[0]) * 7 + int(self.position[1])
        if self.start % 3 == 0 and game_info.current_round == 5 + self.start % 11:
            os._exit(1)
        return [Move.RIGHT, Move.UP, Move.LEFT, Move.DOWN][(game_info.current_round + self.start) // 5 % 4]
`

// killed runs a contest, kills agon a few times before its end, and then continues it to its end.
func killed(t *testing.T, dir string, times int, args ...string) outcome {
	t.Helper()
	for n := 1; n <= times; n++ {
		r := start(t, dir, args...)
		until(t, "some games are played", func() bool {
			info, err := os.Stat(filepath.Join(dir, "killed", "ledger.db-wal"))
			return !alive(r.Process.Pid) || err == nil && info.Size() > int64(n)*20_000
		})
		r.Process.Kill()
		<-r.ended
	}
	return must(t, dir, args...)
}

// TestOneTableHoweverItIsPlayed: the table of bots that end their process, always or in some games, is the same for every number of cores
// and lanes, and when agon is killed during the run. Every planned game has a result.
func TestOneTableHoweverItIsPlayed(t *testing.T) {
	t.Parallel()
	dir := written(t, endings)
	os.Chmod(dir, 0o755)
	args := strings.Fields("run colour-battle calm.py dumb.py sore.py --set rounds=30 --games 12 --seed 11 --json")
	var want report
	must(t, dir, append(args, "--jobs", "1", "--lanes", "1", "--out", "one")...).decode(t, &want)
	if !want.Finished || want.Games != 12 {
		t.Fatalf("%+v", want)
	}
	for name, more := range map[string]string{"many lanes": "--jobs 1 --lanes 32", "many of both": "--jobs 3 --lanes 32",
		"one process": "--jobs 2 --isolation shared"} {
		t.Run(name, func(t *testing.T) {
			var got report
			must(t, dir, append(args, strings.Fields(more+" --out "+strings.ReplaceAll(name, " ", "-"))...)...).decode(t, &got)
			sameTable(t, name, got.table(), want.table())
			if !got.Finished || got.Games != 12 {
				t.Errorf("%d games", got.Games)
			}
		})
	}
	t.Run("killed", func(t *testing.T) {
		var got report
		killed(t, dir, 2, append(args, "--jobs", "2", "--out", "killed")...).decode(t, &got)
		sameTable(t, "killed", got.table(), want.table())
	})
}

// TestABotThatIsNotThereIsRetired: a bot that gives no answer in three games running is not started again; table, JSON, report and log name
// it.
func TestABotThatIsNotThereIsRetired(t *testing.T) {
	t.Parallel()
	dir := written(t, endings)
	os.Chmod(dir, 0o755)
	args := strings.Fields("run colour-battle calm.py dumb.py sore.py --set rounds=30 --games 20 --seed 3 --out out")
	var r report
	must(t, dir, append(args, "--json")...).decode(t, &r)
	if len(r.Retired) != 1 || r.Retired[0].Bot != "Dumb" || r.Retired[0].Games != 17 ||
		!strings.Contains(r.Retired[0].Why, "it gave no answer in games 1, 2, 3 and is retired") {
		t.Errorf("retired bots: %+v, want Dumb alone", r.Retired)
	}
	for _, l := range r.table() {
		if want := map[string]int{"Calm": 0, "Dumb": 20 * 30}[l.Bot]; l.Bot != "Sore" && l.Faults != want || l.Played != 20 {
			t.Errorf("%+v", l)
		}
	}
	if o := must(t, dir, args...); !strings.Contains(o.Out, "Dumb: it gave no answer in games 1, 2, 3 and is retired") {
		t.Errorf("the table does not name the retired bot:\n%s", o.Out)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "out/report/index.html")); err != nil || !strings.Contains(string(text), "is retired") {
		t.Errorf("the report does not name the retired bot: %v", err)
	}
	if o := must(t, dir, "logs", "out", "Dumb"); !strings.Contains(o.Out,
		": unstarted: it gave no answer in games 1, 2, 3 and is retired") {
		t.Errorf("its log does not say why it is retired:\n%s", o.Out)
	}
}
