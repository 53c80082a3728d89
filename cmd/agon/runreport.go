package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/contest"
	"agon/film"
	"agon/game"
	"agon/internal/wholefile"
	"agon/replay"
	"agon/term/table"
	"agon/tournament"
	"agon/web"
)

// runReport is what a run came to, ready to be printed and published.
type runReport struct {
	contest *contest.Contest
	result  *contest.Result
	unit    string
	lost    web.Incomplete   // games whose replay cannot be shown
	scores  map[int][]scored // by entry, in plan order
	links   []web.GameLink
	took    time.Duration
	report  string
	sandbox string
	style   table.Style
}

// scored is a score with its game.
type scored struct {
	fixture int
	score   float64
}

// newRunReport gathers the scores of all games.
func newRunReport(ctx context.Context, w *world, c *contest.Contest, result *contest.Result, sandbox string) (*runReport, error) {
	report := &runReport{contest: c, result: result, scores: map[int][]scored{}, sandbox: sandbox, report: filepath.Join(c.Dir, reportName)}
	if f, ok := w.out.(*os.File); ok {
		report.style = table.On(f, os.Environ())
	}
	report.unit, _ = c.Kind.Scale(c.Settings, len(c.Entries))
	return report, report.gather(ctx)
}

// write writes the files that were asked for, and the report.
func (r *running) write(ctx context.Context, report *runReport) error {
	c := report.contest
	if r.csv != "" {
		if err := wholefile.Write(r.csv, func(out io.Writer) error { return c.WriteCSV(ctx, out) }); err != nil {
			return err
		}
	}
	if r.graph != "" {
		if err := report.graph(r.graph); err != nil {
			return err
		}
	}
	if report.result.Games > 0 {
		if err := report.publish(r.bracket, r.pages); err != nil {
			return err
		}
	}
	if r.logs != "" {
		return writeGames(ctx, r.logs, c)
	}
	return nil
}

// publish writes the report's folder, with pages for so many games: its sums last, which say that it is whole.
func (r *runReport) publish(bracket string, pages int) error {
	if err := forgetSums(r.report); err != nil {
		return err
	}
	if err := r.writeBrackets(bracket); err != nil {
		return err
	}
	var incomplete *web.Incomplete
	switch err := web.WriteReport(r.report, r.page(pages)); {
	case errors.As(err, &incomplete):
		r.lost = *incomplete
	case err != nil:
		return err
	}
	if err := writeResult(r.report, r.json()); err != nil {
		return err
	}
	return writeSums(r.report)
}

func (r *runReport) gather(ctx context.Context) error {
	c := r.contest
	return c.Games(ctx, func(f tournament.Fixture, res tournament.Result) error {
		link := web.GameLink{
			Number: f.ID + 1, Stage: f.Stage, Title: fmt.Sprintf("%s, game %d", c.Stages[f.Stage].Name, f.ID+1), Seed: f.Seed, Rounds: res.Rounds,
		}
		for seat, entry := range f.Seats {
			s := res.Seats[seat]
			r.scores[entry] = append(r.scores[entry], scored{f.ID, s.Score})
			link.Faults += s.FaultCount()
			link.Seats = append(link.Seats, web.GameSeat{Name: c.Entries[entry].Name, Slot: entry, Place: s.Place, Score: s.Score})
		}
		link.OnTime = r.fallen(f, res)
		slices.SortStableFunc(link.Seats, func(a, b web.GameSeat) int { return a.Place - b.Place })
		r.links = append(r.links, link)
		return nil
	})
}

func (r *runReport) film(fixture int) (*film.Film, error) {
	data, err := r.contest.Replay(fixture)
	if err != nil {
		return nil, err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return nil, err
	}
	return filmOf(rep)
}

// stage is the last stage that has a table.
func (r *runReport) stage() *contest.StageResult { return &r.result.Stages[len(r.result.Stages)-1] }

