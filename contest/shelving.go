package contest

import (
	"agon/replay/shelf"
	"agon/tournament"
)

// replaysOf is the replays of a batch that belong to results which will stand. A void result leaves its game open, and of a game that is
// played twice the first result stands: a later replay would take the place of the one that belongs to it.
func replaysOf(batch []played, l *tournament.Ledger) []shelf.Game {
	var games []shelf.Game
	stands := make(map[int]bool, len(batch))
	for _, p := range batch {
		id := p.result.Fixture
		if p.result.Void != "" || stands[id] || l.Has(id) {
			continue
		}
		stands[id] = true
		games = append(games, shelf.Game{ID: int64(id), Data: p.replay})
	}
	return games
}
