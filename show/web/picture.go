package web

import (
	"math"
	"slices"
	"strconv"

	"agon/game/draw"
	"agon/internal/jsontext"
	"agon/show/film"
)

// pictures writes the pictures of a film's shots in order. It writes only what differs from the previous picture and from the changes that
// shapes make by themselves. assets/drawing.js reads the result; README.md documents its fields.
type pictures struct {
	drawer   *film.Drawer
	kind     *kindFields
	now, old *sketch
	styles   map[style]int
	drawings [][]draw.Shape // of cards
	fresh    []style        // new styles, which the page does not have yet
	parts    parts
}

// A sketch is a picture whose tiles are encoded as numbers: the tone, plus dotted for a dot, plus seated times the seat + 1.
type sketch struct {
	draw.Picture
	codes []int32
	texts bool         // some tile has a text
	under []bool       // by tile, whether a bot is there
	tops  []int        // by seat, the index of its tile; -1 outside the board or if an earlier seat has that tile
	tips  []draw.Point // by seat, the position of its bot
}

var nowhere = draw.Point{-1, -1}

func (s *sketch) tip(seat int) draw.Point {
	if seat < 0 || seat >= len(s.tips) {
		return nowhere
	}
	return s.tips[seat]
}

const (
	tones  = 32
	dotted = 32
	seated = 64
)

// parts are lists that are reused for each picture.
type parts struct{ ops, dx, dy []int }

func newPictures(f *film.Film) *pictures {
	t := fieldsOf(f.Info.Kind)
	p := &pictures{drawer: film.NewDrawer(f, !t.tables), kind: t, styles: make(map[style]int)}
	for _, s := range []**sketch{&p.now, &p.old} {
		*s = &sketch{Picture: *draw.New(len(f.Info.Seats))}
	}
	return p
}

// append appends the next shot's picture: an object, or nothing if nothing changed.
func (p *pictures) append(dst []byte, at int) []byte {
	p.now, p.old = p.old, p.now
	p.drawer.Draw(&p.now.Picture, at)
	p.now.computeNumbers(p.kind)
	if at == 0 {
		p.old.Reset()
		p.old.codes, p.old.texts = nil, false
	}
	o := object{dst: dst, from: len(dst)}
	p.board(&o)
	p.shapes(&o)
	p.words(&o)
	p.duel(&o)
	return o.end()
}

// stand finds the tiles under bots.
func (s *sketch) stand() {
	s.under = slices.Grow(s.under[:0], len(s.codes))[:len(s.codes)]
	clear(s.under)
	s.tops = s.tops[:0]
	for _, tip := range s.tips {
		x, y, top := int(math.Floor(tip[0])), int(math.Floor(tip[1])), -1
		if i := y*s.Width + x; x >= 0 && y >= 0 && x < s.Width && y < s.Height && !s.under[i] {
			s.under[i], top = true, i
		}
		s.tops = append(s.tops, top)
	}
}

// computeNumbers computes the numbers, and clears what pages do not show.
func (s *sketch) computeNumbers(t *kindFields) {
	s.codes = slices.Grow(s.codes[:0], len(s.Tiles))[:len(s.Tiles)]
	s.texts = false
	for i := range s.Tiles {
		tile := &s.Tiles[i]
		code := int32(tile.Tone) + seated*int32(tile.Seat+1)
		if tile.Dot {
			code += dotted
		}
		s.codes[i] = code
		s.texts = s.texts || tile.Text != ""
	}
	s.tips = s.tips[:0]
	for range s.Seats {
		s.tips = append(s.tips, nowhere)
	}
	for i := range s.Shapes {
		shape := &s.Shapes[i]
		shape.X, shape.Y = hundredths(shape.X), hundredths(shape.Y)
		shape.Sign, shape.Plain = "", ""
		if shape.Form == draw.Bot && s.tip(shape.Seat) == nowhere {
			s.tips[shape.Seat] = draw.Point{shape.X, shape.Y}
		}
	}
	if !t.status {
		s.Status = ""
	}
	if !t.tables {
		s.Tables = s.Tables[:0]
	}
	if !t.clocks {
		s.Clock = ""
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		seat.About = nil
		if !t.notes {
			seat.Note = ""
		}
		if !t.outs {
			seat.Out = false
		}
		if !t.clocks {
			seat.Clock, seat.Runs = "", false
		}
	}
}

