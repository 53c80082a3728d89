package draw_test

import (
	"encoding/json"
	"fmt"

	"agon/game/draw"
)

// A kind draws a state once; terminal, page and GIF show the same picture.
func Example() {
	p := draw.New(2)
	p.Board(2, 1)
	p.At(1, 0).Seat = 1
	p.Status = "round 3"
	text, err := json.Marshal(p.Tiles)
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Width, "x", p.Height, "tiles:", string(text))
	// Output: 2 x 1 tiles: [{"seat":-1},{"seat":1}]
}
