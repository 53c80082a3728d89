package colourbattle

import "agon/game"

// The painter plans a walk. A beam search looks a dozen steps ahead along the walks that paint most, and adds how much there is to paint
// around their ends. A tile is worth less near bots that take or clear our colour, and a tile that another bot may step on in this round
// will be white whoever painted it.
type painter struct {
	p          painterParams
	d          *game.Dice
	reach      [maxSide * maxSide]float32 // what can be painted around a tile, weighted by distance
	safe       [maxSide * maxSide]float32 // the fraction of a tile's worth that other bots leave
	wanted     [maxSide * maxSide]float32 // what a tile adds to its surroundings
	row        [maxSide * maxSide]float32 // intermediate sums of reach
	beam, next []walk
	lot        [abort]float32 // random bonus of each first step
}

// painterParams are the weights of the plan.
type painterParams struct {
	depth, width int
	discount     float32 // per step further ahead
	pull         float32 // weight of what lies around the end of a walk
	fear         float32 // weight of bots that undo our colour
	crowd        float32 // weight of bots that may step on the same tile
	clearing     float32 // weight of a tile that must be cleared first
	far          int     // reach of the fear of a bot
}

// A walk is a partial plan.
type walk struct {
	x, y   int16
	first  Move
	length int8
	value  float32         // of the tiles it paints
	total  float32         // including what lies around its end
	path   [maxDepth]int32 // tiles it steps on
	colour [maxDepth]int16 // their colours afterwards
}

const maxDepth = 24

func newPainter(o game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	p := &painter{d: d, p: painterParams{
		depth: o.Int("depth"), width: o.Int("width"),
		discount: float32(o.Float("discount")), pull: float32(o.Float("pull")), fear: float32(o.Float("fear")),
		crowd:    float32(o.Float("crowd")),
		clearing: float32(o.Float("clearing")), far: o.Int("far"),
	}}
	return func(s *State, seat game.Seat, _ *game.Reply) Move { return p.move(s, seat) }
}

// mostWorth bounds what things may be worth to the painter.
const mostWorth = 1000

// painterOptions are the parameters of builtin:painter?….
var painterOptions = []game.Option{
	{Name: "depth", Default: 12, Min: 1, Max: maxDepth, About: "steps that a plan looks ahead"},
	{Name: "width", Default: 24, Min: 1, Max: 400, About: "plans that are kept at each step"},
	{Name: "discount", Default: 0.83, Min: -mostWorth, Max: mostWorth, About: "what a tile one step later is worth"},
	{Name: "pull", Default: 0.1, Min: -mostWorth, Max: mostWorth, About: "worth of what can be painted around the end of a plan"},
	{Name: "fear", Default: 0.5, Min: -mostWorth, Max: mostWorth, About: "how much a tile loses near bots that undo our colour"},
	{Name: "clearing", Default: 0.8, Min: -mostWorth, Max: mostWorth,
		About: "worth of a tile that must be cleared before it can be painted"},
	{Name: "far", Default: 8, Min: 0, Max: 20, About: "tiles that the fear of a bot reaches"},
	{Name: "crowd", Default: 0.95, Min: -mostWorth, Max: mostWorth, About: "how much a tile loses that another bot may step on at once"},
}

func (p *painter) move(s *State, seat game.Seat) Move {
	p.rateTiles(s, seat)
	p.blur(int(s.Side))
	p.beam = append(p.beam[:0], walk{x: s.X[seat], y: s.Y[seat]})
	p.lots(s, seat)
	best := p.beam[0]
	for depth, factor := 0, float32(1); depth < p.p.depth; depth, factor = depth+1, factor*p.p.discount {
		p.next = p.next[:0]
		for i := range p.beam {
			p.extend(s, seat, &p.beam[i], factor)
		}
		p.keep()
		best = p.beam[0]
	}
	return best.first
}

// lots adds a little chance to the first steps: two bots with the same plan on one tile would otherwise walk together forever, and leave
// every tile white.
func (p *painter) lots(s *State, seat game.Seat) {
	weight := float32(0.02)
	for other := game.Seat(0); other < game.Seat(s.Bots); other++ {
		if other != seat && abs(s.X[other]-s.X[seat])+abs(s.Y[other]-s.Y[seat]) <= 1 {
			weight = 0.5
		}
	}
	for m := range p.lot {
		p.lot[m] = weight * float32(p.d.Intn(1024)) / 1024
	}
}

