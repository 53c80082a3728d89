package gamefolder

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"agon/game"
	"agon/games/folder/engine"
	"agon/games/folder/module"
	"agon/internal/regular"
)

// largestInPage bounds a module that travels in a page, in bytes.
const largestInPage = 1 << 20

// again is what a page needs to play a recorded game again.
type again struct {
	Module  []byte  `json:"module"`
	Name    string  `json:"name"`
	Version string  `json:"version"`
	Seed    string  `json:"seed"` // in decimal digits: more than a number of JavaScript holds
	Seats   int     `json:"seats"`
	Options string  `json:"options"` // as agon_deal takes them
	Draws   []int   `json:"draws"`
	Words   int     `json:"words"` // of 64 seats each, in a set of seats
	Every   int     `json:"every"` // turns between two hashes of the state
	Turns   [][]any `json:"turns"` // the moves of the seats that owe one: a text as of engine.Pack, or {"fault": name}
}

// Again returns what a page needs to play a recorded game again by the module of its rules, as JSON. It is empty for rules in Python, and
// for a module of more than 1 MiB.
func (f *Folder) Again(rec *game.Record) (string, error) {
	if !f.compiled() {
		return "", nil
	}
	code, err := regular.Read(filepath.Join(f.Dir, f.file))
	if err != nil || len(code) > largestInPage {
		return "", err
	}
	r, err := f.Kind.Rerun(rec)
	if err != nil {
		return "", err
	}
	settings := r.Table.Settings()
	options, err := json.Marshal(own(settings, f.options))
	if err != nil {
		return "", err
	}
	a := again{
		Module: code, Name: rec.Kind, Version: rec.Version, Seed: fmt.Sprint(rec.Seed), Seats: rec.Seats,
		Options: module.OptionLines(string(options)),
		Draws:   append([]int{}, r.Table.Draws()...), Words: len(game.Seats{}), Every: game.HashEvery, Turns: [][]any{},
	}
	for {
		var moves []any
		for seat := range game.Seat(rec.Seats) {
			switch word, why, _, ok := r.Coming(seat); {
			case !ok:
			case why != game.NoFault:
				moves = append(moves, map[string]string{"fault": why.String()})
			default:
				m, err := new(lineWire).Parse(word)
				if err != nil {
					return "", err
				}
				moves = append(moves, engine.Pack(m.Text))
			}
		}
		more, err := r.Next()
		if err != nil {
			return "", err
		}
		if !more {
			break
		}
		a.Turns = append(a.Turns, moves)
	}
	text, err := json.Marshal(a)
	return string(text), err
}