// print prints the tables of every stage.
func (r *runReport) print(out io.Writer) error {
	for i := range r.result.Stages {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := r.printStage(out, i); err != nil {
			return err
		}
		r.printBracket(out, &r.result.Stages[i])
	}
	if r.style.Markdown {
		fmt.Fprintln(out)
	}
	for _, line := range r.remarks() {
		if r.style.Markdown {
			line = "- " + table.Escape(line)
		}
		fmt.Fprintln(out, line)
	}
	return nil
}

func (r *runReport) printStage(out io.Writer, nth int) error {
	s := &r.result.Stages[nth]
	switch {
	case climbing(s.Table):
		return r.printLadder(out, nth)
	case r.unit != "%":
		return r.printMatches(out, nth)
	}
	entries := r.lines(s)
	_, rounds := r.contest.Kind.Scale(r.contest.Settings, len(r.contest.Entries))
	fmt.Fprintf(out, "Ran tournament of %d games of %d rounds each, seed %d.\n", s.Ledger.Done(), rounds, r.contest.Seed)
	if err := table.Scores(entries).Write(out, r.style); err != nil {
		return err
	}
	fmt.Fprintln(out)
	return table.Efficiency(entries).Write(out, r.style)
}

// lines are a stage's standings as table entries, and after them the bots that play nothing.
func (r *runReport) lines(s *contest.StageResult) []table.Entry {
	var entries []table.Entry
	limit := r.average()
	for _, line := range s.Table.Standings {
		e := r.contest.Entries[line.Entry]
		t := table.Entry{
			Slot: line.Entry, Name: e.Name, Author: e.Author, Average: line.Average(), Score: line.Score, Half: (line.High - line.Low) / 2,
			Remark: r.mark(line.Entry),
		}
		if t.Average > 0 {
			t.Efficient = t.Score / t.Average
		}
		over := ""
		if limit > 0 && t.Average > limit {
			over = fmt.Sprintf("over %v", time.Duration(limit*1e3))
		}
		t.Remark = withPondering(joined(over, onTime(line.OnTime), t.Remark), line)
		entries = append(entries, t)
	}
	return entries
}

// withPondering adds to a remark that a bot has used the processor outside its turns.
func withPondering(remark string, line tournament.Standing) string {
	switch {
	case line.Ponders == 0:
		return remark
	case remark == "":
		return game.Pondering.String()
	}
	return remark + ", " + game.Pondering.String()
}

// average is the limit of the average time of a move in µs, 0 for none.
func (r *runReport) average() float64 {
	limit := r.contest.Kind.Clock(r.contest.Settings).Average
	if own := r.contest.File.Limits.Average; own > 0 {
		limit = own
	}
	return float64(limit.Microseconds())
}

// remarks are what is to be said under the tables.
func (r *runReport) remarks() []string {
	var lines []string
	for _, e := range r.contest.Entries {
		if e.Broken != "" {
			lines = append(lines, fmt.Sprintf("%s did not play: %s", e.Name, e.Broken))
		}
	}
	for _, refusal := range r.contest.Refused {
		lines = append(lines, fmt.Sprintf("%s was refused: %s", refusal.Name, refusal.Why))
	}
	for _, gone := range r.result.Retired {
		lines = append(lines, fmt.Sprintf("%s: %s (%d so far).", r.contest.Entries[gone.Entry].Name, gone.Why, gone.Games))
	}
	lines = append(lines, digests(r.contest.Entries)...)
	lines = append(lines, r.told()...)
	if len(r.result.Stages) == 0 || r.result.Games == 0 {
		return append(lines, "No game has been played.")
	}
	lines = append(lines, r.steady())
	if late := lateness(r.result.Strain); late != "" {
		lines = append(lines, late)
	}
	for _, c := range r.stage().Table.NotApart {
		lines = append(lines, cluster(r.stage(), c))
	}
	return lines
}

