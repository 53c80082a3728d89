package web

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/internal/moment"
	"agon/internal/numerals"
	"agon/show/report"
)

const (
	decisionsPath = "decisions.html"
	fewDecisions  = 20 // with more, the first page has the newest, and decisionsPath all
)

// decisionView is a decision, or a change of the bots that the contest's file made.
type decisionView struct {
	chip
	Day, Time     string // "2026-11-14", "18:00"
	Bot           string // a bot, the limit with its value, or the number of games
	Href          string // of the bot's page; empty if it has none
	What, Why, By string
	Where         string // "season, round 3" or "after season"; empty for a limit
}

// decisionsPage is the data of templates/decisions.html.
type decisionsPage struct {
	frame
	Decisions []decisionView
	Changes   []decisionView
}

// decisionWords are the kinds of decisions in words.
var decisionWords = map[string]string{
	"joined": "joins", "withdrawn": "withdrawn", "barred": "disqualified", "reinstated": "reinstated", "again": "played again",
	"limit": "limit", "grown": "grows", "spent": "used its time",
}

// newDecisions returns the organiser's decisions and the changes by the contest's file, the newest first.
func newDecisions(r *report.Run) (decisions, changes []decisionView) {
	for _, d := range slices.Backward(r.Decisions) {
		v := newDecision(r, &d)
		if d.By == "" && d.What != "limit" {
			changes = append(changes, v)
		} else {
			decisions = append(decisions, v)
		}
	}
	return decisions, changes
}

func newDecision(r *report.Run, d *report.Decision) decisionView {
	v := decisionView{Day: d.At.Local().Format(time.DateOnly), Time: moment.Clock(d.At.Local()), Bot: d.Bot, What: decisionWords[d.What],
		Why: d.Why, By: d.By}
	v.What = cmp.Or(v.What, d.What)
	if d.Bot != "" {
		v.chip, v.Href = chipOf(r.Look(d.Entry)), pageOfBot(r, d.Entry)
		if d.What == "joined" && r.Version(d.Entry) > 1 {
			v.What = "version " + numerals.Grouped(r.Version(d.Entry))
		}
	}
	if d.What == "grown" {
		v.Bot = "the contest"
	}
	if d.What == "again" {
		v.Bot = numerals.Counted(len(d.Games), "game")
	}
	if d.What == "limit" {
		v.Bot, v.By = strings.TrimSpace(d.Limit+" "+d.Value), "the organiser"
		if d.Value == "" {
			v.Bot = d.Limit + ", as in the contest file"
		}
		return v
	}
	switch {
	case d.Stage < 1 || d.Stage > len(r.Stages):
	case d.Round == 0:
		v.Where = "after " + r.Stages[d.Stage-1].Name
	default:
		v.Where = "round " + numerals.Grouped(d.Round)
		if len(r.Stages) > 1 {
			v.Where = r.Stages[d.Stage-1].Name + ", " + v.Where
		}
	}
	return v
}

// writeDecisions writes the page of all decisions, if there are any.
func writeDecisions(dir string, r *report.Run, _ map[int]bool) error {
	if len(r.Decisions) == 0 {
		return nil
	}
	page := decisionsPage{frame: newFrame(r, "")}
	page.Page = "Decisions"
	page.Decisions, page.Changes = newDecisions(r)
	return writePage(filepath.Join(dir, decisionsPath), "decisions", page)
}

// dayText returns a day as "14 Nov 2026", "" if it is unknown.
func dayText(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return at.Format("2 Jan 2006")
}
