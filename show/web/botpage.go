package web

import (
	"html/template"
	"path/filepath"
	"slices"
	"strconv"

	"agon/internal/shellword"
	"agon/show/report"
)

// botPage is the data of the page of one bot, or of one of its versions, on a ladder.
type botPage struct {
	ladderPage
	Board    string // the leaderboard's address
	Row      *ladderRow
	Name     string // of the bot, whatever the version
	Out, Why string // how it left; empty while it plays
	Version  int    // 0 if it is the only one
	Versions []versionView
	Newer    *versionView
	Curve    template.HTML
	Heads    []headView
	Worst    []headView
	Kinds    []faultKind
	Command  string       // prints its log; empty if it has none
	Games    []ladderGame // latest first
	Hidden   int          // games before them
	Listing  listing
}

// botFile is botPath as seen from another bot's page.
func botFile(stage, slot int) string { return filepath.Base(botPath(stage, slot)) }

// writeBots writes the pages of the bots of a ladder, and of the bots and versions that left it.
func writeBots(dir string, r *report.Run, stage int, watchable map[int]bool) error {
	s := &r.Stages[stage]
	games, t := gamesBySlot(r, stage), newFigures(report.Board, s)
	paged := map[int]bool{}
	for _, rows := range [][]report.Standing{s.Standings, s.Left} {
		for i := range rows {
			paged[rows[i].Entry] = true
		}
	}
	for _, rows := range [][]report.Standing{s.Standings, s.Left} {
		for i := range rows {
			row := newLadderRow(&rows[i], stage, t)
			page := newBotPage(r, stage, &row, games[row.Entry], watchable)
			page.Heads = heads(r, stage, row.Entry, games[row.Entry], paged)
			page.Worst = worst(page.Heads)
			if err := writePage(filepath.Join(dir, botPath(stage, row.Entry)), "ladder-bot", page); err != nil {
				return err
			}
		}
	}
	return nil
}

func newBotPage(r *report.Run, stage int, row *ladderRow, games []int, watchable map[int]bool) *botPage {
	s := &r.Stages[stage]
	p := &botPage{ladderPage: ladderPage{frame: newFrame(r, "../"), Stage: s, Progress: progressOf(s)}, Row: row,
		Board: "../" + ladderPath(stage)}
	p.Page = row.Name + ", " + s.Name
	p.Out, p.Why, p.Version = r.Entries[row.Entry].Out, r.Entries[row.Entry].OutWhy, r.Version(row.Entry)
	p.Name = row.Standing.Name
	if p.Version > 0 { // the newest has no number in its name
		p.Name = r.Entries[slices.Max(r.Entries[row.Entry].Versions)].Name
	}
	p.Versions = versionsOf(r, stage, row.Entry)
	for i := range p.Versions {
		if i > 0 && p.Versions[i].Now {
			p.Newer = &p.Versions[i-1]
		}
	}
	p.Curve = drawVersions(r, stage, row.Entry)
	p.Kinds = faultKinds(r, row.Entry, games, watchable)
	if row.Logged {
		p.Command = "agon logs CONTEST " + shellword.Quote(p.Name)
	}
	p.list(r, games, watchable)
	return p
}

// list lists the bot's last games.
func (p *botPage) list(r *report.Run, games []int, watchable map[int]bool) {
	most := listedGames
	if len(p.Stage.Standings) > manyBots {
		most = fewerGames
	}
	p.Hidden = max(0, len(games)-most)
	names := map[int]string{}
	for i := len(games) - 1; i >= p.Hidden; i-- {
		g := newLadderGame(r, &r.Games[games[i]], p.Row.Entry, p.Stage.Unit, "../", watchable)
		p.Games = append(p.Games, g)
		p.Pageless = p.Pageless || g.Href == ""
		p.Listing.Dated = p.Listing.Dated || g.Day != ""
		for _, s := range r.Games[games[i]].Seats {
			if s.Slot != p.Row.Entry {
				names[s.Slot] = s.Name
			}
		}
	}
	p.Listing.bots(names)
}

// slotsOf lists the slots of a game's seats for the filters of a page: "0 5 7".
func slotsOf(g *report.Game) (text string) {
	for i, s := range g.Seats {
		if i > 0 {
			text += " "
		}
		text += strconv.Itoa(s.Slot)
	}
	return text
}
