package graph

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	_ "image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/report"
	"agon/report/ticks"
	"agon/tournament"
)

// run returns a contest in which bot i has the given scores, one a game.
func run(unit string, names []string, scores ...[]float64) *report.Run {
	r := &report.Run{Contest: "Cup", Stages: []report.Stage{{Unit: unit}}}
	for entry, list := range scores {
		r.Entries = append(r.Entries, report.Entry{Name: names[entry]})
		r.Stages[0].Standings = append(r.Stages[0].Standings, report.Standing{Standing: tournament.Standing{Entry: entry}})
		for _, score := range list {
			r.Games = append(r.Games, report.Game{Seats: []report.Seat{{Slot: entry, Score: score}}})
		}
	}
	return r
}

// svg returns the graph of a run as SVG, and its texts.
func svg(t *testing.T, r *report.Run) (text string, words []string) {
	t.Helper()
	var b bytes.Buffer
	if err := layOut(newChart(r)).svg(&b); err != nil {
		t.Fatal(err)
	}
	text = b.String()
	d := xml.NewDecoder(strings.NewReader(text))
	inside := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			return text, words
		}
		if err != nil {
			t.Fatalf("the picture is not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local
			if inside != "svg" && inside != "style" && inside != "rect" && inside != "text" {
				t.Errorf("an element %q in the picture", inside)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Name.Local, "href") {
					t.Errorf("an attribute %s=%q in the picture", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			if inside == "text" && strings.TrimSpace(string(token)) != "" {
				words = append(words, string(token))
			}
		}
	}
}

func TestHostileNamesAreText(t *testing.T) {
	names := []string{
		`</text><script>alert(1)</script>`, `"><image href=x onerror=alert(1)>`, `]]>&lt;&#x3c;b>`, "a\x00b\x1b[31mred\xffend", "\u202eright\u2066to left",
		`</style><style>*{display:none}`, strings.Repeat("W", 5000), "",
	}
	var scores [][]float64
	for i := range names {
		scores = append(scores, []float64{float64(i), float64(i) + 1})
	}
	r := run("</text><script>", names, scores...)
	r.Contest = `<script>alert("contest")</script>`
	_, words := svg(t, r)
	for _, want := range []string{names[0], names[1], names[2], names[5], r.Contest, "abredend", "rightto left"} {
		found := false
		for _, w := range words {
			found = found || w == want
		}
		if !found {
			t.Errorf("the text %q is not in the picture as it is: %.300q", want, words)
		}
	}
	var b bytes.Buffer
	if err := layOut(newChart(r)).png(&b); err != nil {
		t.Error(err)
	}
}

func TestEqualResultsGiveEqualBytes(t *testing.T) {
	names, scores := make([]string, 30), make([][]float64, 30)
	for i := range names {
		names[i] = fmt.Sprint("bot ", i)
		for g := range 40 {
			scores[i] = append(scores[i], float64((i*37+g*g*11)%97)/3)
		}
	}
	dir := t.TempDir()
	for _, ext := range []string{".svg", ".png"} {
		var files [2][]byte
		for i := range files {
			name := filepath.Join(dir, fmt.Sprint(i)+ext)
			if err := Write(name, run("%", names, scores...)); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[i] = data
		}
		if !bytes.Equal(files[0], files[1]) {
			t.Errorf("two files %s of the same results differ", ext)
		}
		if ext == ".png" {
			if size, form, err := image.DecodeConfig(bytes.NewReader(files[0])); err != nil || form != "png" || size.Width != density*wide {
				t.Errorf("the PNG is %v %q, %v", size, form, err)
			}
		}
	}
}

func TestBinsHoldEveryScore(t *testing.T) {
	for _, tt := range []struct {
		name   string
		scores []float64
	}{
		{"shares", []float64{0, 0.1, 0.2, 0.3, 13.9}},
		{"whole", []float64{0, 1, 2, 2, 2}},
		{"large whole", []float64{0, 17, 850, 913}},
		{"negative", []float64{-40, -1.5, 3}},
		{"all zero", []float64{0, 0}},
		{"one", []float64{7}},
		{"huge", []float64{1e12, 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newChart(run("", []string{"A"}, tt.scores))
			sum := 0
			for _, n := range c.rows[0].bins {
				sum += n
			}
			if sum != len(tt.scores) {
				t.Errorf("%d scores in the bins of %d", sum, len(tt.scores))
			}
			for _, s := range tt.scores {
				i := int((s-c.low)/c.bin + 1e-9)
				if i < 0 || i >= len(c.rows[0].bins) || c.rows[0].bins[i] == 0 {
					t.Errorf("the score %g is not in its bin %d of %v from %g by %g", s, i, c.rows[0].bins, c.low, c.bin)
				}
			}
			if n := len(c.rows[0].bins); n > bins+2 {
				t.Errorf("%d bins", n)
			}
		})
	}
}

func TestMarksHaveRoom(t *testing.T) {
	for _, high := range []float64{1, 2, 0.35, 13.2, 913, 65000, 1e6, 1e9} {
		c := newChart(run("", []string{"A"}, []float64{0, high * 0.337, high}))
		marks := c.marks()
		if len(marks) < 2 {
			t.Errorf("0 to %g has %d marks", high, len(marks))
		}
		end := math.Inf(-1)
		for _, v := range marks {
			half := float64(len([]rune(ticks.Text(v)))) * letter / 2
			if gap := c.x(v) - half - end; gap < 12 {
				t.Errorf("0 to %g: %.0f pixels before the mark %s of %v", high, gap, ticks.Text(v), marks)
			}
			end = c.x(v) + half
		}
	}
}

func TestIntervalsAreDrawnAndTold(t *testing.T) {
	_, words := svg(t, run("points", []string{"steady", "once"}, []float64{10, 12, 14}, []float64{5}))
	all := strings.Join(words, "\n")
	// Student's interval of three values with deviation 2: 4.303 * 2 / sqrt(3).
	for _, want := range []string{"12.00 ± 4.97, 3 games", "5.00, 1 game", "Score of a game in points; the tallest bar is 1 game."} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
}

func TestMoreBotsThanRows(t *testing.T) {
	names, scores := make([]string, Most+7), make([][]float64, Most+7)
	for i := range names {
		names[i], scores[i] = fmt.Sprint("bot ", i), []float64{float64(i)}
	}
	_, words := svg(t, run("", names, scores...))
	if last := words[len(words)-1]; last != "and 7 more bots" {
		t.Errorf("the last text is %q", last)
	}
}
