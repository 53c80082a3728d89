package draw

import "math"

// A Form is what a shape is.
type Form string

// The forms.
const (
	Disc  Form = "disc"  // a filled circle
	Path  Form = "path"  // lines from point to point with round ends
	Area  Form = "area"  // the inside of a closed path
	Word  Form = "word"  // a word around a point, with an edge that sets it off
	Bot   Form = "bot"   // a seat: a circle with rim and mark
	Cross Form = "cross" // where somebody was
	Rail  Form = "rail"  // the frame of a rectangle of tiles
)

// A Point is x and y, in tiles.
type Point [2]float64

// A Shape lies over the tiles. Which fields count its form says; all have Seat and Tone, Sign and Plain.
type Shape struct {
	Form   Form    `json:"form"`
	Seat   int     `json:"seat"` // in whose colour, or Nobody
	Tone   Tone    `json:"tone,omitempty"`
	X      float64 `json:"x,omitempty"` // the middle of a disc, word, bot, cross; the upper left corner of a rail
	Y      float64 `json:"y,omitempty"`
	Radius float64 `json:"radius,omitempty"` // of a disc, bot, cross
	Width  float64 `json:"width,omitempty"`  // of a path's line; of a rail
	Height float64 `json:"height,omitempty"` // of a rail
	Points []Point `json:"points,omitempty"` // of a path and an area
	Dashed bool    `json:"dashed,omitempty"` // path
	Text   string  `json:"text,omitempty"`   // of a word; on a disc; on a bot in place of its seat's mark
	Sign   string  `json:"sign,omitempty"`   // what stands on its tile where all is letters, two at most
	Plain  string  `json:"plain,omitempty"`  // the same where there is no colour either; empty for the Sign
}

// Add adds shapes above all others.
func (p *Picture) Add(shapes ...Shape) { p.Shapes = append(p.Shapes, shapes...) }

// Disc fills a circle.
func (p *Picture) Disc(seat int, tone Tone, x, y, radius float64) {
	p.Add(Shape{Form: Disc, Seat: seat, Tone: tone, X: x, Y: y, Radius: radius})
}

// Path draws lines from point to point.
func (p *Picture) Path(seat int, tone Tone, width float64, points ...Point) {
	p.Add(Shape{Form: Path, Seat: seat, Tone: tone, Width: width, Points: points})
}

// Bots draws who stands where: those of one tile side by side and smaller. tell may add to each.
func (p *Picture) Bots(radius float64, seats []int, at func(seat int) (x, y int), tell func(bot *Shape)) {
	together, drawn := make(map[[2]int]int), make(map[[2]int]int)
	for _, seat := range seats {
		x, y := at(seat)
		together[[2]int{x, y}]++
	}
	for _, seat := range seats {
		x, y := at(seat)
		tile := [2]int{x, y}
		bot := Shape{Form: Bot, Seat: seat, Tone: Full, X: float64(x) + 0.5, Y: float64(y) + 0.5, Radius: radius}
		if n := together[tile]; n > 1 {
			bot.Radius = radius * 0.65
			bot.X += (float64(drawn[tile]) - float64(n-1)/2) * math.Min(0.5, 1/float64(n))
		}
		drawn[tile]++
		if tell != nil {
			tell(&bot)
		}
		p.Add(bot)
	}
}

// Around moves shapes to a point and to a size; a negative width mirrors them.
func Around(x, y, wide, high float64, shapes []Shape) []Shape {
	moved := make([]Shape, len(shapes))
	for i, s := range shapes {
		s.X, s.Y = x+s.X*wide, y+s.Y*high
		s.Radius, s.Width = s.Radius*high, s.Width*high
		points := make([]Point, len(s.Points))
		for j, at := range s.Points {
			points[j] = Point{x + at[0]*wide, y + at[1]*high}
		}
		s.Points = points
		moved[i] = s
	}
	return moved
}
