package bomberman

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

func TestRandomSequences(t *testing.T) {
	recorded := gametest.Recorded[struct {
		Sequences []map[string]json.RawMessage
	}](t, "testdata/random.json.gz")
	draws := map[string]func(r *csharp) int32{
		"Next()":      func(r *csharp) int32 { return r.next() },
		"Next(0,100)": func(r *csharp) int32 { return int32(r.between(0, 100)) },
		"Next(7)":     func(r *csharp) int32 { return int32(r.below(7)) },
		"Next(1,4)":   func(r *csharp) int32 { return int32(r.between(1, 4)) },
	}
	for _, seq := range recorded.Sequences {
		for name, draw := range draws {
			var seed int32
			var list []int32
			if err := errors.Join(json.Unmarshal(seq["seed"], &seed), json.Unmarshal(seq[name], &list)); err != nil {
				t.Fatal(err)
			}
			r := newCSharp(seed)
			for i, want := range list {
				if got := draw(r); got != want {
					t.Fatalf("seed %d, %s number %d: %d, the original %d", seed, name, i, got, want)
				}
			}
		}
	}
}

func TestRecordedMaps(t *testing.T) {
	recorded := gametest.Recorded[struct {
		Maps []struct {
			Players  int
			Seed     int32
			Bounty   int32
			Rows     []string
			PowerUps [][]any
			Starts   [][]any
		}
	}](t, "testdata/maps.json.gz")
	for _, m := range recorded.Maps {
		t.Run(fmt.Sprintf("%d players, seed %d", m.Players, m.Seed), func(t *testing.T) {
			s := deal(t, &Rules{}, m.Seed, m.Players)
			if s.Bounty != m.Bounty {
				t.Errorf("bounty %d, the original %d", s.Bounty, m.Bounty)
			}
			for y, want := range m.Rows {
				if got := string(AppendRow(nil, s, y)); got != want {
					t.Errorf("row %d: %q, the original %q", y+1, got, want)
				}
			}
			if got, want := powerUps(s), listed(m.PowerUps); got != want {
				t.Errorf("power-ups %s, the original %s", got, want)
			}
			for i, at := range m.Starts {
				x, y := s.spot(s.Players[i].At)
				if got, want := fmt.Sprint(string(key(i)), x, y), fmt.Sprint(at...); got != want {
					t.Errorf("start %s, the original %s", got, want)
				}
			}
		})
	}
}

func deal(t testing.TB, r *Rules, seed int32, seats int) *State {
	t.Helper()
	var s State
	dice := game.NewDice(int64(seed), nil)
	if err := r.Deal(&s, seats, &dice); err != nil {
		t.Fatal(err)
	}
	return &s
}
