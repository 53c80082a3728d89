package program_test

import (
	"bytes"
	"testing"

	"agon/game"
	"agon/games/bomberman"
	"agon/games/colourbattle"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
)

// A seat is shown its view, although most kinds are drawn once per turn for all seats.
func TestPicturesAreViews(t *testing.T) {
	for _, k := range []*game.Kind{game.New(colourbattle.Spec), game.New(tron.Spec), game.New(rps.Spec), game.New(fence.Spec),
		game.New(bomberman.Spec)} {
		t.Run(k.Name, func(t *testing.T) {
			table := deal(t, k, nil)
			for nth := range 2 { // tables are reused
				if err := table.Deal(int64(nth), max(2, k.MinSeats)); err != nil {
					t.Fatal(err)
				}
				for seat := range table.Seats() {
					n, err := k.Builtin(k.Builtins[0].Name, nil)
					if err != nil {
						t.Fatal(err)
					}
					table.Sit(game.Seat(seat), n)
				}
				for turn := 0; turn < 12 && !table.Over(); turn++ {
					samePictures(t, table)
					owes := table.Owes()
					for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
						table.Think(seat, &game.Reply{})
					}
					table.Step()
				}
			}
		})
	}
}

func samePictures(t *testing.T, table *game.Table) {
	t.Helper()
	var view game.Frame
	for _, seat := range []game.Seat{0, 1, 0} {
		table.View(&view, seat)
		want, got := view.AppendJSON(nil), table.Seen(seat).AppendJSON(nil)
		if !bytes.Equal(got, want) {
			t.Errorf("turn %d, seat %d is shown\n%s\nand its view is\n%s", table.Turns(), seat, got, want)
		}
	}
}
