package replay

import (
	"sync"

	"agon/game"
)

// A Growing is the record of a game that is being played. The game adds its turns, which takes little time, and others take copies of the
// newest state when they are ready for it. The zero value is a record of nothing. It is safe for concurrent use.
type Growing struct {
	mu   sync.Mutex
	made game.Record
	news bool
}

// Deal begins the record of a game that has just been dealt.
func (g *Growing) Deal(t *game.Table) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.made, g.news = game.Record{}, false
	g.made.Follow(t)
}

// Turn adds the turns that were played since the last call.
func (g *Growing) Turn(t *game.Table) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.made.Follow(t)
	g.news = true
}

// News returns a copy of the record; nil if no turn was added since the last call.
func (g *Growing) News() *game.Record {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.news {
		return nil
	}
	g.news = false
	return g.made.Clone()
}
