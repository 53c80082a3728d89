package entities

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"agon/game/draw"
	"agon/internal/pattern"
)

// The board of a picture in tiles, the pixels of a tile, and bounds.
const (
	width, height = 32, 18
	tile          = pixelsWide / width

	mostShapes = 2_000
	mostPoints = 30_000
	mostNested = 100 // groups
	mostText   = 200 // letters
)

// A Picture is what is seen of a scene.
type Picture struct {
	Width  int          `json:"width"` // in tiles
	Height int          `json:"height"`
	Shapes []draw.Shape `json:"shapes"` // from the lowest
}

// A matrix maps points of an entity to tiles: x' = a x + c y + e, y' = b x + d y + f.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) times(n matrix) matrix {
	e, f := m.at(n.e, n.f)
	return matrix{m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d, e, f}
}

func (m matrix) at(x, y float64) (float64, float64) { return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f }

// scale returns how many tiles long a pixel is.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// place returns points in tiles. What lies beyond the board is moved to its edge.
func (m matrix) place(points []draw.Point) (moved []draw.Point) {
	for _, from := range points {
		x, y := m.at(from[0], from[1])
		moved = append(moved, draw.Point{hundredths(min(max(x, 0), width)), hundredths(min(max(y, 0), height))})
	}
	return moved
}

func hundredths(x float64) float64 { return math.Round(100*x) / 100 }

// A painter makes shapes of a scene.
type painter struct {
	*Scene
	seats  int
	inside [][]int // by number of an entity, 0 for the world: the entities in it
	shapes []draw.Shape
	points int
}

// Picture returns what is seen. Colours of players are those of their seats. A text has {0} in place of the name of seat 0.
func (s *Scene) Picture(seats int) *Picture {
	p := &painter{Scene: s, seats: seats, inside: make([][]int, len(s.entities)+1)}
	in := make([]int, len(p.inside)) // an entity is in the last group that names it; masks are in none
	for i, e := range p.entities {
		for child := range strings.SplitSeq(e.values["ch"], ",") {
			if id, err := strconv.Atoi(child); err == nil && id > 0 && id < len(in) && in[id] >= 0 {
				in[id] = i + 1
			}
		}
		if id := int(e.number("mask", 0)); id > 0 && id < len(in) {
			in[id] = -1
		}
	}
	for id := 1; id < len(in); id++ {
		if in[id] >= 0 {
			p.inside[in[id]] = append(p.inside[in[id]], id)
		}
	}
	p.group(0, matrix{a: 1.0 / tile, d: 1.0 / tile}, 1, 0)
	return &Picture{width, height, p.shapes}
}

// group draws the entities in a group, of which a part from 0 to 1 is seen.
func (p *painter) group(id int, m matrix, seen float64, depth int) {
	if depth == mostNested {
		p.leave("the engine draws groups in groups, more than %d deep: the innermost are not shown", mostNested)
		return
	}
	slices.SortStableFunc(p.inside[id], func(a, b int) int {
		return cmp.Compare(p.entities[a-1].number("z", 0), p.entities[b-1].number("z", 0))
	})
	for _, id := range p.inside[id] {
		e := p.entities[id-1]
		part := seen * min(max(e.number("a", 1), 0), 1)
		if e.values["v"] != "1" || part < 0.01 {
			continue
		}
		sin, cos := math.Sincos((e.number("r", 0) + e.number("ky", 0)) * math.Pi / 180)
		across, along := math.Sincos((e.number("r", 0) - e.number("kx", 0)) * math.Pi / 180)
		wide, high := e.number("sx", 1), e.number("sy", 1)
		own := m.times(matrix{cos * wide, sin * wide, -across * high, along * high, e.number("x", 0) * p.unit, e.number("y", 0) * p.unit})
		if e.kind == "G" || e.kind == "B" {
			p.group(id, own, part, depth+1)
			continue
		}
		p.entity(e, own, part)
	}
}

// entity draws an entity by its kind.
func (p *painter) entity(e *entity, m matrix, seen float64) {
	length := func(name string, usual float64) float64 { return e.number(name, usual) * p.unit }
	switch e.kind {
	case "R":
		p.shape(e, m, seen, box(0, 0, length("w", 100), length("h", 100)))
	case "K":
		p.shape(e, m, seen, rounded(0, length("w", 100), length("h", 100), length("R", 20)))
	case "C":
		r := length("R", 100)
		p.shape(e, m, seen, rounded(-r, 2*r, 2*r, r))
	case "L":
		p.edge(e, m, seen, []draw.Point{{}, {length("X", 100) - length("x", 0), length("Y", 100) - length("y", 0)}})
	case "P":
		var corners []draw.Point
		numbers := strings.Split(e.values["ps"], ",")
		for ; len(numbers) > 1 && len(corners) <= mostPoints; numbers = numbers[2:] {
			x, _ := strconv.ParseFloat(numbers[0], 64) // 0 if it is none
			y, _ := strconv.ParseFloat(numbers[1], 64)
			corners = append(corners, draw.Point{x * p.unit, y * p.unit})
		}
		p.shape(e, m, seen, corners)
	case "T", "X":
		p.text(e, m, seen)
	case "S", "A", "D":
		p.sprite(e, m, seen)
	default:
		p.leave("the engine draws an unknown kind of entity, %.20q", e.kind)
	}
}

func box(left, top, wide, high float64) []draw.Point {
	return []draw.Point{{left, top}, {left + wide, top}, {left + wide, top + high}, {left, top + high}}
}

