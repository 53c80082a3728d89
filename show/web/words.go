package web

import (
	"slices"

	"agon/game/draw"
)

// words appends the texts about seats and beside the board.
func (p *pictures) words(o *object) {
	now, old := p.now, p.old
	list := pairs{object: o, name: "seats"}
	for i := range now.Seats {
		a, b := &now.Seats[i], &old.Seats[i]
		if a.Mark == b.Mark && a.Note == b.Note && a.Clock == b.Clock && a.Runs == b.Runs && a.Out == b.Out &&
			slices.Equal(a.Dots, b.Dots) && slices.Equal(a.Rings, b.Rings) {
			continue
		}
		list.at(i)
		entry := object{dst: o.dst, from: len(o.dst)}
		entry.text("mark", a.Mark, b.Mark)
		entry.text("note", a.Note, b.Note)
		entry.text("clock", a.Clock, b.Clock)
		entry.flag("runs", a.Runs, b.Runs)
		entry.flag("out", a.Out, b.Out)
		if !slices.Equal(a.Dots, b.Dots) {
			entry.name("dots")
			entry.ints(a.Dots...)
		}
		if !slices.Equal(a.Rings, b.Rings) {
			entry.name("rings")
			entry.ints(a.Rings...)
		}
		o.dst = entry.end()
	}
	list.end()
	o.text("status", now.Status, old.Status)
	o.text("clock", now.Clock, old.Clock)
	if !slices.EqualFunc(now.Tables, old.Tables, sameTable) {
		o.name("tables")
		if len(now.Tables) == 0 {
			o.dst = append(o.dst, "[]"...)
			return
		}
		o.json(now.Tables)
	}
}

func sameTable(a, b draw.Table) bool {
	return a.Title == b.Title && a.Strong == b.Strong && slices.Equal(a.Head, b.Head) && slices.Equal(a.Seats, b.Seats) &&
		slices.EqualFunc(a.Rows, b.Rows, slices.Equal[[]string])
}
