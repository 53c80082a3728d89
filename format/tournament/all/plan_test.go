package all

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
)

// plans are the digests of whole plans of stages without the key until, as they have been since before there was such a key; those of
// ladders without set_aside since before there was that one, which stages begun then have as 0. Ledgers of contests that go on are held
// against their plans, so plans never change.
var plans = map[string]string{
	"arena [games:300]":                       "300 games, 15312e8ffa28c29d",
	"arena [advance:2 games:300 seats:3]":     "300 games, 142e16b2435af5db",
	"round-robin [best_of:5]":                 "132 games, 6766a0f88f9bf81c",
	"round-robin [games:2 rating.system:elo]": "144 games, f296624ce2ac2c69",
	"groups [best_of:3 groups:2]":             "36 games, b1de92823bcb2466",
	"swiss [best_of:3 rounds:5]":              "47 games, da2506bce1320842",
	"knockout [best_of:7 third_place:true]":   "49 games, 5d41605a6503ec81",
	"knockout [best_of:3 elimination:double]": "36 games, aa2e7fb239274f42",
	"ladder [games:500 set_aside:0]":          "500 games, 0367592efa5b70c1",
	"ladder [set_aside:0 until:5]":            "256 games, 70c3c8b867eede81",
	"ladder [games:500]":                      "500 games, c97ed450b4742e05",
	"ladder [until:5]":                        "348 games, 9115b6529b122d87",
	"divisions [promoted:1 seasons:3 size:4]": "96 games, 2be0d30d87a06895",
}

func TestPlansStayAsTheyWere(t *testing.T) {
	w := world{"spread", []float64{1.4, 1, 0.6, 0.2, -0.2, -0.6, -1, -1.4, -2}}
	for _, tt := range []struct {
		format string
		keys   map[string]any
	}{
		{"arena", map[string]any{"games": 300}},
		{"arena", map[string]any{"games": 300, "seats": 3, "advance": 2}},
		{"round-robin", map[string]any{"best_of": 5}},
		{"round-robin", map[string]any{"games": 2, "rating.system": "elo"}},
		{"groups", map[string]any{"groups": 2, "best_of": 3}},
		{"swiss", map[string]any{"best_of": 3, "rounds": 5}},
		{"knockout", map[string]any{"best_of": 7, "third_place": true}},
		{"knockout", map[string]any{"best_of": 3, "elimination": "double"}},
		{"ladder", map[string]any{"games": 500, "set_aside": 0}},
		{"ladder", map[string]any{"until": 5, "set_aside": 0}},
		{"ladder", map[string]any{"games": 500}},
		{"ladder", map[string]any{"until": 5}},
		{"divisions", map[string]any{"size": 4, "promoted": 1, "seasons": 3}},
	} {
		name := strings.ReplaceAll(fmt.Sprint(tt.format, tt.keys), "map", " ")
		l, _, _ := w.play(t, tt.format, tt.keys, 77)
		sum := fnv.New64a()
		for id := range l.Planned() {
			fmt.Fprintf(sum, "%+v\n", l.Fixture(id))
		}
		if got := fmt.Sprintf("%d games, %016x", l.Planned(), sum.Sum64()); got != plans[name] {
			t.Errorf("%q: %q,", name, got)
		}
	}
}
