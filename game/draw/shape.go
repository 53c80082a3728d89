package draw

// A Form is the kind of a shape.
type Form string

// The forms.
const (
	Disc  Form = "disc"  // a filled circle
	Path  Form = "path"  // lines from point to point with round ends
	Area  Form = "area"  // the inside of a closed path
	Word  Form = "word"  // text around a point, with an outline that sets it off
	Bot   Form = "bot"   // a seat: a circle with rim and mark
	Cross Form = "cross" // where a bot died
	Rail  Form = "rail"  // the frame of a rectangle of tiles
	Timer Form = "timer" // a dark disc with a ring in its seat's colour and a countdown, one less in each following picture
	Token Form = "token" // a pale disc with its text, + or ×; a star for any other text
)

// Forms lists all forms.
var Forms = [...]Form{Disc, Path, Area, Word, Bot, Cross, Rail, Timer, Token}

// A Point is x and y, in tiles.
type Point [2]float64

// A Shape lies over the tiles. Its form says which fields count; all forms have Seat and Tone, Sign and Plain, Layer, and Lasts with its
// fields. Absent numbers are 0.
//
// Changes from picture to picture are declared once, by Trail, Lasts, Ticks and Fades: a shape that changes in no other way costs a page
// nothing.
type Shape struct {
	Form   Form    `json:"form"`
	Layer  string  `json:"layer,omitempty"` // shown while this layer is on; always if empty
	Seat   int     `json:"seat"`            // the seat whose colour it has, or Nobody
	Tone   Tone    `json:"tone,omitempty"`
	Colour string  `json:"colour,omitempty"` // "#rrggbb" in every theme, instead of seat and tone: what another program has drawn
	X      float64 `json:"x,omitempty"`      // the centre of a disc, word, bot, cross, timer, token; the upper left corner of a rail
	Y      float64 `json:"y,omitempty"`
	Radius float64 `json:"radius,omitempty"` // of a disc, bot, cross, timer, token; half the height of a word's letters, 0 for the default
	Width  float64 `json:"width,omitempty"`  // of a path's line; of a rail
	Height float64 `json:"height,omitempty"` // of a rail
	Hem    float64 `json:"hem,omitempty"`    // width of floor on both sides of a path's line, whose first point has a small hole
	Points []Point `json:"points,omitempty"` // of a path and an area
	// Trail is for a path that ends at its seat's bot: it keeps this many points, and gets one in each picture; Way for the whole way
	Trail  int     `json:"trail,omitempty"`
	Dashed bool    `json:"dashed,omitempty"` // of a path and a token
	Beside bool    `json:"beside,omitempty"` // bots on one tile are drawn side by side and smaller
	Fades  bool    `json:"fades,omitempty"`  // it fades out when it disappears
	Fills  bool    `json:"fills,omitempty"`  // a rail's contents take its colours while it is new
	Lasts  int     `json:"lasts,omitempty"`  // number of pictures that it lasts, fainter in each; 0 if unknown
	Age    int     `json:"age,omitempty"`    // number of pictures that it has lasted
	Rise   float64 `json:"rise,omitempty"`   // upward movement per picture that it lasts
	Ticks  int     `json:"ticks,omitempty"`  // of a timer: pictures left
	Arms   int     `json:"arms,omitempty"`   // of a timer: tiles of its row and its column that it reaches; walls and other timers stop it
	Reach  string  `json:"reach,omitempty"`  // of a timer: the layer that shows its reach
	Faint  float64 `json:"faint,omitempty"`  // the missing fraction of its colour, from 0 to 1
	Text   string  `json:"text,omitempty"`   // of a word; on a disc, a token; on a bot instead of its seat's mark
	Sign   string  `json:"sign,omitempty"`   // its letters in text displays, at most two; for a timer after its last digit
	Plain  string  `json:"plain,omitempty"`  // the same without colour; empty for the Sign
}

// Way is the Trail of a path that keeps all its points, and gets one when the bot has moved.
const Way = -1

// Add adds shapes on top of all others.
func (p *Picture) Add(shapes ...Shape) { p.Shapes = append(p.Shapes, shapes...) }

// Disc fills a circle.
func (p *Picture) Disc(seat int, tone Tone, x, y, radius float64) {
	p.Add(Shape{Form: Disc, Seat: seat, Tone: tone, X: x, Y: y, Radius: radius})
}

// Path draws lines from point to point.
func (p *Picture) Path(seat int, tone Tone, width float64, points ...Point) {
	p.Add(Shape{Form: Path, Seat: seat, Tone: tone, Width: width, Points: points})
}

// Bots draws the bots of seats, those on one tile side by side and smaller. change may modify each shape.
func (p *Picture) Bots(radius float64, seats []int, at func(seat int) (x, y int), change func(bot *Shape)) {
	for _, seat := range seats {
		x, y := at(seat)
		p.Add(Shape{Form: Bot, Seat: seat, Tone: Full, X: float64(x) + 0.5, Y: float64(y) + 0.5, Radius: radius, Beside: true})
		if change != nil {
			change(&p.Shapes[len(p.Shapes)-1])
		}
	}
}

// Around moves and scales shapes; a negative width mirrors them.
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
