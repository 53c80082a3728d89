package text

import (
	"fmt"
	"io"
	"slices"

	"agon/internal/clean"
	"agon/lab/onegame"
	"agon/show/report"
	"agon/show/term/table"
)

// Result prints what a game came to; more is the command or the folder that has more of its faults.
func Result(out io.Writer, r *onegame.Result, more string) error {
	o := r.Outcome
	unit, _ := r.Kind.Scale(r.Settings, len(o.Seats))
	t := &table.Table{Columns: []table.Column{
		{Head: "#", Width: 4}, {Head: "Bot", Width: 30}, {Head: "Author", Width: 20}, {Head: table.Score(unit),
			Width: max(10, len(table.Score(unit))+2), Digits: 2}, {Head: "us/move", Width: 10, Digits: 1},
		{Head: "Faults", Width: 10, Remark: true},
	}}
	slots := make([]int, len(o.Seats))
	for seat := range slots {
		slots[seat] = seat
	}
	slices.SortStableFunc(slots, func(a, b int) int { return o.Seats[a].Place - o.Seats[b].Place })
	for _, slot := range slots {
		s := o.Seats[slot]
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(s.Place)), table.Bot(slot,
				s.Bot), table.Text(s.Author), table.Number(s.Score), table.Number(s.AvgUs), table.Text(Marks(s.Faults, s.Doubt)),
		})
	}
	fmt.Fprintf(out, "%s, %s, seed %d, digest %016x\n", r.Kind.Title, report.Counted(o.Rounds, r.Kind.Step), r.Seed, o.Digest)
	if err := t.Write(out, styleOf(out)); err != nil {
		return err
	}
	if r.Replay != "" {
		fmt.Fprintf(out, "Replay: %s   (agon replay %s shows it)\n", r.Replay, r.Replay)
	}
	for _, s := range o.Seats {
		for _, f := range s.First {
			fmt.Fprintln(out, FirstFault(s.Bot, r.Kind.TurnWord(o.Turns, o.Rounds), f, more))
		}
	}
	if o.Ending != "" {
		fmt.Fprintln(out, clean.Text(o.Ending))
	}
	return nil
}
