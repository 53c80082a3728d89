package term

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"agon/show/film"
	"agon/show/report"
	"agon/show/term/screen"
	"agon/show/term/table"
)

// PrintStanding prints the table of a game after its screen was closed: the result, or the standing at the newest shot, marked as such. It
// prints nothing if the film has no shot.
func PrintStanding(w io.Writer, f *film.Film) error {
	n, done := f.Len()
	if n == 0 {
		return nil
	}
	shot := f.Shot(n - 1)
	t := standingTable(f, shot)
	words := screen.Clean(f.Info.Title)
	if done {
		words += ", " + report.Counted(shot.Round, f.Info.Step())
	}
	if !f.Info.Veiled {
		words += fmt.Sprintf(", seed %d", f.Info.Seed)
	}
	if !done {
		of := ""
		if total := f.Info.Rounds; total > 0 {
			of = fmt.Sprintf(" of %d", total)
		}
		words += fmt.Sprintf(": left in %s %d%s; the standing at that moment:", f.Info.Step(), shot.Round, of)
	}
	if _, err := fmt.Fprintln(w, words); err != nil {
		return fmt.Errorf("print the standing: %w", err)
	}
	if err := t.Write(w, table.On(w, os.Environ())); err != nil {
		return err
	}
	if ending, _ := f.Ending(); ending != "" {
		fmt.Fprintln(w, screen.Clean(ending))
	}
	return nil
}

// standingTable returns the seats of a shot by place.
func standingTable(f *film.Film, shot film.Shot) *table.Table {
	t := &table.Table{Columns: []table.Column{
		{Head: "#", Width: 4}, {Head: "Bot", Width: 30}, {Head: "Author", Width: 20},
		{Head: table.Score(f.Info.Unit), Width: max(10, len(table.Score(f.Info.Unit))+2), Digits: 2},
		{Head: "Faults", Width: 10, Remark: true},
	}}
	var h history
	h.learn(f)
	faults := h.bySeat(h.read, len(f.Info.Seats))
	looks := f.Info.Looks()
	for _, seat := range shot.ByPlace() {
		s, faulty := f.Info.Seats[seat], ""
		if faults[seat] > 0 {
			faulty = strconv.Itoa(faults[seat])
		}
		score := table.Number(shot.Scores[seat])
		if math.IsNaN(shot.Scores[seat]) {
			score = table.Text("hidden")
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(shot.PlaceText(seat)), table.Bot(looks[seat], s.Name), table.Text(s.Author), score,
			table.Text(faulty),
		})
	}
	return t
}
