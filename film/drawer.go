package film

import (
	"encoding/json"
	"slices"

	"agon/draw"
	"agon/game"
)

// A Drawer lets the kind draw many shots of a film, with all layers and no seat picked.
type Drawer struct {
	film  *Film
	scene game.Scene
	draw  game.Draw
	at    int
}

// NewDrawer makes a drawer; with noTables the kind may leave the tables out.
func NewDrawer(f *Film, noTables bool) *Drawer {
	d := &Drawer{film: f, scene: f.Info.scene(), draw: f.Info.drawing()}
	d.scene.NoTables = noTables
	d.scene.Earlier = func(turns int) *game.Frame {
		if turns < 0 || turns > d.at {
			return nil
		}
		return f.Shot(d.at - turns).Frame
	}
	return d
}

// Draw draws shot at into a picture for as many seats as the film has, in place of what is there.
func (d *Drawer) Draw(p *draw.Picture, at int) {
	shot := d.film.Shot(at)
	d.at, d.scene.Frame, d.scene.Remarks = at, shot.Frame, shot.Remarks
	p.Reset()
	d.draw(p, &d.scene)
	p.Status = Named(p.Status, d.film.Info.Seats)
}

// Remarked reports whether a seat's remark in the shot that was drawn last is a JSON list of these rows.
func (d *Drawer) Remarked(seat int, rows []string) bool {
	for _, remark := range d.scene.Remarks {
		var list []string
		if int(remark.Seat) == seat && json.Unmarshal(remark.Text, &list) == nil {
			return slices.Equal(list, rows)
		}
	}
	return false
}
