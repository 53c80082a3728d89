package web

import (
	"math"
	"slices"
	"strconv"

	"agon/game/draw"
)

// A style is the properties that many shapes share. Pages have a table of styles. Absent numbers are 0.
type style struct {
	Form   draw.Form `json:"form"`
	Layer  string    `json:"layer,omitempty"`
	Tone   draw.Tone `json:"tone,omitempty"`
	Colour string    `json:"colour,omitempty"`
	Radius float64   `json:"radius,omitempty"`
	Line   float64   `json:"width,omitempty"`
	Hem    float64   `json:"hem,omitempty"`
	Trail  int       `json:"trail,omitempty"`
	Dashed bool      `json:"dashed,omitempty"`
	Beside bool      `json:"beside,omitempty"`
	Fades  bool      `json:"fades,omitempty"`
	Fills  bool      `json:"fills,omitempty"`
	Lasts  int       `json:"lasts,omitempty"`
	Rise   float64   `json:"rise,omitempty"`
	Arms   int       `json:"arms,omitempty"`
	Reach  string    `json:"reach,omitempty"`
	Faint  float64   `json:"faint,omitempty"`
}

func styleOf(s *draw.Shape) style {
	made := style{s.Form, s.Layer, s.Tone, s.Colour, s.Radius, s.Width, s.Hem, s.Trail, s.Dashed, s.Beside, s.Fades, s.Fills, s.Lasts,
		s.Rise, s.Arms, s.Reach, s.Faint}
	if s.Form == draw.Rail {
		made.Line = 0 // a rail's width is its own
	}
	return made
}

// An edit is how the shapes of a picture follow from those of the previous one.
type edit struct {
	keep, drop, add int // not yet in ops
	ops             []int
	dx, dy          []int // of bots, in hundredths of a tile
	added, changed  []byte
}

// flush notes the numbers of shapes that were kept, dropped and added.
func (e *edit) flush() {
	if e.drop+e.add > 0 {
		e.ops = append(e.ops, e.keep, e.drop, e.add)
		e.keep, e.drop, e.add = 0, 0, 0
	}
}

// move notes the distance that a shape moved, if it is a bot.
func (e *edit) move(s *draw.Shape, dx, dy float64) {
	if s.Form == draw.Bot {
		e.dx, e.dy = append(e.dx, int(math.Round(100*dx))), append(e.dy, int(math.Round(100*dy)))
	}
}

// shapes appends the shapes: the numbers of the previous shapes that are kept and dropped and of new ones, the distances that bots moved,
// and other changes.
func (p *pictures) shapes(o *object) {
	now, old := p.now.Shapes, p.old.Shapes
	e := edit{ops: p.parts.ops[:0], dx: p.parts.dx[:0], dy: p.parts.dy[:0]}
	next := 0
	for i := range now {
		s := &now[i]
		from := next
		for from < len(old) && !p.kin(&old[from], s) {
			from++
		}
		if from == len(old) {
			e.move(s, 0, 0)
			e.add++
			e.added = p.tuple(separate(e.added), s)
			continue
		}
		e.drop += lasting(old[next:from])
		e.flush()
		was := &old[from]
		next = from + 1
		e.keep++
		e.move(s, s.X-was.X, s.Y-was.Y)
		if !p.follows(was, s) {
			e.changed = strconv.AppendInt(separate(e.changed), int64(i), 10)
			e.changed = p.tuple(append(e.changed, ','), s)
		}
	}
	e.drop += lasting(old[next:])
	e.flush()
	p.parts = parts{e.ops, e.dx, e.dy}
	p.write(o, &e)
}

// lasting returns the number of shapes that do not expire by themselves.
func lasting(shapes []draw.Shape) (n int) {
	for i := range shapes {
		if !gone(&shapes[i]) {
			n++
		}
	}
	return n
}

// write appends an edit, after the styles that are new in it.
func (p *pictures) write(o *object, e *edit) {
	if len(p.fresh) > 0 {
		o.name("styles")
		o.json(p.fresh)
		p.fresh = p.fresh[:0]
	}
	if len(e.ops) > 0 {
		o.name("ops")
		o.ints(e.ops...)
	}
	o.list("new", e.added)
	o.list("changed", e.changed)
	if !zero(e.dx) {
		o.name("dx")
		o.steps(e.dx)
	}
	if !zero(e.dy) {
		o.name("dy")
		o.steps(e.dy)
	}
}

