package race

import (
	"strings"
	"testing"
)

// draw runs from the digits of a drawing, in the order of the digits; '#' is taken. It draws the owners.
func draw(board string) string {
	rows := strings.Fields(board)
	width := len(rows[0])
	text := strings.Join(rows, "")
	var runners []Runner
	for seat := '0'; strings.ContainsRune(text, seat); seat++ {
		runners = append(runners, Runner{int(seat - '0'), strings.IndexRune(text, seat)})
	}
	r := Run(width, len(rows), func(tile int) bool { return text[tile] != '.' }, runners)
	out := []byte(text)
	for tile, owner := range r.Owner {
		if owner != Nobody {
			out[tile] = byte('a' + owner)
		}
	}
	var drawn []string
	for at := 0; at < len(out); at += width {
		drawn = append(drawn, string(out[at:at+width]))
	}
	return strings.Join(drawn, " ")
}

func TestRun(t *testing.T) {
	for _, tt := range []struct{ name, board, want string }{
		{"each takes what is nearer", "0....1", "0aabb1"},
		{"where both come at once the first in turn order is first", "0...1", "0aab1"},
		{"nobody goes through what is taken", "0.#.. ..#.1", "0a#bb aa#b1"},
		{"nobody reaches what is walled in", "0.#. ..##", "0a#. aa##"},
	} {
		if got := draw(tt.board); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestAgainst(t *testing.T) {
	r := Run(6, 1, func(tile int) bool { return tile == 0 || tile == 5 }, []Runner{{0, 0}, {1, 5}})
	if mine, theirs, distance := r.Against(0); mine != 2 || theirs != 2 || distance != 3 {
		t.Errorf("mine %d, theirs %d in %d rounds; want 2, 2 and 1 + 2", mine, theirs, distance)
	}
}
