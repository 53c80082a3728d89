package replay

import (
	"testing"

	"agon/game"
	"agon/game/gametest"
	"agon/games/colourbattle"
)

var kind = game.New(colourbattle.Spec)

func kinds(string) (*game.Kind, error) { return kind, nil }

func sample(t testing.TB, rounds int) []byte {
	table := gametest.Play(t, kind, 21, 5, map[string]any{"rounds": rounds})
	return Encode(&Replay{Record: table.Record(), Seats: make([]Seat, 21)}, false)
}

func TestReplayIsLivedAgain(t *testing.T) {
	data := sample(t, 1000)
	t.Logf("1000 rounds of 21 bots: %d bytes", len(data))
	if len(data) > 8500 {
		t.Errorf("a replay of 1000 rounds x 21 bots has %d bytes", len(data))
	}
	r, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(r, kinds); err != nil {
		t.Fatal(err)
	}
}

func TestAnyChangedByteIsRefused(t *testing.T) {
	data := sample(t, 30)
	for i := range data {
		changed := append([]byte(nil), data...)
		changed[i] ^= 1 << (i % 8)
		if _, err := Decode(changed); err == nil {
			t.Fatalf("byte %d was changed without an error", i)
		}
	}
	for n := range data {
		if _, err := Decode(data[:n]); err == nil {
			t.Fatalf("the first %d bytes were accepted as a replay", n)
		}
	}
}

func TestForgedMoveIsRefusedByTheRules(t *testing.T) {
	r, err := Decode(sample(t, 200))
	if err != nil {
		t.Fatal(err)
	}
	r.Record.Columns[3][100] = (r.Record.Columns[3][100] + 1) % 4
	if err := Verify(r, kinds); err == nil {
		t.Error("a forged move was accepted")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(sample(f, 3))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := Decode(data); err == nil {
			_ = Verify(r, kinds)
		}
	})
}

// FuzzParse parses bodies without their checksum, in which nothing can be trusted.
func FuzzParse(f *testing.F) {
	f.Add([]byte("H\x02{}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if r, err := parse(raw); err == nil {
			_ = Verify(r, kinds)
		}
	})
}
