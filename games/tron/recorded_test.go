package tron

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// recordings are games of real bots and hand-made scenarios; see testdata/README.md.
type recordings struct {
	Games     []recording
	Scenarios []scenario
	Boards    boards `json:"voronoi_seed_boards"`
}

type recording struct {
	Players int
	Bots    []string
	Start   [][2]int
	Moves   string
	Rounds  int
	Turns   int
	Deaths  []struct {
		Player, Turn, Round int
		Cause               string
	}
	Ranking []int
	Heads   [][2]int       `json:"final_heads"`
	Left    map[string]int `json:"cells_left"`
	Samples []struct {
		Turn, Player int
		Lines        []string
	} `json:"input_samples"`
}

type scenario struct {
	Title string
	Start [][2]int
	Turns []struct {
		Player int
		Lines  []string
		Output string
		Death  string
	}
	Over    bool
	Ranking []int
}

type boards struct {
	Board [2]int
	Rows  []string
	Me    int
	Cases []struct {
		Move        string
		Result      []string
		Mine        int `json:"my_tiles_with_trail"`
		MineReached int `json:"my_new_tiles"`
		Theirs      int `json:"enemy_tiles_with_trail"`
	}
}

func load(t testing.TB) recordings {
	t.Helper()
	return gametest.Recorded[recordings](t, "testdata/recorded.json.gz")
}

// deal opens a table with the start tiles of a recording.
func deal(t testing.TB, starts [][2]int, chosen map[string]any) *game.Table {
	t.Helper()
	text, err := json.Marshal(starts)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]any{"deal": string(text)}
	maps.Copy(all, chosen)
	kind := game.New(Spec)
	table := gametest.Dealt(t, kind, all, 1, len(starts))
	return table
}

// asked returns the one seat that owes a move.
func asked(t testing.TB, table *game.Table) game.Seat {
	t.Helper()
	owes := table.Owes()
	if owes.Count() != 1 {
		t.Fatalf("turn %d: %d seats owe a move", table.Turns(), owes.Count())
	}
	seat, _ := owes.Next(0)
	return seat
}

func input(table *game.Table, seat game.Seat) string {
	var p game.Prompt
	table.Ask(&p, seat)
	return string(p.Stdin)
}

func lines(list []string) string { return strings.Join(list, "\n") + "\n" }

// TestRecordedGames plays the recorded games through a Table, as the arena does, and compares every death, the sampled
// inputs and the end.
func TestRecordedGames(t *testing.T) {
	for i, g := range load(t).Games {
		t.Run(fmt.Sprintf("%d of %s", i, strings.Join(g.Bots, " ")), func(t *testing.T) { playRecording(t, g) })
	}
}

func playRecording(t *testing.T, g recording) {
	table := deal(t, g.Start, nil)
	samples, deaths := g.Samples, g.Deaths
	var frame game.Frame
	for turn := 0; turn < g.Turns; turn++ {
		seat := asked(t, table)
		for ; len(samples) > 0 && samples[0].Turn == turn; samples = samples[1:] {
			if got := input(table, seat); int(seat) != samples[0].Player || got != lines(samples[0].Lines) {
				t.Fatalf("turn %d: seat %d is told %q, in the recording seat %d %q", turn, seat, got, samples[0].Player, samples[0].Lines)
			}
		}
		table.View(&frame, game.Audience)
		boxed := enclosed(&frame, seat)
		answer(table, seat, g.Moves[turn])
		table.Step()
		table.View(&frame, game.Audience)
		dies := len(deaths) > 0 && deaths[0].Turn == turn
		if got := frame.List("alive")[seat] == 0; got != dies {
			t.Fatalf("turn %d: seat %d is dead: %v, in the recording %v", turn, seat, got, dies)
		}
		if !dies {
			continue
		}
		died := deaths[0]
		deaths = deaths[1:]
		if got := frame.Words("cause")[seat]; int(seat) != died.Player || got != called(died.Cause, boxed) ||
			table.Rounds() != died.Round || frame.List("died")[seat] != turn {
			t.Errorf("turn %d, round %d: seat %d dies of %q, in the recording %+v", turn, table.Rounds(), seat, got, died)
		}
	}
	if len(samples) > 0 || len(deaths) > 0 {
		t.Errorf("%d inputs and %d deaths were not compared", len(samples), len(deaths))
	}
	end(t, table, &frame, g)
}

