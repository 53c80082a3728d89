package gamecheck

import (
	"fmt"
	"time"

	"agon/game"
	gamefolder "agon/games/folder"
)

// How many turns are played twice, with other dice, before the rules are said to roll none.
const (
	chanceTurns = 300
	chanceGames = 60
)

// flags holds what game.toml says of the game against what was played.
func (c *checker) flags() error {
	rolls, err := c.rolls()
	if err != nil {
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		c.fail("flags", "", "%v", err)
		return nil
	}
	together, dice := c.atOnce(), c.chance(rolls)
	if together != "" && dice != "" {
		c.ok("flags", "%s; %s", together, dice)
	}
	return nil
}

// atOnce says how many seats move in one turn; empty if that does not fit game.toml, which is a finding.
func (c *checker) atOnce() string {
	switch {
	case c.kind.Simultaneous && c.together < 2 && c.kind.MaxSeats > 1:
		c.fail("flags", "leave the line out, or have turn(state) return a list of the seats that move at once",
			"game.toml says simultaneous = true, and no two seats owed a move in one turn")
		return ""
	case !c.kind.Simultaneous && c.together > 1:
		c.fail("flags", "write simultaneous = true into game.toml, or have turn(state) return one seat",
			"up to %d seats owed a move in one turn, and game.toml does not say simultaneous = true", c.together)
		return ""
	case c.together < 2:
		return "one seat moves in a turn"
	}
	return fmt.Sprintf("at most %d seats move in one turn", c.together)
}

// chance says whether dice fall after the deal; empty if that does not fit game.toml, which is a finding.
func (c *checker) chance(rolls *roll) string {
	said := c.folder.Chance
	switch {
	case rolls.seen != "" && !c.kind.Chance:
		c.fail("flags", "leave the line out of game.toml, or have step roll no dice",
			"game.toml says chance = false, and dice fall after the deal: %s", rolls.seen)
		return ""
	case said != nil && *said && rolls.none():
		c.fail("flags", "write chance = false into game.toml, or have step roll dice",
			"game.toml says chance = true, and step rolled no dice in %d turns", rolls.turns)
		return ""
	case rolls.seen != "":
		return "dice fall after the deal"
	case !rolls.none():
		return "nobody sees dice fall after the deal"
	case c.kind.Chance:
		return "no dice fall after the deal: game.toml may say chance = false"
	}
	return "no dice fall after the deal"
}

// A roll is what other dice change.
type roll struct {
	turns   int    // that were played twice
	seen    string // the first change that somebody sees; empty: nobody sees any
	changed bool   // the packed state was another one
}

// none reports whether dice change nothing.
func (r *roll) none() bool { return r.turns >= chanceTurns/10 && !r.changed }

// rolls plays turns twice, with equal moves and other dice.
func (c *checker) rolls() (*roll, error) {
	r, begun := &roll{}, time.Now()
	for n := 0; n < chanceGames && r.turns < chanceTurns && r.seen == "" && time.Since(begun) < c.Time; n++ {
		seats := c.seats(n)
		w := &worlds{checker: c, seats: seats, seed: c.Seed + 5<<22 + int64(n)}
		w.dice = game.NewDice(w.seed, nil)
		w.dice.Turn(0)
		at, err := c.folder.Deal(c.settings, seats, w.rolled(w.seed))
		for err == nil && r.turns < chanceTurns && r.seen == "" {
			if owes := at.Owes(); owes.Empty() {
				break
			}
			at, err = r.turn(w, at)
		}
		if err != nil || c.ctx.Err() != nil {
			return r, err
		}
	}
	return r, c.ctx.Err()
}

// rolled returns dice of the turn.
func (w *worlds) rolled(seed int64) *game.Dice {
	d := game.NewDice(seed, nil)
	d.Turn(w.turn)
	return &d
}

// turn plays a turn, once more with other dice, and returns where the first one leads.
func (r *roll) turn(w *worlds, at *gamefolder.World) (*gamefolder.World, error) {
	moves, err := w.choose(at, nil)
	if err != nil {
		return nil, err
	}
	w.turn++
	one, err := at.Step(moves, w.rolled(game.SubSeed(w.seed, 1)))
	if err != nil {
		return nil, err
	}
	two, err := at.Step(moves, w.rolled(game.SubSeed(w.seed, 2)))
	if err != nil {
		return nil, err
	}
	r.turns++
	if one.Equal(two) {
		return one, nil
	}
	r.changed = true
	a, err := one.Told(game.Audience)
	if err != nil {
		return nil, err
	}
	b, err := two.Told(game.Audience)
	if a != b {
		a, b = difference(a, b)
		r.seen = fmt.Sprintf("equal moves in turn %d lead to %s and to %s", w.turn, a, b)
	}
	return one, err
}
