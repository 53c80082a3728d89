package fence

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, Spec, gametest.Unhashed{
		"Land[].Rows": "the transpose of Land[].Columns",
		"Fenced":      "follows from the steps and Land; only views read it",
		"Cells":       "counted from Land",
		"Painted":     "set anew by every ply from Land and the cell of the bot on turn",
		"News":        "what Land has gained since a bot was asked",
		"Newest":      "follows from Turn",
		"Mover":       "the seat before Turn; only views read it",
		"Closings":    "what the last ply did; only views read it",
		"Gained":      "what the last ply did; only views read it",
		"Closed":      "what the last ply did; only views read it",
	}, gametest.Deal(`{"start":[[4,18],[27,25]]}`), gametest.Passes{
		"S": "a bot may stand still",
	}, gametest.Untold("a cell is coloured when its bot is on turn again, as in the original"),
		gametest.Owners(func(f *game.Frame, x, y int) int { return f.Nth("board", y*f.Width("board")+x) - 1 }))
}

// recordings are games of the original program; see testdata/README.md.
type recordings struct {
	Rules struct {
		N        int
		F        int
		MaxPlies int `json:"default_max_plies"`
	}
	Scenarios []struct {
		Title       string
		Cells       [][3]int
		Positions   [2][2]int
		Turn        int
		Moves       string
		BoardAfter  []string  `json:"board_after"`
		After       [2][2]int `json:"positions_after"`
		CountsAfter [2]int    `json:"counts_after"`
	}
	Games []recording
}

type recording struct {
	Bots      [2]string
	Start     [2][2]int
	MaxPlies  int `json:"max_plies"`
	Plies     int
	Moves     string
	Counts    map[string][2]int   `json:"counts_before_ply"`
	Boards    map[string][]string `json:"boards_before_ply"`
	Board     []string            `json:"final_board"`
	Count     [2]int              `json:"final_counts"`
	FullAfter *int                `json:"board_full_after_ply"`
	Positions [2][2]int           `json:"final_positions"`
}

func load(t testing.TB) recordings {
	t.Helper()
	return gametest.Recorded[recordings](t, "testdata/recorded.json.gz")
}

func TestConstants(t *testing.T) {
	want := load(t).Rules
	rules := rulesOf(t, nil)
	if rules.N != want.N || rules.MaxSide != want.F || rules.MaxPlies != want.MaxPlies {
		t.Errorf("side %d, fences to %d, %d plies; the original %+v", rules.N, rules.MaxSide, rules.MaxPlies, want)
	}
}

func TestRecordedGames(t *testing.T) {
	for i, g := range load(t).Games {
		t.Run(fmt.Sprintf("%d %s against %s", i, g.Bots[0], g.Bots[1]), func(t *testing.T) {
			table := deal(t, map[string]any{"end": "cap", "max_plies": g.MaxPlies, "deal": asJSON(t, Deal{Start: g.Start})})
			for ply := range g.Plies {
				name := strconv.Itoa(ply)
				if want, ok := g.Counts[name]; ok {
					compareCounts(t, table, want)
				}
				if want, ok := g.Boards[name]; ok {
					compareBoard(t, table, want)
				}
				answer(table, g.Moves[ply])
			}
			if table.Over() != (g.Plies == g.MaxPlies) {
				t.Errorf("over: %v after %d plies", table.Over(), table.Turns())
			}
			compareCounts(t, table, g.Count)
			compareBoard(t, table, g.Board)
			comparePositions(t, table, g.Positions)
		})
	}
}

// TestFullBoard: by default a game ends with the ply that fills the board, with the original's counts and winner.
func TestFullBoard(t *testing.T) {
	for i, g := range load(t).Games {
		if g.FullAfter == nil {
			continue
		}
		table := deal(t, map[string]any{"deal": asJSON(t, Deal{Start: g.Start})})
		for ply := 0; !table.Over(); ply++ {
			answer(table, g.Moves[ply])
		}
		// The last cell is filled by a fence in ply n, or coloured before its bot is asked for ply n, which then does not happen.
		if plies := table.Turns(); plies != *g.FullAfter && plies != *g.FullAfter-1 {
			t.Errorf("game %d: over after %d plies, the original's board was full after %d", i, plies, *g.FullAfter)
		}
		compareCounts(t, table, g.Count)
		compareBoard(t, table, g.Board)
	}
}

