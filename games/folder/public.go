package gamefolder

import (
	"bytes"
	"encoding/json"
	"slices"

	"agon/game"
	"agon/games/folder/engine"
)

// public shows what all seats and the audience see: the fields that they observe alike, and the picture if they are shown one. It is how
// people who look on see a game with hidden information while others play it. What only the seats see alike may be their own secrets,
// which happen to be equal.
func public(f *game.Frame, s *State) {
	p, r := s.at, s.rules
	var seen []fields
	var drawn []string
	for viewer := game.Audience; viewer < game.Seat(p.Seats); viewer++ {
		text, err := r.ask(s, engine.Observe, viewer, "")
		if err != nil {
			return
		}
		picture, err := r.ask(s, engine.View, viewer, "")
		if err != nil {
			return
		}
		var observed fields
		if err := json.Unmarshal([]byte(text), &observed); err != nil {
			r.fail(&engine.Failure{File: r.folder.file, In: engine.Observe.String(), Why: err.Error()})
			return
		}
		seen, drawn = append(seen, observed), append(drawn, picture)
	}
	if err := addFields(f, shared(seen)); err != nil {
		r.fail(&engine.Failure{File: r.folder.file, In: engine.Observe.String(), Why: err.Error()})
	}
	if len(slices.Compact(drawn)) > 1 {
		drawn[0] = `{"status": "hidden while people play"}`
	}
	f.Sketch(drawn[0])
}

// fields are those of an observation, in JSON.
type fields = map[string]json.RawMessage

// shared returns the fields that are in all observations with one value, as an object in JSON.
func shared(seen []fields) string {
	same := fields{}
	for name, value := range seen[0] {
		same[name] = value
		for _, other := range seen[1:] {
			if !bytes.Equal(other[name], value) {
				delete(same, name)
			}
		}
	}
	text, err := json.Marshal(same)
	if err != nil {
		panic(err) // they have been read from JSON
	}
	return string(text)
}
