package game_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"agon/game"
)

// follow applies a delta to a picture as a client of the agon protocol does: grids arrive as changed cells, everything else whole.
func follow(picture map[string]any, delta map[string]any) {
	for name, value := range delta {
		rows, ok := picture[name].([]any)
		if !ok || len(rows) == 0 {
			picture[name] = value
			continue
		}
		if _, isGrid := rows[0].([]any); !isGrid {
			picture[name] = value
			continue
		}
		for _, cell := range value.([]any) {
			c := cell.([]any)
			rows[int(c[1].(float64))].([]any)[int(c[0].(float64))] = c[2]
		}
	}
}

func parsed(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return fields
}

// Applying every delta gives the whole frame.
func TestDeltasAddUpToTheFrame(t *testing.T) {
	d := game.NewDice(1, nil)
	d.Turn(0)
	var before, now game.Frame
	var cells [6][9]int
	var picture map[string]any
	for turn := range 200 {
		for range d.Intn(4) {
			cells[d.Intn(6)][d.Intn(9)] = d.Intn(5)
		}
		now.Reset()
		now.Int("turn", turn)
		now.Bool("odd", turn%2 == 1)
		now.Text("said", []string{"", "a \"word\"", "\u202e\x01"}[d.Intn(3)])
		now.Ints("list", d.Intn(4), func(i int) int { return i * turn })
		now.Texts("words", d.Intn(3), func(i int) string { return "w" })
		now.Grid("grid", 9, 6, func(x, y int) int { return cells[y][x] })
		if turn >= 100 {
			now.Int("late", turn/10)
		}
		whole := parsed(t, now.AppendJSON(nil))
		if turn == 0 {
			picture = whole
		} else {
			follow(picture, parsed(t, now.AppendDelta(nil, &before)))
		}
		if !reflect.DeepEqual(picture, whole) {
			t.Fatalf("turn %d: following deltas shows\n%v\nand the frame is\n%v", turn, picture, whole)
		}
		now.CopyTo(&before)
	}
}

func TestDelta(t *testing.T) {
	frame := func(number int, grid [2][2]int, list ...int) *game.Frame {
		f := &game.Frame{}
		f.Int("n", number)
		f.Ints("list", len(list), func(i int) int { return list[i] })
		f.Grid("grid", 2, 2, func(x, y int) int { return grid[y][x] })
		return f
	}
	for _, tt := range []struct {
		name        string
		before, now *game.Frame
		want        string
	}{
		{"nothing changes", frame(1, [2][2]int{}, 1, 2), frame(1, [2][2]int{}, 1, 2), `{}`},
		{"a number", frame(1, [2][2]int{}), frame(2, [2][2]int{}), `{"n":2}`},
		{"a list is sent whole", frame(1, [2][2]int{}, 1, 2), frame(1, [2][2]int{}, 1, 3), `{"list":[1,3]}`},
		{"a list that grows", frame(1, [2][2]int{}, 1), frame(1, [2][2]int{}, 1, 0), `{"list":[1,0]}`},
		{"cells as x, y, value", frame(1, [2][2]int{{1, 2}, {3, 4}}), frame(1, [2][2]int{{1, 5}, {6, 4}}), `{"grid":[[1,0,5],[0,1,6]]}`},
		{"against nothing", &game.Frame{}, frame(1, [2][2]int{{1, 2}, {3, 4}}), `{"n":1,"list":[],"grid":[[1,2],[3,4]]}`},
	} {
		if got := string(tt.now.AppendDelta(nil, tt.before)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
