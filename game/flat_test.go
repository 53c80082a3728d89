package game_test

import (
	"testing"

	"agon/game"
)

type flatInside struct {
	A int8
	_ [3]byte
	B float64
}

type flatState struct {
	Bytes [5]uint8
	Words [3]int16
	in    [2]flatInside
	Done  bool
	Wide  uint64
	Round int
}

func flatSum(s *flatState) uint64 {
	var h game.Hash
	h.Flat(s)
	return h.Sum()
}

// Every number of a flat value is in its hash, including unexported fields; nothing else is.
func TestFlatReadsEveryField(t *testing.T) {
	zero := flatState{}
	seen := map[uint64]string{flatSum(&zero): "nothing"}
	for name, change := range map[string]func(s *flatState){
		"a byte":               func(s *flatState) { s.Bytes[4] = 1 },
		"another byte":         func(s *flatState) { s.Bytes[3] = 1 },
		"a word":               func(s *flatState) { s.Words[2] = 1 },
		"a negative word":      func(s *flatState) { s.Words[2] = -1 },
		"an inner field":       func(s *flatState) { s.in[1].A = 1 },
		"that of another":      func(s *flatState) { s.in[0].A = 1 },
		"a float":              func(s *flatState) { s.in[1].B = 0.5 },
		"a truth":              func(s *flatState) { s.Done = true },
		"the uppermost bit":    func(s *flatState) { s.Wide = 1 << 63 },
		"an int":               func(s *flatState) { s.Round = 1 },
		"an int far from zero": func(s *flatState) { s.Round = -1 << 62 },
	} {
		s := zero
		change(&s)
		sum := flatSum(&s)
		if other := seen[sum]; other != "" {
			t.Errorf("%s and %s give the same hash", name, other)
		}
		seen[sum] = name
	}
	minus := zero
	minus.in[0].B = -minus.in[0].B
	if minus == zero && flatSum(&minus) != flatSum(&zero) {
		t.Error("0 and -0 are equal but give two hashes")
	}
}

// Replays of kinds without a Hash depend on these numbers: they must never change.
func TestFlatStaysAsItIs(t *testing.T) {
	s := flatState{Bytes: [5]uint8{1, 2, 3}, Words: [3]int16{-1, 2}, Done: true, Wide: 1 << 40, Round: 7}
	s.in[1] = flatInside{A: -3, B: 2.5}
	if got, want := flatSum(&s), uint64(0xed694e1ffce58c5b); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
}

func TestFlatAllocatesNothing(t *testing.T) {
	var s flatState
	if n := testing.AllocsPerRun(100, func() { flatSum(&s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFlatRefusesPointers(t *testing.T) {
	defer func() {
		if panicked := recover(); panicked != "game: a *int is not flat" {
			t.Errorf("it says %v", panicked)
		}
	}()
	var h game.Hash
	h.Flat(&struct{ P *int }{})
}
