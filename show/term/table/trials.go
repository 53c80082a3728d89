package table

import (
	"cmp"
	"fmt"
	"slices"
)

// A Trial is a bot's time per move.
type Trial struct {
	Slot    int
	Name    string
	Author  string
	Average float64 // µs
	Least   float64
	Most    float64
	Remark  string // "CPU 1.2"
}

// Trials returns the original's table of time trials: average, least and most time of a move, quickest first.
func Trials(list []Trial) *Table {
	t := &Table{Title: "Time Trials", Ruler: 60, Columns: []Column{
		{Head: "Rank", Width: 5}, {Head: "Name", Width: 30}, {Head: "Contributor", Width: 20}, {Head: "Avg [us]", Width: 15, Digits: 3},
		{Head: "Min [us]", Width: 15, Digits: 3}, {Head: "Max [us]", Width: 15, Digits: 3}, {Added: true, Remark: true},
	}}
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b Trial) int { return cmp.Compare(a.Average, b.Average) })
	for i, x := range order {
		t.Rows = append(t.Rows, []Cell{
			Text(fmt.Sprint(i + 1)), Bot(x.Slot, x.Name), Text(x.Author), Number(x.Average), Number(x.Least), Number(x.Most),
			Text(x.Remark),
		})
	}
	return t
}
