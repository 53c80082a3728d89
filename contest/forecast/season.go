package forecast

import (
	"fmt"
	"io"
	"time"

	"agon/contest/simulation"
	"agon/show/report"
	"agon/show/term/table"
)

// A Season shows how a field that changes was ranked. Times are in seconds of play.
type Season struct {
	Weeks []Week `json:"weeks"`
	Late  Late   `json:"late"`
}

// A Week is a week of it; see [simulation.Week].
type Week struct {
	Versions int     `json:"versions"`
	Refused  int     `json:"refused"`
	Games    int     `json:"games"`
	Busy     float64 `json:"busy"`
	Astray   float64 `json:"places_astray"`
}

// A Late is the strong bot that came late; see [simulation.Late].
type Late struct {
	Week  int      `json:"week"`
	Place int      `json:"place"`
	Took  *float64 `json:"took"`  // null: it was not where it belongs at the end of its week
	Games *int     `json:"games"` // that it had played then
}

// seasonOf converts what was simulated; nil if that was no season.
func seasonOf(r *simulation.Result) *Season {
	if r.Weeks == nil {
		return nil
	}
	s := &Season{Late: Late{Week: r.Late.Week, Place: r.Late.Place}}
	if took := r.Late.Took.Seconds(); took >= 0 {
		s.Late.Took, s.Late.Games = &took, &r.Late.Games
	}
	for _, w := range r.Weeks {
		s.Weeks = append(s.Weeks, Week(w))
	}
	return s
}

// print prints a table of the weeks, and a sentence about the late bot.
func (s *Season) print(out io.Writer, style table.Style) error {
	t := &table.Table{Title: "Season", Ruler: 60, Columns: []table.Column{
		{Head: "Week", Width: 6}, {Head: "Versions", Width: 9}, {Head: "Refused", Width: 8}, {Head: "Games", Width: 9},
		{Head: "Cores busy", Width: 11}, {Head: "Places astray", Width: 14},
	}}
	for i, w := range s.Weeks {
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(i + 1)), table.Text(fmt.Sprint(w.Versions)), table.Text(fmt.Sprint(w.Refused)), table.Text(fmt.Sprint(w.Games)),
			table.Text(fmt.Sprintf("%.0f %%", 100*w.Busy)), table.Text(fmt.Sprintf("%.1f", w.Astray)),
		})
	}
	came := fmt.Sprintf("A strong bot, whose place was %d, came in week %d", s.Late.Place, s.Late.Week)
	if s.Late.Took == nil {
		t.Notes = append(t.Notes, came+", and was not where it belongs at the end of that week.")
	} else {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: it was where it belongs, to within 2 %% of the field, after %s of play and %s.", came,
			time.Duration(*s.Late.Took*float64(time.Second)).Round(time.Minute), report.Counted(*s.Late.Games, "game")))
	}
	return t.Write(out, style)
}
