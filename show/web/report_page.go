package web

import (
	"fmt"
	"html/template"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"agon/game/palette"
	"agon/internal/numerals"
	"agon/show/markdown"
	"agon/show/report"
	"agon/show/report/chart"
)

const (
	fewBots  = 60  // with more, histograms have a page of their own
	fewGames = 12  // with more, only the newest are on the first page
	manyBots = 300 // with more, bars have no numerals.Decimals, to keep the page small
)

// A frame is the part that all pages of a report's folder share.
type frame struct {
	Theme, Policy, Home string
	Page                string // the page's name in its title; empty for the first page
	Contest             string
	Card                string        // address of a picture of the standings, for links on other sites; may be empty
	Head, Foot          template.HTML // sheets and scripts
}

// newFrame returns the frame of a page; up is the relative path from it to the report's folder. Its script is that of pages without buttons
// for an order.
func newFrame(r *report.Run, up string) frame {
	return frame{
		Policy: filePolicy, Home: up + "index.html", Contest: r.Contest, Card: r.Card,
		Head: feedLink(up) + template.HTML(`<link rel="stylesheet" href="`+up+`assets/report.css"><script src="`+up+
			`assets/theme.js"></script>`),
		Foot: template.HTML(`<script src="` + up + `assets/ladder.js"></script>`),
	}
}

// feedLink returns the element with which a page links the contest's feed.
func feedLink(up string) template.HTML {
	return template.HTML(`<link rel="alternate" type="application/atom+xml" href="` + up + report.FeedFile + `">`)
}

// A chip is the mark of a bot, which is the same on all pages.
type chip struct {
	Mark string
	Look int
}

func chipOf(slot int) chip { return chip{palette.Mark(slot), slot % len(palette.Slots)} }

// reportPage is the data of templates/report.html, games.html and histograms.html.
type reportPage struct {
	frame
	Kind       string
	Facts      []report.Fact
	Efficiency string
	Meter      template.HTML
	Bots       string
	About      template.HTML
	Podium     *podium     // of a contest that is over
	Fall       *fall       // the largest in a game that was looked at; nil: none was
	Heat       *heat       // of the winner's tiles; nil: it owns none
	Stages     []stageView // the newest first
	Strip      []stripView
	Games      []gameView
	AllGames   int
	Listing    listing // on the page of games
	Many       bool    // histograms have a page of their own
	Jury       bool    // there is a page for the jury
	Beside     bool    // there are pages about coding agents
	Decisions  []decisionView
	Decided    string // address of the page of all decisions and changes, if there are any
}

// stageView is a stage with its table.
type stageView struct {
	*report.Stage
	ID       string
	Progress string
	Number   int    // from 1
	Date     string // "14 Nov – 15 Nov"
	State    string // "done", "running"
	Fit      string // classes of the table for narrow panels, see fitted
	Order    string // label of the button for the table's own order
	BarWords string
	onPodium bool         // the podium says how certain its first place is
	Drawn    *bracketView // of a knockout
	Print    string       // address of the bracket to print; empty: there is none
	Pairs    *pairTable
	Bump     template.HTML
	Drawings []drawing
	Ratings  template.HTML // over the rounds of a ladder; empty: too little is known
	Columns  []heading
	Axis     chart.Axis
	Ticks    []template.HTML
	Rows     []rowView
	Notable  []notable
	Board    string // address of the leaderboard, if there is one
	CSV      string // address of the file with its marks; empty: it has none
	Groups   []groupView
	Apart    string // address of the page of the groups, if there are many
	Orders   string // the rows by efficiency and by steadiness, for the buttons
	Small    []histogram
	Left     *leftView
}

type rowView struct {
	*report.Standing
	chip
	RankText, Places string // the rank with its group if there are several: "A1"
	Move             template.HTML
	Href             string // of the bot's page; empty if it has none, or if there are manyBots
	Bar              template.HTML
	Cells            []cell
}

// notable is a sentence about one bot: the most consistent, the best game.
type notable struct {
	chip
	What, Name, Figure, Href string
}

type gameView struct {
	*report.Game
	Href, ReplayHref string
	Margin           string // between the first two scores; empty if they are not comparable
	Lost             bool   // its replay is lost
	Date             string // "14 Nov 2026"; empty if unknown
	Slots            string // of all seats, "0 5 7"
	First            []gameSeatView
	LateText         string // who lost on time
	FaultsText       string
	Told             []part // who won against whom
	Scores           string // of a game of two
}

type gameSeatView struct {
	chip
	Name, Score string
}

