package gametest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"agon/game"
	"agon/game/draw"
)

const (
	drawnTurns = 40  // turns whose pictures are all drawn twice
	drawnSome  = 25  // then one turn in so many, and the end
	drawnMost  = 700 // turns of a game
)

// drawings checks the pictures of a game as the audience and a seat see it: each is valid, the same when drawn again, complete in JSON, and
// every seat appears in some.
func drawings(t testing.TB, kind *game.Kind, seats int, owners Owners) {
	layers(t, kind)
	if kind.Draw == nil {
		return
	}
	table := open(t, kind, nil)
	for _, viewer := range []game.Seat{game.Audience, 0} {
		deal(t, table, 5, seats)
		sit(t, table, seats)
		d := &drawer{kind: kind, seats: seats, owners: owners, met: make([]bool, seats)}
		look := func() bool {
			frame := &game.Frame{}
			table.View(frame, viewer)
			d.frames = append(d.frames, frame)
			n := table.Turns()
			if err := d.look(n < drawnTurns || n%drawnSome == 0 || table.Over()); err != nil {
				t.Errorf("Spec.Draw: the picture of turn %d, as %s sees it: %v", n, eyeName(viewer), err)
				return false
			}
			return n < drawnMost
		}
		finish(t, table, look)
		if t.Failed() || table.Over() && !look() {
			return
		}
		for seat, met := range d.met {
			if !met && viewer == game.Audience {
				t.Errorf("Spec.Draw: seat %d appears in no picture of a game: it owns no tile, no shape and no card", seat)
			}
		}
	}
}

// layers checks that a kind's layers have distinct names and keys.
func layers(t testing.TB, kind *game.Kind) {
	taken := map[string]bool{"p": true, "patterns": true}
	for _, l := range kind.Layers {
		if l.Name == "" || l.Title == "" || l.About == "" || len(l.Key) != 1 || taken[l.Name] || taken[l.Key] {
			t.Errorf("Spec.Layers: layer %q with the key %q: each needs a name, a title, a short description, and a letter of its own; "+
				"the key p belongs to the layer patterns", l.Name, l.Key)
		}
		taken[l.Name], taken[l.Key] = true, true
	}
}

// A drawer draws the frames of a game.
type drawer struct {
	kind   *game.Kind
	seats  int
	owners Owners // nil: the usual ones
	frames []*game.Frame
	used   *draw.Picture // reused for all pictures
	met    []bool        // by seat
}

func (d *drawer) scene(pick int) *game.Scene {
	last := len(d.frames) - 1
	return &game.Scene{Frame: d.frames[last], Seats: d.seats, Pick: pick, Earlier: func(turns int) *game.Frame {
		if turns < 0 || turns > last {
			return nil
		}
		return d.frames[last-turns]
	}}
}

// look draws the newest frame and returns an error for an invalid picture.
func (d *drawer) look(twice bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panics: %v", p)
		}
	}()
	p := draw.New(d.seats)
	d.kind.Draw(p, d.scene(draw.Nobody))
	if err := p.Check(d.kind.Layers); err != nil {
		return err
	}
	if err := d.owned(p, d.frames[len(d.frames)-1]); err != nil {
		return err
	}
	d.meet(p)
	if !twice {
		return nil
	}
	first, err := asText(p)
	if err != nil {
		return err
	}
	var back draw.Picture
	if err := json.Unmarshal([]byte(first), &back); err != nil {
		return fmt.Errorf("its JSON cannot be parsed: %w", err)
	}
	if again, err := asText(&back); err != nil || again != first {
		return fmt.Errorf("its JSON is incomplete (%v). %s", err, parting(first, again))
	}
	if d.used == nil {
		d.used = draw.New(d.seats)
	}
	d.used.Reset()
	d.kind.Draw(d.used, d.scene(0))
	second, err := asText(d.used)
	if err != nil {
		return err
	}
	if first != second {
		return fmt.Errorf("drawn again it differs: Draw reads something other than the frames, or the picked seat for more than its "+
			"About. %s", parting(first, second))
	}
	return nil
}

// meet records the seats in a picture.
func (d *drawer) meet(p *draw.Picture) {
	note := func(seat int) {
		if seat >= 0 && seat < len(d.met) {
			d.met[seat] = true
		}
	}
	for i := range p.Tiles {
		note(p.Tiles[i].Seat)
	}
	for i := range p.Shapes {
		note(p.Shapes[i].Seat)
	}
	if p.Duel != nil {
		for seat := range p.Duel.Cards {
			note(seat)
		}
	}
}

// asText returns a picture as JSON, without what depends on the picked seat.
func asText(p *draw.Picture) (string, error) {
	bare := *p
	bare.Seats = slices.Clone(p.Seats)
	for seat := range bare.Seats {
		bare.Seats[seat].About = nil
	}
	text, err := json.Marshal(&bare)
	return string(text), err
}

// parting returns where two texts differ.
func parting(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	from := max(0, n-40)
	return fmt.Sprintf("First %.80q, then %.80q", a[from:], b[from:])
}
