package film

import (
	"encoding/json"
	"slices"

	"agon/game"
	"agon/game/draw"
)

// A Drawer has the kind draw many shots of a film, with all layers and no seat picked.
type Drawer struct {
	film  *Film
	scene game.Scene
	draw  game.Draw
	at    int
}

// NewDrawer returns a drawer; with noTables the kind may leave the tables out.
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

// Draw draws a shot into a picture for the film's seats, replacing its content.
func (d *Drawer) Draw(p *draw.Picture, at int) {
	shot := d.film.Shot(at)
	d.at, d.scene.Frame, d.scene.Remarks = at, shot.Frame, shot.Remarks
	p.Reset()
	d.draw(p, &d.scene)
}

// Remarked reports whether a seat's remark in the last drawn shot is a JSON list of these rows.
func (d *Drawer) Remarked(seat int, rows []string) bool {
	for _, remark := range d.scene.Remarks {
		var list []string
		if int(remark.Seat) == seat && json.Unmarshal(remark.Text, &list) == nil {
			return slices.Equal(list, rows)
		}
	}
	return false
}