// rounded returns a rectangle from a point at, at on, with corners of a radius.
func rounded(at, wide, high, r float64) (corners []draw.Point) {
	r = max(0, min(r, wide/2, high/2))
	for i, middle := range box(at+r, at+r, wide-2*r, high-2*r) {
		for step := range 6 {
			sin, cos := math.Sincos(math.Pi/2*float64(i+2) + math.Pi/12*float64(step))
			corners = append(corners, draw.Point{middle[0] + r*cos, middle[1] + r*sin})
		}
	}
	return corners
}

// shape draws the inside and the edge of an outline.
func (p *painter) shape(e *entity, m matrix, seen float64, outline []draw.Point) {
	p.add(draw.Shape{Form: draw.Area, Points: m.place(outline)}, e.number("f", 0xffffff), seen*e.number("F", 1))
	p.edge(e, m, seen, append(outline, outline[:min(1, len(outline))]...))
}

// edge draws lines from point to point.
func (p *painter) edge(e *entity, m matrix, seen float64, way []draw.Point) {
	if wide := hundredths(min(e.number("W", 0)*m.scale(), height)); wide > 0 {
		p.add(draw.Shape{Form: draw.Path, Width: wide, Points: m.place(way)}, e.number("c", 0), seen*e.number("A", 1))
	}
}

// player is how a text names a player.
var player = pattern.Of(`\$(\d)`)

// text writes the lines of a text around its anchor, as wide and high as those of most fonts.
func (p *painter) text(e *entity, m matrix, seen float64) {
	said := []rune(e.values["T"])
	lines := strings.Split(player().ReplaceAllString(string(said[:min(len(said), mostText)]), "{$1}"), "\n")
	size, wide, colour := e.number("s", 26), 0, e.number("f", 0)
	for _, line := range lines {
		wide = max(wide, len([]rune(line)))
	}
	if e.kind == "X" {
		colour = e.number("t", 0xffffff)
	}
	for i, line := range lines {
		x, y := m.at((0.5-e.number("ax", 0))*float64(wide)*0.55*size, (float64(i)+0.5-e.number("ay", 0)*float64(len(lines)))*1.2*size)
		if strings.TrimSpace(line) != "" && x >= 0 && y >= 0 && x <= width && y <= height && size > 0 {
			p.add(draw.Shape{Form: draw.Word, X: hundredths(x), Y: hundredths(y), Radius: hundredths(min(size*m.scale(), height) / 2),
				Text: strings.TrimSpace(line)}, colour, seen)
		}
	}
}

// sprite draws the place of an image, of an animation the last one, in its mean colour and tint.
func (p *painter) sprite(e *entity, m matrix, seen float64) {
	name, tint, mean := e.values["i"], e.number("t", 0xffffff), Mean{Seen: 1}
	if e.kind == "A" {
		all := strings.Split(e.values["I"], ",")
		if name = all[len(all)-1]; e.values["IR"] != "" {
			name = strings.Join(strings.SplitN(e.values["IR"]+"||", "|", 4)[:2], "") // the first of a range
		}
	}
	if seat, err := strconv.Atoi(strings.TrimPrefix(name, "$")); err == nil && name[0] == '$' { // the face of a player
		tint = float64(-1 - seat)
	} else if p.images != nil && name != "" {
		if mean = p.images.Mean(name); mean.Width == 0 {
			p.leave("the engine draws the image %.50q, which is not in its viewer", name)
			mean.Seen = 1
		}
	}
	if blend := e.number("b", 0); blend == 1 || blend == 3 { // it lightens what is below: its black is not seen
		mean.Seen *= max(mean.Colour[0], mean.Colour[1], mean.Colour[2])
	}
	if tint >= 0 && mean.Width > 0 {
		mixed := 0
		for i, of := range mean.Colour {
			mixed = mixed<<8 | int(math.Round(float64(int(tint)>>(16-8*i)&0xff)*of))
		}
		tint = float64(mixed)
	}
	wide, high := e.number("bw", mean.Width), e.number("bh", mean.Height)
	place := m.place(box(-e.number("ax", 0)*wide, -e.number("ay", 0)*high, wide, high))
	p.add(draw.Shape{Form: draw.Area, Points: place}, tint, seen*mean.Seen)
}

// add adds a shape in a colour of the engine's, of which a part is seen: a number, or below 0 the colour of seat 0, 1, ….
func (p *painter) add(s draw.Shape, colour, seen float64) {
	left, top, right, bottom := s.Bounds()
	area, beyond := s.Form == draw.Area, right == 0 || bottom == 0 || left == width || top == height // it was moved to an edge
	if seen < 0.01 || s.Form != draw.Word && (beyond || len(s.Points) == 0) || area && (left == right || top == bottom) {
		return
	}
	if p.points += len(s.Points); len(p.shapes) == mostShapes || p.points > mostPoints {
		p.leave("the engine draws more than %d shapes or %d points: those on top are not shown", mostShapes, mostPoints)
		return
	}
	s.Seat, s.Colour, s.Faint = draw.Nobody, fmt.Sprintf("#%06x", int(colour)&0xffffff), hundredths(1-min(seen, 1))
	if seat := -1 - int(colour); seat >= 0 && seat < p.seats {
		s.Seat, s.Tone, s.Colour = seat, draw.Full, ""
	}
	p.shapes = append(p.shapes, s)
}
