package forecast

import (
	"fmt"
	"io"
	"time"

	"agon/contest/simulation"
	"agon/internal/clean"
	"agon/show/report"
	"agon/show/term/table"
)

// A Forecast shows how long a contest takes, and what it costs. Times are in seconds. Its JSON form is what agon simulate --json prints.
type Forecast struct {
	Contest    string  `json:"contest"`
	Seed       int64   `json:"seed"`
	Bots       int     `json:"bots"`
	Workers    int     `json:"workers"`
	Cores      int     `json:"cores"`     // of all workers
	GameTime   float64 `json:"game_time"` // mean, as set
	Wall       float64 `json:"wall"`
	Games      int     `json:"games"`
	Lost       int     `json:"lost_games"`
	CPUHours   float64 `json:"cpu_hours"`
	CoreHours  float64 `json:"core_hours"`
	Efficiency float64 `json:"efficiency"`
	Cost       float64 `json:"cost"`
	Stored     int64   `json:"stored_bytes"` // of the ledger and the replays, about
	Stages     []Stage `json:"stages"`
	Season     *Season `json:"season"` // null: the field does not change
}

// A Stage is a stage of it.
type Stage struct {
	Name   string  `json:"name"`
	Format string  `json:"format"`
	Bots   int     `json:"bots"`
	Games  int     `json:"games"`
	Rounds int     `json:"rounds"`
	Wall   float64 `json:"wall"`
	Wait   float64 `json:"longest_wait"`
	Early  string  `json:"ended_early,omitempty"` // how it ended if what mattered was certain before the last game
	Ranks  *Ranks  `json:"ranks"`                 // null: not computed
}

// Ranks say how certain ranks are after a stage; see simulation.Certainty.
type Ranks struct {
	Widest int `json:"widest_interval"` // places
	More   int `json:"more_games"`      // until all are separated; -1: unknown; 1000000: more than ten times those played
}

// settled describes how many games are missing until ranks settle.
func (r *Ranks) settled() string {
	switch {
	case r == nil:
		return ""
	case r.More == 0:
		return "settled"
	case r.More == simulation.Unknown:
		return "unknown"
	case r.More >= simulation.Many:
		return "more than ten times as many"
	}
	return fmt.Sprintf("about %d more", r.More)
}

// Print prints a table of the stages, and sentences about the whole.
func (f *Forecast) Print(out io.Writer, style table.Style) error {
	t := &table.Table{Title: clean.Text(f.Contest), Ruler: 60, Columns: []table.Column{
		{Head: "Stage", Width: 20}, {Head: "Bots", Width: 9}, {Head: "Games", Width: 11}, {Head: "Rounds", Width: 8},
		{Head: "Time", Width: 14},
		{Head: "Longest idle", Width: 14}, {Head: "Rank interval", Width: 15}, {Head: "More games for sure ranks", Width: 25, Remark: true},
	}}
	for _, s := range f.Stages {
		widest := ""
		if s.Ranks != nil {
			widest = report.Counted(s.Ranks.Widest, "place")
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(s.Name), table.Text(fmt.Sprint(s.Bots)), table.Text(fmt.Sprint(s.Games)), table.Text(fmt.Sprint(s.Rounds)),
			table.Text(seconds(s.Wall)), table.Text(seconds(s.Wait)), table.Text(widest), table.Text(s.Ranks.settled()),
		})
	}
	t.Notes = []string{
		fmt.Sprintf("%s on %s: %s for %s of about %s.", report.Counted(f.Bots, "bot"), report.Counted(f.Cores, "core"), seconds(f.Wall),
			report.Counted(f.Games, "game"), seconds(f.GameTime)),
		fmt.Sprintf("CPU hours of games: %.2f. Core hours: %.2f. Efficiency: %.1f %%.", f.CPUHours, f.CoreHours, 100*f.Efficiency),
	}
	for _, s := range f.Stages {
		if s.Early != "" {
			t.Notes = append(t.Notes, fmt.Sprintf("Stage %s %s.", s.Name, s.Early))
		}
	}
	if f.Lost > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Games lost and played again: %d.", f.Lost))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Storage of ledger and replays: about %s.", megabytes(f.Stored)))
	if f.Cost > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Cost: %.2f.", f.Cost))
	}
	if err := t.Write(out, style); err != nil || f.Season == nil {
		return err
	}
	return f.Season.print(out, style)
}

// megabytes formats a size for readers.
func megabytes(n int64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// seconds formats a time for readers.
func seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	switch {
	case d < 10*time.Millisecond:
		return d.Round(time.Microsecond).String()
	case d < 10*time.Second:
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
