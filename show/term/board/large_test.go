package board

import (
	"strings"
	"testing"

	"agon/game/draw"
	"agon/show/term/screen"
)

func TestEnlarge(t *testing.T) {
	for _, tt := range []struct {
		name          string
		columns, rows int
		depth         screen.Depth
		want          int
	}{
		{"just as large as usual", 20, 10, screen.True, 2},
		{"half as much more, with colour", 30, 15, screen.True, 3},
		{"half as much more, without", 30, 15, screen.Mono, 2},
		{"a row too few", 40, 19, screen.True, 3},
		{"a column too few", 39, 20, screen.True, 3},
		{"twice", 40, 20, screen.Mono, 4},
		{"no larger than can be looked at", 1000, 1000, screen.True, mostSide},
	} {
		if got := Enlarge(10, 10, tt.columns, tt.rows, tt.depth); got != tt.want {
			t.Errorf("%s: tiles of %d columns, not %d", tt.name, got, tt.want)
		}
	}
}

// TestLarge checks that every tile of a large board covers exactly its own part, with its text once.
func TestLarge(t *testing.T) {
	tiles := &Tiles{Width: 3, Height: 3, Cells: make([]Tile, 9)}
	for i := range tiles.Cells {
		tiles.Cells[i] = Tile{Slot: i % 4, Tone: draw.Full, Text: string(rune('a' + i))}
	}
	for side := 3; side <= 6; side++ {
		columns, rows := Enlarged(3, 3, side)
		s := screen.New(columns+2, rows+2)
		p := Painter{Shade: NewShade(true), Depth: screen.True, Picked: None, Side: side}
		p.Paint(s, 1, 1, tiles, Window{Form: Wide, Width: 3, Height: 3, Whole: true})
		lines := strings.Split(s.String(screen.Plain), "\n")
		text := strings.Join(lines, "\n")
		for i := range tiles.Cells {
			letter := string(rune('a' + i))
			if strings.Count(text, letter) != 1 {
				t.Errorf("side %d: %s stands there %d times:\n%s", side, letter, strings.Count(text, letter), text)
			}
			for y, line := range lines {
				if before, _, ok := strings.Cut(line, letter); ok {
					column, half := (len([]rune(before))-1)/side, 2*(y-1)/side
					if column != i%3 || half != i/3 {
						t.Errorf("side %d: %s is in tile %d,%d:\n%s", side, letter, column, half, text)
					}
				}
			}
		}
		if strings.TrimSpace(lines[0]) != "" || strings.TrimSpace(strings.Join(lines[rows+1:], "")) != "" {
			t.Errorf("side %d: drawn beside the board:\n%s", side, text)
		}
		if side%2 == 1 && !strings.ContainsAny(text, "▀▄█") {
			t.Errorf("side %d: no halves:\n%s", side, text)
		}
	}
}

// TestTableHeads checks that a table without enough room shortens its first column before it drops the headings of the others.
func TestTableHeads(t *testing.T) {
	table := &draw.Table{Head: []string{"", "mine", "theirs", "far"},
		Rows: [][]string{{"UP", "130", "462", "4527"}, {"DOWN", "129", "462", "4513"}, {"LEFT", "111", "480", "4774"},
			{"RIGHT", "blocked"}}}
	got := strings.Join(tableLines(table, 18), "\n")
	want := strings.Join([]string{
		"  mine theirs  far",
		"U  130    462 4527",
		"D  129    462 4513",
		"L  111    480 4774",
		"R          blocked",
	}, "\n")
	if got != want {
		t.Errorf("drawn:\n%s\nnot:\n%s", got, want)
	}
	if wide := tableLines(table, 40); !strings.HasPrefix(wide[1], "UP ") || !strings.Contains(wide[0], "theirs") {
		t.Errorf("with room:\n%s", strings.Join(wide, "\n"))
	}
}
