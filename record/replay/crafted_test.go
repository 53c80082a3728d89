package replay

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/klauspost/compress/zstd"

	"agon/game"
	"agon/game/gametest"
	"agon/games/all"
)

// crafted is how many replays TestCraftedReplays changes, and mostOfOne the memory in bytes that reading and verifying one may take.
const (
	crafted   = 10_000
	mostOfOne = 256 << 20
)

// body returns the bytes of a replay that are below its checksum and compression.
func body(t *testing.T, data []byte) []byte {
	t.Helper()
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	raw, err := d.DecodeAll(data[len(magic):len(data)-32], nil)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// change changes some bits of a replay's body, digits of its head into others or bytes into nothing.
func change(dice *rand.Rand, raw []byte) []byte {
	raw = bytes.Clone(raw)
	for range 1 + dice.IntN(4) {
		at := dice.IntN(len(raw))
		switch dice.IntN(3) {
		case 0:
			raw[at] ^= 1 << dice.IntN(8)
		case 1:
			if digit := bytes.IndexAny(raw[at:], "0123456789"); digit >= 0 {
				raw[at+digit] = "0123456789e-."[dice.IntN(13)]
			}
		case 2:
			end := min(at+dice.IntN(9), len(raw))
			raw = append(raw[:at], raw[end:]...)
		}
		if len(raw) == 0 {
			break
		}
	}
	return raw
}

// TestCraftedReplays: whatever is changed in a recorded replay by somebody who also corrects its checksum, reading and verifying it ends
// without a panic, in bounded memory.
func TestCraftedReplays(t *testing.T) {
	var raws [][]byte
	for _, k := range all.Kinds() {
		seats, options := max(k.MinSeats, 2), map[string]any{}
		if k.Name == "colour-battle" || k.Name == "rps" {
			options["rounds"] = 20
		}
		table := gametest.Play(t, k, seats, 5, options)
		raws = append(raws, body(t, Encode(&Replay{Record: table.Record(), Seats: make([]Seat, seats)}, true)))
	}
	dice := rand.New(rand.NewPCG(7, 11))
	kind := func(name string) (*game.Kind, error) { return all.Find(name) }
	var before, after runtime.MemStats
	read, proved := 0, 0
	for n := range crafted {
		raw := change(dice, raws[n%len(raws)])
		runtime.ReadMemStats(&before)
		r, err := parse(raw)
		if err == nil {
			read++
			if Verify(r, kind) == nil {
				proved++
			}
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > mostOfOne {
			t.Errorf("replay %d takes %d bytes", n, took)
		}
	}
	t.Logf("%d of %d changed replays can be read, %d are games all the same", read, crafted, proved)
	if read == 0 || read == crafted {
		t.Errorf("%d of %d changed replays can be read: the test proves nothing", read, crafted)
	}
}
