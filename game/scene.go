package game

import "agon/game/draw"

// A Scene is the input of a kind's Draw: a frame of its own View, and earlier ones.
type Scene struct {
	Frame    *Frame
	Seats    int
	Pick     int                    // the picked seat, or draw.Nobody: for details in a seat's About
	NoTables bool                   // tables are not shown: a kind may leave them out
	Remarks  []RemarkAt             // of the turn before this state
	Params   []map[string]string    // by seat: parameters of built-in bots, by name; may be shorter
	Names    func(Seat) string      // of the players; nil: Unnamed
	Earlier  func(turns int) *Frame // the frame that many turns before; nil if there is none
}

// Name returns the name of the player in a seat.
func (s *Scene) Name(seat int) string {
	if s.Names == nil {
		return Unnamed(Seat(seat))
	}
	return s.Names(Seat(seat))
}

// Draw draws a scene with all its layers. It is pure, and draws only what is in the frames.
type Draw func(p *draw.Picture, s *Scene)

// Nth returns one value of a list of the frame, 0 beyond its end.
func (f *Frame) Nth(name string, i int) int {
	if list := f.List(name); i >= 0 && i < len(list) {
		return list[i]
	}
	return 0
}

// Size returns the size of a grid of the frame, 0 by 0 where it has none.
func (f *Frame) Size(name string) (width, height int) {
	if width = f.Width(name); width > 0 {
		height = len(f.List(name)) / width
	}
	return width, height
}

// Numbered returns the numbers from 0 to seats-1.
func Numbered(seats int) []int {
	list := make([]int, seats)
	for i := range list {
		list[i] = i
	}
	return list
}
