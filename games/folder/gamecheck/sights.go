package gamecheck

import (
	"fmt"
	"time"

	"agon/game"
	"agon/game/draw"
	gamefolder "agon/games/folder"
)

// sights are what seats were shown: what each has observed, and the picture beside it.
type sights struct {
	drawn  map[string]string // by seat and observation
	pairs  int               // states that look to a seat like one before
	differ bool              // seats have not seen the same
	fields fieldsSeen
	inPlay int // courses of games that look to a seat like another one
}

// dealt is how many deals of a game with hidden information are looked at, beside the games.
const dealt = 300

// shown looks at what seats and viewers are shown in some games.
func (c *checker) shown() error {
	t, err := c.kind.Table(c.settings)
	if err != nil {
		return err
	}
	begun, states := time.Now(), 0
	seen := sights{drawn: map[string]string{}}
	see := func(t *game.Table) error {
		states++
		return c.see(t, &seen)
	}
	for n := 0; n < 10 && time.Since(begun) < c.Time; n++ {
		err := c.play(t, c.Seed+int64(n), c.seats(n), see, "random")
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if err != nil {
			c.fail("shows", "", "seed %d: %v", c.Seed+int64(n), err)
			return nil
		}
	}
	for n := 0; c.kind.Hidden && n < dealt && time.Since(begun) < c.Time; n++ {
		err := t.Deal(c.Seed+1<<22+int64(n), c.seats(n))
		if err == nil {
			err = see(t)
		}
		if err != nil {
			c.fail("shows", "", "seed %d: %v", c.Seed+1<<22+int64(n), err)
			return nil
		}
	}
	pairs, ok, err := c.leaks()
	if seen.inPlay = pairs; ok && err == nil {
		c.shows(&seen, states)
	}
	return err
}

// shows reports what seats were shown.
func (c *checker) shows(seen *sights, states int) {
	switch {
	case seen.differ && !c.kind.Hidden:
		c.fail("shows", "write hidden = true into game.toml, or have observe(state, seat) return the same for all seats",
			"seats do not see the same, and game.toml does not say so")
	case !seen.differ && c.kind.Hidden:
		c.fail("shows", "leave the line out, or have observe(state, seat) leave out what the seat may not see",
			"game.toml says hidden = true, and every seat sees what the audience sees")
	case c.kind.Hidden:
		c.ok("shows", "%d states, for every seat and the audience; %d times a seat could not tell two deals or states apart, and %d times "+
			"two games in play, and was shown one picture\n%s", states, seen.pairs, seen.inPlay, seen.fields.text())
	default:
		c.ok("shows", "%d states, for every seat and the audience\n%s", states, seen.fields.text())
	}
}

// see looks at one state as every seat and as the audience. Of two states that a seat observes as one, with the same moves, it may be shown
// one picture alone: another one would show what is hidden.
func (c *checker) see(t *game.Table, seen *sights) error {
	var all string
	values := map[string]string{}
	for viewer := game.Audience; viewer < game.Seat(t.Seats()); viewer++ {
		var f game.Frame
		t.View(&f, viewer)
		if owes := t.Owes(); viewer != game.Audience && owes.Has(viewer) {
			t.Ask(&game.Prompt{}, viewer)
		}
		if err := t.Failed(); err != nil {
			return err
		}
		p := draw.New(t.Seats())
		sketch := f.Sketched()
		if sketch != "" {
			if err := gamefolder.Picture(p, sketch, t.Seats()); err != nil {
				return fmt.Errorf("turn %d, %w", t.Turns(), err)
			}
		}
		text := string(f.AppendFields(nil, c.fieldsOf(&f)))
		seen.fields.see(&f, viewer, values)
		if viewer == game.Audience {
			all = text
			continue
		}
		seen.differ = seen.differ || text != all
		key := fmt.Sprintf("%d %d %v %s", t.Seats(), viewer, f.Items("moves"), text)
		before, known := seen.drawn[key]
		if !known {
			seen.drawn[key] = sketch
			continue
		}
		if seen.pairs++; before != sketch {
			one, two := difference(before, sketch)
			return fmt.Errorf("turn %d: view(state, %d) tells seat %d more than observe(state, %d) does: it draws two states that the "+
				"seat observes as one in two ways, %s and %s", t.Turns(), viewer, viewer, viewer, one, two)
		}
	}
	return nil
}

// fieldsOf returns the names of the fields that the rules observe.
func (c *checker) fieldsOf(f *game.Frame) (names []string) {
	for _, name := range f.Names() {
		if name != "me" && name != "moves" {
			names = append(names, name)
		}
	}
	return append(names, "round")
}
