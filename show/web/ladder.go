package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"agon/internal/numerals"
	"agon/internal/wholefile"
	"agon/show/report"
)

const (
	listedGames  = 1000 // of a bot: only the last ones are on its page
	fewerGames   = 100  // if there are manyBots
	listedOthers = 7    // in a game
)

// ladderPage is the data of templates/ladder.html: a leaderboard, and what the page of one bot on it shares with it.
type ladderPage struct {
	frame
	Stage    *report.Stage
	Progress string
	Columns  []heading
	Rows     []ladderRow
	Marks    string // classes of the leaderboard's table: those of fitted; "worth5" sets off the fifth column
	Left     *leftView
	Pageless bool // some of the listed games have no page
}

// ladderRow is a bot's line on a leaderboard.
type ladderRow struct {
	*report.Standing
	chip
	Place, Of, Places  string // "133rd", " of 3 131", "120–150"
	Href               string
	RatingText, Plus   string
	Cells              []cell
	FaultsText, Micros string
}

// ladderGame is a game from one bot's point of view.
type ladderGame struct {
	Number             int
	Href               string
	Place, Score       string
	Rounds, Faults     int            // the bot's own faults
	Day, Year, Slots   string         // "14 Nov", "2026"; empty if unknown
	Others             []gameSeatView // the first of them
	More               int            // the number of the rest
	Won, Lost          bool
	FaultsText, Replay string
	Own                string // the bot's own faults
	LateText           string // who lost on time
}

func ladderPath(stage int) string { return "ladder-" + strconv.Itoa(stage+1) + ".html" }

func botPath(stage, slot int) string { return fmt.Sprintf("bots/%d-%d.html", stage+1, slot+1) }

// writeLadders writes the leaderboards, and for each bot on them a page with its curve and its games.
func writeLadders(dir string, r *report.Run, watchable map[int]bool) error {
	for i := range r.Stages {
		if !r.Stages[i].Ladder() {
			continue
		}
		if err := os.MkdirAll(filepath.Join(dir, "bots"), 0o755); err != nil {
			return err
		}
		if err := writeLadder(dir, r, i, watchable); err != nil {
			return fmt.Errorf("stage %q: %w", r.Stages[i].Name, err)
		}
	}
	return nil
}

func writeLadder(dir string, r *report.Run, stage int, watchable map[int]bool) error {
	board := newLadderPage(r, stage)
	if err := writePage(filepath.Join(dir, ladderPath(stage)), "ladder", board); err != nil {
		return err
	}
	return writeBots(dir, r, stage, watchable)
}

func writePage(file, name string, data any) error {
	text, err := render(name, data)
	if err != nil {
		return err
	}
	return wholefile.WriteBytes(file, []byte(text))
}

// newLadderPage returns a leaderboard.
func newLadderPage(r *report.Run, stage int) ladderPage {
	s := &r.Stages[stage]
	p := ladderPage{frame: newFrame(r, ""), Stage: s, Progress: progressOf(s)}
	p.Page = s.Name + ": leaderboard"
	t := newFigures(report.Board, s)
	p.Columns = t.heads()
	p.Marks = marks(p.Columns)
	for i := range s.Standings {
		p.Rows = append(p.Rows, newLadderRow(&s.Standings[i], stage, t))
	}
	p.Left = newLeft(r, stage, len(s.Left))
	return p
}

// marks returns the classes of a table with these columns after rank, places and bot: which a narrow panel leaves out, and which is set
// off.
func marks(columns []heading) string {
	before := []fit{{width: placeWidth, Stays: true}, {width: rangeWidth}, {width: nameWidth, Stays: true}}
	fits := append(before, fitsOf(columns)...)
	worth := ""
	for i, c := range columns {
		fits[len(before)+i].Stays = c.Head == "Rating" || c.Key == "played"
		if c.Head == "Rating" {
			worth = fmt.Sprintf(" worth%d", len(before)+i+1)
		}
	}
	return fitted(fits) + worth
}

func newLadderRow(row *report.Standing, stage int, t figures) ladderRow {
	v := ladderRow{
		Standing: row, chip: chipOf(row.Look()), Href: botPath(stage, row.Entry), FaultsText: faultsText(row.Faults), Cells: t.cells(row),
	}
	if row.Rank > 0 && !t.stage.Unplaced(row) {
		v.Place, v.Of = ordinal(row.Rank), " of "+numerals.Grouped(t.stage.Placed())
	}
	if row.RankLow != row.RankHigh {
		v.Places = fmt.Sprintf("%s–%s", numerals.Grouped(row.RankLow), numerals.Grouped(row.RankHigh))
	}
	if row.Played == 0 {
		return v
	}
	v.RatingText, v.Plus, v.Micros = numerals.Decimals(row.Rating, 0), numerals.Decimals(report.Reach*row.RatingError, 0),
		microsColumn(row.Average())
	return v
}

// ordinal returns "1st", "22nd", "3 113th".
func ordinal(n int) string { return numerals.Grouped(n) + report.OrdinalEnding(n) }

// gamesBySlot returns the indexes of each bot's games of a stage in the report's games.
func gamesBySlot(r *report.Run, stage int) map[int][]int {
	games := make(map[int][]int)
	for i := range r.Games {
		if r.Games[i].Stage != stage {
			continue
		}
		for _, s := range r.Games[i].Seats {
			games[s.Slot] = append(games[s.Slot], i)
		}
	}
	return games
}

// newLadderGame returns a game from the point of view of the bot of a slot; up is the relative path from the page to the report's folder.
func newLadderGame(r *report.Run, g *report.Game, slot int, unit, up string, watchable map[int]bool) ladderGame {
	v := ladderGame{Number: g.Number, Rounds: g.Rounds, Slots: slotsOf(g), FaultsText: faultsText(g.Faults), LateText: lateText(g.OnTime),
		Replay: address(up, g.Replay)}
	if day := dayText(g.Day); day != "" {
		at := strings.LastIndexByte(day, ' ')
		v.Day, v.Year = day[:at], day[at+1:]
	}
	if watchable[g.Number] {
		v.Href = up + gamePath(g.Number)
	}
	mine := 0
	for _, s := range g.Seats {
		if s.Slot == slot {
			mine = s.Place
			v.Score = scoreText(s.Score, unit)
			for _, n := range s.Faults {
				v.Faults += n
			}
			v.Own = faultsText(v.Faults)
			continue
		}
		if len(v.Others) == listedOthers {
			v.More++
			continue
		}
		v.Others = append(v.Others, gameSeatView{chipOf(r.Look(s.Slot)), s.Name, scoreText(s.Score, unit)})
	}
	v.Place = fmt.Sprintf("%s of %d", ordinal(mine), len(g.Seats))
	v.Won, v.Lost = g.Outcome(slot)
	return v
}

func progressOf(s *report.Stage) string {
	if s.Planned > 0 && s.Played < s.Planned {
		return numerals.Grouped(s.Played) + " of " + numerals.Counted(s.Planned, "game")
	}
	return numerals.Counted(s.Played, "game")
}