func TestRecordedPositions(t *testing.T) {
	for _, s := range load(t).Scenarios {
		t.Run(s.Title, func(t *testing.T) {
			start := Deal{Start: s.Positions, Turn: s.Turn}
			columns := [30][30]byte{}
			for _, c := range s.Cells {
				columns[c[0]][c[1]] = byte(c[2])
			}
			for _, column := range columns {
				start.Board = append(start.Board, digits(column[:]))
			}
			table := deal(t, map[string]any{"end": "cap", "max_plies": len(s.Moves), "deal": asJSON(t, start)})
			for i := range s.Moves {
				answer(table, s.Moves[i])
			}
			compareBoard(t, table, s.BoardAfter)
			compareCounts(t, table, s.CountsAfter)
			comparePositions(t, table, s.After)
		})
	}
}

// TestNearestIsTheExample: the built-in nearest makes every move of the contest's example bots.
func TestNearestIsTheExample(t *testing.T) {
	kind, moves := game.New(Spec), 0
	for i, g := range load(t).Games {
		for seat, bot := range g.Bots {
			first, ok := map[string]string{"org_Player1": "across", "org_Player2": "down"}[bot]
			if !ok {
				continue
			}
			example, err := kind.Builtin("nearest", map[string]any{"first": first})
			if err != nil {
				t.Fatal(err)
			}
			table := deal(t, map[string]any{"end": "cap", "max_plies": g.MaxPlies, "deal": asJSON(t, Deal{Start: g.Start})})
			table.Sit(game.Seat(seat), example)
			var reply game.Reply
			for ply := range g.Plies {
				if ply%2 == seat {
					reply.Reset()
					table.Think(game.Seat(seat), &reply)
					table.Step()
					moves++
					continue
				}
				answer(table, g.Moves[ply])
			}
			if text := string(lettersOf(table, seat)); text != every2nd(g.Moves, seat) {
				t.Errorf("game %d: %s played %s", i, bot, text)
			}
		}
	}
	if moves < 4000 {
		t.Errorf("only %d moves were compared", moves)
	}
}

// lettersOf returns the moves of a seat.
func lettersOf(table *game.Table, seat int) []byte {
	rec := table.Record()
	var text []byte
	for _, code := range rec.Columns[seat] {
		text = append(text, rec.Words[code]...)
	}
	return text
}

func every2nd(moves string, first int) string {
	var b strings.Builder
	for i := first; i < len(moves); i += 2 {
		b.WriteByte(moves[i])
	}
	return b.String()
}

func digits(cells []byte) string {
	text := make([]byte, len(cells))
	for i, c := range cells {
		text[i] = '0' + c
	}
	return string(text)
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// deal opens a game with these options.
func deal(t testing.TB, chosen map[string]any) *game.Table {
	t.Helper()
	kind := game.New(Spec)
	table := gametest.Dealt(t, kind, chosen, 1, 2)
	return table
}

// rulesOf makes rules with these options.
func rulesOf(t testing.TB, chosen map[string]any) *Rules {
	t.Helper()
	settings, err := game.New(Spec).Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := newRules(settings)
	if err != nil {
		t.Fatal(err)
	}
	return rules.(*Rules)
}

// answer plays the move of the player on turn as its class host would send it, by the letters of the recordings.
func answer(table *game.Table, letter byte) {
	var reply game.Reply
	reply.Out = []byte(answers[strings.IndexByte(letters, letter)])
	owes := table.Owes()
	seat, _ := owes.Next(0)
	table.Take(seat, &reply)
	table.Step()
}

func compareBoard(t *testing.T, table *game.Table, want []string) {
	t.Helper()
	var frame game.Frame
	table.View(&frame, game.Audience)
	cells, n := frame.List("board"), frame.Width("board")
	for x, column := range want {
		for y := range n {
			if got := cells[y*n+x]; got != int(column[y]-'0') {
				t.Fatalf("ply %d: cell %d,%d is %d, in the original %c", table.Turns(), x, y, got, column[y])
			}
		}
	}
}

func compareCounts(t *testing.T, table *game.Table, want [2]int) {
	t.Helper()
	for seat, n := range want {
		if got := table.Outcome(game.Seat(seat)).Score; got != float64(n) {
			t.Fatalf("ply %d: seat %d has %v cells, in the original %d", table.Turns(), seat, got, n)
		}
	}
}

func comparePositions(t *testing.T, table *game.Table, want [2][2]int) {
	t.Helper()
	var frame game.Frame
	table.View(&frame, game.Audience)
	for seat, at := range want {
		if x, y := frame.List("x")[seat], frame.List("y")[seat]; x != at[0] || y != at[1] {
			t.Fatalf("ply %d: seat %d is at %d,%d, in the original at %v", table.Turns(), seat, x, y, at)
		}
	}
}
