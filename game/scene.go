package game

import "agon/draw"

// A Scene is what a kind draws: a frame of its own View, and those before it.
type Scene struct {
	Frame    *Frame
	Seats    int
	Pick     int                    // the seat that was picked, or draw.Nobody: for what is long to say of a seat, in its About
	NoTables bool                   // nobody reads the tables: a kind may leave them out
	Remarks  []RemarkAt             // of the turn before this state
	Params   []map[string]string    // by seat: those that a built-in bot was given, by name; may be shorter
	Earlier  func(turns int) *Frame // the frame so many turns before; nil where there is none
}

// Draw draws a scene with all its layers. It is pure, and draws nothing of what a frame does not tell.
type Draw func(p *draw.Picture, s *Scene)

// Nth is one value of a list of the frame, 0 beyond its end.
func (f *Frame) Nth(name string, i int) int {
	if list := f.List(name); i >= 0 && i < len(list) {
		return list[i]
	}
	return 0
}

// Size is the size of a grid of the frame, 0 by 0 where it has none.
func (f *Frame) Size(name string) (width, height int) {
	if width = f.Width(name); width > 0 {
		height = len(f.List(name)) / width
	}
	return width, height
}

// Numbered are the numbers from 0 of so many seats.
func Numbered(seats int) []int {
	list := make([]int, seats)
	for i := range list {
		list[i] = i
	}
	return list
}
