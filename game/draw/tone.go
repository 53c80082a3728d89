package draw

import "fmt"

// A Tone is how strongly something shows its owner, or what it is if it has none.
type Tone uint8

// The tones of owned things, from the weakest, and then of unowned things.
const (
	Blank  Tone = iota
	Tint        // not owned, only nearest to somebody
	Weak        // owned in a way that counts less
	Pale        // owned
	Strong      // owned in a way that counts more
	Full        // the seat's own colour
	Letter      // letters on the full colour

	Ground // a permanent wall
	Soft   // a wall that breaks
	Flame  // a blast
	Ember  // a blast where something has just been destroyed
	Ink    // lines and letters
	Muted  // less important letters
	Paper  // background of a sign
	Floor  // an empty tile
	Dark   // a countdown, dark in every theme
	Light  // letters on it
	Grey   // an unowned thing
	Good   // a gain
	Bad    // a loss
	toneEnd
)

var tones = [toneEnd]string{
	Blank: "blank", Tint: "tint", Weak: "weak", Pale: "pale", Strong: "strong", Full: "full", Letter: "letter",
	Ground: "ground", Soft: "soft", Flame: "flame", Ember: "ember", Ink: "ink", Muted: "muted", Paper: "paper", Floor: "floor",
	Dark: "dark", Light: "light", Grey: "grey", Good: "good", Bad: "bad",
}

// MarshalText returns the tone's name.
func (t Tone) MarshalText() ([]byte, error) {
	if t >= toneEnd {
		return nil, fmt.Errorf("unknown tone %d", t)
	}
	return []byte(tones[t]), nil
}

// UnmarshalText parses a tone's name.
func (t *Tone) UnmarshalText(text []byte) error {
	for i, name := range tones {
		if name == string(text) {
			*t = Tone(i)
			return nil
		}
	}
	return fmt.Errorf("unknown tone %q", text)
}
