package draw

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

var known = []Layer{{Name: "fog"}, {Name: "names", Marks: true}}

// picture returns a picture of 3 x 2 tiles and two seats.
func picture() *Picture {
	p := New(2)
	p.Board(3, 2)
	*p.At(1, 0) = Tile{Seat: 1, Tone: Pale, Text: "a"}
	return p
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(p *Picture)
		want string
	}{
		{"nothing is wrong", func(p *Picture) {}, ""},
		{"no board", func(p *Picture) { *p = Picture{} }, ""},
		{"a tile beside the board", func(p *Picture) { p.At(3, 0).Tone = Ink }, "it draws on tile 3,0, and its board has 3 x 2 tiles"},
		{"too few tiles", func(p *Picture) { p.Tiles = p.Tiles[1:] }, "it has 5 tiles on a board of 3 x 2"},
		{"an owner", func(p *Picture) { p.At(2, 1).Seat = 2 }, "tile 2,1: seat 2 is not one of the 2 seats, nor Nobody (-1)"},
		{"a tone", func(p *Picture) { p.At(2, 1).Tone = toneEnd }, "tile 2,1: unknown tone"},
		{"the layer of a race", func(p *Picture) { p.Race = &Race{Tinted: "fog", Numbers: "frog"} }, `race: layer "frog" is not among`},
		{"the first of a race", func(p *Picture) { p.Race = &Race{First: 5} }, "race: seat 5 is not one"},
		{"the layer of what a timer reaches", func(p *Picture) { p.Add(Shape{Form: Timer, X: 1, Y: 1, Reach: "frog"}) },
			`shape 0 (timer): layer "frog"`},
		{"who has been where", func(p *Picture) { p.Been = make([]uint32, 5) }, "it has 6 tiles, but Been has 5"},
		{"the seats of a table", func(p *Picture) { p.Table(Table{Title: "a", Rows: [][]string{{"1"}}, Seats: []int{0, 1}}) },
			`table "a" has 1 rows, but 2 seats`},
		{"the layer of a shape", func(p *Picture) { p.Add(Shape{Form: Disc, Layer: "frog", X: 1, Y: 1}) }, `shape 0 (disc): layer "frog"`},
		{"a disc beside the board", func(p *Picture) { p.Disc(0, Full, 3.5, 1, 0.4) }, "shape 0 (disc): it lies at 3.5,1"},
		{"a disc on the edge", func(p *Picture) { p.Disc(0, Full, 3, 1, 0.4) }, ""},
		{"a path beside the board", func(p *Picture) { p.Path(0, Full, 1, Point{-3, -1}, Point{-1, -1}) },
			"shape 0 (path): it lies at -3,-1"},
		{"a path that leaves the board", func(p *Picture) { p.Path(0, Full, 1, Point{1, 1}, Point{-1, -1}) }, ""},
		{"a rail over the edge", func(p *Picture) { p.Add(Shape{Form: Rail, X: -1, Width: 2, Height: 1}) }, ""},
		{"no number", func(p *Picture) { p.Path(0, Full, 1, Point{math.NaN(), 1}) }, "shape 0 (path): it lies at NaN"},
		{"a bot of nobody", func(p *Picture) { p.Add(Shape{Form: Bot, Seat: Nobody, X: 1, Y: 1}) }, "a bot needs a seat"},
		{"a form", func(p *Picture) { p.Add(Shape{Form: "blob", X: 1, Y: 1}) }, `unknown form "blob"`},
		{"a card too few", func(p *Picture) { p.Duel = &Duel{Cards: make([]Card, 1)} }, "it has 1 cards for 2 seats"},
		{"a shape of a card", func(p *Picture) {
			p.Duel = &Duel{Cards: []Card{{}, {Shapes: []Shape{{Form: Disc, Seat: 3}}}}}
		}, "card 1, shape 0: seat 3 is not one"},
	} {
		p := picture()
		tt.do(p)
		err := p.Check(known)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestShown(t *testing.T) {
	p := picture()
	p.Been = []uint32{0, 0b11, 0, 0, 0, 0b10}
	p.Disc(0, Full, 1, 1, 0.5)
	p.Add(Shape{Form: Disc, Layer: "fog", Seat: 1, X: 1, Y: 1})
	tint := Tile{Seat: 1, Tone: Tint, Plain: "."}
	for _, tt := range []struct {
		name   string
		on     map[string]bool
		pick   int
		last   Tile
		shapes int
	}{
		{"nothing on", nil, Nobody, Tile{Seat: Nobody}, 1},
		{"a layer", map[string]bool{"fog": true}, Nobody, Tile{Seat: Nobody}, 2},
		{"a picked seat", nil, 1, tint, 1},
		{"another picked seat", nil, 0, Tile{Seat: Nobody}, 1},
	} {
		got := p.Shown(tt.on, tt.pick)
		if *got.At(2, 1) != tt.last || *got.At(1, 0) != *p.At(1, 0) || len(got.Shapes) != tt.shapes {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if len(p.Shapes) != 2 || p.At(2, 1).Tone != Blank {
			t.Errorf("%s: the picture itself changed", tt.name)
		}
	}
}

// letters returns the owners of tiles as letters, - for nobody, # for a wall.
func letters(p *Picture) (rows string) {
	for i, tile := range p.Tiles {
		if i > 0 && i%p.Width == 0 {
			rows += "/"
		}
		switch {
		case tile.Tone == Ground || tile.Tone == Soft:
			rows += "#"
		case tile.Seat == Nobody:
			rows += "-"
		default:
			rows += string(rune('a' + tile.Seat))
		}
	}
	return rows
}

// The first seat gets the tiles that both would reach in one round; walls and owned tiles stop all.
func TestRace(t *testing.T) {
	for _, tt := range []struct {
		first int
		want  string
	}{
		{0, "aaabb/a###b/aaabb"},
		{1, "aabbb/a###b/aabbb"},
	} {
		p := New(2)
		p.Board(5, 3)
		p.Race = &Race{First: tt.first, Tinted: "nearest", Numbers: "rounds"}
		for seat, x := range []int{0, 4} {
			p.At(x, 1).Seat = seat
			p.Add(Shape{Form: Bot, Seat: seat, X: float64(x) + 0.5, Y: 1.5})
		}
		for x := range 3 {
			p.At(x+1, 1).Tone = Ground
		}
		shown := p.Shown(map[string]bool{"nearest": true, "rounds": true}, Nobody)
		shown.At(0, 1).Seat, shown.At(4, 1).Seat = 0, 1
		if got := letters(shown); got != tt.want {
			t.Errorf("seat %d goes first: %s, want %s", tt.first, got, tt.want)
		}
		if got := shown.At(0, 0).Text + shown.At(1, 0).Text + shown.At(2, 0).Text; got != "123" {
			t.Errorf("seat %d goes first: rounds %s, want 123", tt.first, got)
		}
		if got := letters(p.Shown(nil, Nobody)); got != "-----/-###-/-----" {
			t.Errorf("the layers are off: %s", got)
		}
	}
}

// A timer reaches over blank tiles, onto walls that break, and no further; other timers and permanent walls stop it.
func TestTimer(t *testing.T) {
	p := New(2)
	p.Board(7, 1)
	p.At(5, 0).Tone = Soft
	p.At(0, 0).Tone = Ground
	p.Add(Shape{Form: Timer, Seat: 1, X: 3.5, Y: 0.5, Radius: 0.44, Ticks: 12, Arms: 6, Reach: "reach", Sign: "B"})
	shown := p.Shown(map[string]bool{"reach": true}, Nobody)
	for x, want := range []Tone{Ground, Tint, Tint, Blank, Tint, Tint, Blank} {
		if got := shown.At(x, 0).Tone; got != want {
			t.Errorf("tile %d has tone %d, want %d", x, got, want)
		}
	}
	if len(shown.Shapes) != 3 || shown.Shapes[1].Sign != "2B" || shown.Shapes[2].Text != "12" {
		t.Errorf("it is shown as %+v", shown.Shapes)
	}
	p.Shapes[0].Ticks = 1
	if shown := p.Shown(nil, Nobody); shown.Shapes[1].Sign != "!B" || shown.Shapes[2].Text != "!" || shown.At(1, 0).Tone != Blank {
		t.Errorf("in its last picture it is shown as %+v", shown.Shapes)
	}
	p.Add(Shape{Form: Timer, X: 2.5, Y: 0.5})
	if shown := p.Shown(map[string]bool{"reach": true}, Nobody); shown.At(1, 0).Tone != Blank {
		t.Error("it reaches over another timer")
	}
}

func TestToken(t *testing.T) {
	for text, want := range map[string]int{"+": 4, "×": 4, "*": 2} {
		p := New(1)
		p.Board(1, 1)
		p.Add(Shape{Form: Token, Seat: Nobody, X: 0.5, Y: 0.5, Radius: 0.4, Text: text, Sign: "t"})
		if shown := p.Shown(nil, Nobody); len(shown.Shapes) != want || shown.Shapes[0].Sign != "t" {
			t.Errorf("%s: %+v", text, shown.Shapes)
		}
	}
}

// Shapes with Lasts grow fainter and rise.
func TestLasts(t *testing.T) {
	p := picture()
	for age := range 3 {
		p.Add(Shape{Form: Word, X: 1, Y: 2, Lasts: 3, Age: age, Rise: 0.5, Text: "+1"})
	}
	shown := p.Shown(nil, Nobody).Shapes
	for i := range shown[1:] {
		if shown[i+1].Faint <= shown[i].Faint || shown[i+1].Y != shown[i].Y-0.5 {
			t.Errorf("%+v, then %+v", shown[i], shown[i+1])
		}
	}
}

func TestResetLeavesNothing(t *testing.T) {
	p := picture()
	p.Been, p.Race, p.Status, p.Duel = []uint32{1}, &Race{}, "words", &Duel{}
	p.Seats[1].Note = "note"
	p.Disc(0, Full, 1, 1, 1)
	p.Table(Table{Rows: [][]string{{"a"}}})
	p.Reset()
	if text, err := json.Marshal(p); err != nil || string(text) != `{"seats":[{},{}]}` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestCall(t *testing.T) {
	p := picture()
	p.Seats[0].Mark, p.Seats[1].Mark = "7", "123"
	p.At(0, 1).Seat, p.At(0, 1).Tone = 1, Pale
	p.Bots(0.5, []int{0, 1}, func(seat int) (x, y int) { return seat, 0 }, func(bot *Shape) {
		if bot.Seat == 0 {
			bot.Text = "own"
		}
	})
	p.Call()
	if p.At(0, 1).Text != "23" || p.At(1, 0).Text != "a" || p.Shapes[0].Text != "own" || p.Shapes[1].Text != "23" {
		t.Errorf("tiles %q and %q, bots %q and %q", p.At(0, 1).Text, p.At(1, 0).Text, p.Shapes[0].Text, p.Shapes[1].Text)
	}
}

func TestBotsShareATile(t *testing.T) {
	p := picture()
	p.Bots(0.4, []int{0, 1}, func(int) (x, y int) { return 2, 1 }, nil)
	shown := p.Shown(nil, Nobody)
	one, two := shown.Shapes[0], shown.Shapes[1]
	if one.X >= two.X || math.Floor(one.X) != 2 || math.Floor(two.X) != 2 || one.Y != 1.5 || one.Radius >= 0.4 {
		t.Errorf("%+v and %+v", one, two)
	}
	if err := shown.Check(nil); err != nil {
		t.Error(err)
	}
}

func TestAround(t *testing.T) {
	shape := Shape{Form: Area, X: 1, Y: 1, Radius: 1, Width: 1, Points: []Point{{1, -1}}}
	got := Around(10, 20, -2, 3, []Shape{shape})[0]
	if got.X != 8 || got.Y != 23 || got.Radius != 3 || got.Width != 3 || got.Points[0] != (Point{8, 17}) ||
		shape.Points[0] != (Point{1, -1}) {
		t.Errorf("%+v", got)
	}
}

// A picture's JSON form is complete.
func TestJSON(t *testing.T) {
	p := picture()
	p.Been, p.Race = []uint32{0, 1, 2, 3, 4, 5}, &Race{First: 1, Tinted: "fog"}
	p.Add(Shape{Form: Timer, Seat: 1, X: 1, Ticks: 3, Arms: 2, Reach: "fog", Lasts: 4, Age: 1, Rise: 0.5, Fills: true, Fades: true,
		Beside: true})
	p.Add(Shape{Form: Path, Trail: Way, Seat: Nobody, Tone: Ink, Hem: 0.1, Faint: 0.5, Points: []Point{{1, 2}}, Plain: "x"})
	p.Table(Table{Title: "empty"})
	p.Table(Table{Title: "one", Rows: [][]string{{"a", "b"}}, Seats: []int{1}, Strong: 1})
	p.Seats[1] = Seat{Mark: "m", Dots: []int{Nobody}}
	p.Duel = &Duel{Score: "1 : 0", Cards: []Card{{Rounds: []Round{{"R", true}}}, {Art: []string{"<"}}}}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var back Picture
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*p, back) {
		t.Errorf("%+v became %+v", *p, back)
	}
	if len(p.Tables) != 1 {
		t.Errorf("%d tables, want the table without rows left out", len(p.Tables))
	}
}

func TestTones(t *testing.T) {
	seen := make(map[string]bool)
	for tone := range toneEnd {
		text, err := tone.MarshalText()
		var back Tone
		if err != nil || back.UnmarshalText(text) != nil || back != tone || len(text) == 0 || seen[string(text)] {
			t.Errorf("tone %d is %q, which parses as %d", tone, text, back)
		}
		seen[string(text)] = true
	}
	var tone Tone
	if err := tone.UnmarshalText([]byte("loud")); err == nil || err.Error() != `unknown tone "loud"` {
		t.Errorf("an unknown tone: %v", err)
	}
}
