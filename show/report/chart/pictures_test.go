package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/game"
	"agon/game/palette"
	"agon/show/report"
)

// names are such as authors give their bots.
var names = []string{"Ada", "<script>alert(1)</script> & Co", strings.Repeat("Wagenburg ", 6), "שלום עולם", "مرحبا بالعالم", "日本語の名前がとても長い",
	"\x00\x1b[31m\ufffe", ""}

// sound checks what holds of every picture: it is well-formed, has words, and all of it lies inside.
func sound(t *testing.T, picture string) {
	t.Helper()
	if strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
		t.Errorf("a value that is none: %s", picture)
	}
	if !strings.Contains(picture, `role="img" aria-label="`) || strings.Contains(picture, `aria-label=""`) {
		t.Errorf("the picture has no words: %.200s", picture)
	}
	var frames []frame
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v\n%s", err, picture)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "svg" {
				frames = append(frames, frameOf(token))
			} else if len(frames) > 0 {
				frames[len(frames)-1].inside(t, token)
			}
		case xml.EndElement:
			if token.Name.Local == "svg" {
				frames = frames[:len(frames)-1]
			}
		}
	}
}

// A frame is the size of a part of a picture; 0: it is as wide as the page, and positions are in percent.
type frame struct{ wide, high float64 }

func frameOf(e xml.StartElement) (f frame) {
	for _, a := range e.Attr {
		switch {
		case a.Name.Local == "viewBox":
			fmt.Sscanf(a.Value, "0 0 %g %g", &f.wide, &f.high)
		case a.Name.Local == "height" && f.high == 0:
			f.high, _ = strconv.ParseFloat(a.Value, 64)
		}
	}
	return f
}

// inside checks the positions of an element.
func (f frame) inside(t *testing.T, e xml.StartElement) {
	t.Helper()
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "x", "cx", "x1", "x2", "y", "cy", "y1", "y2":
			most := f.high
			if strings.Contains(a.Name.Local, "x") {
				most = f.wide
			}
			text, percent := strings.CutSuffix(a.Value, "%")
			if percent {
				most = 100
			} else if most == 0 {
				most = 40 // beside the lines
			}
			if v, err := strconv.ParseFloat(text, 64); err != nil || v < 0 || v > most {
				t.Errorf("%s has %s=%q in %+v", e.Name.Local, a.Name.Local, a.Value, f)
			}
		case "d":
			f.pathInside(t, a.Value)
		}
	}
}

// pathInside checks the points of a path of absolute positions; those of marks of games are relative.
func (f frame) pathInside(t *testing.T, path string) {
	t.Helper()
	if strings.ContainsAny(path, "hv") {
		return
	}
	spaced := strings.NewReplacer("M", " M ", "L", " L ", "H", " H ", "V", " V ", "z", " ").Replace(path)
	across := true
	for _, word := range strings.Fields(spaced) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			across = word != "V"
			continue
		}
		most := f.high
		if across {
			most = f.wide
		}
		if v < 0 || v > most {
			t.Fatalf("%v of %s is outside of %+v", v, path, f)
		}
		across = !across
	}
}

// odd are values that nobody should have, and some do.
var odd = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 0}

func TestLinesAreSound(t *testing.T) {
	dice := rand.New(rand.NewSource(1))
	drawn := 0
	for _, bots := range []int{0, 1, 2, 5, 300} {
		for _, rounds := range []int{0, 1, 2, 40, 3000} {
			l := Lines{Title: "Rating over time", Ticks: []Tick{{1, "14 Nov"}, {math.NaN(), "?"}, {float64(rounds), "<b>"}, {1e9, "late"}}}
			for bot := range bots {
				trace := Trace{Look: 7 * bot, Name: names[bot%len(names)]}
				part := Part{Name: "v1"}
				for round := range rounds {
					v := Value{float64(round), 1000 + 300*dice.NormFloat64(), 500 / float64(round+1)}
					if dice.Intn(20) == 0 {
						v.At = odd[dice.Intn(len(odd))]
					}
					if dice.Intn(40) == 0 {
						v.Reach = odd[dice.Intn(len(odd))]
					}
					part.Points = append(part.Points, v)
					if round == rounds/2 {
						trace.Parts = append(trace.Parts, part)
						part = Part{Name: "v2 <i>"}
					}
				}
				trace.Parts = append(trace.Parts, part, Part{Name: "nothing"})
				l.Traces = append(l.Traces, trace)
			}
			picture := string(l.Draw())
			if picture == "" {
				continue
			}
			if drawn++; bots < 2 || rounds < 2 {
				t.Errorf("%d bots of %d rounds have a picture", bots, rounds)
			}
			sound(t, picture)
			if len(picture) > 250_000 {
				t.Errorf("the picture of %d bots and %d rounds has %d bytes", bots, rounds, len(picture))
			}
		}
	}
	if drawn < 6 {
		t.Errorf("%d pictures are drawn", drawn)
	}
}

// The names at the ends of lines cover none of each other, whatever the values.
func TestNamesAtLineEndsHaveRoom(t *testing.T) {
	l := Lines{Title: "Points"}
	for bot := range MostTraces {
		l.Traces = append(l.Traces, Trace{Look: bot, Name: "a bot", Parts: []Part{{Points: []Value{{0, 0, 0}, {1, 5, 0}}}}})
	}
	labels := newPlot(l).labels()
	for i := 1; i < len(labels); i++ {
		if labels[i].y-labels[i-1].y < labelRow-0.01 {
			t.Errorf("name %d is at %.1f, the one above at %.1f", i, labels[i].y, labels[i-1].y)
		}
	}
}

