package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"testing"
	"testing/fstest"

	"agon/game"
	"agon/games/colourbattle"
	"agon/show/film"
)

// lived is a reel decoded according to README.md in the simplest way: whole frames as JSON, scores and places.
type lived struct {
	head   headLine
	frames []map[string]any
	scores [][]float64
	places [][]float64
	took   [][]float64
	end    string
}

func readReel(t *testing.T, text []byte) lived {
	t.Helper()
	var l lived
	for line := range bytes.Lines(text) {
		var shot struct {
			Agon *int
			End  *string
			F    map[string]any
			S, P []float64
			US   []float64
		}
		if err := json.Unmarshal(line, &shot); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		switch {
		case shot.Agon != nil:
			if err := json.Unmarshal(line, &l.head); err != nil {
				t.Fatal(err)
			}
		case shot.End != nil:
			l.end = *shot.End
		default:
			l.push(shot.F, shot.S, shot.P, shot.US)
		}
	}
	return l
}

func (l *lived) push(delta map[string]any, s, p, us []float64) {
	frame := delta
	if n := len(l.frames); n > 0 {
		frame = follow(l.frames[n-1], delta)
		s, p = plus(l.scores[n-1], s), plus(l.places[n-1], p)
	}
	l.frames, l.scores, l.places, l.took = append(l.frames, frame), append(l.scores, s), append(l.places, p), append(l.took, us)
}

func plus(old, differences []float64) []float64 {
	if differences == nil {
		return old
	}
	if len(old) != len(differences) {
		return differences
	}
	sum := make([]float64, len(old))
	for i := range old {
		sum[i] = old[i] + differences[i]
	}
	return sum
}

// follow returns the next frame: lists first, then the grids, whose cells may name a seat.
func follow(before, delta map[string]any) map[string]any {
	frame := make(map[string]any)
	maps.Copy(frame, before)
	if turn, ok := before["turn"].(float64); ok {
		frame["turn"] = turn + 1
	}
	grids := make(map[string][]any)
	for name, value := range delta {
		list, isList := value.([]any)
		old, wasList := before[name].([]any)
		switch {
		case wasList && isList && len(old) > 0 && isRow(old[0]):
			grids[name] = list
		case wasList && isList && len(old) == len(list) && len(old) > 0 && isNumber(old[0]):
			sum := make([]any, len(old))
			for i := range old {
				sum[i] = old[i].(float64) + list[i].(float64)
			}
			frame[name] = sum
		default:
			frame[name] = value
		}
	}
	for name, cells := range grids {
		frame[name] = patched(before[name].([]any), cells, frame)
	}
	return frame
}

func isRow(v any) bool    { _, ok := v.([]any); return ok }
func isNumber(v any) bool { _, ok := v.(float64); return ok }

func patched(rows, cells []any, frame map[string]any) []any {
	next := make([]any, len(rows))
	for y := range rows {
		next[y] = append([]any(nil), rows[y].([]any)...)
	}
	for _, c := range cells {
		cell := c.([]any)
		if len(cell) == 2 {
			seat := int(cell[0].(float64))
			cell = []any{frame["x"].([]any)[seat], frame["y"].([]any)[seat], cell[1]}
		}
		next[int(cell[1].(float64))].([]any)[int(cell[0].(float64))] = cell[2]
	}
	return next
}

func TestReelHoldsTheWholeFilm(t *testing.T) {
	f := makeFilm(t, 5, 80)
	got := readReel(t, reel(f, true))
	n, _ := f.Len()
	if len(got.frames) != n {
		t.Fatalf("%d shots of %d", len(got.frames), n)
	}
	for i := range n {
		shot := f.Shot(i)
		var want map[string]any
		if err := json.Unmarshal(shot.Frame.AppendJSON(nil), &want); err != nil {
			t.Fatal(err)
		}
		for _, drawn := range []string{"grid", "x", "y"} { // the page gets them from the picture; TestThePageFollowsPictures checks that
			delete(want, drawn)
		}
		if fmt.Sprint(got.frames[i]) != fmt.Sprint(want) {
			t.Fatalf("shot %d is %v, the film has %v", i, got.frames[i], want)
		}
		for seat := range shot.Scores {
			if math.Abs(got.scores[i][seat]/grain-shot.Scores[seat]) > 1/grain || int(got.places[i][seat]) != shot.Places[seat] {
				t.Fatalf("shot %d, seat %d: score %v and place %v, the film has %v and %v", i, seat, got.scores[i][seat]/grain,
					got.places[i][seat], shot.Scores[seat], shot.Places[seat])
			}
			if shot.Took != nil && game.Micros(got.took[i][seat]) != shot.Took[seat] {
				t.Fatalf("shot %d, seat %d took %v, the film has %v", i, seat, got.took[i][seat], shot.Took[seat])
			}
		}
	}
	if got.head.Seed != "8841207" || len(got.head.Seats) != 5 {
		t.Errorf("the head says %+v", got.head)
	}
}

// Frames of other kinds have texts, grids without bots, and lists that grow.
func TestReelOfAnyFrame(t *testing.T) {
	kind := game.New(colourbattle.Spec)
	kind.Files = fstest.MapFS{"view.js": {Data: []byte("// reads all fields\n")}}
	f := film.New(film.Info{Kind: kind, Seats: []film.Seat{{Name: "a"}, {Name: "b", Slot: 0}}})
	for turn := range 6 {
		frame := &game.Frame{}
		frame.Int("turn", turn)
		frame.Text("law", fmt.Sprint("law <", turn/2))
		frame.Grid("map", 3, 2, func(x, y int) int { return (x + y*turn) % 4 })
		frame.Ints("bombs", turn, func(i int) int { return i * turn })
		frame.Texts("hands", 2, func(i int) string { return fmt.Sprint(turn * i) })
		frame.Ints("x", 2, func(i int) int { return -1 + turn*i })
		frame.Ints("y", 2, func(i int) int { return turn % 2 })
		f.Append(film.Shot{Turn: turn, Frame: frame, Scores: []float64{-0.5, float64(turn)}, Places: []int{2, 1}})
	}
	f.End("over </script>", 7)
	got := readReel(t, reel(f, true))
	for i, frame := range got.frames {
		var want map[string]any
		json.Unmarshal(f.Shot(i).Frame.AppendJSON(nil), &want)
		if fmt.Sprint(frame) != fmt.Sprint(want) {
			t.Errorf("shot %d is %v, want %v", i, frame, want)
		}
	}
	if got.end != "over </script>" {
		t.Errorf("the end is %q", got.end)
	}
	if got.head.Seats[1].Slot != 1 {
		t.Errorf("two bots with slot 0 sit with slots %d and %d", got.head.Seats[0].Slot, got.head.Seats[1].Slot)
	}
}
