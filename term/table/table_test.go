package table

import (
	"strings"
	"testing"

	"agon/term/internal/golden"
	"agon/term/screen"
)

var field = []Entry{
	{Slot: 0, Name: "Tidewater", Author: "L. Brandt", Average: 913.2214, Least: 12, Most: 20144.5, Score: 6.34449, Half: 0.0781, Efficient: 0.0069},
	{Slot: 1, Name: "Ultra\x1b[31mmarine\x07", Author: "M. Sato", Average: 782.31, Least: 9.5, Most: 801, Score: 6.25, Half: 0.076, Efficient: 0.008},
	{Slot: 2, Name: "筆使いの達人", Author: "N. Okafor", Average: 10.84, Least: 7, Most: 96, Score: 3.6812, Half: 0.05, Efficient: 0.34},
	{Slot: 19, Name: "A name that is longer than thirty columns", Author: "house bot", Average: 25722.417, Least: 9801, Most: 112000, Score: 0.1216, Half: 0.01, Efficient: 0, Remark: "over 20 ms"},
	{Slot: 20, Name: "South Only", Author: "W. Jansen with a long name", Average: 2.588, Least: 1.9, Most: 41, Score: 0, Efficient: 0},
}

func write(t *testing.T, table *Table, s Style) string {
	t.Helper()
	var out strings.Builder
	if err := table.Write(&out, s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func TestPiped(t *testing.T) {
	for name, table := range map[string]*Table{"scores": Scores(field), "efficiency": Efficiency(field), "trials": Trials(field)} {
		t.Run(name, func(t *testing.T) {
			text := write(t, table, Style{})
			golden.NoControl(t, text)
			golden.Check(t, name+".piped.txt", text)
			for _, e := range field {
				if !strings.Contains(text, screen.Clean(e.Name)) {
					t.Errorf("the name %q was cut", e.Name)
				}
			}
		})
	}
}

func TestPipedColumnsAreTheOriginals(t *testing.T) {
	lines := strings.Split(write(t, Scores(field[:1]), Style{}), "\n")
	for _, tt := range []struct {
		line     int
		from, to int
		want     string
	}{
		{0, 0, 60, strings.Repeat("=", 60)},
		{1, 0, 16, "The Final Scores"},
		{3, 0, 5, "Rank "},
		{3, 5, 35, screen.Pad("Name", 30)},
		{3, 35, 55, screen.Pad("Contributor", 20)},
		{3, 55, 70, screen.Pad("Avg [us]", 15)},
		{3, 70, 75, "Score"},
		{4, 55, 70, screen.Pad("913.221", 15)},
		{4, 70, 79, "6.344   %"},
		{4, 81, 86, "0.078"},
	} {
		if got := lines[tt.line][tt.from:tt.to]; got != tt.want {
			t.Errorf("line %d, columns %d to %d: %q, not %q", tt.line, tt.from, tt.to, got, tt.want)
		}
	}
}

func TestNumbersArePrintedAsTheOriginalDid(t *testing.T) {
	for v, want := range map[float64]string{0: "0.0", 6: "6.0", 6.25: "6.25", 6.34449: "6.344", -0.0001: "0.0", 25722.4171: "25722.417"} {
		if got := Number(v).short(Column{Digits: 3}); got != want {
			t.Errorf("%v is printed %q, not %q", v, got, want)
		}
	}
}

func TestTerminal(t *testing.T) {
	for name, s := range map[string]Style{
		"scores.80.true.txt": {Depth: screen.True, Width: 80}, "scores.120.xterm.txt": {Depth: screen.Xterm, Width: 120}, "scores.80.mono.txt": {Depth: screen.Mono, Width: 80},
	} {
		t.Run(name, func(t *testing.T) {
			text := write(t, Scores(field), s)
			golden.Fits(t, text, s.Width, 0)
			golden.Check(t, name, text)
			for _, number := range []string{"6.344 %", "25722.417", "0.122 %"} {
				if !strings.Contains(text, number) {
					t.Errorf("the number %s was cut", number)
				}
			}
		})
	}
}
