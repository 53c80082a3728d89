package table

import (
	"cmp"
	"fmt"
	"slices"
)

// An Entry is a bot's result in a contest.
type Entry struct {
	Slot      int
	Name      string
	Author    string
	Average   float64 // time of a move in µs
	Least     float64 // for [Trials]
	Most      float64
	Score     float64 // mean, in percent
	Half      float64 // of its 95 % interval; 0 for none
	Remark    string  // "over 20 ms"
	Efficient float64 // score by µs, 0 where no time was measured
}

// ruler is the width of the lines around the original's headings.
const ruler = 60

// The original's widths of rank, name, contributor and a time.
func head(time string) []Column {
	return []Column{{Head: "Rank", Width: 5}, {Head: "Name", Width: 30}, {Head: "Contributor", Width: 20}, {Head: time, Width: 15, Digits: 3}}
}

func (e Entry) cells(rank int, more ...Cell) []Cell {
	return append([]Cell{Text(fmt.Sprint(rank)), Bot(e.Slot, e.Name), Text(e.Author)}, more...)
}

// Scores is the original's table "The Final Scores" with the interval of the mean and a remark at its right. Entries come by rank.
func Scores(entries []Entry) *Table {
	t := &Table{Title: "The Final Scores", Ruler: ruler, Columns: append(head("Avg [us]"),
		Column{Head: "Score", Width: 7, Digits: 3, Unit: "%"}, Column{Head: "+-95%", Width: 7, Digits: 3, Added: true}, Column{Added: true, Remark: true})}
	for i, e := range entries {
		half := Cell{}
		if e.Half > 0 {
			half = Number(e.Half)
		}
		t.Rows = append(t.Rows, e.cells(i+1, Number(e.Average), Number(e.Score), half, Text(e.Remark)))
	}
	return t
}

// Efficiency is the original's table "Best Efficiency": score by µs, best first.
func Efficiency(entries []Entry) *Table {
	t := &Table{Title: "Best Efficiency", Ruler: ruler, Columns: append(head("Avg [us]"),
		Column{Head: "Score [%]", Width: 12, Digits: 3}, Column{Head: "Efficiency [%/us]", Width: 12, Digits: 3})}
	order := slices.Clone(entries)
	slices.SortStableFunc(order, func(a, b Entry) int { return cmp.Compare(b.Efficient, a.Efficient) })
	for i, e := range order {
		efficient := Cell{}
		if e.Average > 0 {
			efficient = Number(e.Efficient)
		}
		t.Rows = append(t.Rows, e.cells(i+1, Number(e.Average), Number(e.Score), efficient))
	}
	return t
}

// Trials is the original's table of time trials: average, least and most time of a move, quickest first.
func Trials(entries []Entry) *Table {
	columns := head("Avg [us]")
	columns = append(columns, Column{Head: "Min [us]", Width: 15, Digits: 3}, Column{Head: "Max [us]", Width: 15, Digits: 3}, Column{Added: true, Remark: true})
	t := &Table{Title: "Time Trials", Ruler: ruler, Columns: columns}
	order := slices.Clone(entries)
	slices.SortStableFunc(order, func(a, b Entry) int { return cmp.Compare(a.Average, b.Average) })
	for i, e := range order {
		t.Rows = append(t.Rows, e.cells(i+1, Number(e.Average), Number(e.Least), Number(e.Most), Text(e.Remark)))
	}
	return t
}
