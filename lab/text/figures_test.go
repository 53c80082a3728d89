package text

import (
	"strings"
	"testing"

	"agon/contest/logs"
	"agon/record/gamelog"
	"agon/show/term/table"
)

// Curves stand for values of any size, and for one that never changes.
func TestCurves(t *testing.T) {
	figures := []logs.Figure{
		{Name: "wide", Turns: 2, Min: -1.7e308, Max: 1.7e308,
			Points: []gamelog.Point{{Turn: 1, Value: -1.7e308}, {Turn: 2, Value: 1.7e308}}},
		{Name: "same", Turns: 3, Min: 4, Mean: 4, Max: 4,
			Points: []gamelog.Point{{Turn: 1, Value: 4}, {Turn: 2, Value: 4}, {Turn: 9, Value: 4}}},
	}
	var out strings.Builder
	if err := curves(figures).Write(&out, table.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"wide                              ▁█ ", "same                              ▁▁▁ ", "-1.7e+308"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, out.String())
		}
	}
}
