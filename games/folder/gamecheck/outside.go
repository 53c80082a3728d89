package gamecheck

import (
	"fmt"
	"time"

	"agon/game"
)

// fewOutside is how many games of an engine that others wrote are played: each needs a process of its own.
const fewOutside = 6

// outside are the checks of a game of such an engine: it has no positions that could be copied, and lists no moves.
func (c *checker) outside() []step {
	c.Games = min(c.Games, fewOutside)
	return []step{{"dealing", c.deals, false}, {"looking for formats", c.formats, true}, {"playing by lot", c.plays, false},
		{"playing with the bots", c.byBots, false}, {"playing nonsense", c.nonsense, false}, {"playing again", c.certain, false},
		{"", c.left, true}}
}

// byBots plays games of the folder's bots.
func (c *checker) byBots() error {
	if c.Recorded == nil {
		return nil
	}
	records, err := c.Recorded(c.ctx)
	if err != nil {
		c.fail("bots", "", "a game of the bots in the folder bots: %v", err)
		return nil
	}
	if len(records) > 0 {
		c.records = append(records, c.records...)
		c.ok("bots", "%d games of the bots in the folder bots to their ends", len(records))
	}
	return nil
}

// certain gives another process the answers of recorded games, at another time and with other pauses.
func (c *checker) certain() error {
	if c.kind.Uncertain {
		c.ok("again", "deterministic = false: games are %s, and workers play none", game.NotAgain)
		return nil
	}
	c.records = c.records[:min(len(c.records), fewOutside/2)]
	next := time.NewTimer(time.Until(time.Now().Truncate(time.Second).Add(time.Second))) // an engine may draw from the clock
	defer next.Stop()
	select {
	case <-next.C:
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
	for i, rec := range c.records {
		if err := c.slowly(rec); err != nil {
			c.fail("again", "have the engine draw from the seed that it is given alone, or write deterministic = false under [engine] of "+
				"game.toml: its games are then "+game.NotAgain, "game %d, seed %d, is another game when another process of the engine is "+
				"given the same answers: %v", i+1, rec.Seed, err)
			return nil
		}
	}
	c.ok("again", "the engine is deterministic: %d games are the same in other processes that are given the same answers", len(c.records))
	return nil
}

// Pauses before the first turns of a game that is played again.
const (
	pause       = 20 * time.Millisecond
	pausedTurns = 5
)

// slowly plays a recorded game again, with pauses.
func (c *checker) slowly(rec *game.Record) error {
	r, err := c.kind.Rerun(rec)
	for n, more := 0, true; more && err == nil; n++ {
		if err = c.ctx.Err(); err != nil {
			break
		}
		if n < pausedTurns {
			time.Sleep(pause)
		}
		more, err = r.Next()
	}
	if err != nil {
		return err
	}
	if rec.Digest != r.Table.Digest() {
		return fmt.Errorf("it ends with the digest %016x, and ended with %016x", r.Table.Digest(), rec.Digest)
	}
	return nil
}

// left says what is not looked at.
func (c *checker) left() error {
	c.ok("left out", "leaks of hidden information, chance, the bias of seats and looking ahead: they need positions that agon can copy, "+
		"and these are in the engine")
	return nil
}
