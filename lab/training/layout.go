package training

import (
	"fmt"
	"slices"
	"unsafe"

	"agon/game"
)

// An Array is a part of a batch's block: numbers of one type, the last axis of its shape closest together.
type Array struct {
	Name   string `json:"name"`
	Group  Group  `json:"group"`
	Type   string `json:"type"` // of NumPy: "u1", "i2", "i4", "i8", "u8", "f4", "f8"
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"` // of its first byte in the block

	perSeat bool // a view: each seat has its own
	varies  bool // a view of a list that has not always the same length: the rest is -1
}

// A Group describes when an array is written.
type Group string

// The groups.
const (
	Given   Group = "given" // by the learner, before a step
	Stepped Group = "step"  // by each step and reset
	Asked   Group = "asked" // when it is named in Observe
	View    Group = "view"  // as well: a field of what seats see
)

var widths = map[string]int{"u1": 1, "i2": 2, "i4": 4, "i8": 8, "u8": 8, "f4": 4, "f8": 8}

// alignment of arrays in the block: a line of the processor's cache.
const alignment = 64

// bytes returns the length of an array in bytes.
func (a *Array) bytes() int {
	n := widths[a.Type]
	for _, of := range a.Shape {
		n *= of
	}
	return n
}

// of returns the numbers of the array called name.
func of[T any](b *Batch, name string) []T {
	i := slices.IndexFunc(b.arrays, func(a Array) bool { return a.Name == name && a.Group != View })
	return numbers[T](b, &b.arrays[i])
}

func numbers[T any](b *Batch, a *Array) []T {
	if a.bytes() == 0 {
		return nil
	}
	var one T
	return unsafe.Slice((*T)(unsafe.Pointer(&b.memory[a.Offset])), a.bytes()/int(unsafe.Sizeof(one)))
}

// listArrays lists the arrays of a batch: those that every kind has, and the numbers in what a seat sees.
func (b *Batch) listArrays() {
	games, seats := b.options.Games, b.options.Seats
	add := func(g Group, kind, name string, shape ...int) {
		b.arrays = append(b.arrays, Array{Name: name, Group: g, Type: kind, Shape: append([]int{games}, shape...)})
	}
	add(Given, "i2", "actions", seats)
	add(Stepped, "u1", "owes", seats)
	add(Stepped, "f4", "rewards", seats)
	add(Stepped, "u1", "faults", seats)
	add(Stepped, "u1", "done")
	add(Stepped, "i8", "seeds")
	add(Stepped, "i8", "last_seeds")
	add(Stepped, "u8", "last_digests")
	add(Stepped, "i4", "last_turns")
	add(Stepped, "i4", "last_places", seats)
	add(Stepped, "f8", "last_scores", seats)
	add(Asked, "u1", "legal", seats, len(b.moves))
	add(Asked, "f8", "scores", seats)

	lengths := b.lengths()
	var f game.Frame
	b.tables[0].View(&f, 0)
	f.Numbers(func(name string, list []int, width int, single bool) {
		a := Array{Name: name, Group: View, Type: "i4", Shape: []int{games}, perSeat: b.kind.Hidden}
		if a.perSeat {
			a.Shape = append(a.Shape, seats)
		}
		switch {
		case name == "me":
			return // the index of the seat
		case width > 0:
			a.Shape = append(a.Shape, len(list)/width, width)
		case single:
		case lengths[name] > 0:
			a.Shape = append(a.Shape, len(list))
		default:
			a.varies = true
			a.Shape = append(a.Shape, b.options.Items)
		}
		b.arrays = append(b.arrays, a)
	})
	for i := range b.arrays {
		a := &b.arrays[i]
		b.size = (b.size + alignment - 1) / alignment * alignment
		a.Offset = b.size
		b.size += a.bytes()
	}
}

// lengths returns how long the lists are that seats see, -1 or 0 for those that vary: in the first game, which it plays with moves by lot.
func (b *Batch) lengths() map[string]int {
	known := map[string]int{}
	var f game.Frame
	var r game.Reply
	t := b.tables[0]
	dice := game.NewDice(b.options.Seed, nil)
	look := func() {
		t.View(&f, 0)
		f.Numbers(func(name string, list []int, _ int, _ bool) {
			if was, ok := known[name]; ok && was != len(list) {
				known[name] = -1
			} else {
				known[name] = len(list)
			}
		})
	}
	look()
	for !t.Over() && t.Turns() < mostProbed {
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			nth := dice.Intn(len(b.moves))
			for range b.moves {
				if t.May(seat, nth) {
					break
				}
				nth = (nth + 1) % len(b.moves)
			}
			t.Choose(seat, nth, &r)
		}
		t.Step()
		look()
	}
	return known
}

// mostProbed bounds the turns that are played to learn which lists vary.
const mostProbed = 100

// Size returns the length of the block in bytes.
func (b *Batch) Size() int { return b.size }

// Use has the batch keep its arrays in memory, which begins at a multiple of 64 bytes and is at least as long as [Batch.Size], and deals
// the first games.
func (b *Batch) Use(memory []byte) error {
	if len(memory) < b.size || uintptr(unsafe.Pointer(&memory[0]))%alignment != 0 {
		return fmt.Errorf("the block of memory has %d bytes from an address of its own, want %d from a multiple of %d", len(memory), b.size,
			alignment)
	}
	b.memory = memory[:b.size]
	b.actions, b.owes, b.rewards, b.faults, b.done = of[int16](b, "actions"), of[uint8](b, "owes"), of[float32](b, "rewards"),
		of[uint8](b, "faults"), of[uint8](b, "done")
	b.seeds = of[int64](b, "seeds")
	b.last = lasts{of[int64](b, "last_seeds"), of[uint64](b, "last_digests"), of[int32](b, "last_turns"), of[int32](b, "last_places"),
		of[float64](b, "last_scores")}
	b.legal, b.scores = of[uint8](b, "legal"), of[float64](b, "scores")
	return b.Reset(b.options.Seed)
}
