package gif

import (
	"bytes"
	"encoding/json"
	"io/fs"

	"agon/film"
	"agon/palette"
)

// Facts are what a kind says about its frames in its view.js, as
//
//	export const board = { "grid": "grid", "up": true, "owner": "ids" };
//
// on one line, in JSON. All may be left out.
type Facts struct {
	Grid     string                     `json:"grid"`     // the field that is the board; "grid"
	Up       bool                       `json:"up"`       // row 0 is the lowest
	Owner    string                     `json:"owner"`    // the list with each seat's value in the grid; left out: the seat's number plus 1
	Strength float64                    `json:"strength"` // how much of a bot's colour its tiles have; 0.36
	Tones    map[string]json.RawMessage `json:"tones"`    // special values: "wall", "soft", "none", or [seat, strength]
	Ghost    string                     `json:"ghost"`    // a list that is not 0 for seats that are out and not drawn
	Marks    []string                   `json:"marks"`    // what the rules call the seats, in place of the letters of their looks
}

// Marks is what stands on the chips of the seats: what the kind's facts call them, or the letters of their looks.
func Marks(info *film.Info) []string {
	facts, slots := readFacts(info.Kind.Files), make([]int, len(info.Seats))
	for i, seat := range info.Seats {
		slots[i] = seat.Slot
	}
	marks := make([]string, len(slots))
	for seat, slot := range palette.Seat(slots) {
		marks[seat] = palette.Mark(slot)
		if seat < len(facts.Marks) {
			marks[seat] = facts.Marks[seat]
		}
	}
	return marks
}

func readFacts(files fs.FS) Facts {
	facts := Facts{Grid: "grid", Strength: pale}
	if files == nil {
		return facts
	}
	text, err := fs.ReadFile(files, "view.js")
	if err != nil {
		return facts
	}
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte("export const board = "))
		if !ok {
			continue
		}
		json.Unmarshal(bytes.TrimRight(rest, "; \r\n"), &facts) // what is no JSON says nothing; the page's test holds the form
	}
	return facts
}