// whereabouts says where the report and the replays are, once they have been written.
func (r *runReport) whereabouts() string {
	if r.result.Games == 0 {
		return ""
	}
	return fmt.Sprintf("Report: %s    Replays: %s (%.1f MB)\n", filepath.Join(r.report, "index.html"), filepath.Join(r.contest.Dir, "replays"), float64(r.contest.ReplayBytes())/1e6)
}

// gaps names the games of which the report shows no replay, and why.
func (r *runReport) gaps() (lines []string) {
	for i, number := range r.lost.Games {
		lines = append(lines, fmt.Sprintf("the replay of game %d cannot be shown: %s", number, printable(r.lost.Errs[i].Error())))
	}
	return lines
}

// steady names who is most consistent and most erratic, and the best game.
func (r *runReport) steady() string {
	lines := r.stage().Table.Standings
	calm, wild, best := lines[0], lines[0], lines[0]
	for _, s := range lines {
		if s.Deviation < calm.Deviation {
			calm = s
		}
		if s.Deviation > wild.Deviation {
			wild = s
		}
		if s.Best > best.Best {
			best = s
		}
	}
	name := func(s tournament.Standing) string { return r.contest.Entries[s.Entry].Name }
	return fmt.Sprintf("Most consistent: %s (%.2f)   most erratic: %s (%.2f)   best game: %s %.1f %s in game %d",
		name(calm), calm.Deviation, name(wild), wild.Deviation, name(best), best.Best, r.unit, best.BestGame+1)
}

// page is the report as package web wants it, with pages for so many games.
func (r *runReport) page(games int) *web.Report {
	c := r.contest
	jury := r.jury()
	r.watch(jury, games)
	page := &web.Report{
		Jury:    jury,
		Contest: c.File.Name, Kind: c.Kind, Bots: len(c.Entries), Seed: c.Seed, Options: c.Settings.Changed(),
		Efficiency: r.result.Efficiency, Sandbox: r.sandbox, Games: r.links,
		Facts: []web.Fact{
			{Name: "Games", Value: fmt.Sprint(r.result.Games)},
			{Name: "Replays", Value: fmt.Sprintf("%.1f MB", float64(c.ReplayBytes())/1e6)},
		},
	}
	for _, line := range r.told() {
		page.Facts = append(page.Facts, web.Fact{Name: "Note", Value: line})
	}
	if late := lateness(r.result.Strain); late != "" {
		page.Facts = append(page.Facts, web.Fact{Name: "Clocks", Value: strings.TrimPrefix(late, "Clocks: ")})
	}
	authors := map[string]bool{}
	for _, e := range c.Entries {
		if e.Author != "" {
			authors[e.Author] = true
		}
	}
	page.Authors = len(authors)
	for _, e := range c.Entries {
		if e.Image != "" {
			page.Facts = append(page.Facts, web.Fact{Name: "Image of " + e.Name, Value: e.Image})
		}
	}
	for _, gone := range r.result.Retired {
		page.Facts = append(page.Facts, web.Fact{Name: "Retired: " + c.Entries[gone.Entry].Name, Value: fmt.Sprintf("%s (%d so far)", gone.Why, gone.Games)})
	}
	for i := range r.result.Stages {
		page.Stages = append(page.Stages, r.stageTable(&r.result.Stages[i], i))
	}
	return page
}

// bins is how many bars a histogram has.
const bins = 24