func writeTables(dir string, r *report.Run, watchable map[int]bool, seen sights) error {
	page := newReportPage(r, watchable)
	page.Fall, page.Heat = seen.fall, seen.heat
	if page.Many {
		apart := page
		apart.Page = "Histograms"
		if err := writePage(filepath.Join(dir, "histograms.html"), "histograms", apart); err != nil {
			return err
		}
	}
	if err := writeGameList(dir, r, page, watchable); err != nil {
		return err
	}
	return writePage(filepath.Join(dir, "index.html"), "report", page)
}

func newReportPage(r *report.Run, watchable map[int]bool) reportPage {
	p := reportPage{
		frame: newFrame(r, ""), Kind: r.Kind.Title, AllGames: len(r.Games), Bots: numerals.Counted(r.Bots(), "bot"), Facts: r.Facts(),
		Jury: r.Jury != nil, Beside: r.Beside != "",
	}
	p.About, _ = markdown.HTML([]byte(r.About)) // a text in memory: nothing fails
	p.Foot = `<script src="assets/report.js"></script>`
	if n := r.Authors(); n > 0 {
		p.Bots += " by " + numerals.Counted(n, "author")
	}
	if r.Efficiency >= 0.005 {
		p.Efficiency = numerals.Decimals(r.Efficiency, 2)
		p.Meter = template.HTML(fmt.Sprintf(`<svg class="meter" aria-hidden="true"><rect width="%.1f%%"/></svg>`, 100*min(1, r.Efficiency)))
	}
	for i := range r.Stages {
		p.Stages = append(p.Stages, newStageView(r, i, watchable))
		p.Many = p.Many || len(r.Stages[i].Standings) > fewBots && len(p.Stages[i].Small) > 0
	}
	if len(r.Decisions) > 0 {
		p.Decided = decisionsPath
		p.Decisions, _ = newDecisions(r)
		p.Decisions = p.Decisions[:min(len(p.Decisions), fewDecisions)]
	}
	slices.Reverse(p.Stages)
	if p.Strip, p.Podium = newStrip(r), newPodium(r, watchable); p.Podium != nil {
		p.Stages[0].onPodium = p.Podium.Certain != ""
	}
	for _, i := range newestGames(r) {
		p.Games = append(p.Games, newGameView(&r.Games[i], r, watchable))
	}
	return p
}

// Settled returns what is said of the ranks below the table: not again what the podium says.
func (v stageView) Settled() string {
	if v.onPodium {
		return v.EndedEarly()
	}
	return v.Stage.Settled()
}

func newStageView(r *report.Run, i int, watchable map[int]bool) stageView {
	s := &r.Stages[i]
	v := stageView{Stage: s, ID: fmt.Sprintf("stage-%d", i+1), Number: i + 1, Axis: chart.NewAxis(s), Order: orderWord(s)}
	v.Date, v.State = datesOf(s), stateOf(s)
	v.Drawn, v.Pairs = newBracket(s.Name, s.Bracket, r.Names(), r.Looks(), watchable), newPairs(s)
	v.Ticks = v.Axis.Ticks(axisUnit(s))
	v.Print = v.ID + "-bracket.svg"
	v.Progress = progressOf(s)
	if s.Ladder() {
		v.Board = ladderPath(i)
	}
	v.Groups = newGroups(s, i)
	if s.Marked() {
		v.CSV = report.MarksFile
	}
	if len(s.Standings) > fewBots && len(v.Groups) > 0 {
		v.Apart = groupsPath(i)
	}
	precision := 1
	if len(s.Standings) > manyBots {
		precision = 0
	}
	t := newFigures(report.Page, s)
	k := newRanking(s)
	v.Columns = append(k.heads(), t.heads()...)
	v.BarWords = k.barWords()
	for i := range s.Standings {
		v.Rows = append(v.Rows, newRowView(&s.Standings[i], k, t, v.Axis, precision))
		if s.Ladder() && len(s.Standings) <= manyBots {
			v.Rows[i].Href = botPath(v.Number-1, s.Standings[i].Entry)
		}
	}
	v.Fit = v.fitting(k)
	v.Notable = notables(s, watchable)
	v.Orders = orders(s)
	v.Small = histograms(s)
	v.Bump, v.Drawings = drawBump(r, s), drawings(s)
	if s.Ladder() {
		v.Ratings = ratingsOver(s, versionsIn(r))
	}
	v.Left = newLeft(r, i, fewLeft)
	return v
}

