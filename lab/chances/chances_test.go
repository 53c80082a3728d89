package chances_test

import (
	"reflect"
	"testing"

	"agon/game"
	"agon/games/all"
	"agon/lab/chances"
)

// played returns the record of a game in which seat 0 makes these moves and then those of a built-in bot, as the others do.
func played(t *testing.T, kind, bot string, seed int64, seats int, moves ...string) (*game.Kind, *game.Record) {
	t.Helper()
	k, err := all.Find(kind)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(seed, seats); err != nil {
		t.Fatal(err)
	}
	b, err := k.Builtin(bot, nil)
	if err != nil {
		t.Fatal(err)
	}
	for seat := range seats {
		table.Sit(game.Seat(seat), b)
	}
	var r game.Reply
	for !table.Over() {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			if seat == 0 && len(moves) > 0 {
				table.Play(seat, moves[0], &r)
				moves = moves[1:]
			} else {
				table.Think(seat, &r)
			}
		}
		table.Step()
	}
	return k, table.Record().Clone()
}

// A bot that turns into its own trail loses all at once, and the turn, its move and better ones are found.
func TestABlunderIsFound(t *testing.T) {
	k, rec := played(t, "tron", "voronoi", 3, 2, "UP", "UP", "UP", "UP", "DOWN")
	e, err := chances.New(k, rec, chances.Options{Playouts: 32})
	if err != nil {
		t.Fatal(err)
	}
	curve, err := e.Curve()
	if err != nil {
		t.Fatal(err)
	}
	end := curve[len(curve)-1]
	if end.Turns != rec.Turns || end.Chances[0].Mean != 0 || end.Chances[1].Mean != 1 {
		t.Errorf("the end is %+v after %d turns", end, rec.Turns)
	}
	for _, p := range curve {
		if sum := p.Chances[0].Mean + p.Chances[1].Mean; sum < 0.999 || sum > 1.001 {
			t.Errorf("after %d turns the chances are %+v", p.Turns, p.Chances)
		}
	}
	list, err := e.Turnings(curve, 0, 1)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	if g := list[0]; g.Turn == 0 || g.Made.Word != "DOWN" || g.Better == nil || g.Better.Mean < g.Made.Mean+0.2 || g.Made.Mean > 0.1 {
		t.Errorf("%+v, better %+v", g, g.Better)
	}
}

// Every kind's games can be estimated, equal ones equally.
func TestEveryKind(t *testing.T) {
	for _, kind := range all.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			k, rec := played(t, kind.Name, kind.Builtins[0].Name, 5, max(kind.MinSeats, 2))
			var first []chances.Point
			for range 2 {
				e, err := chances.New(k, rec, chances.Options{Points: 6, Budget: 20_000})
				if err != nil {
					t.Fatal(err)
				}
				curve, err := e.Curve()
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range curve {
					for seat, c := range p.Chances {
						if c.Mean < 0 || c.Mean > 1 || c.Err < 0 {
							t.Errorf("after %d turns seat %d has %+v", p.Turns, seat, c)
						}
					}
				}
				if _, err := e.Turnings(curve, -1, 1); err != nil {
					t.Fatal(err)
				}
				if first != nil && !reflect.DeepEqual(curve, first) {
					t.Error("two estimates of one game differ")
				}
				first = curve
			}
		})
	}
}