func (r *runReport) stageTable(s *contest.StageResult, nth int) web.StageTable {
	t := web.StageTable{
		Name: s.Stage.Name, Format: s.Stage.Format, Unit: r.unit, Played: s.Ledger.Done(), Planned: s.Ledger.Planned(), Limit: r.average(),
		Meetings: meetings(s), Elo: ordered(s.Table.Standings), Over: s.Finished,
	}
	if nth+1 < len(r.contest.Stages) {
		t.Next = r.contest.Stages[nth+1].Name
	}
	t.Bracket = r.pageBracket(s)
	var notes []string
	for _, c := range s.Table.NotApart {
		notes = append(notes, cluster(s, c))
	}
	t.Note = strings.Join(notes, " ")
	if len(notes) == 0 && len(s.Table.Standings) > 1 && s.Table.Bracket == nil {
		t.Note = "All places are apart."
	}
	for _, line := range s.Table.Standings {
		for _, sc := range r.scores[line.Entry] {
			t.BinLow, t.BinHigh = math.Min(t.BinLow, sc.score), math.Max(t.BinHigh, sc.score)
		}
	}
	t.BinLow, t.BinHigh = math.Floor(t.BinLow), math.Ceil(t.BinHigh)
	for _, line := range s.Table.Standings {
		t.Standings = append(t.Standings, r.row(line, s, t.BinLow, t.BinHigh))
		t.Ladder = t.Ladder || len(line.Curve) > 0
	}
	return t
}

func (r *runReport) row(line tournament.Standing, s *contest.StageResult, low, high float64) web.StandingRow {
	e := r.contest.Entries[line.Entry]
	row := web.StandingRow{
		Rank: line.Rank, RankLow: line.RankLow, RankHigh: line.RankHigh, Name: e.Name, Author: e.Author, Slot: line.Entry,
		Played: line.Played, Mean: line.Score, Low: line.Low, High: line.High, P10: line.Tenth, P90: line.Ninetieth,
		SD: line.Deviation, AvgMicros: line.Average(), Faults: line.Faults, Best: line.Best, BestGame: line.BestGame + 1,
		Histogram: make([]int, bins), Remark: withPondering(onTime(line.OnTime), line),
	}
	row.Remark = joined(row.Remark, r.mark(line.Entry))
	if row.AvgMicros > 0 {
		row.Efficiency = row.Mean / row.AvgMicros
	}
	climb(&row, line)
	meet(&row, line)
	for _, sc := range r.scores[line.Entry] {
		if sc.fixture >= s.Ledger.Next()-s.Ledger.Planned() && sc.fixture < s.Ledger.Next() && high > low {
			row.Histogram[max(0, min(int((sc.score-low)/(high-low)*bins), bins-1))]++
		}
	}
	if _, err := os.Stat(r.contest.LogFile(line.Entry)); err == nil {
		row.Log, _ = filepath.Rel(r.report, r.contest.LogFile(line.Entry))
	}
	return row
}