// stageOf returns a stage that mean scores rank, with the times of moves in µs.
func stageOf(scores, times []float64) *report.Stage {
	s := &report.Stage{By: tournament.ByScore, Unit: "%", Limit: 20_000}
	for i := range scores {
		row := report.Standing{Name: names[i%len(names)]}
		row.Entry, row.Played, row.Score, row.Took, row.Moves = i, 10, scores[i], game.Micros(1000*times[i]), 1000
		s.Standings = append(s.Standings, row)
	}
	return s
}

func TestPrizesAreSound(t *testing.T) {
	dice := rand.New(rand.NewSource(2))
	for _, bots := range []int{0, 1, 2, 3, 21, 300} {
		var scores, times []float64
		for i := range bots {
			scores, times = append(scores, 6*dice.Float64()), append(times, math.Pow(10, 6*dice.Float64()))
			if i%9 == 8 {
				scores[i] = odd[dice.Intn(len(odd))]
			}
			if i%11 == 8 {
				times[i] = 0
			}
		}
		picture, caption := Prizes(stageOf(scores, times))
		if picture == "" && caption == "" && bots < 3 {
			continue
		}
		if picture == "" || caption == "" || bots < 3 {
			t.Errorf("%d bots: %q, %.100q", bots, caption, picture)
			continue
		}
		sound(t, string(picture))
	}
}

// The front has the bots that no other one beats in both, and the prizes are those of the contest's two tables.
func TestTheFrontOfScoreAndTime(t *testing.T) {
	s := stageOf([]float64{6, 5, 5.5, 1, 3}, []float64{900, 100, 1000, 20, 30})
	for i := range s.Standings {
		s.Standings[i].Name = string(rune('A' + i))
	}
	front, prizes := "", ""
	for _, x := range newSpots(s).list {
		if x.front {
			front += x.name
		}
		if x.what != "" {
			prizes += x.name + ": " + x.what + ". "
		}
	}
	if front != "ABDE" || prizes != "A: highest score. E: most score per µs. " {
		t.Errorf("the front is %s; %s", front, prizes)
	}
	same := stageOf([]float64{6, 5, 4}, []float64{100, 100, 100})
	if picture, _ := Prizes(same); picture != "" {
		t.Error("bots that think equally long have a picture")
	}
	same.By = tournament.ByPoints
	if picture, _ := Prizes(same); picture != "" {
		t.Error("a stage that points rank has a picture of scores")
	}
}

func TestFormIsSound(t *testing.T) {
	if Form(nil) != "" {
		t.Error("a picture of no games")
	}
	games := report.Form{{Place: 1, Seats: 2}, {Place: 2, Seats: 2}, {Place: 1, Seats: 2, Shared: true}, {Place: 4, Seats: 6},
		{Place: 3, Seats: 5}, {Place: 0, Seats: 0}, {Place: 1, Seats: 1}}
	for i := range games {
		sound(t, string(Form(games[i:])))
		sound(t, string(Form(games[:i+1])))
	}
	for _, tt := range []struct {
		place, seats int
		shared       bool
		class        string
		up           bool // it begins above the line
	}{
		{1, 2, false, "won", true}, {2, 2, false, "lost", false}, {1, 2, true, "even", true}, {2, 6, false, "even", true},
		{5, 6, false, "lost", false}, {1, 1, false, "won", true},
	} {
		class, top, high := mark(tt.place, tt.seats, tt.shared)
		if class != tt.class || (top < formHigh/2) != tt.up || top < 0 || top+high > formHigh {
			t.Errorf("place %d of %d: %s from %g, %g high", tt.place, tt.seats, class, top, high)
		}
	}
}

// Each bot of a picture has its name beside its mark or in the list below, also on a phone.
func TestNoBotOfThePrizesIsNameless(t *testing.T) {
	for _, bots := range []int{3, 7, 40} {
		var scores, times []float64
		for i := range bots {
			scores, times = append(scores, 5+float64(i%3)/50), append(times, 100+10*float64(i))
		}
		s := stageOf(scores, times)
		for i := range s.Standings {
			s.Standings[i].Name = fmt.Sprintf("%02d has a long name", i)
		}
		text, _ := Prizes(s)
		picture, list, _ := strings.Cut(string(text), "<ul")
		sound(t, "<div>"+string(text)+"</div>")
		for i := range s.Standings {
			row := &s.Standings[i]
			line := fmt.Sprintf(`<span class="chip slot-%d">%s</span> %s</li>`, i%24, palette.Mark(i), row.Name)
			beside := regexp.MustCompile(`<text( class="more")? [^>]*>` + shortened(row.Name, nameMost) + `</text>`).FindStringSubmatch(picture)
			switch {
			case beside == nil && !strings.Contains(list, "<li>"+line):
				t.Errorf("%d bots: %s has no name", bots, row.Name)
			case beside != nil && beside[1] != "" && !strings.Contains(list, `<li class="less">`+line):
				t.Errorf("%d bots: %s has no name on a phone", bots, row.Name)
			}
		}
		if bots == 40 && list == "" {
			t.Error("40 bots all have room for their names")
		}
	}
}
