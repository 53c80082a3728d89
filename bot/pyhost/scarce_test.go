package pyhost_test

import (
	"os"
	"path/filepath"
	"testing"

	"agon/bot/lineup"
)

// hoarder is a bot with so many files open in each game that a process can play few at once.
const hoarder = `
import resource

from .bot_control import Move

resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


class Hoarder:
    def __init__(self):
        self.files = []

    def get_name(self):
        return "Hoarder"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        if game_info.current_round <= 10:
            self.files += [open("/dev/null") for _ in range(7)]
        return Move.UP
`

// TestScarceInLanes: a bot for whose games at once one process is too small plays as it would in one game at a time, without a fault.
func TestScarceInLanes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "hoarder.py")
	if err := os.WriteFile(file, []byte(hoarder), 0o600); err != nil {
		t.Fatal(err)
	}
	a := arena{entries: []lineup.Entry{enter(t, file)[0], enter(t, "builtin:steve")[0]}, rounds: 12, games: 8, lanes: 8}
	got := a.play(t)
	a.entries[0] = scripted(t, 12, 12)
	for nr, g := range a.play(t) {
		if got[nr].digest != g.digest || len(got[nr].faults[0]) > 0 {
			t.Errorf("game %d is another one: %v\n%s", nr, got[nr].faults[0], got[nr].logs[0])
		}
	}
}
