package gametest

import (
	"fmt"
	"math"

	"agon/game"
	"agon/game/draw"
)

// usualOwner reads the field "grid", in which n is a tile of seat n-1.
func usualOwner(seats int) Owners {
	return func(f *game.Frame, x, y int) int {
		if n := f.Nth("grid", y*f.Width("grid")+x); n > 0 && n <= seats {
			return n - 1
		}
		return draw.Nobody
	}
}

// owned returns an error if a tile, or a disc in the middle of one, is drawn as that of another seat than the frame says.
func (d *drawer) owned(p *draw.Picture, f *game.Frame) error {
	owner := d.owners
	width, height := f.Size("grid")
	follows := owner != nil || width == p.Width && height == p.Height
	if owner == nil {
		owner = usualOwner(d.seats)
	}
	check := func(what string, seat, x, y int) error {
		if seat == draw.Nobody {
			return nil
		}
		if !follows {
			return fmt.Errorf("%s %d,%d is drawn as that of seat %d, but Spec.View has no grid called \"grid\" of %d x %d from which "+
				"that follows; say in gametest.Owners what does", what, x, y, seat, p.Width, p.Height)
		}
		if of := owner(f, x, y); of != seat {
			return fmt.Errorf("%s %d,%d is drawn as that of seat %d, but by the frame it belongs to %s. In a field \"grid\" n is a tile "+
				"of seat n-1; if yours means something else, say so in gametest.Owners", what, x, y, seat, seatOrNobody(of))
		}
		return nil
	}
	for i := range p.Tiles {
		if err := check("tile", p.Tiles[i].Seat, i%p.Width, i/p.Width); err != nil {
			return err
		}
	}
	for i := range p.Shapes {
		s := &p.Shapes[i]
		x, y := math.Floor(s.X), math.Floor(s.Y)
		if s.Form != draw.Disc || !follows || s.X != x+0.5 || s.Y != y+0.5 || p.Width == 0 {
			continue
		}
		if err := check("the disc on tile", s.Seat, int(x), int(y)); err != nil {
			return err
		}
	}
	return nil
}

func seatOrNobody(seat int) string {
	if seat == draw.Nobody {
		return "nobody"
	}
	return fmt.Sprintf("seat %d", seat)
}
