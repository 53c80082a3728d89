package bomberman

import (
	"strconv"
	"strings"
)

// The symbols of map.txt.
const (
	groundSymbols = " #+"
	giftSymbols   = " &!$"
	ruler         = "---------------------------"
)

// AppendMap appends the text of map.txt: a heading, the map, and a paragraph on each player. names are the display names by seat, eol is
// "\n" or "\r\n".
func AppendMap(dst []byte, s *State, names []string, eol string) []byte {
	dst = appendField(dst, "Map Width: ", int32(s.Width))
	dst = appendField(dst, ", Map Height: ", int32(s.Height))
	dst = appendField(dst, ", Current Round: ", s.Round)
	dst = appendField(dst, ", Seed: ", s.Seed)
	dst = appendField(dst, ", PlayerBounty: ", s.Bounty)
	dst = append(dst, eol...)
	for y := range int(s.Height) {
		dst = AppendRow(dst, s, y)
		dst = append(dst, eol...)
	}
	for i := range int(s.Seats) {
		dst = AppendPanel(dst, s, i, names[i], eol, ",")
	}
	return dst
}

// AppendRow appends a row of the map, counted from 0 at the top.
func AppendRow(dst []byte, s *State, y int) []byte {
	from := y * int(s.Width)
	for cell := from; cell < from+int(s.Width); cell++ {
		dst = append(dst, s.symbol(int16(cell)))
	}
	return dst
}

// symbol returns the character of a cell: blasts take precedence over bombs, bombs over walls and players, these over power-ups.
func (s *State) symbol(cell int16) byte {
	if s.burning(cell) {
		return '*'
	}
	if b := &s.Bombs[cell]; b.Owner != 0 {
		if s.Players[b.Owner-1].At == cell {
			return key(int(b.Owner-1)) + 'a' - 'A'
		}
		return '0' + byte(b.Timer)
	}
	if seat := s.Stands[cell]; seat != 0 {
		return key(int(seat - 1))
	}
	if s.Ground[cell] != open {
		return groundSymbols[s.Ground[cell]]
	}
	return giftSymbols[s.Gift[cell]]
}

// AppendPanel appends the paragraph on a player. Bombs are separated by comma, "," in the file and a line break after it on the
// original's console.
func AppendPanel(dst []byte, s *State, seat int, name, eol, comma string) []byte {
	p := &s.Players[seat]
	status := "Alive"
	if p.Killed {
		status = "Dead"
	}
	dst = append(append(dst, ruler...), eol...)
	dst = append(append(append(dst, "Player Name: "...), name...), eol...)
	dst = append(append(append(dst, "Key: "...), key(seat)), eol...)
	dst = append(appendField(dst, "Points: ", p.Earned.Sum()), eol...)
	dst = append(append(append(dst, "Status: "...), status...), eol...)
	dst = append(appendBombList(append(dst, "Bombs: "...), s, seat, comma), eol...)
	dst = append(appendField(dst, "BombBag: ", p.Bag-int32(p.Planted)), eol...)
	dst = append(appendField(dst, "BlastRadius: ", p.Radius), eol...)
	return append(append(dst, ruler...), eol...)
}

func appendBombList(dst []byte, s *State, seat int, comma string) []byte {
	first := true
	for _, cell := range s.Laid[:s.Bombing] {
		b := &s.Bombs[cell]
		if int(b.Owner) != seat+1 {
			continue
		}
		if !first {
			dst = append(dst, comma...)
		}
		first = false
		x, y := s.spot(cell)
		dst = appendField(dst, "{x:", int32(x))
		dst = appendField(dst, ",y:", int32(y))
		dst = appendField(dst, ",fuse:", int32(b.Timer))
		dst = appendField(dst, ",radius:", b.Radius)
		dst = append(dst, '}')
	}
	return dst
}

// AppendConsole appends the picture of the original's console and of its network protocol: the heading, then the map with the
// players' paragraphs to its right, two tabs away. Below the map they stand one column further left, as in the original.
func AppendConsole(dst []byte, s *State, names []string, eol string) []byte {
	heading, _, _ := strings.Cut(string(AppendMap(nil, s, names, "\n")), "\n")
	dst = append(append(dst, heading...), eol...)
	var panels []byte
	for i := range int(s.Seats) {
		panels = AppendPanel(panels, s, i, names[i], "\n", ",\n")
	}
	lines := strings.Split(strings.TrimSuffix(string(panels), "\n"), "\n")
	margin := strings.Repeat(" ", int(s.Width)-1)
	for y := range max(int(s.Height), len(lines)) {
		if y < int(s.Height) {
			dst = AppendRow(dst, s, y)
		} else {
			dst = append(dst, margin...)
		}
		if y < len(lines) {
			dst = append(append(dst, "\t\t"...), lines[y]...)
		}
		dst = append(dst, eol...)
	}
	return dst
}

// number returns a whole number as text.
func number(n int) string { return strconv.Itoa(n) }
