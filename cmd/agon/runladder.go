package main

import (
	"fmt"
	"io"
	"strings"

	"agon/term/table"
	"agon/tournament"
	"agon/web"
)

// climb adds what a leaderboard shows of a line, where its format tells how ratings came about.
func climb(row *web.StandingRow, line tournament.Standing) {
	row.Rating, row.RatingError = line.Rating, line.RatingError
	row.Won, row.Drawn, row.Lost = line.GamesWon, line.GamesDrawn, line.GamesLost
	for _, p := range line.Curve {
		row.Curve = append(row.Curve, web.CurvePoint{Games: p.Games, Rating: p.Rating, Error: p.Error})
	}
}

// climbing reports whether a table is a ladder's: its ratings have errors, and its ranks are not certain.
func climbing(t tournament.Table) bool {
	for _, line := range t.Standings {
		if line.RatingError > 0 {
			return true
		}
	}
	return false
}

// ratingReach is how many standard errors hold the true rating in 95 of 100.
const ratingReach = 1.96

// printLadder prints a leaderboard: every rank with the places that it may really be, every rating with its interval.
func (r *runReport) printLadder(out io.Writer, nth int) error {
	s := &r.result.Stages[nth]
	lines := s.Table.Standings
	fmt.Fprintf(out, "%s (%s): %d games, seed %d.\n", s.Stage.Name, s.Stage.Format, s.Ledger.Done(), r.contest.Seed)
	t := &table.Table{Columns: []table.Column{
		{Head: "Rank", Width: len(rankOf(len(lines), len(lines))) + 2}, {Head: "Places", Width: len(places(len(lines), len(lines)-1)) + 2},
		{Head: "Name", Width: 30}, {Head: "Contributor", Width: 20}, {Head: "Rating", Width: 8, Digits: 0}, {Head: "+-95%", Width: 7, Digits: 0},
		{Head: "Games", Width: 7}, {Head: "W-D-L", Width: 14}, {Head: scoreHead(r.unit), Width: max(12, len(scoreHead(r.unit))+2), Digits: 2}, {Head: "Avg [us]", Width: 14, Digits: 1},
	}}
	for _, line := range lines {
		e := r.contest.Entries[line.Entry]
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(rankOf(line.Rank, len(lines))), table.Text(places(line.RankLow, line.RankHigh)), table.Bot(line.Entry, e.Name), table.Text(e.Author),
			table.Number(line.Rating), table.Number(ratingReach * line.RatingError), table.Text(fmt.Sprint(line.Played)),
			table.Text(fmt.Sprintf("%d-%d-%d", line.GamesWon, line.GamesDrawn, line.GamesLost)), table.Number(line.Score), table.Number(line.Average()),
		})
	}
	if names := r.goingOn(nth, lines); names != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("On to %s: %s.", r.contest.Stages[nth+1].Name, strings.Join(names, ", ")))
	}
	if err := t.Write(out, r.style); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "Places: 95 % interval of a bot's true rank.")
	return err
}

// rankOf is "133rd of 3131".
func rankOf(rank, bots int) string {
	return fmt.Sprintf("%d%s of %d", rank, web.OrdinalEnding(rank), bots)
}

// places is the interval of a rank, empty where it is certain.
func places(low, high int) string {
	if low == high {
		return ""
	}
	return fmt.Sprintf("(%s)", placeRange(low, high))
}
