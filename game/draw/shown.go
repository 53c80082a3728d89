package draw

import (
	"math"
	"slices"
	"strconv"
)

// Shown returns the picture with the named layers on and this seat picked, or Nobody: only tiles, discs, paths, areas, words, bots, crosses
// and rails, as they are to be painted. It shares memory with p.
func (p *Picture) Shown(on map[string]bool, pick int) *Picture {
	shown := *p
	shown.Shapes = nil
	shown.Tiles = append([]Tile(nil), p.Tiles...)
	shown.race(p, on)
	shown.picked(pick)
	for i := range p.Shapes {
		if s := &p.Shapes[i]; s.Form == Timer && on[s.Reach] {
			shown.reach(p, s)
		}
	}
	together, drawn := p.together(), make(map[[2]float64]int)
	for _, s := range p.Shapes {
		if s.Layer != "" && !on[s.Layer] {
			continue
		}
		s.fade()
		if s.Beside {
			at := [2]float64{s.X, s.Y}
			s.beside(drawn[at], together[at])
			drawn[at]++
		}
		shown.show(s)
	}
	return &shown
}

// picked tints the free tiles on which a picked seat has been.
func (p *Picture) picked(pick int) {
	for i := range p.Tiles {
		t := &p.Tiles[i]
		if t.Tone != Blank {
			continue
		}
		t.Seat = Nobody
		if pick >= 0 && pick < 32 && i < len(p.Been) && p.Been[i]>>pick&1 == 1 {
			t.Seat, t.Tone, t.Plain = pick, Tint, "."
		}
	}
}

// fade fades and lifts a shape that lasts for some pictures, by its age.
func (s *Shape) fade() {
	if s.Lasts > 0 {
		s.Faint, s.Y = 0.6*float64(s.Age)/float64(s.Lasts), max(0, s.Y-s.Rise*float64(s.Age))
	}
}

// show adds a shape as the shapes that are painted.
func (p *Picture) show(s Shape) {
	switch s.Form {
	case Timer:
		p.timer(&s)
	case Token:
		p.token(&s)
	default:
		p.Add(s)
		if s.Hem > 0 && len(s.Points) > 0 {
			p.Disc(Nobody, Floor, s.Points[0][0], s.Points[0][1], 0.13)
		}
	}
}

func (p *Picture) race(from *Picture, on map[string]bool) {
	r := p.Race
	if r == nil || !on[r.Tinted] && !on[r.Numbers] {
		return
	}
	owner, round := r.runRace(from)
	for i, seat := range owner {
		if seat == Nobody {
			continue
		}
		t := &p.Tiles[i]
		if on[r.Tinted] {
			t.Seat, t.Tone = seat, Tint
		}
		if on[r.Numbers] {
			t.Text = short(strconv.Itoa(round[i]))
			t.Plain = t.Text
		}
	}
}

// together counts the bots at each position.
func (p *Picture) together() map[[2]float64]int {
	here := make(map[[2]float64]int)
	for i := range p.Shapes {
		if s := &p.Shapes[i]; s.Beside {
			here[[2]float64{s.X, s.Y}]++
		}
	}
	return here
}

// beside draws the nth of several shapes side by side, smaller.
func (s *Shape) beside(nth, of int) {
	if of > 1 {
		s.Radius *= 0.65
		s.X += (float64(nth) - float64(of-1)/2) * math.Min(0.5, 1/float64(of))
	}
}

// reach tints what a timer reaches: its arms end before permanent walls, on walls that break, and at other timers.
func (p *Picture) reach(from *Picture, s *Shape) {
	x, y := int(s.X), int(s.Y)
	for _, d := range [...][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		for far := 1; far <= s.Arms; far++ {
			cx, cy := x+d[0]*far, y+d[1]*far
			if cx < 0 || cy < 0 || cx >= p.Width || cy >= p.Height || from.timerOn(cx, cy) {
				break
			}
			under := from.Tiles[cy*p.Width+cx]
			if under.Tone == Ground {
				break
			}
			t := p.At(cx, cy)
			if under.Tone == Soft {
				t.Seat, t.Tone, t.Plain = s.Seat, Tint, "+,"
				break
			}
			if under.Tone == Blank {
				t.Seat, t.Tone, t.Plain = s.Seat, Tint, ",,"
			}
		}
	}
}

func (p *Picture) timerOn(x, y int) bool {
	return slices.ContainsFunc(p.Shapes, func(s Shape) bool { return s.Form == Timer && int(s.X) == x && int(s.Y) == y })
}

// timer draws a dark disc with a ring in its owner's colour, and the number of pictures left.
func (p *Picture) timer(s *Shape) {
	left, sign := "!", "!"
	if s.Ticks > 1 {
		left, sign = strconv.Itoa(s.Ticks), strconv.Itoa(s.Ticks%10)
	}
	r := s.Radius / 0.44
	ring := Shape{Form: Disc, Seat: s.Seat, Tone: Full, X: s.X, Y: s.Y, Radius: 0.4 * r, Sign: s.Sign, Plain: s.Plain, Faint: s.Faint}
	if s.Sign != "" {
		ring.Sign = sign + s.Sign
	}
	p.Disc(Nobody, Floor, s.X, s.Y, 0.44*r)
	p.Add(ring, Shape{Form: Disc, Seat: Nobody, Tone: Dark, X: s.X, Y: s.Y, Radius: 0.29 * r, Text: left})
}

// token draws a pale disc with + or × on it, or a star for any other text.
func (p *Picture) token(s *Shape) {
	const arm = 0.17
	rim := Shape{Form: Disc, Seat: Nobody, Tone: Ink, X: s.X, Y: s.Y, Radius: s.Radius, Sign: s.Sign, Plain: s.Plain}
	inner := Shape{Form: Disc, Seat: Nobody, Tone: Paper, X: s.X, Y: s.Y, Radius: s.Radius * 0.8}
	along, across := Point{arm, 0}, Point{0, arm}
	switch s.Text {
	case "+":
	case "×":
		along, across = Point{arm * math.Sqrt2 / 2, arm * math.Sqrt2 / 2}, Point{arm * math.Sqrt2 / 2, -arm * math.Sqrt2 / 2}
	default:
		rim.Form, rim.Points = Area, star(s.X, s.Y, s.Radius*1.22)
		inner.Form, inner.Points = Area, star(s.X, s.Y, s.Radius*0.78)
		p.Add(rim, inner)
		return
	}
	p.Add(rim, inner)
	for _, d := range [...]Point{along, across} {
		p.Path(Nobody, Ink, 0.09, Point{s.X - d[0], s.Y - d[1]}, Point{s.X + d[0], s.Y + d[1]})
	}
}

func star(x, y, r float64) (corners []Point) {
	for i := range 10 {
		turn, far := (float64(i)/5-0.5)*math.Pi, r
		if i%2 == 1 {
			far = r * 0.46
		}
		corners = append(corners, Point{x + math.Cos(turn)*far, y + math.Sin(turn)*far})
	}
	return corners
}
