package chart

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/game"
	"agon/show/report"
)

func TestAxis(t *testing.T) {
	for _, tt := range []struct {
		name      string
		low, high float64
		want      Axis
	}{
		{"shares begin at 0", 2.1, 7.9, Axis{0, 7.9 * 1.02, 2}},
		{"negative points", -12, 30, Axis{-20, 30 + 0.84, 20}},
		{"nobody has a point", 0, 0, Axis{0, 1.02, 0.5}},
	} {
		s := report.Stage{Standings: []report.Standing{{Standing: tournament.Standing{Played: 1, Low: tt.low, Tenth: tt.low, High: tt.high,
			Ninetieth: tt.high}}}}
		got := NewAxis(&s)
		if math.Abs(got.Low-tt.want.Low)+math.Abs(got.High-tt.want.High)+math.Abs(got.Step-tt.want.Step) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestCurve(t *testing.T) {
	for _, tt := range []struct {
		name   string
		points []tournament.CurvePoint
		want   []string // parts of the picture
	}{
		{"nothing played", nil, nil},
		{"one round of play is a dot", []tournament.CurvePoint{{Games: 10, Rating: 1000, Error: 50}},
			[]string{`<circle class="dot"`, "rating 1000 ± 98 after 10 games"}},
		// The band of the last point, from 902 to 1098, spans 21 to 1; the first one, from 912 to 2088, is clipped at the top.
		{"early bands are cut", []tournament.CurvePoint{{Games: 1, Rating: 1500, Error: 300}, {Games: 100, Rating: 1000, Error: 50}},
			[]string{`<path class="line" d="M1.2 1.0L118.0 11.0"`, `<path class="band" d="M1.2 1.0L118.0 1.0L118.0 21.0L1.2 20.0z"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := string(Curve([]Version{{Points: tt.points}}, InRow))
			if len(tt.want) == 0 && got != "" {
				t.Errorf("the picture is %s", got)
			}
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("the picture lacks %s: %s", want, got)
				}
			}
		})
	}
}

func TestLongCurvesAreSampled(t *testing.T) {
	var points []tournament.CurvePoint
	for n := range 5000 {
		points = append(points, tournament.CurvePoint{Games: n})
	}
	got := sampled(points, 300)
	if len(got) != 300 || got[0].Games != 0 || got[299].Games != 4999 {
		t.Errorf("%d points are left, from %d to %d", len(got), got[0].Games, got[len(got)-1].Games)
	}
}

// TestScores: a picture of scores has a line and a name for each bot, in both forms; scores of two values are none.
func TestScores(t *testing.T) {
	r := &report.Run{Contest: "Cup <of> Two", Entries: []report.Entry{{Name: "Ada & Eve"}, {Name: strings.Repeat("long", 20)}}}
	r.Stages = []report.Stage{{Unit: "points",
		Standings: []report.Standing{{Standing: tournament.Standing{Entry: 1}}, {Standing: tournament.Standing{Entry: 0}}}}}
	for i := range 40 {
		r.Games = append(r.Games, report.Game{Seats: []report.Seat{{Slot: 0, Score: float64(i % 13)}, {Slot: 1, Score: float64(30 + i%7)}}})
	}
	dir := t.TempDir()
	svg, bitmap := filepath.Join(dir, "scores.svg"), filepath.Join(dir, "scores.PNG")
	for _, name := range []string{svg, bitmap} {
		if err := CheckFile(name); err != nil {
			t.Error(err)
		}
		if err := WriteScores(name, r); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(svg)
	if err != nil {
		t.Fatal(err)
	}
	names, paths := 0, 0
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "path" && slices.Contains(token.Attr, xml.Attr{Name: xml.Name{Local: "stroke-width"}, Value: "2.2"}) {
				paths++
			}
		case xml.CharData:
			if strings.HasSuffix(string(token), "  Ada & Eve") || strings.Contains(string(token), "longlong") &&
				strings.HasSuffix(string(token), "…") {
				names++
			}
		}
	}
	if names != 2 || paths != 4 {
		t.Errorf("%d names and %d lines in\n%s", names, paths, text)
	}
	file, err := os.Open(bitmap)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	colours := map[[3]uint32]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			red, green, blue, _ := picture.At(x, y).RGBA()
			colours[[3]uint32{red, green, blue}]++
		}
	}
	if len(colours) < 20 || picture.Bounds().Dx() != scoresWide*fine {
		t.Errorf("%d colours on %v", len(colours), picture.Bounds())
	}

	r.Games = r.Games[:0]
	for i := range 40 {
		r.Games = append(r.Games, report.Game{Seats: []report.Seat{{Slot: 0, Score: float64(i % 2)}, {Slot: 1, Score: float64(1 - i%2)}}})
	}
	if err := WriteScores(svg, r); err == nil || err.Error() != "the only scores are 0 and 1, which the table counts" {
		t.Errorf("scores of two values: %v", err)
	}
}

func TestCard(t *testing.T) {
	r := &report.Run{Contest: strings.Repeat("A long name ", 20) + "\x1b[31m", Kind: report.Kind{Kind: &game.Kind{}}}
	for bots := range 9 {
		var card bytes.Buffer
		if err := Card(&card, r); err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(&card)
		if err != nil || config.Width != 1200 || config.Height != 630 {
			t.Errorf("the card of %d bots has %d by %d pixels: %v", bots, config.Width, config.Height, err)
		}
		if bots == 0 {
			r.Stages = []report.Stage{{}}
		}
		r.Stages[0].Standings = append(r.Stages[0].Standings,
			report.Standing{Standing: tournament.Standing{Entry: 20 * bots, Rank: bots + 1}, Name: strings.Repeat("W", 200)})
	}
}

// The card of a bot has the size that other sites expect, whatever is known of the bot.
func TestBotCard(t *testing.T) {
	points := []tournament.CurvePoint{{Games: 1, Rating: 1000, Error: 300}, {Games: 40, Rating: 1200, Error: 20}}
	odd := []tournament.CurvePoint{{Games: 1, Rating: math.NaN()}, {Games: 2, Rating: math.Inf(1)}}
	for _, b := range []BotCard{{}, {Name: strings.Repeat("W", 60), Contest: "Cup\x1b[31m", Place: "3rd of 12", Rating: "1200 ± 39",
		Played: 40, Entry: 30, Points: points}, {Name: "שלום", Points: points[:1]}, {Points: odd},
		{Points: []tournament.CurvePoint{{}, {}}}} {
		var card bytes.Buffer
		if err := b.Write(&card); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&card)
		if err != nil || picture.Bounds().Dx() != 1200 || picture.Bounds().Dy() != 630 {
			t.Fatalf("%+v: %v", b, err)
		}
		coloured := 0
		for x := range 1200 {
			for y := 360; y < 566; y++ {
				if r, g, b, _ := picture.At(x, y).RGBA(); r != g || g != b {
					coloured++
				}
			}
		}
		if drawn := coloured > 1000; drawn != (len(b.Points) == 2 && b.Points[0].Games == 1 && b.Points[0].Rating == 1000) {
			t.Errorf("%d points of the curve of %+v are coloured", coloured, b)
		}
	}
}

// Names of versions and seasons are any text, and a part without games is left out.
func TestNamesOfCurves(t *testing.T) {
	points := []tournament.CurvePoint{{Games: 1, Rating: 1000, Error: 10}, {Games: 9, Rating: 1010, Error: 10}}
	text := string(Curve([]Version{{Name: "empty"}, {Points: points, Name: "One & <only>"},
		{Points: points, Name: "A season of a very long name indeed"}}, OnPage))
	for _, part := range []string{">One &amp; &lt;only&gt;<", ">A season of a very long…<", `aria-label="One &amp; &lt;only&gt;: rating`} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %s", part, text)
		}
	}
	if n := strings.Count(text, `class="line"`); n != 2 || strings.Contains(text, "empty") {
		t.Errorf("%d lines in %s", n, text)
	}
	if Curve([]Version{{Name: "empty"}}, OnPage) != "" {
		t.Error("a picture of nothing")
	}
}
