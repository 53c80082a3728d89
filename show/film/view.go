package film

import (
	"slices"
	"strings"

	"agon/game"
	"agon/game/draw"
	"agon/game/palette"
)

// A View is a shot with a viewer's choices.
type View struct {
	Info    *Info
	Shot    Shot
	Pick    int                          // seat, or draw.Nobody
	On      map[string]bool              // layers of the picture, by name
	Earlier func(turns int) (Shot, bool) // the shot that many turns before; false if there is none
}

// View returns a shot with the default choices: the usual layers, and no seat picked.
func (f *Film) View(at int) *View {
	v := &View{Info: &f.Info, Shot: f.Shot(at), Pick: draw.Nobody, On: make(map[string]bool)}
	if f.Info.Kind != nil {
		for _, layer := range f.Info.Kind.Layers {
			v.On[layer.Name] = layer.Usual
		}
	}
	v.Earlier = func(turns int) (Shot, bool) {
		if turns < 0 || turns > at {
			return Shot{}, false
		}
		return f.Shot(at - turns), true
	}
	return v
}

// Picture returns the view as it is shown: with the layers that are on, and the picked seat.
func (v *View) Picture() *draw.Picture {
	p := v.Drawing().Shown(v.On, v.Pick)
	if v.called() {
		p.Call()
		return p
	}
	p.Seats = slices.Clone(p.Seats)
	for i := range p.Seats {
		p.Seats[i].Mark = ""
	}
	return p
}

// called reports whether seats show their Marks: while a layer with Marks is on, and always without such a layer.
func (v *View) called() bool {
	if v.Info.Kind == nil {
		return false
	}
	some := false
	for _, layer := range v.Info.Kind.Layers {
		if layer.Marks && v.On[layer.Name] {
			return true
		}
		some = some || layer.Marks
	}
	return !some
}

// Drawing has the kind draw the view, with all layers. A kind without a drawing looks as its facts say.
func (v *View) Drawing() *draw.Picture {
	p := draw.New(len(v.Info.Seats))
	scene := v.Info.scene()
	scene.Frame, scene.Pick, scene.Remarks, scene.Earlier = v.Shot.Frame, v.Pick, v.Shot.Remarks, v.frame
	v.Info.drawing()(p, &scene)
	return p
}

// scene returns the parts of a scene that all states share.
func (i *Info) scene() game.Scene {
	scene := game.Scene{Seats: len(i.Seats), Pick: draw.Nobody, Names: i.Name}
	for _, seat := range i.Seats {
		given := make(map[string]string)
		for pair := range strings.SplitSeq(seat.Params, "&") {
			name, value, _ := strings.Cut(pair, "=")
			given[name] = value
		}
		scene.Params = append(scene.Params, given)
	}
	return scene
}

// drawing returns the kind's Draw.
func (i *Info) drawing() game.Draw {
	if i.Kind == nil || i.Kind.Draw == nil {
		return game.DrawPlain
	}
	return i.Kind.Draw
}

func (v *View) frame(turns int) *game.Frame {
	shot, ok := v.Earlier(turns)
	if !ok {
		return nil
	}
	return shot.Frame
}

// Looks returns the slots of the seats, each taken once.
func (i *Info) Looks() []int {
	slots := make([]int, len(i.Seats))
	for seat := range i.Seats {
		slots[seat] = i.Seats[seat].Slot
	}
	return palette.Seat(slots)
}

// Marks returns the texts on the chips of the seats: the rules' names, or the letters of their looks.
func (i *Info) Marks() []string {
	var called []string
	if i.Kind != nil {
		called = i.Kind.Marks
	}
	marks := make([]string, len(i.Seats))
	for seat, slot := range i.Looks() {
		marks[seat] = palette.Mark(slot)
		if seat < len(called) {
			marks[seat] = called[seat]
		}
	}
	return marks
}
