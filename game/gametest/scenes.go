package gametest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// A Scene is a law of a kind, drawn: a board before, moves, and the board after. Only Name and something to compare are needed.
type Scene[S any] struct {
	Name   string
	Set    map[string]any    // options
	Seats  int               // 0: the kind's usual number
	Before string            // the board before, as the option deal writes it; empty: the deal of seed 1
	Start  func(s *S)        // changes the dealt state, where no text can say what is needed
	Moves  string            // see [Script]
	After  string            // the board after; empty: not compared. Blanks around rows do not count, and "/" ends a row as a new line does
	Draw   func(s *S) string // how After is written; nil: the rows of the field "grid" that the audience sees, a character for each tile
	Shows  map[string]any    // fields that the audience sees after, by name: numbers, texts and lists
	Places []int             // at the end of the game, by seat; nil: not compared
	Open   bool              // the game must go on
	Ending string            // the beginning of the words for the end; empty: not compared
}

// Scenes plays scenes, each in a test of its own.
func Scenes[S, M comparable](t *testing.T, spec game.Spec[S, M], scenes ...Scene[S]) {
	t.Helper()
	for _, sc := range scenes {
		t.Run(sc.Name, func(t *testing.T) { playScene(t, spec, sc) })
	}
}

func playScene[S, M comparable](t testing.TB, spec game.Spec[S, M], sc Scene[S]) {
	t.Helper()
	var state *S
	rules := spec.Rules
	spec.Rules = func(o game.Settings) (game.Rules[S, M], error) {
		r, err := rules(o)
		return &staged[S, M]{Rules: r, start: sc.Start, state: &state}, err
	}
	set := map[string]any{}
	maps.Copy(set, sc.Set)
	if sc.Before != "" {
		set["deal"] = sc.Before
	}
	seats := sc.Seats
	if seats == 0 {
		seats = spec.UsualSeats
	}
	table := Dealt(t, game.New(spec), set, 1, seats)
	Script(t, table, sc.Moves)
	var f game.Frame
	table.View(&f, game.Audience)
	after := boardOf(&f)
	if sc.Draw != nil {
		after = sc.Draw(state)
	}
	if want := rows(sc.After); want != "" && rows(after) != want {
		t.Errorf("the board after is\n%s\nwant\n%s", rows(after), want)
	}
	shows(t, &f, sc.Shows)
	ends(t, table, sc.Places, sc.Open, sc.Ending)
}

// shows compares fields of a frame.
func shows(t testing.TB, f *game.Frame, want map[string]any) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(f.AppendJSON(nil), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		text, err := json.Marshal(want[name])
		if err != nil {
			t.Fatal(err)
		}
		if got := string(fields[name]); got != string(text) {
			t.Errorf("the field %q is %s, want %s", name, got, text)
		}
	}
}

// ends compares the end of a game.
func ends(t testing.TB, table *game.Table, places []int, goesOn bool, ending string) {
	switch {
	case goesOn && table.Over():
		t.Errorf("the game is over, but must go on: %s", table.Ending(game.Unnamed))
	case places != nil && !table.Over():
		t.Errorf("the game goes on, but must be over with the places %v", places)
	}
	if ending != "" && !strings.HasPrefix(table.Ending(game.Unnamed), ending) {
		t.Errorf("the game ends with %q, want %q", table.Ending(game.Unnamed), ending)
	}
	var got []int
	for seat := range places {
		got = append(got, table.Outcome(game.Seat(seat)).Place)
	}
	if !slices.Equal(got, places) {
		t.Errorf("the places are %v, want %v", got, places)
	}
}

// boardOf writes the field "grid": a dot for 0, digits, then letters.
func boardOf(f *game.Frame) string {
	const signs = ".123456789abcdefghijklmnopqrstuvwxyz"
	var b strings.Builder
	width := f.Width("grid")
	for i, n := range f.List("grid") {
		if i > 0 && i%width == 0 {
			b.WriteByte('\n')
		}
		if n < 0 || n >= len(signs) {
			fmt.Fprintf(&b, "(%d)", n)
			continue
		}
		b.WriteByte(signs[n])
	}
	return b.String()
}

// rows returns a drawing without the blanks around its rows.
func rows(drawing string) string {
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(drawing), "/", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

// staged are Rules whose deal a scene changes.
type staged[S, M comparable] struct {
	game.Rules[S, M]
	start func(s *S)
	state **S
}

// Deal deals, and notes where the state is.
func (r *staged[S, M]) Deal(s *S, seats int, d *game.Dice) error {
	err := r.Rules.Deal(s, seats, d)
	if r.start != nil && err == nil {
		r.start(s)
	}
	*r.state = s
	return err
}

// Excuse passes the question on.
func (r *staged[S, M]) Excuse(s *S, seat game.Seat) (m M, ok bool) {
	if e, is := r.Rules.(game.Excuser[S, M]); is {
		return e.Excuse(s, seat)
	}
	return m, false
}
