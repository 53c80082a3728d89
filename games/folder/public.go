package gamefolder

import (
	"bytes"
	"encoding/json"

	"agon/game"
	"agon/games/folder/engine"
)

// public shows what all seats see: the fields that they observe alike, and the picture if they are shown one. It is how people who look on
// see a game with hidden information while others play it.
func public(f *game.Frame, s *State) {
	p, r := s.at, s.rules
	var seats []fields
	picture, alike := "", true
	for seat := range game.Seat(p.Seats) {
		text, err := r.ask(s, engine.Observe, seat, "")
		if err == nil {
			seats = append(seats, fields{})
			err = json.Unmarshal([]byte(text), &seats[seat])
		}
		var drawn string
		if err == nil {
			drawn, err = r.ask(s, engine.View, seat, "")
		}
		if err != nil {
			r.fail(err)
			return
		}
		if seat == 0 {
			picture = drawn
		}
		alike = alike && drawn == picture
	}
	if err := addFields(f, shared(seats)); err != nil {
		r.fail(&engine.Failure{File: r.folder.file, In: engine.Observe.String(), Why: err.Error()})
	}
	if !alike {
		picture = `{"status": "hidden while people play"}`
	}
	f.Sketch(picture)
}

// fields are those of an observation, in JSON.
type fields = map[string]json.RawMessage

// shared returns the fields that are in all observations with one value, as an object in JSON.
func shared(seats []fields) string {
	same := fields{}
	for name, value := range seats[0] {
		same[name] = value
		for _, other := range seats[1:] {
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
