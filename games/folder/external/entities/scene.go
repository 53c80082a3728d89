package entities

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

const (
	mostEntities           = 20_000
	mostBytes              = 2 << 20    // of a VIEW
	pixelsWide, pixelsHigh = 1920, 1080 // into which CodinGame's viewer fits worlds of all sizes
)

// A Scene is what a referee has drawn so far. It is not safe for concurrent use.
type Scene struct {
	images   Images
	entities []*entity // the first is number 1
	unit     float64   // pixels of a unit of the world
	left     string
}

// An entity is a thing that is drawn, as it is at the end of a turn: its values by their short names, as they were written.
type entity struct {
	kind   string
	values map[string]string
}

// A Mean is the size of an image in pixels, the mean colour of its visible points, and how much is visible, both from 0 to 1.
type Mean struct {
	Width, Height float64
	Colour        [3]float64
	Seen          float64
}

// Images knows the images of a game.
type Images interface {
	// Mean describes an image; the zero Mean: there is none of this name.
	Mean(name string) Mean
}

// New returns an empty scene. Without images (nil) sprites have no size of their own.
func New(images Images) *Scene { return &Scene{images: images, unit: 1} }

// Left says in a sentence what of the game's picture could not be shown; empty: nothing.
func (s *Scene) Left() string { return s.left }

// leave keeps the first of what could not be shown.
func (s *Scene) leave(format string, args ...any) {
	if s.left == "" {
		s.left = fmt.Sprintf(format, args...)
	}
}

// Take takes the lines of a VIEW: the kind of the frame, and JSON with the data of modules by name. It reports whether there are entities.
func (s *Scene) Take(view string) bool {
	type module struct {
		Entities json.RawMessage `json:"entitymodule"`
	}
	var data struct {
		module
		Global module  `json:"global"`
		Frame  *module `json:"frame"`
	}
	if len(view) > mostBytes {
		s.leave("the engine draws a frame of more than %d MiB, which is not shown", mostBytes>>20)
		return false
	}
	head, text, _ := strings.Cut(view, "\n")
	if !strings.HasPrefix(head, "KEY_FRAME") || json.Unmarshal([]byte(text), &data) != nil {
		return false // it is as before, or for other modules
	}
	var size struct{ Width, Height float64 }
	if data.Frame != nil {
		data.module = *data.Frame
		if json.Unmarshal(data.Global.Entities, &size) == nil && size.Width >= 1 && size.Height >= 1 {
			s.unit = min(pixelsWide/size.Width, pixelsHigh/size.Height)
		}
	}
	var commands string
	if json.Unmarshal(data.Entities, &commands) != nil {
		return false
	}
	for _, line := range split(commands, '\n') {
		for _, one := range split(line[min(1, len(line)):], ';') {
			s.command(line[:min(1, len(line))], split(one, ' '))
		}
	}
	return true
}

// command carries out a command, by the letter of what it does.
func (s *Scene) command(letter string, words []string) {
	switch {
	case letter == "C" && len(s.entities) < mostEntities:
		s.entities = append(s.entities, &entity{words[0], map[string]string{}})
	case letter == "C":
		s.leave("the engine draws more than %d entities: those beyond are not shown", mostEntities)
	case letter == "L":
		s.leave("the engine cuts the image %.50q into several, which are not shown", words[min(1, len(words)-1)])
	case letter == "U":
		id, _ := strconv.Atoi(words[0])
		if id < 1 || id > len(s.entities) {
			s.leave("the engine changes the entity %.20q, and has created %d", words[0], len(s.entities))
			return
		}
		for list := words[min(2, len(words)):]; len(list) > 1; {
			s.entities[id-1].values[list[0]] = unquoted(list[1])
			if list = list[2:]; len(list) > 0 && list[0] != "" && strings.Contains("_ Γ / 🙖 🙒 ∫ ~", list[0]) { // how it is reached
				list = list[1:]
			}
		}
	case letter != "":
		s.leave("the engine draws by an unknown command, %.20q", letter+strings.Join(words, " "))
	}
}

// number returns a value that is a number; usual: it is none, or too large for a picture.
func (e *entity) number(name string, usual float64) float64 {
	n, err := strconv.ParseFloat(e.values[name], 64)
	if err != nil || !(math.Abs(n) <= 1e9) {
		return usual
	}
	return n
}

// split splits a text at a letter outside of single quotes. A quote after a backslash is one of the text.
func split(text string, at byte) (parts []string) {
	from, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quoted:
			i++
		case text[i] == '\'':
			quoted = !quoted
		case text[i] == at && !quoted:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

func unquoted(text string) string {
	if n := len(text); n >= 2 && text[0] == '\'' && text[n-1] == '\'' {
		return strings.ReplaceAll(text[1:n-1], `\'`, "'")
	}
	return text
}
