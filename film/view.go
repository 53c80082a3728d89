package film

import (
	"strings"

	"agon/draw"
	"agon/game"
	"agon/palette"
)

// A View is a shot, and how somebody wants to see it.
type View struct {
	Info    *Info
	Shot    Shot
	Pick    int                          // seat, or draw.Nobody
	On      map[string]bool              // layers of the picture, by name
	Earlier func(turns int) (Shot, bool) // the shot so many turns before; false where there is none
}

// View is a shot as nobody has changed it: the usual layers, and no seat picked.
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

// Picture lets the kind draw the view. What a kind without a drawing of its own looks like, its facts say.
func (v *View) Picture() *draw.Picture {
	p := draw.New(len(v.Info.Seats))
	scene := game.Scene{Frame: v.Shot.Frame, Seats: len(v.Info.Seats), Pick: v.Pick, On: v.On, Remarks: v.Shot.Remarks, Earlier: v.frame}
	for _, seat := range v.Info.Seats {
		given := make(map[string]string)
		for pair := range strings.SplitSeq(seat.Params, "&") {
			name, value, _ := strings.Cut(pair, "=")
			given[name] = value
		}
		scene.Params = append(scene.Params, given)
	}
	switch kind := v.Info.Kind; {
	case kind == nil:
		readFacts(nil).draw(p, &scene)
	case kind.Draw == nil:
		readFacts(kind.Files).draw(p, &scene)
	default:
		kind.Draw(p, &scene)
	}
	return p
}

func (v *View) frame(turns int) *game.Frame {
	shot, ok := v.Earlier(turns)
	if !ok {
		return nil
	}
	return shot.Frame
}

// Looks are the slots of the seats, each taken once.
func (i *Info) Looks() []int {
	slots := make([]int, len(i.Seats))
	for seat := range i.Seats {
		slots[seat] = i.Seats[seat].Slot
	}
	return palette.Seat(slots)
}

// Marks is what stands on the chips of the seats: what the rules call them, or the letters of their looks.
func (i *Info) Marks() []string {
	var called []string
	if i.Kind != nil {
		if called = i.Kind.Marks; called == nil && i.Kind.Draw == nil {
			called = readFacts(i.Kind.Files).Marks
		}
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
