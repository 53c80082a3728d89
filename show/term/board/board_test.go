package board

import (
	"strings"
	"testing"

	"agon/game"
	"agon/games/bomberman"
	"agon/games/colourbattle"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
	"agon/show/film"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

var (
	canvasKind = game.New(colourbattle.Spec)
	tronKind   = game.New(tron.Spec)
	fenceKind  = game.New(fence.Spec)
	bombKind   = game.New(bomberman.Spec)
	handsKind  = game.New(rps.Spec)
)

// view returns a view of a frame whose seats have slots of their own.
func view(kind *game.Kind, f *game.Frame, seats int, on ...string) *film.View {
	v := &film.View{Info: &film.Info{Kind: kind}, Shot: film.Shot{Frame: f}, Pick: None, On: make(map[string]bool)}
	v.Earlier = func(int) (film.Shot, bool) { return film.Shot{}, false }
	for i := range seats {
		v.Info.Seats = append(v.Info.Seats, film.Seat{Name: "bot", Slot: i})
	}
	for _, name := range on {
		v.On[name] = true
	}
	return v
}

// bare draws a board without colour, one line per row.
func bare(v *film.View, form Form) string {
	b := Of(v)
	t := b.Tiles()
	columns, rows := form.Room(t.Width, t.Height)
	s := screen.New(columns, rows)
	Painter{Shade: NewShade(true), Depth: screen.Plain, Picked: v.Pick}.Paint(s, 0, 0, t, Look(t, form, columns, rows, v.Pick, 0))
	return "\n" + s.String(screen.Plain)
}

func ints(f *game.Frame, name string, list ...int) {
	f.Ints(name, len(list), func(i int) int { return list[i] })
}

func grid(f *game.Frame, name string, width int, list ...int) {
	f.Grid(name, width, len(list)/width, func(x, y int) int { return list[y*width+x] })
}

func canvas() *game.Frame {
	f := &game.Frame{}
	grid(f, "grid", 4,
		7, 7, 0, 0,
		0, 7, 3, 0,
		0, 0, 3, 3,
		0, 0, 0, 0)
	ints(f, "ids", 7, 3)
	ints(f, "x", 1, 3)
	ints(f, "y", 0, 3)
	f.Int("white", 10)
	return f
}

func TestColourBattle(t *testing.T) {
	for _, tt := range []struct {
		name string
		on   []string
		form Form
		want string
	}{
		{"tile 0,0 is at the lower left; bots are capitals", nil, Single, `
...B
..bb
.ab.
aA..`},
		{"two columns a tile", nil, Wide, `
. . . B
. . b b
. a b .
a A . .`},
	} {
		if got := bare(view(canvasKind, canvas(), 2, tt.on...), tt.form); got != tt.want {
			t.Errorf("%s:%s\nnot%s", tt.name, got, tt.want)
		}
	}
}

func TestColourBattleDescribes(t *testing.T) {
	v := view(canvasKind, canvas(), 2)
	v.Pick = 0
	b := Of(v)
	if got := b.Status; got != "white 62.50 %" {
		t.Error(got)
	}
	if got := b.Picture.Seats[0].About[0]; got != "id 7, takes 3n+2, clears 3n" {
		t.Error(got)
	}
	v.On["ids"] = true
	b = Of(v)
	if got := b.Mark(0); got != "7" {
		t.Errorf("the mark is %q where ids are shown", got)
	}
}

func ribbons() *game.Frame {
	f := &game.Frame{}
	f.Int("width", 5)
	f.Int("height", 4)
	grid(f, "grid", 5,
		0, 0, 0, 0, 0,
		1, 1, 1, 0, 0,
		0, 0, 0, 0, 2,
		0, 0, 0, 0, 2)
	grid(f, "entered", 5,
		0, 0, 0, 0, 0,
		0, 4, 4, 0, 0,
		0, 0, 0, 0, 1,
		0, 0, 0, 0, 0)
	ints(f, "x", 2, 4, 0)
	ints(f, "y", 1, 2, 3)
	ints(f, "alive", 1, 1, 0)
	ints(f, "died", 0, 0, 5)
	f.Int("round", 9)
	f.Int("next", 0)
	f.Texts("cause", 3, func(i int) string { return []string{"", "", "wall"}[i] })
	return f
}

func TestTron(t *testing.T) {
	if got, want := bare(view(tronKind, ribbons(), 3), Wide), `
. . . . .
0000@0. .
. . . . @1
x . . . 11`; got != want {
		t.Errorf("heads, trails and a cross:%s\nnot%s", got, want)
	}
	if got, want := bare(view(tronKind, ribbons(), 3, "numbers"), Wide), `
3 2 1 2 2
0000@01 1
3 2 1 1 @1
x 3 2 2 11`; got != want {
		t.Errorf("rounds until the nearest seat comes there:%s\nnot%s", got, want)
	}
	b := Of(view(tronKind, ribbons(), 3))
	aside := strings.Join(b.Lines(80), "\n")
	want := strings.Join([]string{
		"       mine theirs   far",
		"UP        3     11    29",
		"DOWN      5      9    26",
		"LEFT             blocked",
		"RIGHT     4     10    27"}, "\n")
	if aside != want {
		t.Errorf("the steps of seat 0:\n%s\nnot\n%s", aside, want)
	}
	if got := b.Note(2); got != "wall at 5" {
		t.Error(got)
	}
}

func yard() *game.Frame {
	f := &game.Frame{}
	grid(f, "board", 4,
		1, 1, 1, 0,
		1, 1, 1, 2,
		1, 1, 1, 2,
		0, 0, 0, 0)
	grid(f, "fenced", 4,
		0, 0, 0, 0,
		0, 1, 0, 0,
		0, 0, 0, 0,
		0, 0, 0, 0)
	ints(f, "x", 0, 3)
	ints(f, "y", 0, 3)
	ints(f, "clock_us", 7_418_000, 9_999_999)
	f.Int("mover", 0)
	ints(f, "fence_x", 0)
	ints(f, "fence_y", 0)
	ints(f, "fence_w", 3)
	ints(f, "fence_h", 3)
	ints(f, "fence_gained", 1)
	return f
}

func TestFence(t *testing.T) {
	v := view(fenceKind, yard(), 2)
	if got, want := bare(v, Wide), `
@11111.
111.1122
11111122
. . . @2`; got != want {
		t.Errorf("walked, fenced and free cells:%s\nnot%s", got, want)
	}
	v.Earlier = func(turns int) (film.Shot, bool) { return v.Shot, turns == 0 }
	if got, want := bare(v, Wide), `
@11#1#.
1#+11#22
1#1#1#22
. . . @2`; got != want {
		t.Errorf("a fence that has just closed:%s\nnot%s", got, want)
	}
	b := Of(v)
	if got := b.Note(0); got != "07.418 s" {
		t.Error(got)
	}
}

func arena() *game.Frame {
	f := &game.Frame{}
	grid(f, "walls", 7,
		1, 1, 1, 1, 1, 1, 1,
		1, 0, 0, 0, 2, 0, 1,
		1, 0, 0, 0, 0, 0, 1,
		1, 1, 1, 1, 1, 1, 1)
	grid(f, "powerups", 7,
		0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 3, 0,
		0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0)
	hidden := make([]int, 28)
	hidden[11] = 2
	grid(f, "hidden", 7, hidden...)
	burning := make([]int, 28)
	burning[19] = 1
	grid(f, "burning", 7, burning...)
	bombs := make([]int, 28)
	bombs[9], bombs[15] = 1, 4
	grid(f, "bombs", 7, bombs...)
	ints(f, "bomb_x", 2, 1)
	ints(f, "bomb_y", 1, 2)
	ints(f, "bomb_owner", 0, 1)
	ints(f, "bomb_timer", 1, 4)
	ints(f, "bomb_radius", 2, 1)
	ints(f, "bomb_chain", 0, 1)
	ints(f, "bomb_worth", 10, 0)
	ints(f, "x", 1, 1, 3)
	ints(f, "y", 1, 2, 2)
	ints(f, "alive", 1, 1, 0)
	ints(f, "died", -1, -1, 3)
	f.Int("round", 6)
	return f
}

func TestBomberman(t *testing.T) {
	for _, tt := range []struct {
		name string
		on   []string
		want string
	}{
		{"walls, bombs, players, power-ups, blast, the dead", nil, `
##############
##A !A  ++s ##
##Bo  x   **##
##############`},
		{"what walls hide", []string{"hidden"}, `
##############
##A !A  (rs ##
##Bo  x   **##
##############`},
		{"reach stops at walls", []string{"reach"}, `
##############
##A !A,,+,s ##
##Bo,,x   **##
##############`},
	} {
		if got := bare(view(bombKind, arena(), 3, tt.on...), Wide); got != tt.want {
			t.Errorf("%s:%s\nnot%s", tt.name, got, tt.want)
		}
	}
}

func TestGrid(t *testing.T) {
	f := &game.Frame{}
	grid(f, "grid", 3, 0, 1, 9, 2, -1, 123)
	if got, want := bare(view(nil, f, 2), Wide), `
. a 9
b 0123`; got != want {
		t.Errorf("a kind that nobody knows:%s\nnot%s", got, want)
	}
	if b := Of(view(nil, &game.Frame{}, 2)); b.Width != 0 || b.Height != 0 {
		t.Error("a frame without a grid has a board")
	}
}

func TestHands(t *testing.T) {
	f := &game.Frame{}
	f.Int("rounds", 6)
	ints(f, "score", 2, 1)
	ints(f, "hands_1", 1, 2, 3, 0)
	ints(f, "hands_2", 2, 1, 2, 1)
	ints(f, "winners", 2, 1, 1, 2)
	f.Texts("faults_1", 4, func(i int) string { return []string{"", "", "", "late"}[i] })
	f.Text("because", "player 1 forfeits (late)")
	v := view(handsKind, f, 2)
	v.Info.Seats[0].Name, v.Info.Seats[1].Name = "Echo Chamber", "Three Card Monty"
	v.Shot.Remarks = []game.RemarkAt{{Seat: 1, Text: []byte(`["  /\\  ", " /\u001b[2J \\ ", "/____\\"]`)}}
	s := screen.New(60, 14)
	b := Of(v)
	b.PaintDuel(s, None, false)
	text := s.String(screen.Plain)
	golden.NoControl(t, text)
	golden.Fits(t, text, 60, 14)
	golden.Check(t, "hands.txt", text)
}

func TestWindowFollowsThePick(t *testing.T) {
	tiles := &Tiles{Width: 37, Height: 37, Cells: make([]Tile, 37*37)}
	*tiles.At(30, 20) = Tile{Slot: 4, Head: true}
	for _, tt := range []struct {
		name   string
		form   Form
		picked int
		scroll int
		want   Window
	}{
		{"everything fits", Half, None, 0, Window{Half, 0, 0, 37, 37, true}},
		{"nobody is picked: from the top", Single, None, 0, Window{Single, 0, 0, 37, 19, false}},
		{"scrolled too far", Single, None, 99, Window{Single, 0, 18, 37, 19, false}},
		{"around the bot", Single, 4, 0, Window{Single, 0, 11, 37, 19, false}},
		{"a bot that is not there", Single, 5, 3, Window{Single, 0, 3, 37, 19, false}},
	} {
		if got := Look(tiles, tt.form, 37, 19, tt.picked, tt.scroll); got != tt.want {
			t.Errorf("%s: %+v, not %+v", tt.name, got, tt.want)
		}
	}
}

func TestShadesDiffer(t *testing.T) {
	for _, dark := range []bool{false, true} {
		s := NewShade(dark)
		for name, all := range map[string][]screen.Colour{"tint": s.tint, "pale": s.pale, "faint": s.faint, "strong": s.strong} {
			seen := make(map[uint8]int)
			for slot, c := range all {
				if other, twice := seen[c.Xterm]; twice {
					t.Errorf("%s tiles of slots %d and %d have the same number %d", name, other, slot, c.Xterm)
				}
				seen[c.Xterm] = slot
			}
		}
	}
}

func TestHalfBlocks(t *testing.T) {
	b := Of(view(canvasKind, canvas(), 2))
	tiles := b.Tiles()
	s := screen.New(4, 2)
	Painter{Shade: NewShade(true), Depth: screen.True, Picked: None}.Paint(s, 0, 0, tiles, Look(tiles, Half, 4, 2, None, 0))
	if got, want := "\n"+s.String(screen.Plain), `
  ▄▀
▄▀▀`; got != want {
		t.Errorf("upper and lower halves:%s\nnot%s", got, want)
	}
}
