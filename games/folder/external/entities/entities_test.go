package entities

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"agon/game/draw"
)

// images knows one image: 120 x 60 pixels, dark red, half of it visible.
type images struct{}

func (images) Mean(name string) Mean {
	if name != "pac.png" {
		return Mean{}
	}
	return Mean{120, 60, [3]float64{0.5, 0, 0}, 0.5}
}

// frame returns the VIEW of a turn; the first one has the size of the world.
func frame(n int, commands string) string {
	text, _ := json.Marshal(commands)
	data := fmt.Sprintf(`{"entitymodule": %s, "other": {}}`, text)
	if n == 0 {
		data = fmt.Sprintf(`{"global": {"entitymodule": {"width": 1920, "height": 1080}}, "frame": %s}`, data)
	}
	return fmt.Sprintf("KEY_FRAME %d\n%s", n, data)
}

// shown takes turns, and describes the shapes after the last one.
func shown(t *testing.T, turns ...string) (list []string, left string) {
	t.Helper()
	s := New(images{})
	for n, commands := range turns {
		if !s.Take(frame(n, commands)) && s.Left() == "" {
			t.Fatalf("turn %d has no entities", n)
		}
	}
	picture := draw.New(2)
	p := s.Picture(2)
	picture.Board(p.Width, p.Height)
	for _, shape := range p.Shapes {
		picture.Add(shape)
		at := fmt.Sprint(shape.Points)
		if shape.Form == draw.Word {
			at = fmt.Sprintf("%q at %g,%g size %g", shape.Text, shape.X, shape.Y, 2*shape.Radius)
		}
		if len(shape.Points) > 5 {
			left, top, right, bottom := shape.Bounds()
			at = fmt.Sprintf("%d points in [%g %g] [%g %g]", len(shape.Points), left, top, right, bottom)
		}
		list = append(list, fmt.Sprintf("%s %d %s %g %s", shape.Form, shape.Seat, shape.Colour, shape.Faint, at))
	}
	if err := picture.Check(nil); err != nil {
		t.Error(err)
	}
	return list, s.Left()
}

func TestEntities(t *testing.T) {
	for _, tt := range []struct {
		name  string
		turns []string
		want  []string
	}{
		{"a rectangle in a colour", []string{"CR\nU1 1 v 1 x 60 y 120 w 120 h 60 f 16711680"},
			[]string{"area -1 #ff0000 0 [[1 2] [3 2] [3 3] [1 3]]"}},
		{"a rectangle with an edge", []string{"CR\nU1 1 v 1 w 60 h 60 f 255 W 6 c 65280 A 0.5"},
			[]string{"area -1 #0000ff 0 [[0 0] [1 0] [1 1] [0 1]]", "path -1 #00ff00 0.5 [[0 0] [1 0] [1 1] [0 1] [0 0]]"}},
		{"what is not visible", []string{"CR;C\nU1 1 x 60;2 1 v 1 a 0"}, nil},
		{"a change in the next turn, reached by a curve, of half a turn and a whole one",
			[]string{"CR\nU1 1 v 1 w 60 h 60 f 0", "U1 0.5 x 60 ∫;1 1 x 120 _ y 60"},
			[]string{"area -1 #000000 0 [[2 1] [3 1] [3 2] [2 2]]"}},
		{"the colour of a player", []string{"CC\nU1 1 v 1 x 600 y 600 R 60 f -2"}, []string{"area 1  0 24 points in [9 9] [11 11]"}},
		{"a circle", []string{"CC\nU1 1 v 1 x 600 y 600 R 30 f 1"}, []string{"area -1 #000001 0 24 points in [9.5 9.5] [10.5 10.5]"}},
		{"a rounded rectangle", []string{"CK\nU1 1 v 1 w 120 h 60 R 10 f 1"}, []string{"area -1 #000001 0 24 points in [0 0] [2 1]"}},
		{"a line", []string{"CL\nU1 1 v 1 x 60 y 60 X 120 Y 180 W 3 c 255"}, []string{"path -1 #0000ff 0 [[1 1] [2 3]]"}},
		{"a polygon", []string{"CP\nU1 1 v 1 x 60 ps 0,0,60,0,0,60 f 2"}, []string{"area -1 #000002 0 [[1 0] [2 0] [1 1]]"}},
		{"a text around its anchor, with the name of a player",
			[]string{"CT\nU1 1 v 1 x 960 y 540 s 60 ax 0.5 ay 0.5 f 16777215 T 'it is $1\\'s'"},
			[]string{`word -1 #ffffff 0 "it is {1}'s" at 16,9 size 1`}},
		{"a text of several letters that separate", []string{"CX\nU1 1 v 1 x 60 y 60 s 60 t 255 T 'a;b c\nd'"},
			[]string{`word -1 #0000ff 0 "a;b c" at 2.38,1.6 size 1`, `word -1 #0000ff 0 "d" at 2.38,2.8 size 1`}},
		{"an empty text", []string{"CT\nU1 1 T  v 1 x 9"}, nil},
		{"a sprite in the mean colour of its image", []string{"CS\nU1 1 v 1 i pac.png x 600 y 600 ax 0.5 ay 0.5"},
			[]string{"area -1 #800000 0.5 [[9 9.5] [11 9.5] [11 10.5] [9 10.5]]"}},
		{"a tinted sprite of another size", []string{"CS\nU1 1 v 1 i pac.png t 65535 bw 60 bh 60"},
			[]string{"area -1 #000000 0.5 [[0 0] [1 0] [1 1] [0 1]]"}},
		{"the face of a player", []string{"CS\nU1 1 v 1 i $1 bw 60 bh 60"}, []string{"area 1  0 [[0 0] [1 0] [1 1] [0 1]]"}},
		{"an animation at its end", []string{"CA\nU1 1 v 1 I no.png,pac.png"}, []string{"area -1 #800000 0.5 [[0 0] [2 0] [2 1] [0 1]]"}},
		{"a group moves, enlarges, fades and hides",
			[]string{"CR;R;G\nU1 1 v 1 x 30 w 30 h 30 f 1;2 1 v 1;3 1 v 1 ch 1 x 60 y 60 sx 2 sy 2 a 0.5;2 1 v 0"},
			[]string{"area -1 #000001 0.5 [[2 1] [3 1] [3 2] [2 2]]"}},
		{"a buffered group turned by a quarter", []string{"CR;B\nU1 1 v 1 w 60 h 120 f 1;2 1 v 1 ch 1 x 300 y 300 r 90"},
			[]string{"area -1 #000001 0 [[5 5] [5 6] [3 6] [3 5]]"}},
		{"the lowest first, by their number in each height",
			[]string{"CR;R;R\nU1 1 v 1 w 60 h 60 f 1 z 2;2 1 v 1 w 60 h 60 f 2;3 1 v 1 w 60 h 60 f 3"},
			[]string{"area -1 #000002 0 [[0 0] [1 0] [1 1] [0 1]]", "area -1 #000003 0 [[0 0] [1 0] [1 1] [0 1]]",
				"area -1 #000001 0 [[0 0] [1 0] [1 1] [0 1]]"}},
		{"a mask is not seen", []string{"CR;C\nU1 1 v 1 w 60 h 60 f 1 mask 2;2 1 v 1"},
			[]string{"area -1 #000001 0 [[0 0] [1 0] [1 1] [0 1]]"}},
		{"what is beyond the board",
			[]string{"CR;R;L\nU1 1 v 1 x -600 w 60 h 60;2 1 v 1 x 1890 y 1050 w 600 h 60 f 1;3 1 v 1 x 3000 y 0 X 3000 Y 99 W 9"},
			[]string{"area -1 #000001 0 [[31.5 17.5] [32 17.5] [32 18] [31.5 18]]"}},
	} {
		got, left := shown(t, tt.turns...)
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") || left != "" {
			t.Errorf("%s: %s, and %q; it should be %s", tt.name, strings.Join(got, "\n"), left, strings.Join(tt.want, "\n"))
		}
	}
}

