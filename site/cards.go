package site

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"agon/game"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/figures"
)

// A card is a picture that other sites show beside a link to a page; this is what a page says of it.
type card struct{ Address, Title, About string }

// mostCards is the number of contests, and of bots, whose cards are kept.
const mostCards = 64

// card serves the card of a contest: its standings as everybody sees them.
func (p *gamePages) card(w http.ResponseWriter, r *http.Request) error {
	c, err := p.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	t := c.Table()
	picture, err := p.cards.Get(c.Name, t, mostCards, func() ([]byte, error) {
		line := p.line(c)
		run := &report.Run{Contest: line.Title, Kind: report.Kind{Kind: &game.Kind{Info: game.Info{Title: line.Kind}}}}
		if t != nil {
			run.Stages, run.Played, run.Finished = []report.Stage{t.Stage}, t.Stage.Played, t.Over
		}
		var out bytes.Buffer
		err := chart.Card(&out, run)
		return out.Bytes(), err
	})
	if err != nil {
		return err
	}
	return writeCard(w, picture)
}

// card serves the card of a bot: its place and its rating in the table that everybody sees.
func (s *submissions) card(w http.ResponseWriter, r *http.Request) error {
	var in BotPath
	if err := fromAddress(r, &in); err != nil {
		return err
	}
	c, b, err := s.submittedBot(r.Context(), in.Contest, in.Bot)
	if err != nil {
		return err
	}
	t := c.Table()
	picture, err := s.cards.Get(b.ID, t, mostCards, func() ([]byte, error) {
		var out bytes.Buffer
		err := botCard(s.contests.Title(c), b, t).Write(&out)
		return out.Bytes(), err
	})
	if err != nil {
		return err
	}
	return writeCard(w, picture)
}

// botCard returns what the card of a bot says; the table may be nil.
func botCard(contest string, b *entries.Bot, t *contests.Table) *chart.BotCard {
	x := &chart.BotCard{Name: b.Name, Contest: contest}
	if t == nil {
		return x
	}
	at := slices.IndexFunc(t.Stage.Standings, func(l report.Standing) bool { return l.Name == b.Name })
	if at < 0 {
		return x
	}
	l := &t.Stage.Standings[at]
	x.Entry, x.Played, x.Points = l.Look(), l.Played, l.Curve
	if l.Played == 0 {
		return x
	}
	x.Place = figures.PlaceOf(l, &t.Stage)
	if l.Rating != 0 {
		x.Rating = fmt.Sprintf("%.0f", l.Rating)
		if l.RatingError > 0 {
			x.Rating += fmt.Sprintf(" ± %.0f", report.Reach*l.RatingError)
		}
	}
	return x
}

// writeCard answers with a picture. It may be shown for a minute after the table has changed.
func writeCard(w http.ResponseWriter, picture []byte) error {
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Length", strconv.Itoa(len(picture)))
	w.Header().Set("Cache-Control", "max-age=60")
	_, err := w.Write(picture)
	return err
}

// aboutTable says in a sentence who is at the top of a table, which may be nil.
func aboutTable(t *contests.Table) string {
	if t == nil || t.Stage.Played == 0 || len(t.Stage.Standings) == 0 {
		return "No game has been played yet."
	}
	text := report.Counted(t.Stage.Played, "game") + " of " + t.Stage.Name + ":"
	for i := range t.Stage.Standings[:min(3, len(t.Stage.Standings))] {
		l := &t.Stage.Standings[i]
		sign := ","
		if i == 0 {
			sign = ""
		}
		text += fmt.Sprintf("%s %d. %s", sign, l.Rank, l.Name)
	}
	return text + "."
}
