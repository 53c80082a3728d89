package draw

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

var known = []Layer{{Name: "fog"}, {Name: "names", Marks: true}}

// picture is one of 3 x 2 tiles and two seats.
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
		{"a tile of a sheet beside the board", func(p *Picture) { p.Picked(0).At(0, 2).Tone = Ink }, "it draws on tile 0,2"},
		{"too few tiles", func(p *Picture) { p.Tiles = p.Tiles[1:] }, "it has 5 tiles on a board of 3 x 2"},
		{"an owner", func(p *Picture) { p.At(2, 1).Seat = 2 }, "tile 2,1: seat 2 is none of the 2 seats, and Nobody is -1"},
		{"a tone", func(p *Picture) { p.At(2, 1).Tone = toneEnd }, "tile 2,1: unknown tone"},
		{"a tone of a sheet", func(p *Picture) { p.Layer("fog").At(0, 1).Tone = toneEnd }, "sheet 0, tile 0,1: unknown tone"},
		{"a layer", func(p *Picture) { p.Layer("frog") }, `sheet 0: layer "frog" is not among`},
		{"a picked seat", func(p *Picture) { p.Picked(5) }, "sheet 0: seat 5 is none"},
		{"the layer of a shape", func(p *Picture) { p.Add(Shape{Form: Disc, Layer: "frog", X: 1, Y: 1}) }, `shape 0 (disc): layer "frog"`},
		{"a disc beside the board", func(p *Picture) { p.Disc(0, Full, 3.5, 1, 0.4) }, "shape 0 (disc): it lies at 3.5,1"},
		{"a disc on the edge", func(p *Picture) { p.Disc(0, Full, 3, 1, 0.4) }, ""},
		{"a path beside the board", func(p *Picture) { p.Path(0, Full, 1, Point{-3, -1}, Point{-1, -1}) }, "shape 0 (path): it lies at -3,-1"},
		{"a path that leaves the board", func(p *Picture) { p.Path(0, Full, 1, Point{1, 1}, Point{-1, -1}) }, ""},
		{"a rail over the edge", func(p *Picture) { p.Add(Shape{Form: Rail, X: -1, Width: 2, Height: 1}) }, ""},
		{"no number", func(p *Picture) { p.Path(0, Full, 1, Point{math.NaN(), 1}) }, "shape 0 (path): it lies at NaN"},
		{"a bot of nobody", func(p *Picture) { p.Add(Shape{Form: Bot, Seat: Nobody, X: 1, Y: 1}) }, "a bot is a seat's"},
		{"a form", func(p *Picture) { p.Add(Shape{Form: "blob", X: 1, Y: 1}) }, `unknown form "blob"`},
		{"a card too few", func(p *Picture) { p.Duel = &Duel{Cards: make([]Card, 1)} }, "it has 1 cards for 2 seats"},
		{"a shape of a card", func(p *Picture) {
			p.Duel = &Duel{Cards: []Card{{}, {Shapes: []Shape{{Form: Disc, Seat: 3}}}}}
		}, "card 1, shape 0: seat 3 is none"},
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
	fog := p.Layer("fog")
	*fog.At(0, 0) = Tile{Seat: Nobody, Tone: Ground}
	fog.At(1, 0).Text = "b"
	*p.Picked(1).At(2, 1) = Tile{Seat: 1, Tone: Tint, Dot: true}
	p.Disc(0, Full, 1, 1, 0.5)
	p.Add(Shape{Form: Disc, Layer: "fog", Seat: 1, X: 1, Y: 1})
	for _, tt := range []struct {
		name         string
		on           map[string]bool
		pick         int
		first, last  Tile
		text         string
		shapes, kept int
	}{
		{"nothing on", nil, Nobody, Tile{Seat: Nobody}, Tile{Seat: Nobody}, "a", 1, 2},
		{"a layer", map[string]bool{"fog": true}, Nobody, Tile{Seat: Nobody, Tone: Ground}, Tile{Seat: Nobody}, "b", 2, 2},
		{"a picked seat", nil, 1, Tile{Seat: Nobody}, Tile{Seat: 1, Tone: Tint, Dot: true}, "a", 1, 2},
		{"another picked seat", nil, 0, Tile{Seat: Nobody}, Tile{Seat: Nobody}, "a", 1, 2},
	} {
		got := p.Shown(tt.on, tt.pick)
		if *got.At(0, 0) != tt.first || *got.At(2, 1) != tt.last || got.At(1, 0).Text != tt.text || got.At(1, 0).Tone != Pale || len(got.Shapes) != tt.shapes || got.Sheets != nil {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if len(p.Sheets) != 2 || len(p.Shapes) != tt.kept || p.At(0, 0).Tone != Blank {
			t.Errorf("%s: the picture itself changed", tt.name)
		}
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
	one, two := p.Shapes[0], p.Shapes[1]
	if one.X >= two.X || math.Floor(one.X) != 2 || math.Floor(two.X) != 2 || one.Y != 1.5 || one.Radius >= 0.4 {
		t.Errorf("%+v and %+v", one, two)
	}
	if err := p.Check(nil); err != nil {
		t.Error(err)
	}
}

func TestAround(t *testing.T) {
	shape := Shape{Form: Area, X: 1, Y: 1, Radius: 1, Width: 1, Points: []Point{{1, -1}}}
	got := Around(10, 20, -2, 3, []Shape{shape})[0]
	if got.X != 8 || got.Y != 23 || got.Radius != 3 || got.Width != 3 || got.Points[0] != (Point{8, 17}) || shape.Points[0] != (Point{1, -1}) {
		t.Errorf("%+v", got)
	}
}

// A picture is data: its JSON form holds all of it.
func TestJSON(t *testing.T) {
	p := picture()
	*p.Layer("fog").At(0, 0) = Tile{Seat: Nobody, Tone: Ember}
	p.Add(Shape{Form: Path, ID: "trail", Seat: Nobody, Tone: Ink, Hem: 0.1, Faint: 0.5, Points: []Point{{1, 2}}, Plain: "x"})
	p.Table(Table{Title: "empty"})
	p.Table(Table{Title: "one", Rows: [][]string{{"a", "b"}}, Strong: 1})
	p.Seats[1] = Seat{Mark: "m", Worth: 3, Dots: []int{Nobody}}
	p.Duel = &Duel{Score: "1 : 0", Cards: []Card{{Rounds: []Round{{"R", true}}}, {Art: []string{"<"}}}}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var back Picture
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	for i := range p.Sheets {
		p.Sheets[i].picture = nil
	}
	if !reflect.DeepEqual(*p, back) {
		t.Errorf("%+v came back as %+v", *p, back)
	}
	if len(p.Tables) != 1 {
		t.Errorf("%d tables, a table without rows is left out", len(p.Tables))
	}
}

func TestTones(t *testing.T) {
	seen := make(map[string]bool)
	for tone := range toneEnd {
		text, err := tone.MarshalText()
		var back Tone
		if err != nil || back.UnmarshalText(text) != nil || back != tone || len(text) == 0 || seen[string(text)] {
			t.Errorf("tone %d is %q, which is read as %d", tone, text, back)
		}
		seen[string(text)] = true
	}
	var tone Tone
	if err := tone.UnmarshalText([]byte("loud")); err == nil || err.Error() != `unknown tone "loud"` {
		t.Errorf("a tone that there is not: %v", err)
	}
}
