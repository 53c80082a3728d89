package gametest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"agon/draw"
	"agon/game"
)

const (
	drawnTurns = 40  // whose pictures are all drawn twice
	drawnSome  = 25  // of the turns after them every so many, and the end
	drawnMost  = 700 // turns of a game
)

// drawings checks the pictures of a game as the audience and a seat see it: that each can be shown, is the same when it is drawn again, holds all of
// itself in JSON, and that every seat comes up in some.
func drawings(t testing.TB, kind *game.Kind, seats int) {
	layers(t, kind)
	if kind.Draw == nil {
		return
	}
	table := open(t, kind, nil)
	for _, eye := range []game.Seat{game.Audience, 0} {
		deal(t, table, 5, seats)
		sit(t, table, seats)
		d := &drawer{kind: kind, seats: seats, met: make([]bool, seats)}
		look := func() bool {
			frame := &game.Frame{}
			table.View(frame, eye)
			d.frames = append(d.frames, frame)
			n := table.Turns()
			if err := d.look(n < drawnTurns || n%drawnSome == 0 || table.Over()); err != nil {
				t.Errorf("Spec.Draw: the picture of turn %d, as %s sees it: %v", n, eyeName(eye), err)
				return false
			}
			return n < drawnMost
		}
		finish(t, table, look)
		if t.Failed() || table.Over() && !look() {
			return
		}
		for seat, met := range d.met {
			if !met && eye == game.Audience {
				t.Errorf("Spec.Draw: seat %d is in no picture of a game: no tile, no shape and no card is its own", seat)
			}
		}
	}
}

// layers checks that those of a kind can be told apart by name and key.
func layers(t testing.TB, kind *game.Kind) {
	taken := map[string]bool{"p": true, "patterns": true}
	for _, l := range kind.Layers {
		if l.Name == "" || l.Title == "" || l.About == "" || len(l.Key) != 1 || taken[l.Name] || taken[l.Key] {
			t.Errorf("Spec.Layers: layer %q with the key %q: each has a name, a title, a few words about it, and a letter of its own; the layer patterns with the key p is there already", l.Name, l.Key)
		}
		taken[l.Name], taken[l.Key] = true, true
	}
}

// A drawer draws the frames of a game.
type drawer struct {
	kind   *game.Kind
	seats  int
	frames []*game.Frame
	used   *draw.Picture // that is drawn into again and again
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

// look draws the newest frame, and says what is wrong with its picture.
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
		return fmt.Errorf("its JSON cannot be read again: %w", err)
	}
	if again, err := asText(&back); err != nil || again != first {
		return fmt.Errorf("its JSON does not hold all of it (%v). %s", err, parting(first, again))
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
		return fmt.Errorf("drawn a second time it is another one: Draw reads something other than the frames, or the picked seat for more than its About. %s", parting(first, second))
	}
	return nil
}

// meet notes the seats that are in a picture.
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

// asText is a picture as JSON, without what may depend on the pick.
func asText(p *draw.Picture) (string, error) {
	bare := *p
	bare.Seats = slices.Clone(p.Seats)
	for seat := range bare.Seats {
		bare.Seats[seat].About = nil
	}
	text, err := json.Marshal(&bare)
	return string(text), err
}

// parting is where two texts part.
func parting(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	from := max(0, n-40)
	return fmt.Sprintf("First %.80q, then %.80q", a[from:], b[from:])
}