func end(t *testing.T, table *game.Table, frame *game.Frame, g recording) {
	if !table.Over() || table.Turns() != g.Turns || table.Rounds() != g.Rounds {
		t.Errorf("over %v after %d turns, %d rounds; in the recording after %d, %d", table.Over(), table.Turns(), table.Rounds(), g.Turns,
			g.Rounds)
	}
	ranked(t, table, g.Ranking)
	tiles := make([]int, g.Players)
	for _, owner := range frame.List("grid") {
		if owner > 0 {
			tiles[owner-1]++
		}
	}
	for seat := range g.Players {
		if want := g.Left[fmt.Sprint(seat)]; tiles[seat] != want {
			t.Errorf("seat %d has %d tiles left, in the recording %d", seat, tiles[seat], want)
		}
		at := [2]int{frame.List("x")[seat], frame.List("y")[seat]}
		if want := g.Heads[seat]; frame.List("alive")[seat] == 1 && at != want {
			t.Errorf("the head of seat %d is at %v, in the recording at %v", seat, at, want)
		}
	}
}

func ranked(t *testing.T, table *game.Table, ranking []int) {
	t.Helper()
	for i, seat := range ranking {
		want := game.Outcome{Place: i + 1, Score: float64(len(ranking) - 1 - i)}
		got := table.Outcome(game.Seat(seat))
		want.OnTime = frameCause(table, seat) == game.Late.String()
		if got != want {
			t.Errorf("seat %d has %+v, in the recording %+v", seat, got, want)
		}
	}
}

// frameCause returns what a seat died of, as frames show it.
func frameCause(table *game.Table, seat int) string {
	var frame game.Frame
	table.View(&frame, game.Seat(seat))
	return frame.Words("cause")[seat]
}

// answer plays a recorded move: a letter of UDLR, ? for an unknown word, - for no output.
func answer(table *game.Table, seat game.Seat, letter byte) {
	reply := game.Reply{Out: []byte("what?\n")}
	if i := strings.IndexByte("UDLR", letter); i >= 0 {
		reply.Out = []byte(names[Up+Move(i)] + "\n")
	} else if letter == '-' {
		reply = game.Reply{Fault: game.Late}
	}
	table.Take(seat, &reply)
}

// called returns the cause of a recorded death as frames show it: a seat whose answer was missing or invalid, and could not have helped,
// was boxed in.
func called(recorded string, boxed bool) string {
	if cause := word(recorded); cause == recorded || !boxed {
		return cause
	}
	return "boxed in"
}

// enclosed reports whether no tile beside a head is free in the frame.
func enclosed(f *game.Frame, seat game.Seat) bool {
	x, y, grid, width, height := f.List("x")[seat], f.List("y")[seat], f.List("grid"), 30, 20
	free := func(x, y int) bool { return x >= 0 && y >= 0 && x < width && y < height && grid[y*width+x] == 0 }
	return !free(x-1, y) && !free(x+1, y) && !free(x, y-1) && !free(x, y+1)
}

// word returns the cause of a recorded death as frames show it.
func word(recorded string) string {
	switch recorded {
	case "no output":
		return "late"
	case "invalid word", "invalid":
		return "garbled"
	}
	return recorded
}

// TestScenarios checks every line of input, every death and the ranking of the hand-made games.
func TestScenarios(t *testing.T) {
	for _, sc := range load(t).Scenarios {
		t.Run(sc.Title, func(t *testing.T) {
			table := deal(t, sc.Start, nil)
			var frame game.Frame
			for i, turn := range sc.Turns {
				seat := asked(t, table)
				if got := input(table, seat); int(seat) != turn.Player || got != lines(turn.Lines) {
					t.Fatalf("turn %d: seat %d is told %q, want seat %d %q", i, seat, got, turn.Player, turn.Lines)
				}
				table.Take(seat, &game.Reply{Out: []byte(turn.Output + "\n")})
				table.Step()
				table.View(&frame, game.Audience)
				if got := frame.Words("cause")[seat]; got != word(turn.Death) {
					t.Errorf("turn %d: seat %d dies of %q, want %q", i, seat, got, turn.Death)
				}
			}
			if table.Over() != sc.Over {
				t.Errorf("over: %v", table.Over())
			}
			ranked(t, table, sc.Ranking)
		})
	}
}
