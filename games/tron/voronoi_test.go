package tron

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// TestArticleBoards compares the article's two hand-computed boards, tile by tile.
func TestArticleBoards(t *testing.T) {
	b := load(t).Boards
	s := drawn(b.Rows)
	for _, c := range b.Cases {
		move := Move(slices.Index(names[:], c.Move))
		var race Race
		n := Evaluate(&race, &s, game.Seat(b.Me), move)
		// The article counts the trail and the step itself, a viewer only tiles that can still be reached.
		if n.Mine != c.MineReached || n.Mine+2 != c.Mine || n.Theirs+1 != c.Theirs {
			t.Errorf("%s: mine %d, theirs %d; in the article %d and %d with the trails", c.Move, n.Mine, n.Theirs, c.Mine, c.Theirs)
		}
		after := s
		(&Rules{}).Step(&after, []game.Move[Move]{{Value: move}, {}}, nil)
		if got := picture(&after); !slices.Equal(got, c.Result) {
			t.Errorf("%s: %q, in the article %q", c.Move, got, c.Result)
		}
	}
}

// drawn returns the state of a drawing: o is the head of seat 0, who moves next, x that of seat 1, # a wall.
func drawn(rows []string) State {
	s := State{Layout: newLayout(len(rows[0]), len(rows)), Seats: 2, Alive: 2, Last: 2}
	for y, row := range rows {
		for x := range row {
			word, bit := s.Layout.Tile(x, y)
			if row[x] != '.' {
				s.Walls[word] |= bit
			}
			if seat := strings.IndexByte("ox", row[x]); seat >= 0 {
				s.Trails[seat][word] |= bit
				s.X[seat], s.Y[seat] = int8(x), int8(y)
			}
		}
	}
	return s
}

// picture returns the seat on each tile, or the one that would be first there.
func picture(s *State) []string {
	o := Survey(s)
	var rows []string
	for y := range o.Height {
		row := ""
		for x := range o.Width {
			owner := s.tile(x, y)
			if owner == 0 {
				owner = o.Owner[y*o.Width+x] + 1
			}
			row += string(".ox"[owner])
		}
		rows = append(rows, row)
	}
	return rows
}

// TestVoronoiPlaysAsTheScript compares the built-in with every move of the published bot in the recorded games.
func TestVoronoiPlaysAsTheScript(t *testing.T) {
	builtin, err := game.New(Spec).Builtin("voronoi", nil)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, g := range load(t).Games {
		table := deal(t, g.Start, nil)
		for seat, name := range g.Bots {
			if name == "kootenpv" {
				table.Sit(game.Seat(seat), builtin)
			}
		}
		for turn := range g.Moves {
			seat := asked(t, table)
			letter := g.Moves[turn]
			if g.Bots[seat] == "kootenpv" && strings.IndexByte("UDLR", letter) >= 0 {
				var reply game.Reply
				table.Think(seat, &reply)
				if got := table.Record().Words[last(table, seat)]; got[0] != letter {
					t.Fatalf("game %d, turn %d: %s, the script %c (%s)", i, turn, got, letter, reply.Remark)
				}
				compared++
			} else {
				answer(table, seat, letter)
			}
			table.Step()
		}
	}
	if compared < 1000 {
		t.Errorf("only %d moves were compared", compared)
	}
}

// last returns the code of the last move of a seat.
func last(table *game.Table, seat game.Seat) byte {
	column := table.Record().Columns[seat]
	return column[len(column)-1]
}

// TestOverlay checks a state with walls, and that a frame gives the same overlay as its state.
func TestOverlay(t *testing.T) {
	s := drawn([]string{
		"x.#.",
		"..#.",
		".o#.",
	})
	o := Survey(&s)
	if want := []int{-1, 1, -1, -1, 1, 0, -1, -1, 0, -1, -1, -1}; !slices.Equal(o.Owner, want) {
		t.Errorf("owners %v, want %v", o.Owner, want)
	}
	if want := []int{0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0}; !slices.Equal(o.Rounds, want) {
		t.Errorf("rounds %v, want %v", o.Rounds, want)
	}
	blocked := 0
	for _, n := range o.Steps {
		if !n.Free {
			blocked++
		}
	}
	if o.Mover != 0 || blocked != 2 {
		t.Errorf("seat %d moves and has %d blocked steps", o.Mover, blocked)
	}
}

func TestOverlayOfFrame(t *testing.T) {
	rules := &Rules{Width: 30, Height: 20}
	var s State
	dice := game.NewDice(4, nil)
	if err := rules.Deal(&s, 4, &dice); err != nil {
		t.Fatal(err)
	}
	builtin := newVoronoi(settings(t, "voronoi"), &dice)
	moves := make([]game.Move[Move], maxSeats)
	var frame game.Frame
	for {
		frame.Reset()
		view(&frame, &s, game.Audience)
		got, err := SurveyFrame(&frame)
		if err != nil {
			t.Fatal(err)
		}
		if want := Survey(&s); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("turn %d: the frame's overlay is %v, the state's %v", s.Turns, got, want)
		}
		if s.Alive < 2 {
			return
		}
		moves[s.Next].Value = builtin(&s, game.Seat(s.Next), &game.Reply{})
		rules.Step(&s, moves, nil)
	}
}

// settings returns the defaults of a built-in's parameters.
func settings(t testing.TB, name string) game.Settings {
	t.Helper()
	for _, b := range Spec.Builtins {
		if b.Name == name {
			p, err := game.NewSettings(b.Params, nil)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
	}
	t.Fatalf("no built-in is called %s", name)
	return game.Settings{}
}