// gone reports whether a shape expires before the next picture.
func gone(s *draw.Shape) bool { return s.Lasts > 0 && s.Age+1 >= s.Lasts }

// kin reports whether a shape continues one of the previous picture: bots and trails are identified by their seat, other shapes must be
// equal except for their age.
func (p *pictures) kin(was, now *draw.Shape) bool {
	if was.Form != now.Form || was.Seat != now.Seat || was.Layer != now.Layer || gone(was) {
		return false
	}
	if now.Form == draw.Bot || now.Trail != 0 && was.Trail != 0 {
		return true
	}
	return was.X == now.X && was.Y == now.Y && p.follows(was, now)
}

// follows reports whether a shape results from another without a change that must be sent. It ignores movements of bots.
func (p *pictures) follows(was, now *draw.Shape) bool {
	if now.Tone != was.Tone || now.Text != was.Text || now.Radius != was.Radius || now.Width != was.Width || now.Height != was.Height {
		return false
	}
	if now.Lasts > 0 && now.Age != was.Age+1 || now.Form == draw.Timer && now.Ticks != was.Ticks-1 {
		return false
	}
	if now.Form != draw.Path && now.Form != draw.Area {
		return styleOf(was) == styleOf(now)
	}
	if now.Trail == 0 {
		return slices.Equal(was.Points, now.Points) && styleOf(was) == styleOf(now)
	}
	return styleOf(was) == styleOf(now) && p.trails(was.Points, now)
}

// trails reports whether a path's points are the previous ones plus the position of its seat's bot.
func (p *pictures) trails(was []draw.Point, now *draw.Shape) bool {
	points := now.Points
	if tip := p.now.tip(now.Seat); tip != nowhere {
		if now.Trail > 0 || len(was) == 0 || was[len(was)-1] != tip {
			if len(points) == 0 || points[len(points)-1] != tip {
				return false
			}
			points = points[:len(points)-1]
			if now.Trail > 0 && len(was) >= now.Trail {
				was = was[len(was)-now.Trail+1:]
			}
		}
	}
	return slices.Equal(was, points)
}

// tuple appends a shape: its style, seat, position, and further properties that it has.
func (p *pictures) tuple(dst []byte, s *draw.Shape) []byte {
	st := styleOf(s)
	n, known := p.styles[st]
	if !known {
		n = len(p.styles)
		p.styles[st] = n
		p.fresh = append(p.fresh, st)
	}
	dst = strconv.AppendInt(append(dst, '['), int64(n), 10)
	dst = strconv.AppendInt(append(dst, ','), int64(s.Seat), 10)
	dst = appendHundredths(append(dst, ','), s.X)
	dst = appendHundredths(append(dst, ','), s.Y)
	o := object{dst: append(dst, ','), from: len(dst) + 1}
	o.text("text", s.Text, "")
	if s.Ticks != 0 {
		o.name("ticks")
		o.dst = strconv.AppendInt(o.dst, int64(s.Ticks), 10)
	}
	if s.Age != 0 {
		o.name("age")
		o.dst = strconv.AppendInt(o.dst, int64(s.Age), 10)
	}
	if s.Form == draw.Rail {
		o.name("width")
		o.dst = appendHundredths(o.dst, s.Width)
	}
	if s.Height != 0 {
		o.name("height")
		o.dst = appendHundredths(o.dst, s.Height)
	}
	if len(s.Points) > 0 {
		o.name("points")
		for i, at := range s.Points {
			o.dst = append(o.dst, "[,"[min(i, 1)])
			o.dst = appendHundredths(o.dst, at[0])
			o.dst = appendHundredths(append(o.dst, ','), at[1])
		}
		o.dst = append(o.dst, ']')
	}
	if len(o.dst) == o.from {
		return append(o.dst[:o.from-1], ']')
	}
	return append(o.end(), ']')
}
