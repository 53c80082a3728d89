package board

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/film"
	"agon/game"
	"agon/term/screen"
)

// Hands draws "rps": two cards with the bots' art, the score between them, and the rounds as two ribbons of letters.
type Hands struct{ silent }

// Size is none: hands have no board.
func (Hands) Size(*game.Frame) (width, height int) { return 0, 0 }

// Draw draws no tiles.
func (Hands) Draw(*Tiles, View) {}

var handLetters = [...]string{"-", "R", "P", "S"}
var handWords = [...]string{"FORFEIT", "ROCK", "PAPER", "SCISSORS"}

// artSide is the largest picture a bot may send.
const artSide = 60

// Paint fills the sheet.
func (h Hands) Paint(s *screen.Screen, v View) {
	if len(v.Seats) < 2 {
		return
	}
	h.score(s, v)
	gap := 2
	if v.On["a"] {
		gap = 0
	}
	width := min((s.Width-gap)/2, artSide+2)
	rows := min(s.Height-5, artSide+2)
	left := (s.Width - 2*width - gap) / 2
	for seat := range 2 {
		h.card(s, v, seat, left+seat*(width+gap), 1, width, rows)
	}
	because := v.Frame().Word("because")
	s.Text((s.Width-screen.Width(because))/2, 1+rows, because, screen.Style{Bold: true})
	for seat := range 2 {
		h.ribbon(s, v, seat, s.Height-2+seat)
	}
}

func (Hands) score(s *screen.Screen, v View) {
	score := v.Frame().List("score")
	middle := fmt.Sprintf("%d : %d", at(score, 0), at(score, 1))
	from := (s.Width - len(middle)) / 2
	s.Text(from, 0, middle, screen.Style{Bold: true})
	room := from - 6
	one, two := screen.Cut(screen.Clean(v.Seats[0].Name), room), screen.Cut(screen.Clean(v.Seats[1].Name), room)
	x := s.Text(1, 0, v.Letter(0), screen.Chip(v.Slot(0)))
	s.Text(x+1, 0, one, screen.Style{Bold: v.Pick == 0})
	x = s.Width - screen.Width(two) - screen.Width(v.Letter(1)) - 2
	x = s.Text(x, 0, v.Letter(1), screen.Chip(v.Slot(1)))
	s.Text(x+1, 0, two, screen.Style{Bold: v.Pick == 1})
}

// played is a round of a seat; false before the first.
func (Hands) played(v View, seat, round int) (hand, winner int, ok bool) {
	hands := v.Frame().List([...]string{"hands_1", "hands_2"}[seat])
	if round < 0 || round >= len(hands) {
		return 0, 0, false
	}
	return hands[round], at(v.Frame().List("winners"), round), true
}

// card is a frame with the art of a seat and its hand in the lower edge.
func (h Hands) card(s *screen.Screen, v View, seat, x, y, width, rows int) {
	if width < 12 || rows < 3 {
		return
	}
	hand, winner, ok := h.played(v, seat, len(v.Frame().List("winners"))-1)
	edge := screen.Style{Dim: true}
	if ok && winner == seat+1 {
		edge = screen.Style{Fore: screen.Fill(v.Slot(seat)), Bold: true}
	}
	bar := "+" + strings.Repeat("-", width-2) + "+"
	s.Text(x, y, bar, edge)
	for row := 1; row < rows-1; row++ {
		s.Text(x, y+row, "|", edge)
		s.Text(x+width-1, y+row, "|", edge)
	}
	s.Text(x, y+rows-1, bar, edge)
	h.art(s, v, seat, x+1, y+1, width-2, rows-2)
	if !ok {
		return
	}
	word := " " + handWords[min(hand, 3)] + " "
	if winner == seat+1 {
		word = " *" + handWords[min(hand, 3)] + "* "
	}
	s.Text(x+(width-len(word))/2, y+rows-1, word, screen.Style{Bold: winner == seat+1})
	if faults := v.Frame().Words([...]string{"faults_1", "faults_2"}[seat]); hand == 0 && len(faults) > 0 {
		why := faults[len(faults)-1]
		s.Text(x+(width-len(why))/2, y+rows/2, why, screen.Style{Bold: true})
	}
}

// art shows the middle of a picture.
func (h Hands) art(s *screen.Screen, v View, seat, x, y, width, rows int) {
	picture := art(v.Shot, seat)
	if len(picture) == 0 {
		s.Text(x+(width-6)/2, y+rows-1, "no art", screen.Style{Dim: true})
		return
	}
	widest := 0
	for _, row := range picture {
		widest = max(widest, screen.Width(row))
	}
	top, side := max(len(picture)-rows, 0)/2, max(widest-width, 0)/2
	for i := range min(rows, len(picture)) {
		s.Text(x+max(width-widest, 0)/2, y+max(rows-len(picture), 0)/2+i, columns(picture[top+i], side, width), screen.Style{})
	}
}

// columns is a part of a row, by columns.
func columns(row string, from, width int) string {
	return screen.Slice(row, from, from+width)
}

// art is the picture a seat sent with its last move: a remark that is a JSON list of rows. Control characters are not shown.
func art(shot film.Shot, seat int) []string {
	for _, remark := range shot.Remarks {
		var rows []string
		if int(remark.Seat) == seat && json.Unmarshal(remark.Text, &rows) == nil {
			for i := range rows {
				rows[i] = screen.CleanArt(rows[i])
			}
			return rows
		}
	}
	return nil
}

// ribbon is all rounds of a seat as letters: the winner's in its colour, without colour in capitals against small ones.
func (h Hands) ribbon(s *screen.Screen, v View, seat, y int) {
	total, now := max(v.Frame().Number("rounds"), 1), len(v.Frame().List("winners"))
	x := s.Text(0, y, v.Letter(seat), screen.Chip(v.Slot(seat))) + 1
	room := s.Width - x
	from := min(max(now-room/2, 0), max(total-room, 0))
	for round := from; round < min(total, from+room); round++ {
		hand, winner, ok := h.played(v, seat, round)
		text, style := ".", screen.Style{Dim: true}
		if ok {
			text, style = strings.ToLower(handLetters[min(hand, 3)]), screen.Style{}
		}
		if ok && winner == seat+1 {
			text, style = strings.ToUpper(text), screen.Chip(v.Slot(seat))
		}
		x = s.Text(x, y, text, style)
	}
}

// Status is how the last round was decided, for lists without room for cards.
func (Hands) Status(v View) string { return v.Frame().Word("because") }

// Switches leave the space between the cards to the art.
func (Hands) Switches() []Switch { return []Switch{{"a", "art only"}} }
