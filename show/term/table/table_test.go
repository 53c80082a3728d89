package table

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

var field = []Trial{
	{Slot: 0, Name: "Tidewater", Author: "L. Brandt", Average: 913.2214, Least: 12, Most: 20144.5},
	{Slot: 1, Name: "Ultra\x1b[31mmarine\x07", Author: "M. Sato", Average: 782.31, Least: 9.5, Most: 801},
	{Slot: 2, Name: "筆使いの達人", Author: "N. Okafor", Average: 10.84, Least: 7, Most: 96},
	{Slot: 19, Name: "A name that is longer than thirty columns", Author: "house bot", Average: 25722.417, Least: 9801, Most: 112000,
		Remark: "over 20 ms"},
	{Slot: 20, Name: "South Only", Author: "W. Jansen with a long name", Average: 2.588, Least: 1.9, Most: 41},
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
	text := write(t, Trials(field), Style{})
	golden.NoControl(t, text)
	golden.Check(t, "trials.piped.txt", text)
	for _, e := range field {
		if !strings.Contains(text, screen.Clean(e.Name)) {
			t.Errorf("the name %q was cut", e.Name)
		}
	}
}

// TestLongNames: a name of 60 characters leaves every figure of its row on a narrow terminal, also where names are the first column.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("Longest Name ", 5)[:60]
	for name, columns := range map[string][]Column{
		"first":     {{Head: "Bot"}, {Head: "Wins", Digits: 1}, {Head: "Share", Unit: "%", Digits: 1}},
		"after one": {{Head: "#"}, {Head: "Bot"}, {Head: "Share", Unit: "%", Digits: 1}},
	} {
		row := []Cell{Bot(1, long), Number(12345), Number(87.5)}
		if name == "after one" {
			row = []Cell{Text("1-20"), Bot(1, long), Number(87.5)}
		}
		table := &Table{Title: long + long, Columns: columns, Rows: [][]Cell{row}, Notes: []string{"One sentence."}}
		for _, width := range []int{40, 60, 80} {
			text := write(t, table, Style{Depth: screen.Mono, Width: width})
			for line := range strings.Lines(text) {
				if n := ansi.StringWidth(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%s, %d columns: a line has %d: %q", name, width, n, line)
				}
			}
			if !strings.Contains(text, "87.5 %") || !strings.Contains(text, "Longest") {
				t.Errorf("%s, %d columns: its row lacks a figure or a name:\n%s", name, width, text)
			}
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

// TestFiguresUnderWideHeads: a head that is wider than its figures is cut before they are.
func TestFiguresUnderWideHeads(t *testing.T) {
	table := &Table{
		Columns: []Column{{Head: "Rank"}, {Head: "Name"}, {Head: "Contributor"}, {Head: "Avg [us]", Digits: 3},
			{Head: "Score [%]", Digits: 3},
			{Head: "Efficiency [%/us]", Digits: 3}},
		Rows: [][]Cell{
			{Text("1"), Bot(1, strings.Repeat("Longest Name ", 5)), Text("built-in"), Number(98.244), Number(26.229), Number(1234.567)},
			{Text("2"), Bot(2, "B"), Text("built-in"), Number(0.356), Number(12.988), Number(36.443)},
		},
	}
	for _, width := range []int{60, 66, 72, 80} {
		text := write(t, table, Style{Depth: screen.Mono, Width: width})
		for _, figure := range []string{"98.244", "26.229", "1234.567", "36.443", "built-in", "Effic"} {
			if !strings.Contains(text, figure) {
				t.Errorf("%d columns: %s is not there:\n%s", width, figure, text)
			}
		}
	}
}
