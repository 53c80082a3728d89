package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Check returns an error for a picture that cannot be shown: tiles and shapes off the board, owners that are not seats, unknown tones,
// layers that are not in layers.
func (p *Picture) Check(layers []Layer) error {
	if p.outside != "" {
		return fmt.Errorf("it draws on %s, and its board has %d x %d tiles", p.outside, p.Width, p.Height)
	}
	if len(p.Tiles) != p.Width*p.Height {
		return fmt.Errorf("it has %d tiles on a board of %d x %d", len(p.Tiles), p.Width, p.Height)
	}
	if err := p.checkTiles("tile", p.Tiles); err != nil {
		return err
	}
	if r := p.Race; r != nil {
		if err := cmp.Or(inLayers(layers, r.Tinted), inLayers(layers, r.Numbers), p.owner(r.First)); err != nil {
			return fmt.Errorf("race: %w", err)
		}
	}
	if len(p.Been) != 0 && len(p.Been) != len(p.Tiles) {
		return fmt.Errorf("it has %d tiles, but Been has %d", len(p.Tiles), len(p.Been))
	}
	for i := range p.Shapes {
		s := &p.Shapes[i]
		if err := cmp.Or(inLayers(layers, s.Layer), inLayers(layers, s.Reach), p.checkShape(s)); err != nil {
			return fmt.Errorf("shape %d (%s): %w", i, s.Form, err)
		}
	}
	for i := range p.Tables {
		if t := &p.Tables[i]; len(t.Seats) != 0 && len(t.Seats) != len(t.Rows) {
			return fmt.Errorf("table %q has %d rows, but %d seats", t.Title, len(t.Rows), len(t.Seats))
		}
	}
	return p.checkDuel()
}

// inLayers returns an error for the name of a layer that is not in layers.
func inLayers(layers []Layer, name string) error {
	if name != "" && !slices.ContainsFunc(layers, func(l Layer) bool { return l.Name == name }) {
		return fmt.Errorf("layer %q is not among the Layers of the Spec", name)
	}
	return nil
}

func (p *Picture) checkTiles(what string, tiles []Tile) error {
	for i := range tiles {
		t := &tiles[i]
		err := p.owner(t.Seat)
		if err == nil {
			_, err = t.Tone.MarshalText()
		}
		if err != nil {
			return fmt.Errorf("%s %d,%d: %w", what, i%p.Width, i/p.Width, err)
		}
	}
	return nil
}

func (p *Picture) owner(seat int) error {
	if seat < Nobody || seat >= len(p.Seats) {
		return fmt.Errorf("seat %d is not one of the %d seats, nor Nobody (%d)", seat, len(p.Seats), Nobody)
	}
	return nil
}

// centred are the forms whose position is their centre.
var centred = []Form{Disc, Bot, Cross, Word, Timer, Token}

func (p *Picture) checkShape(s *Shape) error {
	if err := p.paint(s); err != nil {
		return err
	}
	if s.Radius < 0 {
		return fmt.Errorf("its radius is %g, and a radius is not negative", s.Radius)
	}
	left, top, right, bottom := s.Bounds()
	width, height := float64(p.Width), float64(p.Height)
	beside := right < 0 || bottom < 0 || left > width || top > height
	if slices.Contains(centred, s.Form) {
		beside = s.X < 0 || s.Y < 0 || s.X > width || s.Y > height
	}
	if beside || math.IsNaN(left+top+right+bottom) {
		return fmt.Errorf("it lies at %g,%g, and its board has %d x %d tiles", left, top, p.Width, p.Height)
	}
	return nil
}

// paint checks a shape's form and colour.
func (p *Picture) paint(s *Shape) error {
	if !slices.Contains(Forms[:], s.Form) {
		return fmt.Errorf("unknown form %q", s.Form)
	}
	if s.Form == Bot && s.Seat == Nobody {
		return fmt.Errorf("a bot needs a seat other than Nobody")
	}
	if _, err := s.Tone.MarshalText(); err != nil {
		return err
	}
	if s.Colour != "" && (len(s.Colour) != 7 || strings.Trim(s.Colour, "0123456789abcdef") != "#") {
		return fmt.Errorf("the colour %q is not of the form #rrggbb", s.Colour)
	}
	return p.owner(s.Seat)
}

// Bounds returns the area that a shape covers.
func (s *Shape) Bounds() (left, top, right, bottom float64) {
	if len(s.Points) == 0 {
		return s.X, s.Y, s.X + s.Width, s.Y + s.Height
	}
	left, top = math.Inf(1), math.Inf(1)
	right, bottom = math.Inf(-1), math.Inf(-1)
	for _, at := range s.Points {
		left, right, top, bottom = min(left, at[0]), max(right, at[0]), min(top, at[1]), max(bottom, at[1])
	}
	return left, top, right, bottom
}

func (p *Picture) checkDuel() error {
	if p.Duel == nil {
		return nil
	}
	if len(p.Duel.Cards) != len(p.Seats) {
		return fmt.Errorf("it has %d cards for %d seats", len(p.Duel.Cards), len(p.Seats))
	}
	for seat := range p.Duel.Cards {
		for i := range p.Duel.Cards[seat].Shapes {
			if err := p.paint(&p.Duel.Cards[seat].Shapes[i]); err != nil {
				return fmt.Errorf("card %d, shape %d: %w", seat, i, err)
			}
		}
	}
	return nil
}