func abs(n int16) int16 { return max(n, -n) }

// rateTiles computes what painting each tile would be worth.
func (p *painter) rateTiles(s *State, seat game.Seat) {
	side, id := int(s.Side), s.ID[seat]
	for at, floor := range s.Grid[:side*side] {
		p.safe[at], p.wanted[at] = 1, 0
		switch {
		case floor == id:
		case Colour(floor, id) == id:
			p.wanted[at] = 1
		case Colour(floor, id) == 0:
			p.wanted[at] = p.p.clearing
		}
	}
	for other := game.Seat(0); other < game.Seat(s.Bots); other++ {
		if other == seat {
			continue
		}
		hostile := Colour(id, s.ID[other]) != id
		p.shade(int(s.X[other]), int(s.Y[other]), side, hostile)
	}
	for at := range p.wanted[:side*side] {
		p.wanted[at] *= p.safe[at]
	}
}

// shade lowers the worth of the tiles around another bot.
func (p *painter) shade(x, y, side int, hostile bool) {
	far := p.p.far
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			d := max(dx, -dx) + max(dy, -dy)
			nx, ny := x+dx, y+dy
			if d > far || nx < 0 || ny < 0 || nx >= side || ny >= side {
				continue
			}
			at := ny*side + nx
			if hostile {
				p.safe[at] *= 1 - p.p.fear/float32(d+1)
			}
			if d <= 1 {
				p.safe[at] *= 1 - p.p.crowd
			}
		}
	}
}

// blur sums what is worth painting around each tile, halving with every two tiles of distance, along rows and then along columns.
func (p *painter) blur(side int) {
	const fade = 0.75
	for y := 0; y < side; y++ {
		sweep(p.row[y*side:], p.wanted[y*side:], side, 1, fade)
	}
	for x := 0; x < side; x++ {
		sweep(p.reach[x:], p.row[x:], side, side, fade)
	}
}

func sweep(to, from []float32, n, step int, fade float32) {
	var sum float32
	for i := 0; i < n; i++ {
		sum = sum*fade + from[i*step]
		to[i*step] = sum
	}
	sum = 0
	for i := n - 1; i >= 0; i-- {
		to[i*step] += sum
		sum = (sum + from[i*step]) * fade
	}
}

// extend adds every possible step of a walk.
func (p *painter) extend(s *State, seat game.Seat, w *walk, factor float32) {
	side, id := s.Side, s.ID[seat]
	for m := Up; m <= Stay; m++ {
		x, y := w.x+steps[m][0], w.y+steps[m][1]
		if x < 0 || y < 0 || x >= side || y >= side {
			continue
		}
		at := int32(y)*int32(side) + int32(x)
		floor := w.floor(s, at)
		now := Colour(floor, id)
		n := *w
		n.x, n.y = x, y
		n.path[n.length], n.colour[n.length] = at, now
		n.length++
		if w.length == 0 {
			n.first = m
			n.value = p.lot[m]
		}
		if now == id && floor != id {
			n.value += factor * p.safe[at]
		}
		n.total = n.value + factor*p.p.pull*p.reach[at]
		p.next = append(p.next, n)
	}
}

// floor returns the colour of a tile after the steps of the walk.
func (w *walk) floor(s *State, at int32) int16 {
	for i := w.length - 1; i >= 0; i-- {
		if w.path[i] == at {
			return w.colour[i]
		}
	}
	return s.Grid[at]
}

// keep leaves the best walks in the beam, best first, and only one of those that end on the same tile with the same worth.
func (p *painter) keep() {
	p.beam = p.beam[:0]
	for len(p.beam) < p.p.width && len(p.next) > 0 {
		best := 0
		for i := range p.next {
			if p.next[i].total > p.next[best].total {
				best = i
			}
		}
		w := p.next[best]
		p.next[best] = p.next[len(p.next)-1]
		p.next = p.next[:len(p.next)-1]
		if !p.twin(&w) {
			p.beam = append(p.beam, w)
		}
	}
}

func (p *painter) twin(w *walk) bool {
	for i := range p.beam {
		if b := &p.beam[i]; b.x == w.x && b.y == w.y && b.value == w.value {
			return true
		}
	}
	return false
}