// What is hostile costs little, draws what can be drawn, and is said.
func TestHostileViews(t *testing.T) {
	nested := "CR" + strings.Repeat(";G", 5000) + "\nU1 1 v 1"
	for id := 2; id <= 5001; id++ {
		nested += fmt.Sprintf(";%d 1 v 1 ch %d", id, id-1)
	}
	for _, tt := range []struct{ name, commands, left string }{
		{"too many entities", "CR" + strings.Repeat(";R", 1_000_000), "more than 20000 entities"},
		{"groups in groups", nested, "more than 100 deep"},
		{"a group in itself", "CG;G\nU1 1 v 1 ch 2,1;2 1 v 1 ch 1,2", ""},
		{"too many shapes", "CR" + strings.Repeat(";R", 9_999) + "\nU1 1 v 1" + visible(10_000), "more than 2000 shapes"},
		{"too many points", "CP\nU1 1 v 1 ps " + strings.Repeat("1,2,3,4,5,9,", 100_000), "30000 points"},
		{"numbers that are none",
			"CR;T;S\nU1 1 v 1 x NaN y Inf w -1e300 h 1e400;2 1 v 1 s NaN T x x 1e308;3 1 v 1 i a bw 1e99 sx 1e200 r 1e9", ""},
		{"an entity that is not there", "CR\nU7 1 v 1", `the entity "7"`},
		{"numbers of entities", "CR\nU-1 1 v 1;99999999999999999999 1 v 1; 1", `the entity "-1"`},
		{"commands without words", "C\nU\nU1\nU1 1\nU1 1 x\nC\n\n", `the entity ""`},
		{"an unknown command", "Z9", `unknown command, "Z9"`},
		{"an unknown kind", "C?\nU1 1 v 1", `unknown kind of entity, "?"`},
		{"quotes and backslashes", `CT` + "\n" + `U1 1 v 1 T 'a\`, ""},
		{"a long frame", "CT\nU1 1 v 1 T '" + strings.Repeat("x", 3<<20), "more than 2 MiB"},
		{"an image that is not there", "CS\nU1 1 v 1 i gone.png", `"gone.png"`},
	} {
		list, left := shown(t, tt.commands)
		if len(list) > mostShapes || !strings.Contains(left, tt.left) {
			t.Errorf("%s: %d shapes, and it says %q", tt.name, len(list), left)
		}
	}
	for _, view := range []string{"", "KEY_FRAME", "KEY_FRAME 0\n{", "KEY_FRAME 0\n[]", "KEY_FRAME 0\n" + `{"frame": null, "entitymodule": 7}`,
		"INTERMEDIATE_FRAME 3", "KEY_FRAME 0\n" + `{"global": {"entitymodule": {"width": -1}}, "frame": {}}`} {
		if s := New(nil); s.Take(view) || len(s.Picture(2).Shapes) != 0 {
			t.Errorf("%q draws something", view)
		}
	}
}

// visible makes entities visible, from the second on.
func visible(n int) string {
	var all strings.Builder
	for id := 2; id <= n; id++ {
		fmt.Fprintf(&all, ";%d 1 v 1", id)
	}
	return all.String()
}
