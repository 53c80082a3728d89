package web

import (
	"encoding/json"
	"slices"
	"strconv"

	"agon/game/draw"
	"agon/internal/jsontext"
)

// duel appends the changes of a duel. A card's shapes are numbers in a table of drawings.
func (p *pictures) duel(o *object) {
	now, old := p.now.Duel, p.old.Duel
	if now == nil {
		if old != nil {
			o.name("duel")
			o.dst = append(o.dst, "null"...)
		}
		return
	}
	if old == nil || len(old.Cards) != len(now.Cards) {
		old = &draw.Duel{Cards: make([]draw.Card, len(now.Cards))}
	}
	var fresh []byte
	d := object{}
	d.text("score", now.Score, old.Score)
	d.text("words", now.Words, old.Words)
	if now.Rounds != old.Rounds {
		d.name("rounds")
		d.dst = strconv.AppendInt(d.dst, int64(now.Rounds), 10)
	}
	for i := range now.Cards {
		a, b := &now.Cards[i], &old.Cards[i]
		c := object{}
		c.text("word", a.Word, b.Word)
		c.text("why", a.Why, b.Why)
		c.flag("won", a.Won, b.Won)
		if !slices.EqualFunc(a.Shapes, b.Shapes, sameShape) {
			c.name("shapes")
			c.dst = strconv.AppendInt(c.dst, int64(p.drawing(a.Shapes, &fresh)), 10)
		}
		if !slices.Equal(a.Art, b.Art) {
			if c.name("art"); p.drawer.Remarked(i, a.Art) {
				c.dst = append(c.dst, '1') // the page has it as the remark
			} else {
				c.json(append([]string{}, a.Art...))
			}
		}
		c.rounds(a.Rounds, b.Rounds)
		if text := c.end(); len(text) > 0 {
			d.name(strconv.Itoa(i))
			d.dst = append(d.dst, text...)
		}
	}
	o.list("drawings", fresh)
	if text := d.end(); len(text) > 0 {
		o.name("duel")
		o.dst = append(o.dst, text...)
	}
}

// rounds appends the letters of added rounds, each followed by 1 if the seat won. If earlier rounds changed, it appends all rounds in a
// list.
func (o *object) rounds(now, old []draw.Round) {
	if slices.Equal(now, old) {
		return
	}
	o.name("rounds")
	if len(now) >= len(old) && slices.Equal(now[:len(old)], old) {
		now = now[len(old):]
	} else {
		o.dst = append(o.dst, '[')
		defer func() { o.dst = append(o.dst, ']') }()
	}
	var text []byte
	for _, r := range now {
		text = append(text, r.Letter...)
		if r.Won {
			text = append(text, '1')
		}
	}
	o.dst = jsontext.AppendString(o.dst, string(text))
}

// drawing returns the number of a list of shapes in the table of drawings, to which it adds new ones. The number of an empty list is 0.
func (p *pictures) drawing(shapes []draw.Shape, fresh *[]byte) int {
	if len(shapes) == 0 {
		return 0
	}
	for i, known := range p.drawings {
		if slices.EqualFunc(known, shapes, sameShape) {
			return i + 1
		}
	}
	text, err := json.Marshal(shapes)
	if err != nil {
		panic(err) // shapes are numbers and texts
	}
	*fresh = append(separate(*fresh), text...)
	p.drawings = append(p.drawings, slices.Clone(shapes))
	return len(p.drawings)
}

func sameShape(a, b draw.Shape) bool {
	return a.Seat == b.Seat && a.X == b.X && a.Y == b.Y && a.Height == b.Height && a.Text == b.Text && styleOf(&a) == styleOf(&b) &&
		slices.Equal(a.Points, b.Points)
}
