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
	Week  int     `json:"week"`
	Place int     `json:"place"`
	Found []Found `json:"found"`
}

// A Found is how long it took until it was where it belongs; see [simulation.Found].
type Found struct {
	Within float64  `json:"within"`
	Took   *float64 `json:"took"`  // null: it was not there at the end of its week
	Games  *int     `json:"games"` // that it had played then
}

// seasonOf converts what was simulated; nil if that was no season.
func seasonOf(r *simulation.Result) *Season {
	if r.Weeks == nil {
		return nil
	}
	s := &Season{Late: Late{Week: r.Late.Week, Place: r.Late.Place}}
	for _, found := range r.Late.Found {
		f := Found{Within: found.Within}
		if took := found.Took.Seconds(); took >= 0 {
			f.Took, f.Games = &took, &found.Games
		}
		s.Late.Found = append(s.Late.Found, f)
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
			table.Text(fmt.Sprint(i + 1)), table.Text(fmt.Sprint(w.Versions)), table.Text(fmt.Sprint(w.Refused)),
			table.Text(fmt.Sprint(w.Games)),
			table.Text(fmt.Sprintf("%.0f %%", 100*w.Busy)), table.Text(fmt.Sprintf("%.1f", w.Astray)),
		})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("A strong bot came in week %d, when its true place was %d.", s.Late.Week, s.Late.Place))
	for _, f := range s.Late.Found {
		words := fmt.Sprintf("Within %.0f %% of the field of its true place: ", 100*f.Within)
		if f.Took == nil {
			words += "not at the end of that week."
		} else {
			words += fmt.Sprintf("after %s of play and %s.", time.Duration(*f.Took*float64(time.Second)).Round(time.Minute),
				report.Counted(*f.Games, "game"))
		}
		t.Notes = append(t.Notes, words)
	}
	return t.Write(out, style)
}
