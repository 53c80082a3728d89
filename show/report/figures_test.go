package report

import (
	"math"
	"testing"
)

// In a game of three the winner was placed before both others, and who ties counts half.
func TestSpread(t *testing.T) {
	s := NewSpread()
	for _, places := range [][]int{{1, 2, 3}, {1, 2, 2}} {
		for seat, place := range places {
			s.Add(seat, 10+seat, place, places, 100)
		}
	}
	s.Settle()
	for seat, want := range []float64{1, 0.375, 0.125} {
		b := s.Seats[seat]
		if b.Games != 2 || math.Abs(b.Share-want) > 1e-9 || b.Low > b.Share || b.High < b.Share {
			t.Errorf("seat %d is %+v, want a share of %g", seat, b, want)
		}
	}
	if p := s.Places[11]; p[0] != 0 || p[1] != 2 || p[2] != 0 {
		t.Errorf("the places are %v", p)
	}
	if n := s.Times[10][TimeBin(100)]; n != 2 {
		t.Errorf("%d games have this time", n)
	}
}

func TestTimeBin(t *testing.T) {
	for us, want := range map[float64]int{0: 0, 1: 0, 1.7: 0, 1.8: 1, 10: 4, 1e6: 24, 1e12: TimeBins - 1} {
		if got := TimeBin(us); got != want {
			t.Errorf("%g µs is in bin %d, want %d", us, got, want)
		}
	}
}

// The nemesis of a bot beats it beyond doubt; versions of one bot count together.
func TestRivals(t *testing.T) {
	f := Figures{Entries: []Version{{Bot: "a", Number: 1}, {Bot: "b", Number: 1}, {Bot: "a", Number: 2}, {Bot: "c", Number: 1}}}
	for i := range 40 {
		f.Recent = append(f.Recent, Outcome{Number: i + 1, Seats: []SeatResult{{Entry: 2 * (i % 2), Place: 2}, {Entry: 1, Place: 1}}})
		f.Recent = append(f.Recent, Outcome{Number: i + 100, Seats: []SeatResult{{Entry: 0, Place: 1}, {Entry: 3, Place: 1 + i%2}}})
	}
	rivals := f.Rivals("a")
	if len(rivals) != 2 || rivals[0].Bot != "b" || rivals[0].Lost != 40 || rivals[1].Won != 20 || rivals[1].Drawn != 20 {
		t.Fatalf("the rivals are %+v", rivals)
	}
	if n := Nemesis(rivals); n == nil || n.Bot != "b" {
		t.Errorf("the nemesis is %+v", n)
	}
	if n := Nemesis(rivals[1:]); n != nil {
		t.Errorf("one that loses is the nemesis: %+v", n)
	}
	if f.SlotOf("a") != 2 || f.SlotOf("d") != -1 {
		t.Error("the newest version is another")
	}
	if f.LookOf("a") != 0 || f.LookOf("d") != -1 {
		t.Error("the look is that of another version")
	}
}
