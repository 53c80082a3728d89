package draw

import "fmt"

// A Tone is how strongly something shows whose it is, or what it is where it is nobody's.
type Tone uint8

// The tones of what belongs to a seat, from the weakest, and then of what belongs to nobody.
const (
	Blank  Tone = iota
	Tint        // not owned, only nearest to somebody
	Weak        // owned in a way that counts less
	Pale        // owned
	Strong      // owned in a way that counts more
	Full        // the seat's own colour
	Letter      // of letters on the full colour

	Ground // a wall that stays
	Soft   // a wall that breaks
	Flame  // a blast
	Ember  // a blast where something stood until now
	Ink    // lines and letters
	Muted  // letters that count less
	Paper  // what a sign is drawn on
	Floor  // an empty tile
	Dark   // a thing that ticks, in every light
	Light  // letters on it
	Grey   // a thing that is nobody's
	Good   // what was won
	Bad    // what was lost
	toneEnd
)

var tones = [toneEnd]string{
	Blank: "blank", Tint: "tint", Weak: "weak", Pale: "pale", Strong: "strong", Full: "full", Letter: "letter",
	Ground: "ground", Soft: "soft", Flame: "flame", Ember: "ember", Ink: "ink", Muted: "muted", Paper: "paper", Floor: "floor",
	Dark: "dark", Light: "light", Grey: "grey", Good: "good", Bad: "bad",
}

// MarshalText is the tone's name.
func (t Tone) MarshalText() ([]byte, error) {
	if t >= toneEnd {
		return nil, fmt.Errorf("unknown tone %d", t)
	}
	return []byte(tones[t]), nil
}

// UnmarshalText finds a tone by its name.
func (t *Tone) UnmarshalText(text []byte) error {
	for i, name := range tones {
		if name == string(text) {
			*t = Tone(i)
			return nil
		}
	}
	return fmt.Errorf("unknown tone %q", text)
}
