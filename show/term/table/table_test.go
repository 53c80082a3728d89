package table

import (
	"strings"
	"testing"

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

func TestNumbersArePrintedAsTheOriginalDid(t *testing.T) {
	for v, want := range map[float64]string{0: "0.0", 6: "6.0", 6.25: "6.25", 6.34449: "6.344", -0.0001: "0.0", 25722.4171: "25722.417"} {
		if got := Number(v).short(Column{Digits: 3}); got != want {
			t.Errorf("%v is printed %q, not %q", v, got, want)
		}
	}
}
