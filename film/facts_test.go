package film

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"agon/game"
)

func TestFacts(t *testing.T) {
	files := func(view string) fs.FS { return fstest.MapFS{"view.js": {Data: []byte(view)}} }
	for _, tt := range []struct {
		name string
		view string
		want Facts
	}{
		{"nothing said", "// view", Facts{Grid: "grid", Strength: 0.36}},
		{"upwards, by ids", "export const board = { \"up\": true, \"owner\": \"ids\" };\n", Facts{Grid: "grid", Strength: 0.36, Up: true, Owner: "ids"}},
		{"another grid", "\nexport const board = { \"grid\": \"map\", \"strength\": 1 };", Facts{Grid: "map", Strength: 1}},
	} {
		got := readFacts(files(tt.view))
		if got.Grid != tt.want.Grid || got.Up != tt.want.Up || got.Owner != tt.want.Owner || got.Strength != tt.want.Strength {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// A kind without a drawing is the right way up everywhere if its facts say how its rows grow.
func TestRowsThatGrowUpwards(t *testing.T) {
	files := fstest.MapFS{"view.js": {Data: []byte("export const board = { \"up\": true, \"owner\": \"ids\", \"marks\": [\"x\", \"y\"] };\n")}}
	info := Info{Kind: &game.Kind{Info: game.Info{Files: files}}, Seats: []Seat{{Name: "a"}, {Name: "b", Slot: 1}}}
	var frame game.Frame
	frame.Grid("grid", 3, 2, func(x, y int) int { return []int{7, 0, 0, 0, 0, 5}[y*3+x] })
	frame.Ints("ids", 2, func(i int) int { return []int{5, 7}[i] })
	frame.Ints("x", 2, func(int) int { return 1 })
	frame.Ints("y", 2, func(int) int { return 0 })
	f := New(info)
	f.Append(Shot{Frame: &frame})
	p := f.View(0).Picture()
	if low, high := p.At(0, 1).Seat, p.At(2, 0).Seat; low != 1 || high != 0 {
		t.Errorf("the tile of row 0 is seat %d's and that of row 1 seat %d's, want 1 and 0", low, high)
	}
	if len(p.Shapes) != 2 || p.Shapes[0].Y != 1.5 || p.Shapes[0].X >= p.Shapes[1].X {
		t.Errorf("two bots on one tile of row 0 are %+v", p.Shapes)
	}
	if marks := info.Marks(); marks[0] != "x" || marks[1] != "y" {
		t.Errorf("the seats are called %v", marks)
	}
}
