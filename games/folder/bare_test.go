package gamefolder_test

import (
	"testing"

	"agon/game/draw"
	"agon/games/folder"
)

// What is drawn without a grid has a board that is as large as it needs; tables alone have none.
func TestPicturesWithoutAGrid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, sketch  string
		width, height int
	}{
		{"words", `{"words": [[0, 0, "a"], [3, 1, "b"]]}`, 4, 2},
		{"discs and bots", `{"discs": [[2, 0, 0]], "bots": [[0, 4, 1]]}`, 3, 5},
		{"a path", `{"paths": [{"seat": 0, "points": [[0, 0], [5, 2.5]]}]}`, 6, 4},
		{"a table", `{"tables": [{"title": "t", "rows": [["a", 1]]}], "status": "s"}`, 0, 0},
		{"nothing", `{}`, 0, 0},
	} {
		p := draw.New(2)
		if err := gamefolder.Picture(p, tt.sketch, 2); err != nil || p.Width != tt.width || p.Height != tt.height {
			t.Errorf("%s: %d x %d, %v", tt.name, p.Width, p.Height, err)
		}
	}
}
