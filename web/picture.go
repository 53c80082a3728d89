package web

import (
	"encoding/json"
	"regexp"
	"sync"

	"agon/draw"
	"agon/film"
	"agon/game"
)

// A kind whose view.js draws nothing is shown by assets/picture.js, which draws the picture of package draw. Pictures travel as two more
// fields of the frames, so that they cost what changes: a grid with the tiles, and a text with all the rest.
const (
	pictureTiles = "picture_tiles" // tone, plus tones times the seat + 1, plus dotted where the tile has a dot
	pictureRest  = "picture"

	tones  = 32
	dotted = 1 << 20
)

var (
	exportsDraw = regexp.MustCompile(`(?m)^export (?:function|const|let) draw\b`)
	drawing     sync.Map // by [*game.Kind]: whether its view.js draws
)

// drawsItself reports whether a kind's view.js draws its own page.
func drawsItself(kind *game.Kind) bool {
	if known, ok := drawing.Load(kind); ok {
		return known.(bool)
	}
	draws := exportsDraw.MatchString(viewOf(kind))
	drawing.Store(kind, draws)
	return draws
}

// shotOf is a shot of a film as a page needs it.
func shotOf(f *film.Film, i int) film.Shot {
	shot := f.Shot(i)
	if drawsItself(f.Info.Kind) {
		return shot
	}
	frame, picture := &game.Frame{}, f.View(i).Picture()
	shot.Frame.CopyTo(frame)
	shot.Frame = frame
	rest := struct {
		*draw.Picture
		Tiles any      `json:"tiles,omitempty"` // are in the grid
		Texts [][2]any `json:"texts,omitempty"` // on tiles: the number of the tile and the text
	}{Picture: picture}
	for n, tile := range picture.Tiles {
		if tile.Text != "" {
			rest.Texts = append(rest.Texts, [2]any{n, tile.Text})
		}
	}
	if picture.Width > 0 {
		frame.Grid(pictureTiles, picture.Width, picture.Height, func(x, y int) int {
			tile := picture.At(x, y)
			code := int(tile.Tone) + tones*(tile.Seat+1)
			if tile.Dot {
				code += dotted
			}
			return code
		})
	}
	text, err := json.Marshal(rest)
	if err != nil {
		panic(err) // a picture is numbers and texts
	}
	frame.Text(pictureRest, string(text))
	return shot
}
