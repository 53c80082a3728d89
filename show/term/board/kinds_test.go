package board_test

import (
	"testing"

	"agon/game"
	"agon/game/draw"
	"agon/game/gametest"
	"agon/games/bomberman"
	"agon/games/colourbattle"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// TestBoardsKnowTheirKinds draws the end of real games. A board that reads a field which its kind does not set draws no bots, and fails
// here.
func TestBoardsKnowTheirKinds(t *testing.T) {
	for _, tt := range []struct {
		kind  *game.Kind
		seats int
	}{
		{game.New(colourbattle.Spec), 8}, {game.New(tron.Spec), 3}, {game.New(bomberman.Spec), 4}, {game.New(fence.Spec), 2},
	} {
		t.Run(tt.kind.Name, func(t *testing.T) {
			v := last(t, tt.kind, tt.seats)
			b := board.Of(v)
			tiles := b.Tiles()
			heads, owned := 0, 0
			for _, c := range tiles.Cells {
				if c.Head {
					heads++
				}
				if c.Tone != draw.Blank {
					owned++
				}
			}
			if heads == 0 || heads > tt.seats || owned < 10 {
				t.Errorf("%d heads and %d tiles that are not blank on %d x %d", heads, owned, tiles.Width, tiles.Height)
			}
			describes(t, b)
		})
	}
}

func describes(t *testing.T, b board.Board) {
	t.Helper()
	if b.Status == "" && b.Note(0) == "" {
		t.Error("nothing is told of the end of the game")
	}
}

func TestHandsKnowTheirKind(t *testing.T) {
	v := last(t, game.New(rps.Spec), 2)
	s := screen.New(80, 20)
	b := board.Of(v)
	b.PaintDuel(s, board.None, false)
	empty := screen.New(80, 20)
	none := *v
	none.Shot.Frame = &game.Frame{}
	nothing := board.Of(&none)
	nothing.PaintDuel(empty, board.None, false)
	if s.String(screen.Plain) == empty.String(screen.Plain) || v.Shot.Frame.Word("because") == "" {
		t.Error("the hands of a real game are not shown")
	}
}

// last returns a view of the end of a game between built-in bots.
func last(t *testing.T, kind *game.Kind, seats int) *film.View {
	t.Helper()
	table := gametest.Play(t, kind, seats, 7, nil)
	shot := film.Take(table)
	v := &film.View{Info: &film.Info{Kind: kind}, Shot: shot, Pick: board.None,
		On: map[string]bool{"overlay": true, "reach": true, "chains": true, "hidden": true}}
	v.Earlier = func(turns int) (film.Shot, bool) { return shot, turns == 0 }
	for seat := range seats {
		v.Info.Seats = append(v.Info.Seats, film.Seat{Name: "bot", Slot: seat})
	}
	return v
}
