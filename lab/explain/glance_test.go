package explain

import (
	"testing"

	"agon/game/gametest"
	"agon/games/all"
	"agon/record/replay"
)

// A glance at a game has its chances from the deal to the end; of a game that is too long or too short there is none.
func TestGlance(t *testing.T) {
	kind, err := all.Find("tron")
	if err != nil {
		t.Fatal(err)
	}
	rep := &replay.Replay{Record: gametest.Play(t, kind, 2, 3, nil).Record().Clone()}
	c := Glance(kind, rep, GlanceMoves)
	if c == nil || len(c.Curve) < 2 || c.Bot == "" {
		t.Fatalf("%d turns: %+v", rep.Record.Turns, c)
	}
	first, last := c.Curve[0], c.Curve[len(c.Curve)-1]
	if first.Turns != 0 || last.Turns != rep.Record.Turns || last.Means[0]+last.Means[1] != 1 {
		t.Errorf("from %+v to %+v, of %d turns", first, last, rep.Record.Turns)
	}
	for _, turns := range []int{1, 2 * GlanceMoves / glancePlays} {
		rep.Record.Turns = turns
		if Glance(kind, rep, GlanceMoves) != nil {
			t.Errorf("there is a glance at a game of %d turns", turns)
		}
	}
}

// A glance at a long game costs no more: it has fewer points.
func TestGlanceAtALongGame(t *testing.T) {
	kind, err := all.Find("colour-battle")
	if err != nil {
		t.Fatal(err)
	}
	rep := &replay.Replay{Record: gametest.Play(t, kind, 2, 3, map[string]any{"rounds": 500}).Record().Clone()}
	c := Glance(kind, rep, 500*glancePlays)
	if c == nil || len(c.Curve) != glancePlays/4+1 || c.Playouts != 4 {
		t.Fatalf("%d turns: %+v", rep.Record.Turns, c)
	}
}