// json is the run as one object.
func (r *runReport) json() any {
	type standing struct {
		Group      string  `json:"group,omitempty"`
		Rank       int     `json:"rank"`
		RankLow    int     `json:"rank_low"`
		RankHigh   int     `json:"rank_high"`
		Bot        string  `json:"bot"`
		Author     string  `json:"author"`
		Image      string  `json:"image,omitempty"`
		Played     int     `json:"played"`
		Score      float64 `json:"score"`
		Low        float64 `json:"low"`
		High       float64 `json:"high"`
		Deviation  float64 `json:"deviation"`
		Best       float64 `json:"best"`
		Rating     float64 `json:"rating,omitempty"`
		RatingErr  float64 `json:"rating_error,omitempty"` // standard error
		OrderLow   int     `json:"order_low,omitempty"`
		OrderHigh  int     `json:"order_high,omitempty"`
		Through    bool    `json:"through,omitempty"`
		Note       string  `json:"note,omitempty"`
		Wins       int     `json:"wins"`
		Draws      int     `json:"draws"`
		Losses     int     `json:"losses"`
		Points     float64 `json:"points"`
		AvgUs      float64 `json:"avg_us"`
		CPUUs      float64 `json:"cpu_us"`
		ScorePerUs float64 `json:"score_per_us"`
		Faults     int     `json:"faults"`
		Pondering  int     `json:"pondering,omitempty"`       // of the faults, those of using the processor outside one's turns
		Doubt      string  `json:"clock_disagrees,omitempty"` // why its own times are not believed
		OnTime     int     `json:"lost_on_time"`              // games
	}
	type stage struct {
		Name      string     `json:"name"`
		Format    string     `json:"format"`
		Games     int        `json:"games"`
		Finished  bool       `json:"finished"`
		Standings []standing `json:"standings"`
	}
	var stages []stage
	for i := range r.result.Stages {
		s := &r.result.Stages[i]
		st := stage{Name: s.Stage.Name, Format: s.Stage.Format, Games: s.Ledger.Done(), Finished: s.Finished, Standings: []standing{}}
		for _, l := range s.Table.Standings {
			e := r.contest.Entries[l.Entry]
			line := standing{
				Rank: l.Rank, RankLow: l.RankLow, RankHigh: l.RankHigh, Bot: e.Name, Author: e.Author, Image: e.Image, Played: l.Played, Score: l.Score, Low: l.Low, High: l.High,
				Deviation: l.Deviation, Best: l.Best, Rating: l.Rating, RatingErr: l.RatingError, OrderLow: l.OrderLow, OrderHigh: l.OrderHigh,
				Through: l.Through && i+1 < len(r.contest.Stages), Note: l.Note, Wins: l.Wins, Draws: l.Draws, Losses: l.Losses, Points: l.Points, AvgUs: l.Average(), CPUUs: l.AverageCPU(), Faults: l.Faults, Pondering: l.Ponders, OnTime: l.OnTime,
				Doubt: r.contest.Doubt(l.Entry),
			}
			if line.AvgUs > 0 {
				line.ScorePerUs = line.Score / line.AvgUs
			}
			if len(groupsOf(s.Table)) > 1 {
				line.Group = groupName(l.Group)
			}
			st.Standings = append(st.Standings, line)
		}
		stages = append(stages, st)
	}
	type broken struct {
		Bot string `json:"bot"`
		Why string `json:"why"`
	}
	refused := []broken{}
	for _, e := range r.contest.Entries {
		if e.Broken != "" {
			refused = append(refused, broken{e.Name, e.Broken})
		}
	}
	for _, x := range r.contest.Refused {
		refused = append(refused, broken{x.Name, x.Why})
	}
	type gone struct {
		Bot   string `json:"bot"`
		Why   string `json:"why"`
		Games int    `json:"games"` // that were decided without it
	}
	retired := []gone{}
	for _, x := range r.result.Retired {
		retired = append(retired, gone{r.contest.Entries[x.Entry].Name, x.Why, x.Games})
	}
	type change struct {
		At   time.Time `json:"at"`
		What string    `json:"what"`
		Was  string    `json:"was"`
		Now  string    `json:"now"`
	}
	changes := []change{}
	for _, e := range r.contest.Changes() {
		changes = append(changes, change(e))
	}
	return struct {
		Agon       int       `json:"agon"`
		Contest    string    `json:"contest"`
		Kind       string    `json:"kind"`
		Seed       int64     `json:"seed"`
		Games      int       `json:"games"`
		Finished   bool      `json:"finished"`
		Rounds     int64     `json:"rounds"`
		Seconds    float64   `json:"seconds"`
		Efficiency float64   `json:"efficiency"`
		Clock      clockJSON `json:"clock"`
		Sandbox    string    `json:"sandbox"`
		Stages     []stage   `json:"stages"`
		Refused    []broken  `json:"refused"`
		Retired    []gone    `json:"retired"`
		Dir        string    `json:"dir"`
		Changes    []change  `json:"changes"`          // of settings, between runs
		Secret     string    `json:"secret,omitempty"` // that seeded the bots' generators, once the contest is over
	}{1, r.contest.File.Name, r.contest.Kind.Name, r.contest.Seed, r.result.Games, r.result.Finished, r.result.Rounds, r.result.Wall.Seconds(), r.result.Efficiency, r.clockJSON(), r.sandbox, stages, refused, retired, r.contest.Dir, changes, r.secret()}
}