func hundredths(x float64) float64 {
	if x*2 == math.Trunc(x*2) {
		return x
	}
	return math.Round(x*100) / 100
}

// board appends size, tiles, visited tiles, and the race.
func (p *pictures) board(o *object) {
	now, old := p.now, p.old
	if now.Width != old.Width || now.Height != old.Height {
		o.name("size")
		o.ints(now.Width, now.Height)
		old.codes, old.Been = old.codes[:0], old.Been[:0]
	}
	if !slices.Equal(now.codes, old.codes) || !slices.Equal(now.Been, old.Been) {
		now.stand()
		changes(o, "tiles", now, now.codes, old.codes)
		if changes(o, "been", now, now.Been, old.Been); len(now.Been) == 0 && len(old.Been) > 0 {
			o.name("been")
			o.dst = append(o.dst, "[]"...)
		}
	}
	if now.texts || old.texts {
		p.texts(o)
	}
	o.race(now.Race, old.Race)
}

// race appends a race if it changed: only who is first, if that is all.
func (o *object) race(now, old *draw.Race) {
	switch {
	case now == nil && old == nil, now != nil && old != nil && *now == *old:
		return
	case now == nil:
		o.name("race")
		o.dst = append(o.dst, "null"...)
	case old != nil && now.Tinted == old.Tinted && now.Numbers == old.Numbers:
		o.name("race")
		o.dst = strconv.AppendInt(o.dst, int64(now.First), 10)
	default:
		o.name("race")
		o.json(now)
	}
}

// changes appends pairs of position and value for the tiles that changed. A position below 0 is the tile under the bot of seat -1 -
// position; these come first, ordered by seat, because most changes are there. A position beyond the board starts a run of equal values:
// position modulo the number of tiles is its first tile, and the quotient its length minus 1.
func changes[N int32 | uint32](o *object, name string, s *sketch, now, old []N) {
	list := pairs{object: o, name: name}
	left := 0
	for i := range now {
		if differs(now, old, i) {
			left++
		}
	}
	for seat, i := range s.tops {
		if i >= 0 && i < len(now) && differs(now, old, i) {
			list.at(-1 - seat)
			o.dst = strconv.AppendUint(o.dst, uint64(now[i]), 10)
			left--
		}
	}
	for i := 0; i < len(now) && left > 0; i++ {
		if !differs(now, old, i) || s.under[i] {
			continue
		}
		run := 1
		for i+run < len(now) && now[i+run] == now[i] && differs(now, old, i+run) && !s.under[i+run] {
			run++
		}
		list.at(i + (run-1)*len(now))
		o.dst = strconv.AppendUint(o.dst, uint64(now[i]), 10)
		left -= run
		i += run - 1
	}
	list.end()
}

// differs reports whether a tile changed; on a new board all were 0.
func differs[N int32 | uint32](now, old []N, i int) bool {
	if i < len(old) {
		return old[i] != now[i]
	}
	return now[i] != 0
}

// texts appends pairs of position and text.
func (p *pictures) texts(o *object) {
	list := pairs{object: o, name: "texts"}
	for i := range p.now.Tiles {
		text, was := p.now.Tiles[i].Text, ""
		if i < len(p.old.Tiles) {
			was = p.old.Tiles[i].Text
		}
		if text == was {
			continue
		}
		list.at(i)
		o.dst = jsontext.AppendString(o.dst, text)
	}
	list.end()
}
