package board

import (
	"agon/game/draw"
	"agon/show/film"
)

// None means that no bot is selected, and is the slot of tiles without an owner.
const None = -1

// A Board is a picture with the colours and marks of its seats.
type Board struct {
	*draw.Picture
	Seats []film.Seat
	marks []string
	looks []int
}

// Of draws a view.
func Of(v *film.View) Board { return Board{v.Picture(), v.Info.Seats, v.Info.Marks(), v.Info.Looks()} }

// Mark returns the letters that stand for a seat in the list: the picture's own, or the seat's mark in the game.
func (b *Board) Mark(seat int) string {
	if seat >= 0 && seat < len(b.Picture.Seats) && b.Picture.Seats[seat].Mark != "" {
		return b.Picture.Seats[seat].Mark
	}
	return b.called(seat)
}

// called returns the seat's mark in the game, which is the same in every turn, or "?" if there is no such seat.
func (b *Board) called(seat int) string {
	if seat < 0 || seat >= len(b.marks) {
		return "?"
	}
	return b.marks[seat]
}

// slot returns the palette slot of a seat, or None if there is no such seat.
func (b *Board) slot(seat int) int {
	if seat < 0 || seat >= len(b.Seats) {
		return None
	}
	return b.looks[seat]
}

// Note returns a word or two beside a seat's score: the picture's note, or else the seat's clock.
func (b *Board) Note(seat int) string {
	if shown := b.Picture.Seats[seat]; shown.Note != "" {
		return shown.Note
	}
	return b.Picture.Seats[seat].Clock
}
