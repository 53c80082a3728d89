package game

import (
	"slices"
	"strconv"

	"agon/internal/jsontext"
)

// AppendFields appends the fields with these names, and turn and round, as one JSON object; all fields for nil.
func (f *Frame) AppendFields(dst []byte, names []string) []byte {
	dst = append(dst, '{')
	first := true
	for i := range f.fields[:f.used] {
		if p := &f.fields[i]; p.among(names) {
			dst = p.appendJSON(comma(dst, &first))
		}
	}
	return append(dst, '}')
}

// AppendChanges appends the differences from an earlier frame of the same game in the named fields, in turn and in round; in all fields for
// nil. Lists of numbers of the same length are sent as differences, grids as changed cells, everything else whole. A cell is [x, y, value],
// or [seat, value] if that seat stands on it by the lists x and y: bots mostly change the cell below them. turn is left out if it has grown
// by one.
func (f *Frame) AppendChanges(dst []byte, before *Frame, names []string) []byte {
	dst = append(dst, '{')
	first := true
	var xs, ys []int // positions of the seats, if the reader knows them too
	if names == nil || slices.Contains(names, "x") && slices.Contains(names, "y") {
		xs, ys = f.List("x"), f.List("y")
	}
	for i := range f.fields[:f.used] {
		p := &f.fields[i]
		old := before.at(i, p.name)
		if !p.among(names) || old != nil && (p.equal(old) || p.name == "turn" && p.n == old.n+1) {
			continue
		}
		switch dst = comma(dst, &first); {
		case old == nil || len(p.list) == 0 || old.shape != p.shape || len(old.list) != len(p.list):
			dst = p.appendJSON(dst)
		case p.shape == grid:
			dst = p.appendStanding(dst, old, xs, ys)
		default:
			dst = p.appendDifferences(dst, old)
		}
	}
	return append(dst, '}')
}

func comma(dst []byte, first *bool) []byte {
	if !*first {
		dst = append(dst, ',')
	}
	*first = false
	return dst
}

func (p *field) among(names []string) bool {
	return names == nil || p.name == "turn" || p.name == "round" || slices.Contains(names, p.name)
}

func (p *field) appendDifferences(dst []byte, old *field) []byte {
	dst = append(jsontext.AppendString(dst, p.name), ':', '[')
	for i, v := range p.list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(v-old.list[i]), 10)
	}
	return append(dst, ']')
}

func (p *field) appendStanding(dst []byte, old *field, xs, ys []int) []byte {
	dst = append(jsontext.AppendString(dst, p.name), ':', '[')
	first := true
	for i, v := range p.list {
		if v == old.list[i] {
			continue
		}
		dst = append(comma(dst, &first), '[')
		if seat := standing(xs, ys, i%p.width, i/p.width); seat >= 0 {
			dst = strconv.AppendInt(dst, int64(seat), 10)
		} else {
			dst = append(strconv.AppendInt(dst, int64(i%p.width), 10), ',')
			dst = strconv.AppendInt(dst, int64(i/p.width), 10)
		}
		dst = append(strconv.AppendInt(append(dst, ','), int64(v), 10), ']')
	}
	return append(dst, ']')
}

// standing returns the first seat on a cell, -1 if there is none.
func standing(xs, ys []int, x, y int) int {
	for seat := range min(len(xs), len(ys)) {
		if xs[seat] == x && ys[seat] == y {
			return seat
		}
	}
	return -1
}
