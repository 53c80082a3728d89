package colourbattle

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, Spec, gametest.Unhashed{
		"Tiles": "counted from Grid",
	}, gametest.Deal(`{"ids":[2,1],"start":[[0,0],[5,5]]}`), gametest.Owners(owner))
}

// owner returns the seat that painted a tile of the picture: a grid holds ids, and its row 0 is the lowest.
func owner(f *game.Frame, x, y int) int {
	width, height := f.Size("grid")
	return slices.Index(f.List("ids"), f.Nth("grid", (height-1-y)*width+x))
}

// recordings are games of the original program; see testdata/README.md.
type recordings struct {
	ColourTable struct{ Rows [][]int16 } `json:"colour_table"`
	Sizes       struct{ Rows [][2]int }
	Games       []recording
}

type recording struct {
	Name      string
	Bots      int
	Size      int
	Rounds    int
	IDs       []int16
	Start     [][2]int16
	StartGrid [][]int16 `json:"start_grid"`
	Grid      [][]int16
	Moves     []string
	CRC       []string
	Snapshots []struct {
		Round     int
		Positions [][2]int16
		Grid      [][]int16
	}
	Score   []int32
	Percent []float64
}

func load(t *testing.T) recordings {
	t.Helper()
	return gametest.Recorded[recordings](t, "testdata/recorded.json.gz")
}

func TestColourFormula(t *testing.T) {
	for id, row := range load(t).ColourTable.Rows {
		for floor, want := range row {
			if got := Colour(int16(floor), int16(id+1)); got != want {
				t.Errorf("id %d on floor %d: %d, the original %d", id+1, floor, got, want)
			}
		}
	}
}

func TestSide(t *testing.T) {
	for _, row := range load(t).Sizes.Rows {
		if got := Side(row[0], 64); got != row[1] {
			t.Errorf("%d bots: side %d, the original %d", row[0], got, row[1])
		}
	}
}

// TestRecordedGames plays the original's games through a Table, as the arena does, and compares every round.
func TestRecordedGames(t *testing.T) {
	kind := game.New(Spec)
	for _, g := range load(t).Games {
		t.Run(g.Name, func(t *testing.T) { playRecording(t, kind, g) })
	}
}

func playRecording(t *testing.T, kind *game.Kind, g recording) {
	grid := g.StartGrid
	if grid == nil {
		grid = g.Grid
	}
	deal, err := json.Marshal(Deal{IDs: g.IDs, Start: g.Start, Grid: grid})
	if err != nil {
		t.Fatal(err)
	}
	table := gametest.Dealt(t, kind, map[string]any{"rounds": g.Rounds, "deal": string(deal)}, 1, g.Bots)
	var frame game.Frame
	shots := g.Snapshots
	for round := 1; round <= g.Rounds; round++ {
		for seat := range g.Bots {
			play(table, game.Seat(seat), g.Moves[seat][round-1])
		}
		table.Step()
		table.View(&frame, game.Audience)
		if got := checksum(frame.List("grid")); got != g.CRC[round-1] {
			t.Fatalf("round %d: the grid has CRC %s, the original %s", round, got, g.CRC[round-1])
		}
		if len(shots) > 0 && shots[0].Round == round {
			for seat, at := range shots[0].Positions {
				if frame.List("x")[seat] != int(at[0]) || frame.List("y")[seat] != int(at[1]) {
					t.Fatalf("round %d: seat %d is at %d,%d, in the original at %v", round, seat, frame.List("x")[seat],
						frame.List("y")[seat], at)
				}
			}
			shots = shots[1:]
		}
	}
	if !table.Over() {
		t.Error("the game goes on after its last round")
	}
	for seat := range g.Bots {
		if got := frame.List("tiles")[seat]; got != int(g.Score[seat]) {
			t.Errorf("seat %d has %d tiles, in the original %d", seat, got, g.Score[seat])
		}
		if got, want := table.Outcome(game.Seat(seat)).Score, g.Percent[seat]; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("seat %d has %v %%, in the original %v", seat, got, want)
		}
	}
}

// play plays a recorded move: a letter of UDLRS, N for an invalid answer, E for an exception.
func play(table *game.Table, seat game.Seat, letter byte) {
	var reply game.Reply
	if i := strings.IndexByte("UDLRS", letter); i >= 0 {
		reply.Out = []byte{"12345"[i]}
	} else if letter == 'E' {
		reply.Fault = game.Crashed
	} else {
		reply.Out = []byte("rubbish")
	}
	table.Take(seat, &reply)
}

func checksum(grid []int) string {
	var raw []byte
	for _, tile := range grid {
		raw = binary.LittleEndian.AppendUint16(raw, uint16(tile))
	}
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(raw))
}
