package board

import (
	"agon/draw"
	"agon/film"
)

// None is the selection of no bot and the slot of tiles without an owner.
const None = -1

// A Board is a picture with the looks of its seats.
type Board struct {
	*draw.Picture
	Seats []film.Seat
	marks []string
}

// Of draws a view.
func Of(v *film.View) Board { return Board{v.Picture(), v.Info.Seats, v.Info.Marks()} }

// Mark is how a seat is called in the list.
func (b *Board) Mark(seat int) string {
	if seat >= 0 && seat < len(b.Picture.Seats) && b.Picture.Seats[seat].Mark != "" {
		return b.Picture.Seats[seat].Mark
	}
	return b.called(seat)
}

// called is the mark of a seat in every state; "?" for a seat that is none.
func (b *Board) called(seat int) string {
	if seat < 0 || seat >= len(b.marks) {
		return "?"
	}
	return b.marks[seat]
}

// slot is the look of a seat.
func (b *Board) slot(seat int) int {
	if seat < 0 || seat >= len(b.Seats) {
		return None
	}
	return b.Seats[seat].Slot
}

// Note is a word or two beside a seat's score: its clock, where it has nothing else to say.
func (b *Board) Note(seat int) string {
	if told := b.Picture.Seats[seat]; told.Note != "" {
		return told.Note
	}
	return b.Picture.Seats[seat].Clock
}
