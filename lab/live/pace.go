package live

import (
	"context"
	"slices"
	"time"

	"agon/bot"
	"agon/game"
)

// Pace delays the turns of a game with people in which only bots are left, as long as somebody watches.
type Pace struct {
	Films *Films
	Turn  time.Duration // at least, for a turn of bots; 0 means that players set the pace: no delay

	alone int       // turns since a person was asked
	last  time.Time // when the last turn was over
}

// Look waits until the next turn may begin.
func (p *Pace) Look(ctx context.Context, _ *game.Table, calls []*bot.Call) {
	entries := p.Films.entries
	if calls == nil || !Played(entries) {
		return
	}
	p.alone++
	if slices.ContainsFunc(calls, func(c *bot.Call) bool { return entries[c.Seat].Person != nil }) {
		p.alone = 0
	}
	if p.alone > len(entries) {
		rest, cancel := context.WithDeadline(ctx, p.last.Add(p.Turn))
		defer cancel()
		p.Films.Watched(rest)
	}
	p.last = time.Now()
}
