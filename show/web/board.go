package web

import (
	"encoding/json"
	"errors"

	"agon/game/draw"
	"agon/game/palette"
	"agon/show/film"
)

// boardModules are the modules of a page with small boards.
var boardModules = []string{"shown.js", "drawing.js", "look.js", "brush.js", "board.js", "paint.js", "shapes.js", "duel.js", "picture.js",
	"boards.js"}

// BoardsScript is the script of pages with small boards of running games. It reads an object with the list "boards", each
// with what [Board] returns, and "none", why it is empty, from the address in data-from of the element "boards", every second while
// somebody looks, and shows that sentence in the element "no-board".
func BoardsScript() (string, error) { return bundle(boardModules, asset) }

// A Board is the newest state of a game, for a small board: what people read beside it, and the picture.
type Board struct {
	Game   string          `json:"game"` // "Final, game 318"
	Round  int             `json:"round"`
	Step   string          `json:"step"`   // what the rules call a round
	Rounds int             `json:"rounds"` // about, of the whole game; 0: unknown
	Over   string          `json:"over"`   // how it ended; empty: it goes on
	Seats  []BoardSeat     `json:"seats"`  // in the order of the game
	Layers []draw.Layer    `json:"layers"` // of the kind
	Drawn  json.RawMessage `json:"drawn"`  // the picture, as a reel has it
	Said   json.RawMessage `json:"said"`   // the remarks of the shot
}

// A BoardSeat is a bot of a game.
type BoardSeat struct {
	Name  string `json:"name"`
	Slot  int    `json:"slot"`
	Mark  string `json:"mark"` // as in standings, also where the rules have names for seats
	Place int    `json:"place"`
	Score string `json:"score"`
}

// NewBoard returns the board of a shot.
func NewBoard(f *film.Film, at int) (*Board, error) {
	n, over := f.Len()
	if at < 0 || at >= n {
		return nil, errors.New("a film has no such shot")
	}
	shot := f.Shot(at)
	b := &Board{Game: f.Info.Title, Round: shot.Round, Step: f.Info.Step(), Rounds: f.Info.Rounds,
		Layers: append([]draw.Layer{}, f.Info.Kind.Layers...),
		Drawn:  []byte("{}"), Said: []byte("[]")}
	if over && at == n-1 {
		b.Over, _ = f.Ending()
	}
	unit := ""
	if f.Info.Unit == "%" {
		unit = " %"
	}
	for i, slot := range f.Info.Looks() {
		b.Seats = append(b.Seats, BoardSeat{Name: f.Info.Seats[i].Name, Slot: slot, Mark: palette.Mark(slot), Place: shot.Places[i],
			Score: scoreText(shot.Scores[i], f.Info.Unit) + unit})
	}
	if drawn := newPictures(f).append(nil, at); len(drawn) > 0 {
		b.Drawn = drawn
	}
	if remarks := appendRemarks(nil, shot.Remarks); len(remarks) > 0 {
		b.Said = remarks[len(`,"m":`):]
	}
	return b, nil
}
