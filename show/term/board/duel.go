package board

import (
	"strings"

	"agon/show/term/screen"
)

// artSide is the largest width and height of a picture that a bot may send.
const artSide = 60

// PaintDuel fills a sheet with two cards that hold the bots' art, the score between them, and the rounds as two rows of letters. If close
// is set, there is no gap between the cards.
func (b *Board) PaintDuel(s *screen.Screen, pick int, close bool) {
	if len(b.Duel.Cards) != 2 || len(b.Seats) != 2 {
		return
	}
	b.score(s, pick)
	gap := 2
	if close {
		gap = 0
	}
	width := min((s.Width-gap)/2, artSide+2)
	rows := min(s.Height-5, artSide+2)
	left := (s.Width - 2*width - gap) / 2
	for seat := range 2 {
		b.card(s, seat, left+seat*(width+gap), width, rows)
		b.ribbon(s, seat, s.Height-2+seat)
	}
	s.Text((s.Width-screen.Width(b.Status))/2, 1+rows, b.Status, screen.Style{Bold: true})
}

func (b *Board) score(s *screen.Screen, pick int) {
	from := (s.Width - len(b.Duel.Score)) / 2
	s.Text(from, 0, b.Duel.Score, screen.Style{Bold: true})
	room := from - 6
	one, two := screen.Cut(screen.Clean(b.Seats[0].Name), room), screen.Cut(screen.Clean(b.Seats[1].Name), room)
	x := s.Text(1, 0, b.called(0), screen.Chip(b.slot(0)))
	s.Text(x+1, 0, one, screen.Style{Bold: pick == 0})
	x = s.Width - screen.Width(two) - screen.Width(b.called(1)) - 2
	x = s.Text(x, 0, b.called(1), screen.Chip(b.slot(1)))
	s.Text(x+1, 0, two, screen.Style{Bold: pick == 1})
}

// card draws a frame with a seat's art, and the seat's words in its lower edge.
func (b *Board) card(s *screen.Screen, seat, x, width, rows int) {
	const y = 1
	if width < 12 || rows < 3 {
		return
	}
	card, edge := &b.Duel.Cards[seat], screen.Style{Dim: true}
	if card.Won {
		edge = screen.Style{Fore: screen.Fill(b.slot(seat)), Bold: true}
	}
	bar := "+" + strings.Repeat("-", width-2) + "+"
	s.Text(x, y, bar, edge)
	for row := 1; row < rows-1; row++ {
		s.Text(x, y+row, "|", edge)
		s.Text(x+width-1, y+row, "|", edge)
	}
	s.Text(x, y+rows-1, bar, edge)
	paintArt(s, card.Art, x+1, y+1, width-2, rows-2)
	if card.Word == "" {
		return
	}
	word := " " + card.Word + " "
	if card.Won {
		word = " *" + card.Word + "* "
	}
	s.Text(x+(width-len(word))/2, y+rows-1, word, screen.Style{Bold: card.Won})
	s.Text(x+(width-len(card.Why))/2, y+rows/2, card.Why, screen.Style{Bold: true})
}

// paintArt shows the middle of a picture, without control characters.
func paintArt(s *screen.Screen, sent []string, x, y, width, rows int) {
	if len(sent) == 0 {
		s.Text(x+(width-6)/2, y+rows-1, "no art", screen.Style{Dim: true})
		return
	}
	art, widest := make([]string, len(sent)), 0
	for i := range sent {
		art[i] = screen.CleanArt(sent[i])
		widest = max(widest, screen.Width(art[i]))
	}
	top, side := max(len(art)-rows, 0)/2, max(widest-width, 0)/2
	for i := range min(rows, len(art)) {
		s.Text(x+max(width-widest, 0)/2, y+max(rows-len(art), 0)/2+i, screen.Slice(art[top+i], side, side+width), screen.Style{})
	}
}

// ribbon draws all rounds of a seat as letters. Rounds won are in the seat's colour; without colour they are capitals and the others small
// letters.
func (b *Board) ribbon(s *screen.Screen, seat, y int) {
	played := b.Duel.Cards[seat].Rounds
	total := max(b.Duel.Rounds, 1)
	x := s.Text(0, y, b.called(seat), screen.Chip(b.slot(seat))) + 1
	room := s.Width - x
	from := min(max(len(played)-room/2, 0), max(total-room, 0))
	for round := from; round < min(total, from+room); round++ {
		text, style := ".", screen.Style{Dim: true}
		if round < len(played) {
			text, style = strings.ToLower(played[round].Letter), screen.Style{}
			if played[round].Won {
				text, style = strings.ToUpper(text), screen.Chip(b.slot(seat))
			}
		}
		x = s.Text(x, y, text, style)
	}
}
