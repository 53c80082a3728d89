package web

import (
	"path/filepath"
	"strings"

	"agon/internal/numerals"
	"agon/show/report"
)

// juryPage is the data of templates/jury.html.
type juryPage struct {
	frame
	Title, Why, Unit string
	Among            *groupView // their cross table in the last stage; nil if not all bots met each other
	Bots             []juryBot
}

type juryBot struct {
	gameSeatView
	Author, Places     string
	Rank               string
	Rated              bool
	Record             []juryRecord
	Games              []juryGame
	Micros, FaultsText string
	Remark             string // from its row of the last stage, such as how often it lost on time
}

// juryRecord is a bot's result in one stage.
type juryRecord struct {
	Stage, Place   string
	Matches, Games string // won, drawn and lost
	Rating, Order  string
	Mean, Plus     string
}

type juryGame struct {
	ladderGame
	Stage, Margin string
}

const juryPath = "jury.html"

// AgentsFolder is the folder of the pages about coding agents, in a report.
const AgentsFolder = "agents"

// writeJury writes the jury's page, if there is a short list.
func writeJury(dir string, r *report.Run, watchable map[int]bool) error {
	if r.Jury == nil {
		return nil
	}
	return writePage(filepath.Join(dir, juryPath), "jury", newJuryPage(r, watchable))
}

func newJuryPage(r *report.Run, watchable map[int]bool) juryPage {
	last := &r.Stages[r.Jury.Stage]
	p := juryPage{
		frame: newFrame(r, ""), Why: r.Jury.Why, Unit: last.Unit, Title: "Jury: the best " + numberWord(len(r.Jury.Bots)),
	}
	p.Page = p.Title
	games := gamesByNumber(r)
	listed := make(map[int]bool)
	for _, b := range r.Jury.Bots {
		listed[b.Slot] = true
		p.Bots = append(p.Bots, newJuryBot(r, b, games, watchable))
	}
	p.Among = among(last, listed, r.Jury.Stage)
	return p
}

// among returns the cross table of the listed bots, or nil if the stage has several groups.
func among(s *report.Stage, listed map[int]bool, stage int) *groupView {
	if len(s.Meetings) == 0 || len(listed) < 2 || len(s.Groups()) > 1 {
		return nil
	}
	var rows []report.Standing
	for _, row := range s.Standings {
		if listed[row.Entry] {
			rows = append(rows, row)
		}
	}
	v := newGroup(s, rows, meetingsBySlots(s.Meetings), stage)
	v.Title, v.Count, v.Said = "Against each other", "in "+s.Name, ""
	return &v
}

func newJuryBot(r *report.Run, b report.JuryBot, games map[int]*report.Game, watchable map[int]bool) juryBot {
	v := juryBot{gameSeatView: gameSeatView{chip: chipOf(r.Look(b.Slot))}}
	for i := range r.Stages {
		for j := range r.Stages[i].Standings {
			row := &r.Stages[i].Standings[j]
			if row.Entry != b.Slot {
				continue
			}
			v.Name, v.Author = row.Name, row.Author
			v.Rank, v.Places = ordinal(row.Rank), placesText(row.RankLow, row.RankHigh)
			v.Micros, v.FaultsText = microsUnit(row.Average()), faultsText(row.Faults)
			v.Remark = row.Remark()
			v.Rated = v.Rated || row.Rating != 0
			v.Record = append(v.Record, newJuryRecord(&r.Stages[i], row))
		}
	}
	for _, close := range b.Closest {
		if g := games[close.Game]; g != nil {
			v.Games = append(v.Games, juryGame{
				newLadderGame(r, g, b.Slot, r.Stages[g.Stage].Unit, "", watchable), r.Stages[g.Stage].Name,
				scoreText(close.Points, r.Stages[g.Stage].Unit),
			})
		}
	}
	return v
}

func newJuryRecord(s *report.Stage, row *report.Standing) juryRecord {
	v := juryRecord{
		Stage: s.Name, Place: ordinal(row.Rank), Games: threeCounts(report.Record{row.GamesWon, row.GamesDrawn, row.GamesLost}),
		Mean: numerals.Decimals(row.Score, 2), Plus: halfText(row), Order: placesText(row.OrderLow, row.OrderHigh),
	}
	if row.Letter != "" {
		v.Stage = s.Name + ", " + strings.ToLower(row.GroupTitle()[:1]) + row.GroupTitle()[1:]
	}
	for _, group := range s.Groups() {
		if group[0].Group == row.Group {
			v.Place += " of " + numerals.Grouped(len(group))
		}
	}
	if row.Wins+row.Draws+row.Losses > 0 {
		v.Matches = threeCounts(report.Record{row.Wins, row.Draws, row.Losses})
	}
	if row.Rating != 0 {
		v.Rating = numerals.Decimals(row.Rating, 0)
	}
	return v
}

// numberWord returns a small number as a word for a title.
func numberWord(n int) string {
	words := []string{"none", "one", "two", "three", "four", "five", "six"}
	if n < len(words) {
		return words[n]
	}
	return numerals.Grouped(n)
}

// halfText returns half of the interval of a mean score, or "" if it has none.
func halfText(row *report.Standing) string {
	if row.High <= row.Low {
		return ""
	}
	return numerals.Decimals((row.High-row.Low)/2, 2)
}
