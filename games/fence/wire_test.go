package fence

import (
	"strings"
	"testing"

	"agon/game"
)

// seen is the board as a bot's host knows it from all its prompts so far.
type seen [maxN][maxN]uint8

// take applies a prompt and returns the number of its cells.
func (b *seen) take(t *testing.T, s *State, seat game.Seat, body []byte) int {
	t.Helper()
	if len(body)%3 != 2 {
		t.Fatalf("a prompt of %d bytes", len(body))
	}
	if body[0] != byte(s.X[seat]) || body[1] != byte(s.Y[seat]) {
		t.Fatalf("seat %d is at %d,%d, but its prompt says %d,%d", seat, s.X[seat], s.Y[seat], body[0], body[1])
	}
	for cell := body[2:]; len(cell) > 0; cell = cell[3:] {
		b[cell[0]][cell[1]] = cell[2]
	}
	return len(body) / 3
}

// TestNewsMakeTheBoard: a bot that is sent only news knows the whole board whenever it is asked, under all options that affect owners, and
// is sent no cell twice.
func TestNewsMakeTheBoard(t *testing.T) {
	board := strings.Repeat(`"111110000000","100010000000","100010000200",`, 4)
	start := `deal={"start":[[0,0],[5,5]],"board":[` + strings.TrimSuffix(board, ",") + `]}`
	for _, options := range []string{"", "paint=on_move", "interior=empty", "wrap_fence=true", "max_side=12", "N=60", "end=cap",
		"N=12 " + start, "N=12 " + strings.Replace(start, "]}", `],"turn":1}`, 1)} {
		t.Run(options, func(t *testing.T) {
			chosen := map[string]any{}
			for _, pair := range strings.Fields(options) {
				name, value, _ := strings.Cut(pair, "=")
				chosen[name] = value
			}
			r := rulesOf(t, chosen)
			for seed := range int64(2) {
				sent := followNews(t, r, seed)
				if cells := r.N * r.N; sent[0] > cells || sent[1] > cells {
					t.Errorf("of %d cells the bots are sent %v", cells, sent)
				}
			}
		})
	}
}

// followNews plays a game and compares what the bots know with the board, whenever one is asked.
func followNews(t *testing.T, r *Rules, seed int64) (sent [2]int) {
	t.Helper()
	var s State
	d := game.NewDice(seed, nil)
	d.Turn(0)
	if err := r.Deal(&s, 2, &d); err != nil {
		t.Fatal(err)
	}
	var known [2]seen
	bots := [2]game.BuiltinFunc[State, Move]{builtinOf(t, "planner", seed), builtinOf(t, "nearest", seed)}
	moves := make([]game.Move[Move], 2)
	for s.Law == undecided {
		seat := game.Seat(s.Turn)
		var p game.Prompt
		(&wire{}).Ask(&p, &s, seat)
		sent[seat] += known[seat].take(t, &s, seat, p.Stdin)
		for x := range r.N {
			for y := range r.N {
				if got := int(known[seat][x][y]); got != s.At(x, y) {
					t.Fatalf("ply %d: seat %d believes cell %d,%d to be %d, it is %d", s.Ply, seat, x, y, got, s.At(x, y))
				}
			}
		}
		moves[seat].Value = bots[seat](&s, seat, nil)
		r.Step(&s, moves, &d)
	}
	return sent
}
