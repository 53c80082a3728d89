package gametest

import (
	"encoding/json"
	"fmt"
	"testing"

	"agon/draw"
	"agon/game"
)

const (
	drawnTurns = 40 // whose pictures are all looked at
	drawnSome  = 25 // of the turns after them every so many, and the end
	drawnBack  = 64 // turns that a picture may look back
)

// drawings checks the pictures of a game as the audience and a seat see it: that each can be shown, and is the same when it is drawn again.
func drawings(t testing.TB, kind *game.Kind, seats int) {
	layers(t, kind)
	if kind.Draw == nil {
		return
	}
	table := open(t, kind, nil)
	for _, eye := range []game.Seat{game.Audience, 0} {
		deal(t, table, 5, seats)
		sit(t, table, seats)
		var before []*game.Frame // newest first
		look := func() bool {
			frame := &game.Frame{}
			table.View(frame, eye)
			before = append([]*game.Frame{frame}, before[:min(len(before), drawnBack)]...)
			if n := table.Turns(); n < drawnTurns || n%drawnSome == 0 || table.Over() {
				if err := drawn(kind, seats, before); err != nil {
					t.Errorf("Spec.Draw: the picture of turn %d, as %s sees it: %v", n, eyeName(eye), err)
					return false
				}
			}
			return true
		}
		finish(t, table, look)
		if t.Failed() || table.Over() && !look() {
			return
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

// drawn draws a frame twice, and says what is wrong with it.
func drawn(kind *game.Kind, seats int, before []*game.Frame) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panics: %v", p)
		}
	}()
	var texts [2]string
	for i := range texts {
		p := draw.New(seats)
		kind.Draw(p, &game.Scene{Frame: before[0], Seats: seats, Pick: i%2 - 1, Earlier: func(turns int) *game.Frame {
			if turns < 0 || turns >= len(before) {
				return nil
			}
			return before[turns]
		}})
		if err := p.Check(kind.Layers); err != nil {
			return err
		}
		for seat := range p.Seats { // what may depend on the pick
			p.Seats[seat].About = nil
		}
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		return fmt.Errorf("drawn a second time it is another one: Draw reads something other than the frames, or the picked seat for more than its About. %s", parting(texts[0], texts[1]))
	}
	return nil
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