func newRowView(row *report.Standing, k ranking, t figures, a chart.Axis, precision int) rowView {
	v := rowView{
		Standing: row, RankText: row.InGroup(), chip: chipOf(row.Look()),
		Bar: a.Bar(t.stage, row, precision), Cells: append(k.cells(row), t.cells(row)...),
	}
	if t.stage.Unranked() || t.stage.Unplaced(row) {
		v.RankText = "–"
	}
	if row.RankLow != row.RankHigh && !t.stage.Unranked() {
		v.Places = fmt.Sprintf("%d–%d", row.RankLow, row.RankHigh)
	}
	if len(t.stage.Standings) <= manyBots && !t.stage.Unplaced(row) {
		v.Move = climbMark(report.Line{Standing: row, Stage: t.stage}.Climb())
	}
	return v
}

// fitting returns the classes of the stage's table. Places are left out where all are certain, bars where they would show places alone.
func (v *stageView) fitting(k ranking) string {
	certain := v.Unranked() || !slices.ContainsFunc(v.Standings, func(l report.Standing) bool { return l.RankLow != l.RankHigh })
	moves := slices.ContainsFunc(v.Rows, func(row rowView) bool { return row.Move != "" })
	rank := float64(rankWidth)
	if moves {
		rank = movedWidth
	}
	classes := fitted(append([]fit{
		{width: rank, Stays: true}, {width: placesWidth, Hidden: certain}, {width: nameWidth, Stays: true},
		{width: barWidth, Early: true, Hidden: v.BarWords == ""},
	}, fitsOf(v.Columns)...))
	if k.measured {
		classes += " error"
	}
	if moves {
		classes += " moves"
	}
	return classes
}

// By reports whether the table has a column, by its key, so that a button may order by it.
func (v stageView) By(key string) bool {
	return slices.ContainsFunc(v.Columns, func(h heading) bool { return h.Key == key })
}

// drawBump draws how the places of a stage changed, if that is known.
func drawBump(r *report.Run, s *report.Stage) template.HTML {
	var b strings.Builder
	if err := chart.Places(&b, s, r.Names()); err != nil {
		return ""
	}
	return template.HTML(b.String()) // every name in it has been escaped
}

// notables returns the most consistent and the most erratic bot, and the best game.
func notables(s *report.Stage, watchable map[int]bool) []notable {
	steady, erratic, best := s.Extremes()
	if erratic == nil {
		return nil
	}
	of := func(what string, row *report.Standing, figure string) notable {
		return notable{chip: chipOf(row.Look()), What: what, Name: row.Name, Figure: figure}
	}
	var list []notable
	if steady != nil && steady != erratic {
		list = append(list, of("Most consistent", steady, "deviation "+numerals.Decimals(steady.Deviation, 2)))
	}
	list = append(list,
		of("Most erratic", erratic, "deviation "+numerals.Decimals(erratic.Deviation, 2)),
		of("Best game", best, fmt.Sprintf("%s in game %s", scoreText(math.Round(best.Best*100)/100, s.Unit)+unitAfter(s.Unit),
			numerals.Grouped(best.BestGame+1))),
	)
	if watchable[best.BestGame+1] {
		list[len(list)-1].Href = gamePath(best.BestGame + 1)
	}
	return list
}

// unitAfter returns the unit after a score in a sentence.
func unitAfter(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// lateText returns which bots lost a game on time, or returns "" for none.
func lateText(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + " lost on time"
}

func newGameView(g *report.Game, r *report.Run, watchable map[int]bool) gameView {
	v := gameView{Game: g, FaultsText: faultsText(g.Faults), LateText: lateText(g.OnTime), ReplayHref: address("", g.Replay),
		Lost: g.Lost != nil, Date: dayText(g.Day), Slots: slotsOf(g)}
	if watchable[g.Number] {
		v.Href = gamePath(g.Number)
	}
	unit := ""
	if len(r.Stages) > 0 {
		unit = r.Stages[len(r.Stages)-1].Unit
	}
	played := len(g.Seats) > 0 && g.Seats[0].Place > 0
	if m, ok := margin(g); ok {
		v.Margin = numerals.Decimals(m, 6)
	}
	for _, s := range g.Seats[:min(3, len(g.Seats))] {
		seat := gameSeatView{chip: chipOf(r.Look(s.Slot)), Name: s.Name}
		if played {
			seat.Score = scoreText(s.Score, unit)
		}
		v.First = append(v.First, seat)
	}
	if played {
		v.Told, v.Scores = outcome(g.Seats, v.First)
	}
	return v
}
