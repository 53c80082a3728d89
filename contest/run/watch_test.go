package run

import (
	"maps"
	"sync"
	"testing"

	"agon/bot"
	"agon/game"
	"agon/play/worker"
)

// turns counts the turns of a game that somebody watches.
type turns struct {
	mu      sync.Mutex
	of      map[int]int // by game
	viewers int
}

// watching is a viewer of one game.
type watching struct {
	*turns
	game int
}

func (w watching) Turn(t *game.Table, _ []*bot.Call) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.of[w.game] = t.Turns()
}

func (w watching) Lost() {}

// Every game of a run can be watched, and is reported when it counts.
func TestWatchers(t *testing.T) {
	c := opened(t, t.TempDir(), cup, nil)
	seen, played := turns{of: map[int]int{}}, map[int]int{}
	_, err := Run(t.Context(), c, Options{
		Cores: 2,
		Watch: func(d Dealt) worker.Viewer {
			if d.Contest != c || len(d.Entries) != d.Table.Seats() {
				t.Errorf("it is told of a game of %v in %q", d.Entries, d.Stage)
			}
			if d.Game%2 == 0 {
				return nil
			}
			seen.mu.Lock()
			defer seen.mu.Unlock()
			seen.viewers++
			return watching{&seen, d.Game}
		},
		Played: func(p Played) { played[p.Game+1] += len(p.Bots) },
	})
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(played, func(game, _ int) bool { return game%2 == 0 })
	if seen.viewers == 0 || seen.viewers != len(played) || len(seen.of) != len(played) {
		t.Errorf("%d viewers saw %d of %d games", seen.viewers, len(seen.of), len(played))
	}
	for game, n := range seen.of {
		if n != 200 {
			t.Errorf("of game %d %d turns were seen", game, n)
		}
	}
}
